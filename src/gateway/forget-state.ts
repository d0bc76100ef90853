// What becomes of the rows of state.sqlite when something is forgotten: words go, rows and their numbers stay, and what waits and
// would bring the words back ends. Decides by what it is handed; the changes are written by forget-rows.ts.

import { dirname } from 'node:path/posix';
import type { Scope } from '../contracts/index.js';
import type { SqlValue } from '../db/database.js';
import { scrubPatch } from '../memory/forget/ledger-scrub.js';
import { FORGOTTEN_REASON } from '../memory/ledger-rows.js';
import { scopeId } from '../memory/visibility.js';
import { changeJson, type Finds, FORGOTTEN, foldLine, withoutFound } from '../text/forgetting.js';
import type { Decision } from './forget-decide.js';
import { type ChangeRow, WORD_TABLES, type WordRow } from './forget-rows.js';

export interface StateParts {
  decision: Decision;
  /** The only memory that is looked at, under every name that it has; absent: all. */
  only?: { scopes: ReadonlySet<string>; sessions: ReadonlySet<string>; chats: ReadonlySet<string> };
  /** The row of the inbox that names what is to go, for as long as that has to be known. */
  said?: number | undefined;
  /** Direct chats with the person: all that was written there goes. */
  chats: ReadonlySet<string>;
  /** Rows of the inbox that they wrote. */
  authored: ReadonlySet<number>;
  /** Files that were removed, whose names may tell what they held. */
  removed: readonly string[];
  /** Lines that a file of memory holds by now: what is known of it holds them, too. */
  stands(path: string): ReadonlySet<string>;
  /** Files that changed, and conversations that did. */
  changed: ReadonlySet<string>;
  touched: ReadonlySet<string>;
  now: number;
}

/** By table; one that is not named here has its words changed line by line. */
export function changeOf(table: string, parts: StateParts): ChangeRow {
  const change = CHANGES[table] ?? plain;
  return (row) => {
    if (!isAdmitted(row, table, parts)) return undefined;
    const values = change(row, parts);
    // The table of known files is about those that are there.
    if (parts.removed.length === 0 || table === 'known_files') return values;
    return { ...values, ...withoutPaths({ ...row, ...values }, parts.removed) };
  };
}

type Change = (row: WordRow, parts: StateParts) => Record<string, SqlValue> | undefined;

function isAdmitted(row: WordRow, table: string, { only }: StateParts): boolean {
  if (!only) return true;
  const named = (name: string) => String(row[name] ?? '');
  if (row.scope !== undefined) return only.scopes.has(named('scope'));
  if (table === 'sessions') return only.sessions.has(named('id'));
  if (row.session !== undefined) return only.sessions.has(named('session'));
  return row.chat !== undefined && only.chats.has(named('chat'));
}

/** The names that a scope has in columns. */
export function scopeNames(scope: Scope): string[] {
  return [scopeId(scope), JSON.stringify(scope)];
}

/** Columns that hold words somewhere, and ids nowhere. A path is a name: it goes with its file. */
const WORDS = new Set(WORD_TABLES.flatMap(({ words }) => words).filter((name) => name !== 'path'));

/** Line by line, in every column with words. */
const plain: Change = (row, { decision }) => {
  const values: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (!WORDS.has(name) || typeof value !== 'string') continue;
    const next = redacted(value, decision.machine);
    if (next !== value) values[name] = next;
  }
  return values;
};

function redacted(text: string, finds: Finds): string {
  return changeJson(text, (one) => withoutFound(one, finds));
}

