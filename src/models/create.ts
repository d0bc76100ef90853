// From settings to a ready model, chain included. Knows the providers; never talks to one.

import type { ChatModel } from '../contracts/index.js';
import { withFallbacks } from './fallback.js';
import { offlineModel } from './offline/offline-model.js';
import { type ModelDeps, type OpenAiSettings, openaiModel } from './openai.js';
import { type NoteUse, recorded } from './recorded.js';
import { windowNotes } from './window.js';

export type ModelChoice = { provider: 'offline' } | (OpenAiSettings & { provider: 'openai' });

/** The configured model and those that stand in for it, in order. */
export type ModelSettings = ModelChoice & { fallbacks: readonly ModelChoice[] };

export interface Models {
  /** The configured one, with those that stand in for it. */
  readonly usual: ChatModel;
  /** The ids that can be chosen, the usual one first. */
  readonly ids: readonly string[];
  /** The one of that id or plain name, with the others to stand in for it; undefined for an unknown one. */
  named(name: string): ChatModel | undefined;
  /** One sentence for each model whose window is known by now and small. */
  notes(): string[];
}

/**
 * Builds the models; `note` counts each request of each of them. Connects to nothing and imports no SDK before the first
 * call; never throws.
 */
export function createModels(settings: ModelSettings, deps: ModelDeps & { note?: NoteUse }): Models {
  const all = [settings, ...settings.fallbacks].map((one) => recorded(oneModel(one, deps), deps));
  const chain = (first: ChatModel) =>
    withFallbacks(
      first,
      all.filter((one) => one !== first),
      deps,
    );
  const [usual, ...others] = all.map(chain);
  if (!usual) throw new Error('there is always one model');
  const known = [usual, ...others];
  return {
    usual,
    ids: [...new Set(known.map(({ id }) => id))],
    notes: () => windowNotes(all),
    named: (name) => known.find(({ id }) => id === name || id.slice(id.indexOf('/') + 1) === name),
  };
}

function oneModel(choice: ModelChoice, deps: ModelDeps): ChatModel {
  return choice.provider === 'offline' ? offlineModel() : openaiModel(choice, deps);
}
