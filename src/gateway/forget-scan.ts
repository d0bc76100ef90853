// Looks through all conversations for what is to be forgotten: whose each entry is, and the words by which it is known elsewhere.
// Reads only, and keeps nothing but for as long as the forgetting takes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Scope, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { together, type Whose, whoseEntries } from '../memory/forget/whose.js';
import { sameScope } from '../memory/visibility.js';
import { apartKey } from '../sessions/keys.js';
import { newReading, readLines } from '../sessions/parse.js';
import { FORGOTTEN, linesOf, runsOf } from '../text/forgetting.js';
import { tellingWords } from '../text/telling-words.js';
import { namesIn, type Passing, passingOf } from './forget-passed.js';
import type { Forgotten } from './forget-person.js';

export interface SessionFile {
  /** Below the folder of transcripts. */
  name: string;
  session: string;
  /** Absent where no row knows it. */
  key?: SessionKey;
  scope?: Scope;
}

export interface Scan {
  files: readonly SessionFile[];
  /** Conversations that go as a whole. */
  whole: ReadonlySet<string>;
  /** By entry id. */
  whose: ReadonlyMap<string, Whose>;
  /** Of the entry on a line (from 1) of a transcript. */
  ofLine(session: string, line: number): Whose | undefined;
  /** Turns that go as a whole. */
  turns: ReadonlySet<string>;
  /** Lines and sentences that were said, folded. */
  runs: ReadonlySet<string>;
  /** What was said, as it was. */
  said: ReadonlySet<string>;
  /** Whole lines that were said, folded, short ones too. */
  lines: ReadonlySet<string>;
  /** For a person. */
  passing?: Passing;
  /** What was answered to them, by conversation. */
  answers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words of what was said; what other people said, and machines to them. */
  words: { said: Set<string>; others: Set<string>; machine: Set<string> };
}

export interface ScanParts {
  db: Db;
  /** The folder of transcripts. */
  dir: string;
  canonical(scope: Scope): Scope;
}

interface Row {
  id: string;
  key: string;
  scope: string;
}

/** The transcripts there are, copies of damaged ones included; with `only`, those of that scope. */
export function sessionFiles({ db, dir, canonical }: ScanParts, only?: Scope): SessionFile[] {
  const rows = new Map(
    db
      .sql<Row>('SELECT id, key, scope FROM sessions')
      .all()
      .map((row) => [row.id, row] as const),
  );
  return readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => {
      const session = name.replace(/(?:\.damaged-\d+)?\.jsonl$/, '');
      const row = rows.get(session);
      const scope = row && canonical(JSON.parse(row.scope) as Scope);
      if (only && !(scope && sameScope(scope, only))) return [];
      return [{ name, session, ...(row && scope ? { key: row.key as SessionKey, scope } : {}) }];
    });
}