const CHANGES: Readonly<Record<string, Change>> = {
  inbox(row, { decision, authored, said, now }) {
    if (row.row === said) return undefined;
    const event = objectOf(row.event);
    if (decision.kind === 'text') {
      const changed = { event: redacted(String(row.event), decision.everywhere) };
      return { ...changed, ...(row.kept === null ? {} : { kept: redacted(String(row.kept), decision.everywhere) }) };
    }
    if (authored.has(Number(row.row))) {
      const { quoted: _, args, text, ...rest } = event;
      const gone = {
        ...rest,
        ...(text === undefined ? {} : { text: text === '' ? '' : FORGOTTEN }),
        ...(args === undefined ? {} : { args: '' }),
        ...(rest.files === undefined ? {} : { files: [] }),
      };
      const ends = row.state === 'accepted' ? { state: 'refused', ended_at: now } : {};
      return { event: JSON.stringify(gone), kept: '[]', ...ends };
    }
    const quoted = Array.isArray(event.quoted) ? event.quoted.map(objectOf) : undefined;
    if (!quoted) return undefined;
    const next = quoted.map((one) => ({
      ...one,
      text:
        decision.scan?.passing?.whose({ ...one, from: String(one.from) }, event.id) === 'theirs'
          ? FORGOTTEN
          : withoutFound(String(one.text ?? ''), decision.repeats),
    }));
    return JSON.stringify(next) === JSON.stringify(quoted)
      ? undefined
      : { event: JSON.stringify({ ...event, quoted: next }) };
  },

  outbox(row, parts) {
    const { decision, chats, authored, now } = parts;
    const isWhole =
      decision.scan?.turns.has(String(row.turn)) ||
      chats.has(String(row.chat)) ||
      authored.has(Number(row.inbox ?? -1));
    const isOpen = row.state === 'queued' || row.state === 'sending';
    const ends = isOpen ? { state: 'dropped', ended_at: now, draft: 0 } : {};
    if (isWhole) {
      const message = JSON.stringify({ text: FORGOTTEN });
      if (row.message === message && row.shown === null) return undefined;
      return { message, shown: null, reason: FORGOTTEN_REASON, ...ends };
    }
    return plain(row, parts);
  },

  proposals(row, parts) {
    const { scan } = parts.decision;
    const isOpen = row.state === 'drafted' || row.state === 'asked';
    const ends = isOpen ? { state: 'lapsed' } : {};
    if (scan?.whole.has(String(row.session)) || scan?.turns.has(String(row.turn))) {
      return { path: '', text: '', reason: '', message: null, address: null, ...ends };
    }
    const values = plain(row, parts) ?? {};
    if (typeof row.path === 'string' && row.path !== '' && parts.decision.machine(row.path)) values.path = '';
    // What was shown is not what would be written any more.
    return Object.keys(values).length === 0 ? undefined : { ...values, ...ends };
  },

  schedules(row, parts) {
    const { decision, now } = parts;
    const isTheirs = decision.person?.accounts.has(String(row.by)) || inWholeScope(row, decision);
    const values = isTheirs ? { message: FORGOTTEN } : (plain(row, parts) ?? {});
    if (!('message' in values) || values.message === row.message) return values;
    return { ...values, state: 'done', reason: FORGOTTEN_REASON, next_at: null, changed_at: now };
  },

  dreams(row, { decision, now }) {
    if (row.plan === null && row.reason === null) return undefined;
    const finds: Finds = (line) => decision.machine(line) || decision.mixture(line);
    const plan = row.plan === null ? null : redacted(String(row.plan), finds);
    const reason = row.reason === null ? null : redacted(String(row.reason), finds);
    if (plan === row.plan && reason === row.reason && !inWholeScope(row, decision)) return undefined;
    const isOpen = row.state === 'queued' || row.state === 'held';
    return {
      plan: null,
      reason: FORGOTTEN_REASON,
      agreed: 0,
      ...(isOpen ? { state: 'replaced', ended_at: now } : {}),
    };
  },

  ledger(row, { decision, removed, stands }) {
    const isWhole =
      inWholeScope(row, decision) ||
      (row.call === 'snapshot' && decision.scan?.whole.has(String(row.session))) ||
      removed.includes(String(row.path));
    if (isWhole) {
      const sources = row.reason === FORGOTTEN_REASON ? (row.sources ?? null) : null;
      return { patch: '', inverse: '', sources, request: null };
    }
    const goes: Finds = (line) => decision.machine(line) || decision.everywhere(line);
    // A line that stays keeps its row: without one it would be a hand's, and so the owner's word.
    const there = stands(String(row.path));
    const goesToo: Finds = (line) => goes(line) && !there.has(line.replace(/\r$/, ''));
    return {
      patch: scrubPatch(String(row.patch), goesToo),
      inverse: scrubPatch(String(row.inverse), goesToo),
      reason: withoutFound(String(row.reason), goes),
      ...(row.sources === null ? {} : { sources: redacted(String(row.sources), goesToo) }),
      ...(row.request === null ? {} : { request: redacted(String(row.request), goes) }),
    };
  },

  known_files(row, { decision, removed, stands }) {
    if (inWholeScope(row, decision) || removed.includes(String(row.path))) return { text: '' };
    const text = String(row.text);
    const there = stands(String(row.path));
    const kept = text.split('\n').filter((line) => !decision.machine(line) || there.has(line.replace(/\r$/, '')));
    return kept.length === text.split('\n').length ? undefined : { text: kept.join('\n') };
  },

  epochs(row, { decision, touched, changed, now }) {
    if (row.system === '' && row.parts === '[]') return undefined;
    const isTouched =
      touched.has(String(row.session)) ||
      Object.keys(objectOf(row.files)).some((path) => changed.has(path)) ||
      String(row.system).split('\n').some(decision.machine);
    // No transcript has that entry: the next request begins anew, and says why.
    return isTouched
      ? { system: '', parts: '[]', files: '{}', entry: FORGOTTEN, pruned: null, left_out: null, since: now }
      : undefined;
  },
};

function inWholeScope(row: WordRow, { person }: Decision): boolean {
  return person?.scope !== undefined && scopeNames(person.scope).includes(String(row.scope));
}

/** A path that names what a file held, in whatever column. */
function withoutPaths(row: WordRow, removed: readonly string[]): Record<string, SqlValue> {
  const values: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' || name === 'scope' || name === 'session') continue;
    let next = value;
    for (const one of removed) if (next.includes(one)) next = next.replace(wholePath(one), nameless(one));
    if (next !== value) values[name] = next;
  }
  return values;
}

/** Not the end of another scope's path. */
function wholePath(path: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}/._%-])${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'gu');
}

function nameless(path: string): string {
  return `${dirname(path)}/${foldLine(FORGOTTEN).replace(/[()]/g, '')}.md`;
}

function objectOf(value: unknown): Record<string, unknown> {
  const found: unknown = typeof value === 'string' ? parsed(value) : value;
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
