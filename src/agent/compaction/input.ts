// What the summariser reads: who said what, each thing shortened to its ends, in pieces that fit a request. Pure.

import { endsOf, endsWithin } from '../../text/ends.js';
import { estimateTokens } from '../../text/tokens.js';
import type { Said } from '../said.js';

export interface Pieces {
  /** Text of whole entries each, oldest first; at most as many as asked for. */
  pieces: string[];
  /** So many of the oldest entries found no room: they are to be summed up otherwise. */
  leftOut: number;
}

/** UTF-16 units of each kind, at first; what is said is worth more than what a tool returned. */
const CAPS = { person: 12_000, passed: 3_000, assistant: 6_000, call: 500, result: 2_000 };
/** They shrink by halves to no less than this. */
const LEAST = { person: 300, passed: 100, assistant: 200, call: 60, result: 120 };
/** Of a piece, so that one thing said never fills it. */
const PART = 0.25;

type Caps = typeof CAPS;

/** `tokens` is the most that one piece may have, by estimate. */
export function piecesOf(said: readonly Said[], tokens: number, most: number): Pieces {
  let caps: Caps = CAPS;
  for (;;) {
    const lines = said.map((one) => lineOf(one, caps, Math.floor(tokens * PART)));
    const pieces = packed(lines, tokens);
    if (pieces.length <= most) return { pieces: pieces.map(({ text }) => text), leftOut: 0 };
    const smaller = halved(caps);
    if (smaller) {
      caps = smaller;
      continue;
    }
    const kept = pieces.slice(-most);
    return {
      pieces: kept.map(({ text }) => text),
      leftOut: said.length - kept.reduce((sum, { count }) => sum + count, 0),
    };
  }
}

function halved(caps: Caps): Caps | undefined {
  const half = (kind: keyof Caps) => Math.max(LEAST[kind], Math.floor(caps[kind] / 2));
  const smaller = {
    person: half('person'),
    passed: half('passed'),
    assistant: half('assistant'),
    call: half('call'),
    result: half('result'),
  };
  return (Object.keys(caps) as (keyof Caps)[]).some((kind) => smaller[kind] < caps[kind]) ? smaller : undefined;
}

/** Only the first line of what is said begins at the margin, so that nobody can write a line of another speaker. */
function lineOf(one: Said, caps: Caps, tokens: number): string {
  const own = one.text === '' ? '' : speech(labelOf(one), endsWithin(endsOf(one.text, caps[one.kind]), tokens));
  const passed =
    one.passed === '' ? '' : speech(`[passed on by ${one.who}]`, endsWithin(endsOf(one.passed, caps.passed), tokens));
  return [own, passed].filter((part) => part !== '').join('\n');
}

function labelOf({ kind, who, entry }: Said): string {
  if (kind === 'person') return `[person] ${who}:`;
  if (kind === 'assistant') return '[assistant]';
  if (kind === 'call') return `[tool call] ${who}`;
  return entry.type === 'tool_result' && entry.error === true ? `[tool error] ${who}` : `[tool result] ${who}`;
}

function speech(label: string, text: string): string {
  return `${label} ${text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, '\n  ')}`;
}

function packed(lines: readonly string[], tokens: number): { text: string; count: number }[] {
  const pieces: { text: string; count: number; cost: number }[] = [];
  for (const line of lines) {
    // Indentation may have made it longer than its part.
    const text = endsWithin(line, tokens - 1);
    const cost = estimateTokens(text) + 1;
    const last = pieces.at(-1);
    if (last && last.cost + cost <= tokens) {
      last.text += `\n${text}`;
      last.count++;
      last.cost += cost;
    } else pieces.push({ text, count: 1, cost });
  }
  return pieces;
}
