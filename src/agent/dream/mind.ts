// A model as the mind of a dream: what of a question it can take in, and what it proposes. Asks once a dream; must never be told
// less than the caller believes it was.

import type { Mind } from '../../memory/dream/plan.js';
import { modelProposer, type ProposerParts } from './consolidate.js';
import { fitClaims } from './prompt.js';

const TIMEOUT_MS = 300_000;

export function dreamMind(parts: Omit<ProposerParts, 'timeoutMs'>): Mind {
  const { model } = parts;
  // A model's window is known once it is ready, and a stand-in's may be smaller.
  const tokens = () => Math.min(parts.maxTokens, model.contextTokens);
  return {
    fit: (question) => fitClaims(question, tokens()).question,
    propose: (question, signal) =>
      modelProposer({ ...parts, maxTokens: tokens(), timeoutMs: TIMEOUT_MS })(question, signal),
  };
}
