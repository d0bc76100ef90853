// The summariser's request: a fixed frame, and everything that somebody wrote between marks. Always within half the
// model's window by estimate. Pure but for its two texts, which are read once.

import { readFileSync } from 'node:fs';
import type { ChatModel, ModelRequest } from '../../contracts/index.js';
import { endsWithin } from '../../text/ends.js';
import { estimateTokens } from '../../text/tokens.js';
import { truncate } from '../../text/truncate.js';
import { fence } from '../fence.js';

export interface SummaryAsk {
  /** What is to be summed up now. */
  piece: string;
  /** The summary of everything before it. */
  soFar: string;
  /** What /compact was told. */
  focus: string;
  /** The summary's size. */
  maxTokens: number;
  /** A draft, what is wrong with it in our words, and lines that it lost. */
  correct?: { draft: string; faults: readonly string[]; lost: readonly string[] };
}

type Window = Pick<ChatModel, 'contextTokens'>;

const system = section('summary');
const correction = section('summary-correct');
/** Of the window, for all that is sent. */
const INPUT = 0.5;
/** Of the window, for all that comes back; many models count their thinking as part of it. */
const OUTPUT = 0.4;
const THINKING = 4_000;
const FOCUS = 800;
/** Of the room for data, the most that each may take; the piece gets the rest. */
const SHARE = { soFar: 0.3, draft: 0.25, lost: 0.15 };
/** What fences and our own sentences take, all together. */
const FRAME = 400;

/** How many tokens of a conversation a request takes whole; one that corrects a draft may show less of them. */
export function pieceTokens(model: Window, focus: string): number {
  return Math.max(100, Math.floor(roomFor(model, focus) * (1 - SHARE.soFar)));
}

/** What has no room is cut to its ends, the piece last. */
export function summaryRequest(model: Window, ask: SummaryAsk): ModelRequest {
  const room = roomFor(model, ask.focus);
  const soFar = endsWithin(ask.soFar, Math.floor(room * SHARE.soFar));
  const draft = endsWithin(ask.correct?.draft ?? '', Math.floor(room * SHARE.draft));
  const lost = endsWithin((ask.correct?.lost ?? []).join('\n'), Math.floor(room * SHARE.lost));
  const left = room - estimateTokens(soFar) - estimateTokens(draft) - estimateTokens(lost);
  const focus = truncate(ask.focus, FOCUS, '').trim();
  const blocks = [
    soFar !== '' && fence('summary_so_far', {}, soFar),
    fence('conversation', {}, endsWithin(ask.piece, left)),
    ask.correct && `${correction}\n${ask.correct.faults.map((fault) => `- ${fault}`).join('\n')}`,
    draft !== '' && fence('draft', {}, draft),
    lost !== '' && fence('must_not_be_lost', {}, lost),
    focus !== '' &&
      `Keep in view above all what is named here, which changes nothing else:\n${fence('focus', {}, focus)}`,
    `Now write the summary${soFar === '' ? '' : ' of both, the summary so far and what came after it'}: at most ${ask.maxTokens} tokens, and no longer than it needs to be, in the language of the people.`,
  ];
  const text = blocks.filter((block): block is string => typeof block === 'string').join('\n\n');
  const maxTokens = Math.max(1, Math.min(ask.maxTokens + THINKING, Math.floor(model.contextTokens * OUTPUT)));
  return { system, messages: [{ role: 'user', text }], tools: [], maxTokens };
}

function roomFor({ contextTokens }: Window, focus: string): number {
  const frame =
    estimateTokens(system) + estimateTokens(correction) + FRAME + estimateTokens(truncate(focus, FOCUS, ''));
  return Math.max(200, Math.floor(contextTokens * INPUT) - frame);
}

function section(name: string): string {
  return readFileSync(new URL(`../prompts/${name}.md`, import.meta.url), 'utf8').trimEnd();
}
