// How far a line can be relied on, by what it rests on: owner > member > model > tool > web. Pure. Code decides it: no model's
// word raises a line above the words it was made from.

import type { Entry, Scope, Trust } from '../contracts/index.js';
import { isSupported, type Words, wordsIn } from '../text/support.js';
import { highestTrust, isTrust, lowestTrust } from '../text/trust.js';
import { editsOf } from './history/edits.js';
import { type Said, saidIn } from './said.js';

/** What their results hold is quoted from memory or earlier talk, which keeps its trust; no other tool can claim any. */
const MEMORY_TOOLS: ReadonlySet<string> = new Set(['memory_search', 'memory_get', 'read', 'grep', 'sessions_history']);

/** How far what a tool returns can be relied on, by its name. */
export type ToolTrust = (tool: string) => 'tool' | 'web';

/** Somebody's words, and how far they can be relied on. */
export interface Source {
  trust: Trust;
  words: Words;
}

/** One entry as something to rest on: all its words, and its parts where they differ in trust. */
export interface Ground {
  entry: string;
  parts: Source[];
  whole: Words;
}

export function groundsOf(said: readonly Said[], toolTrust: ToolTrust): Ground[] {
  return said.map((one) => {
    const texts = partsOf(one, toolTrust).filter(({ text }) => text.trim() !== '');
    const parts = texts.map(({ trust, text, speaker }) => ({ trust, words: wordsIn(text, speaker) }));
    const [only] = parts.length === 1 ? parts : [];
    const all = () => wordsIn(texts.map(({ text }) => text).join('\n'), one.kind === 'person' ? one.who : '');
    return { entry: one.id, parts, whole: only?.words ?? all() };
  });
}

/**
 * The lowest trust of the cited grounds that count: those whose words bear the line out. When none does, when none is cited, or
 * one that is not there (undefined), the lowest of all grounds.
 */
export function trustOfLine(line: string, cited: readonly (Ground | undefined)[], all: readonly Ground[]): Trust {
  const trusts = all.flatMap(({ parts }) => parts.map(({ trust }) => trust));
  // A line that rests on nothing says nothing for anybody.
  const floor = trusts.length === 0 ? 'web' : lowestTrust(trusts);
  if (cited.some((ground) => ground === undefined)) return floor;
  const counting = cited.flatMap((ground) => (ground === undefined ? [] : (trustBy(line, ground) ?? [])));
  return counting.length === 0 ? floor : lowestTrust(counting);
}

/**
 * Judges notes that the model wants to keep in a turn: the highest trust of what people said or tools returned there that bears
 * the note out alone; otherwise the lowest of the turn, in which the model itself is one. Looks at `entries` (the whole
 * history, for edits) when it is first asked.
 */
export function noteJudge(
  entries: readonly Entry[],
  { turn, scope, toolTrust }: { turn: string; scope: Scope; toolTrust: ToolTrust },
): (note: string) => Trust {
  let sources: Source[] | undefined;
  return (note) => {
    // What the model says on its way to the call is no second voice for what it writes.
    sources ??= groundsOf(
      saidIn(
        entries.filter((entry) => entry.turn === turn && SPEAKS.has(entry.type)),
        scope,
        editsOf(entries),
      ),
      toolTrust,
    ).flatMap(({ parts }) => parts);
    const alone = sources.filter(({ words }) => isSupported(note, words));
    const best = highestTrust(alone.map(({ trust }) => trust));
    return best ?? lowestTrust(['model', ...sources.map(({ trust }) => trust)]);
  };
}

/** People and tools. */
const SPEAKS: ReadonlySet<Entry['type']> = new Set(['user', 'tool_result']);

/** By one part alone if it can be, else by all of the entry's words, whose worst then counts; undefined: not at all. */
function trustBy(line: string, { parts, whole }: Ground): Trust | undefined {
  const alone = highestTrust(parts.filter(({ words }) => isSupported(line, words)).map(({ trust }) => trust));
  if (alone !== undefined) return alone;
  return isSupported(line, whole) ? lowestTrust(parts.map(({ trust }) => trust)) : undefined;
}

interface Part {
  trust: Trust;
  text: string;
  speaker?: string;
}

function partsOf({ kind, who, text, passed, entry }: Said, toolTrust: ToolTrust): Part[] {
  if (kind === 'person' && entry.type === 'user') {
    // The first lines name the files: names are whoever's who made the file.
    const files = entry.files?.length ?? 0;
    const lines = text.split('\n');
    const trust = entry.from.role === 'owner' ? 'owner' : 'member';
    return [
      { trust, text: lines.slice(files).join('\n'), speaker: who },
      { trust: 'member', text: [...lines.slice(0, files), passed].join('\n') },
    ];
  }
  if (kind === 'result' && entry.type === 'tool_result') {
    // What it was given comes back, which bears nothing out.
    if (who === 'memory_write') return [];
    return MEMORY_TOOLS.has(who) ? memoryParts(text, entry.details) : [{ trust: toolTrust(who), text }];
  }
  return [{ trust: 'model', text }];
}

function memoryParts(text: string, details: unknown): Part[] {
  const trust = typeof details === 'object' && details !== null && 'trust' in details ? details.trust : undefined;
  if (isTrust(trust)) return [{ trust, text }];
  const snippets = Array.isArray(trust) && trust.every(isTrust) ? snippetsIn(text) : undefined;
  if (!Array.isArray(trust) || snippets?.length !== trust.length) return [{ trust: 'tool', text }];
  return snippets.map((snippet, index) => ({ trust: isTrust(trust[index]) ? trust[index] : 'tool', text: snippet }));
}

/** The snippets of a search's JSON, in their order. */
function snippetsIn(text: string): string[] | undefined {
  try {
    const { hits } = JSON.parse(text) as { hits?: unknown };
    if (!Array.isArray(hits)) return undefined;
    return hits.map((hit: unknown) =>
      typeof hit === 'object' && hit !== null && 'snippet' in hit && typeof hit.snippet === 'string' ? hit.snippet : '',
    );
  } catch {
    return undefined;
  }
}
