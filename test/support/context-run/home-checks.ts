// What must hold in a home whatever happened to its processes: transcripts whole, every entry flushed once, nothing cut off
// that is not written down or sure to be, no fact lost. Pure.

import type { Entry, EntryOf } from '../../../src/contracts/index.js';
import type { Fact } from './facts.js';
import type { FlushRange, HomeState, SessionState } from './home-state.js';
import { numberIn } from './talk.js';

export interface HomeFigures {
  messages: number;
  compactions: number;
  flushes: number;
  lines: number;
  snapshots: number;
}

export function checkHome(state: HomeState, facts: readonly Fact[]): { faults: string[]; figures: HomeFigures } {
  const faults = [...messageFaults(state), ...logFaults(state)];
  let compactions = 0;
  for (const session of state.sessions) {
    const transcript = state.transcripts.get(session.id);
    const entries = transcript?.entries ?? [];
    const flushes = state.flushes.filter((one) => one.session === session.id);
    compactions += entries.filter(({ type }) => type === 'compaction').length;
    if ((transcript?.damaged ?? 0) > 0)
      faults.push(`${session.id} has ${transcript?.damaged} lines that are no entries`);
    faults.push(...turnFaults(session.id, entries), ...rangeFaults(session, entries, flushes));
    faults.push(...pieceFaults(session.id, entries, state), ...cutFaults(session.id, entries, flushes));
    faults.push(...factFaults(session, entries, state.logLines, facts));
  }
  faults.push(...endFaults(state));
  return {
    faults,
    figures: {
      messages: state.inbox.filter(({ event }) => numberIn(event) !== undefined).length,
      compactions,
      flushes: state.flushes.length,
      lines: state.logLines.length,
      snapshots: state.snapshots.length,
    },
  };
}

/** Every accepted message was answered, and stands in one transcript once. */
function messageFaults({ inbox, transcripts }: HomeState): string[] {
  const stands = new Map<number, number>();
  for (const { entries } of transcripts.values()) {
    for (const entry of entries) {
      const number = entry.type === 'user' ? numberIn(entry.text) : undefined;
      if (number !== undefined) stands.set(number, (stands.get(number) ?? 0) + 1);
    }
  }
  return inbox.flatMap(({ event, state }) => {
    const number = numberIn(event);
    if (number === undefined) return [];
    const times = stands.get(number) ?? 0;
    return [
      ...(state === 'answered' ? [] : [`message ${number} is ${state}`]),
      ...(times === 1 ? [] : [`message ${number} stands in the transcripts ${times} times`]),
    ];
  });
}

/** A conversation that ended has one file with its tail. */
function endFaults({ sessions, snapshots, transcripts }: HomeState): string[] {
  const ended = sessions.filter(({ closed_at, id }) => closed_at !== null && transcripts.get(id)?.entries.some(says));
  return ended.length === snapshots.length ? [] : [`${snapshots.length} snapshots of ${ended.length} conversations`];
}

function turnFaults(session: string, entries: readonly Entry[]): string[] {
  const faults: string[] = [];
  const calls = new Set<string>();
  const results = new Set<string>();
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const entry of entries) {
    const turn = entry.turn ?? '';
    if (entry.type === 'user') begun.add(turn);
    if (entry.type === 'assistant' && entry.final) {
      if (ended.has(turn)) faults.push(`turn ${turn} of ${session} ends twice`);
      ended.add(turn);
    }
    if (entry.type === 'tool_call') calls.add(entry.call);
    if (entry.type === 'tool_result') {
      if (!calls.has(entry.call)) faults.push(`result ${entry.call} of ${session} has no call before it`);
      if (results.has(entry.call)) faults.push(`call ${entry.call} of ${session} has two results`);
      results.add(entry.call);
    }
  }
  for (const call of calls) if (!results.has(call)) faults.push(`call ${call} of ${session} has no result`);
  for (const turn of begun) if (!ended.has(turn)) faults.push(`turn ${turn} of ${session} never ended`);
  return faults;
}

/** The ranges of a session follow one another, without a gap in what was said. */
function rangeFaults(session: SessionState, entries: readonly Entry[], flushes: readonly FlushRange[]): string[] {
  const faults: string[] = [];
  const place = placesIn(entries);
  let covered = -1;
  for (const { row, first, last } of flushes) {
    const [from, to] = [place(first), place(last)];
    if (from < 0 || to < from) faults.push(`flush ${row} has the range ${from}..${to}`);
    if (from <= covered) faults.push(`flush ${row} begins at ${from}, and up to ${covered} others had it`);
    if (entries.slice(covered + 1, from).some(says))
      faults.push(`flush ${row} leaves out what was said before ${from}`);
    covered = Math.max(covered, to);
  }
  const through = session.flushed_through === null ? -1 : place(session.flushed_through);
  if (through > covered) faults.push(`${session.id} is flushed through ${through}, and ranges end at ${covered}`);
  const open = flushes.filter(({ state }) => state === 'queued');
  if (open.length === 0 && covered >= 0 && through < covered) {
    faults.push(`${session.id} is flushed through ${through} only, and no range up to ${covered} is open`);
  }
  return faults;
}

