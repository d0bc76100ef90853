// Looks through the conversations of a scope for lines of other people's private files: in what tools returned, in what the
// assistant said, in summaries. What the scope's own people had said before, or what stood in its own files before, came from
// there. Pure but for the transcripts it is handed.

import type { Entry } from '../../contracts/index.js';
import { comparable, type LineBook, type PrivateLine } from './foreign-lines.js';

export interface LineFinding {
  session: string;
  turn?: string;
  /** Where it stands. */
  where: 'tool result' | 'reply' | 'summary';
  line: PrivateLine;
}

export interface Conversations {
  session: string;
  entries: readonly Entry[];
}

/** What comes from outside the house is no leak of it. */
const OUTSIDE = new Set(['web_fetch']);

/**
 * `foreign` holds what the scope may not read; `ownSince` tells since when (epoch ms) its own files hold such words, undefined
 * where they never did. Each line once for each conversation and kind of place.
 */
export function saidElsewhere(
  conversations: readonly Conversations[],
  foreign: LineBook,
  ownSince: (line: PrivateLine) => number | undefined,
): LineFinding[] {
  const said = conversations.flatMap(({ entries }) => entries.flatMap(wordsOfPeople));
  return conversations.flatMap(({ session, entries }) => {
    const found = new Map<string, LineFinding>();
    for (const entry of entries) {
      const { where, text } = shown(entry) ?? {};
      if (where === undefined || text === undefined) continue;
      for (const line of foreign.within(comparable(text))) {
        const key = JSON.stringify([where, line.path, line.line]);
        if (found.has(key) || isOwn(line, entry.at)) continue;
        found.set(key, { session, where, line, ...(entry.turn === undefined ? {} : { turn: entry.turn }) });
      }
    }
    return [...found.values()];
  });

  function isOwn(line: PrivateLine, at: number): boolean {
    const since = ownSince(line);
    if (since !== undefined && since <= at) return true;
    return said.some((one) => one.at <= at && one.words.includes(line.words));
  }
}

function shown(entry: Entry): { where: LineFinding['where']; text: string } | undefined {
  if (entry.type === 'tool_result')
    return OUTSIDE.has(entry.name) ? undefined : { where: 'tool result', text: entry.text };
  if (entry.type === 'assistant') return { where: 'reply', text: entry.text };
  return entry.type === 'compaction' ? { where: 'summary', text: entry.summary } : undefined;
}

function wordsOfPeople(entry: Entry): { at: number; words: string }[] {
  if (entry.type === 'edit') return entry.text === undefined ? [] : [{ at: entry.at, words: comparable(entry.text) }];
  if (entry.type !== 'user') return [];
  const texts = [
    entry.text,
    ...(entry.quoted ?? []).map(({ text }) => text),
    ...(entry.around ?? []).map(({ text }) => text),
    ...(entry.files ?? []).map(({ said }) => said ?? ''),
  ];
  return texts.filter((text) => text !== '').map((text) => ({ at: entry.at, words: comparable(text) }));
}
