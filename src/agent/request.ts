// Assembles one request to the model: system prompt, repaired history, and behind the latest user text what is true
// only now. Pure.

import type { Entry, ModelMessage, ModelRequest, Scope, ToolSpec } from '../contracts/index.js';
import { localClock, localDay } from '../text/local-time.js';
import { toMessages } from './history.js';

export interface RequestParts {
  system: string;
  entries: readonly Entry[];
  scope: Scope;
  tools: ToolSpec[];
  now: number;
  timezone: string;
  /** Lines to add to this turn's facts. */
  notes?: readonly string[];
}

/** What changes from turn to turn stands behind this line, below the person's text, and is not part of the history. */
const FACTS_BEGIN = '<turn-facts>';

export function assembleRequest(parts: RequestParts): ModelRequest {
  const messages = toMessages(parts.entries, parts.scope);
  const facts = [
    FACTS_BEGIN,
    `Now: ${weekday(parts.now, parts.timezone)} ${localDay(parts.now, parts.timezone)} ${localClock(parts.now, parts.timezone)} (${parts.timezone})`,
    ...(parts.notes ?? []),
    '</turn-facts>',
  ].join('\n');
  return { system: parts.system, messages: withFacts(messages, facts), tools: parts.tools };
}

function withFacts(messages: ModelMessage[], facts: string): ModelMessage[] {
  const last = messages.findLastIndex((message) => message.role === 'user');
  return messages.map((message, index) =>
    index === last && message.role === 'user' ? { ...message, text: `${message.text}\n\n${facts}` } : message,
  );
}

function weekday(ms: number, timezone: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: timezone }).format(ms);
}