/** No entry is in two pieces that were written down. */
function pieceFaults(session: string, entries: readonly Entry[], { ledger }: HomeState): string[] {
  const place = placesIn(entries);
  const calls = ledger.filter((one) => one.session === session && one.by === 'flush' && one.state === 'done');
  const pieces = calls.map(({ call }) => {
    // Ids of what people said hold a colon themselves.
    const [, first = '', last = ''] = /^flush:((?:user:)?[^:]+):((?:user:)?[^:]+)/.exec(call ?? '') ?? [];
    return { call, from: place(first), to: place(last) };
  });
  const sorted = pieces.toSorted((one, other) => one.from - other.from);
  return sorted.flatMap(({ call, from, to }, index) => {
    const before = sorted[index - 1];
    if (from < 0 || to < from) return [`${call} of ${session} is no range`];
    return before && from <= before.to ? [`${call} of ${session} and ${before.call} share entries`] : [];
  });
}

function logFaults({ logLines }: HomeState): string[] {
  const bare = logLines.map((line) => line.replace(/^- (?:\d\d:\d\d )?/, ''));
  const twice = bare.filter((line, at) => bare.indexOf(line) !== at);
  return [...new Set(twice)].map((line) => `stands in a log twice: ${line}`);
}

/** At the moment of a cut everything in front of it was flushed or in a range, but for what is still in view. */
function cutFaults(session: string, entries: readonly Entry[], flushes: readonly FlushRange[]): string[] {
  const place = placesIn(entries);
  return entries.flatMap((cut, at) => {
    if (cut.type !== 'compaction') return [];
    const covered = Math.max(-1, ...flushes.filter((one) => one.added_at <= cut.at).map(({ last }) => place(last)));
    const kept = place(cut.firstKept);
    if (kept < 0 || kept > at)
      return [`the compaction ${cut.id} of ${session} keeps from ${kept} on, and stands at ${at}`];
    const lost = cutOff(entries, kept).filter((entry) => says(entry) && entries.indexOf(entry) > covered);
    return lost.length > 0
      ? [`the compaction ${cut.id} of ${session} cuts off ${lost.length} entries behind ${covered}`]
      : [];
  });
}

function cutOff(entries: readonly Entry[], kept: number): Entry[] {
  const turn = entries[kept]?.turn;
  return entries.slice(0, kept).filter((one) => one.type !== 'user' || turn === undefined || one.turn !== turn);
}

/** A fact that was told stands in a log, once, or its message is still to be written down. */
function factFaults(
  session: SessionState,
  entries: readonly Entry[],
  logLines: readonly string[],
  facts: readonly Fact[],
): string[] {
  const place = placesIn(entries);
  const through = session.flushed_through === null ? -1 : place(session.flushed_through);
  return entries.flatMap((entry, at) => {
    if (entry.type !== 'user') return [];
    return facts.flatMap(({ line, key }) => {
      if (!entry.text.includes(line)) return [];
      const times = logLines.filter((one) => one.includes(line)).length;
      if (times > 1) return [`the fact ${key} stands in the logs ${times} times`];
      return times === 0 && at <= through ? [`the fact ${key} of ${session.id} was flushed, and stands nowhere`] : [];
    });
  });
}

/** Of each line that a flush wrote about a fact: whose word it is, and what it rests on. */
export function sourceFaults(state: HomeState, facts: readonly Fact[], trust: string): string[] {
  const said = new Map<string, string>();
  for (const { entries } of state.transcripts.values()) {
    for (const entry of entries.filter((one): one is EntryOf<'user'> => one.type === 'user')) {
      for (const { line, key } of facts) if (entry.text.includes(line)) said.set(key, entry.id);
    }
  }
  const sources = state.ledger
    .filter(({ by }) => by === 'flush')
    .flatMap(({ sources: json }) => JSON.parse(json ?? '[]') as { trust: string; entries: string[] }[]);
  return facts.flatMap(({ key, line }) => {
    const entry = said.get(key);
    if (entry === undefined || !state.logLines.some((one) => one.includes(line))) return [];
    const source = sources.find(({ entries }) => entries.includes(entry));
    if (!source) return [`no line of a log names the message of the fact ${key}`];
    return source.trust === trust ? [] : [`the line about ${key} has the trust ${source.trust}`];
  });
}

function says({ type }: Entry): boolean {
  return type === 'user' || type === 'assistant' || type === 'tool_result';
}

function placesIn(entries: readonly Entry[]): (id: string) => number {
  const places = new Map(entries.map(({ id }, at) => [id, at]));
  return (id) => places.get(id) ?? -1;
}
