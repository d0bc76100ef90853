// Assembles one request to the model: system prompt, repaired history, and behind the latest user text what is true
// only now. Pure.

import type { Entry, ImagePart, ModelMessage, ModelRequest, Scope, ToolSpec } from '../contracts/index.js';
import { localClock, localDay, localWeekday } from '../text/local-time.js';
import { toMessages } from './history.js';

export interface RequestParts {
  system: string;
  entries: readonly Entry[];
  /** The turn that is to be answered. */
  turn: string;
  scope: Scope;
  tools: ToolSpec[];
  now: number;
  timezone: string;
  /** Lines to add to this turn's facts. */
  notes?: readonly string[];
  /** What memory holds about the message, ready to be shown; '' for nothing. The same in every request of the turn. */
  recalled?: string;
  /** Pictures to show, by the id of the entry they came with. */
  images?: ReadonlyMap<string, ImagePart[]>;
  /** No more tool calls in this turn. */
  answerOnly?: boolean;
}

/** What changes from turn to turn stands behind this line, below the person's text, and is not part of the history. */
const FACTS_BEGIN = '<turn-facts>';

export function assembleRequest(parts: RequestParts): ModelRequest {
  const messages = toMessages(turnLast(parts.entries, parts.turn), parts.scope, parts.images);
  const facts = [
    FACTS_BEGIN,
    `Now: ${localWeekday(parts.now, parts.timezone)} ${localDay(parts.now, parts.timezone)} ${localClock(parts.now, parts.timezone)} (${parts.timezone})`,
    ...(parts.notes ?? []),
    '</turn-facts>',
  ].join('\n');
  const { system, tools, answerOnly, recalled = '' } = parts;
  const behind = recalled === '' ? facts : `${facts}\n\n${recalled}`;
  return { system, messages: withBehind(messages, behind), tools, ...(answerOnly ? { answerOnly } : {}) };
}

/** A turn that is tried again after later ones were answered stands last, where the model answers. */
function turnLast(entries: readonly Entry[], turn: string): readonly Entry[] {
  const latest = entries.findLast((entry) => entry.type === 'user');
  if (latest === undefined || latest.turn === turn) return entries;
  return [...entries.filter((entry) => entry.turn !== turn), ...entries.filter((entry) => entry.turn === turn)];
}

function withBehind(messages: ModelMessage[], text: string): ModelMessage[] {
  const last = messages.findLastIndex((message) => message.role === 'user');
  return messages.map((message, index) =>
    index === last && message.role === 'user' ? { ...message, text: `${message.text}\n\n${text}` } : message,
  );
}
