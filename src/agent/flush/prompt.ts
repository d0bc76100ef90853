// The request of a flush: how to write down, what stands there, and the piece, each as data within its share of the window.
// Pure but for the text beside it, which is read once.

import { readFileSync } from 'node:fs';
import type { MemoryDoc } from '../../contracts/index.js';
import { endsWithin } from '../../text/ends.js';
import { localDay, localWeekday } from '../../text/local-time.js';
import { estimateTokens } from '../../text/tokens.js';
import { fence } from '../fence.js';
import type { Said } from '../said.js';
import type { FlushPrompt } from './ask.js';
import type { FlushDocs } from './memory-docs.js';
import { showSaid } from './shown.js';

const RULES = readFileSync(new URL('../prompts/flush.md', import.meta.url), 'utf8').trimEnd();
/** The tool's own text, and what a second round adds. */
const OVERHEAD = 600;
const MOST_ANSWER = 4_096;

/** The most tokens that one speaker's words may have in a window. */
export function wordsShare(window: number): number {
  return Math.floor(window / 4);
}

export function flushPrompt(docs: FlushDocs, said: readonly Said[], window: number, timezone: string): FlushPrompt {
  const share = Math.floor(window / 8);
  const system = [RULES, ...docs.rules.map((doc) => block('file', doc, Math.floor(share / docs.rules.length)))].join(
    '\n\n',
  );
  const at = said.at(-1)?.at ?? 0;
  const { day, long } = docs;
  const parts = [
    long && long.text.trim() !== '' && block('long-term-memory', long, share),
    day && day.text.trim() !== '' && block('log-of-the-day', day, share),
    `Said on ${localWeekday(at, timezone)} ${localDay(at, timezone)} (${timezone}):`,
    fence('conversation', {}, showSaid(said, { words: wordsShare(window), timezone })),
  ];
  const text = parts.filter((part) => typeof part === 'string').join('\n\n');
  return { system, text, maxTokens: Math.min(MOST_ANSWER, Math.max(256, share)) };
}

/** Whether the request and its answer have room, by estimate. */
export function fits({ system, text, maxTokens }: FlushPrompt, window: number): boolean {
  return estimateTokens(system) + estimateTokens(text) + OVERHEAD + maxTokens <= window;
}

/** Logs grow at their end and rules begin with what counts: head and tail of what is too long. */
function block(tag: string, { path, text }: MemoryDoc, tokens: number): string {
  return fence(tag, { path: path.replaceAll('"', "'") }, endsWithin(text, tokens));
}