/** For a person or a conversation: `whole` are the conversations that go as they are, `isOwn` the accounts whose words go. */
export function scanSessions(
  parts: ScanParts,
  files: readonly SessionFile[],
  begun: { whole: ReadonlySet<string>; person?: Forgotten },
): Scan {
  const { db, dir } = parts;
  const whole = new Set(begun.whole);
  const whose = new Map<string, Whose>();
  const lines = new Map<string, Map<number, string>>();
  const turns = new Set<string>();
  const runs = new Set<string>();
  const said = new Set<string>();
  const saidLines = new Set<string>();
  const answers = new Map<string, Set<string>>();
  const words: Scan['words'] = { said: new Set(), others: new Set(), machine: new Set() };
  const say = (text: string) => {
    if (text === FORGOTTEN) return;
    for (const run of runsOf(text)) runs.add(run);
    said.add(text);
    for (const line of linesOf(text)) saidLines.add(line);
    add(words.said, text);
  };

  /** What ran apart from a conversation that goes, or for a turn that does, goes with it: looked at until there is no more. */
  function withApart(read: ReadonlyMap<string, Entry[]>): void {
    const byKey = new Map(files.flatMap(({ key, session }) => (key === undefined ? [] : [[key as string, session]])));
    for (let before = -1; before < whole.size; ) {
      before = whole.size;
      for (const [session, entries] of read) {
        for (const entry of entries) {
          if (entry.type !== 'tool_call') continue;
          if (!whole.has(session) && whose.get(entry.id) !== 'own') continue;
          const apart = byKey.get(apartKey(session, entry.call));
          if (apart !== undefined) whole.add(apart);
        }
      }
    }
  }

  const read = new Map<string, Entry[]>();
  for (const { name, session } of files) {
    const reading = newReading();
    readLines(reading, readFileSync(join(dir, name), 'utf8'));
    read.set(session, [...(read.get(session) ?? []), ...reading.entries]);
    if (name !== `${session}.jsonl`) continue;
    lines.set(session, new Map(reading.entries.map(({ id }, at) => [(reading.lines[at] ?? 0) + 1, id])));
    const own = whoseEntries(reading.entries, (entry) => isOwn(begun, session, entry));
    for (const [id, one] of own) whose.set(id, one);
  }
  withApart(read);
  const passing = begun.person && passingOf(db, begun.person, namesIn(read.values()));
  const ofTurn = new Map<string, Whose>();
  const alike = new Set<string>();
  for (const [session, entries] of read) {
    if (!whole.has(session)) continue;
    for (const { id } of entries) whose.set(id, 'own');
  }
  for (const [session, entries] of read) {
    for (const entry of entries) {
      const one = whose.get(entry.id) ?? 'other';
      if (entry.turn !== undefined) ofTurn.set(entry.turn, together(ofTurn.get(entry.turn), one));
      if (entry.type === 'user' || entry.type === 'edit') {
        const texts = saidIn(entry);
        if (one === 'own') for (const text of texts) say(text);
        else for (const text of texts) add(words.others, text);
        if (one !== 'own') for (const text of passedOn(entry, passing)) say(text);
      } else if (entry.type === 'assistant') {
        if (one === 'other') add(words.machine, entry.text);
        if (one !== 'own') for (const run of runsOf(entry.text)) alike.add(run);
        if (one !== 'own') continue;
        const known = answers.get(session) ?? new Set();
        answers.set(session, known);
        for (const run of runsOf(entry.text)) known.add(run);
      }
    }
  }
  // What others were answered, too, is no sign of them.
  for (const known of answers.values()) for (const run of alike) known.delete(run);
  for (const [turn, one] of ofTurn) if (one === 'own') turns.add(turn);
  for (const text of inboxWords(db, begun.person)) say(text);
  return {
    files,
    whole,
    whose,
    ofLine: (session, line) => whose.get(lines.get(session)?.get(line) ?? ''),
    turns,
    runs,
    said,
    lines: saidLines,
    ...(passing ? { passing } : {}),
    answers,
    words,
  };
}

/** A conversation that goes is everybody's who spoke in it. */
function isOwn({ whole, person }: { whole: ReadonlySet<string>; person?: Forgotten }, session: string, entry: Entry) {
  if (whole.has(session)) return true;
  return entry.type === 'user' && person !== undefined && person.accounts.has(entry.from.account);
}

function saidIn(entry: Extract<Entry, { type: 'user' | 'edit' }>): string[] {
  if (entry.type === 'edit') return entry.text === undefined ? [] : [entry.text];
  return [entry.text, ...(entry.files ?? []).flatMap(({ said }) => said ?? [])];
}

/** What others quoted of them, or was said around. */
function passedOn(entry: Extract<Entry, { type: 'user' | 'edit' }>, passing: Passing | undefined): string[] {
  if (!passing || entry.type === 'edit') return [];
  const passed = [...(entry.quoted ?? []), ...(entry.around ?? [])];
  return passed.filter((one) => passing.whose(one, entry.message) === 'theirs').map(({ text }) => text);
}

/** What was said and stands in no conversation yet, or only around others'. */
function inboxWords(db: Db, person: Forgotten | undefined): string[] {
  if (!person) return [];
  const said = db.sql(
    "SELECT coalesce(event ->> '$.text', '') || char(10) || coalesce(event ->> '$.args', '') FROM inbox WHERE author = ?",
  );
  return [...person.accounts].flatMap((account) => said.column<string>([account]));
}

function add(words: Set<string>, text: string): void {
  if (text === FORGOTTEN) return;
  for (const word of tellingWords(text)) words.add(word);
}
