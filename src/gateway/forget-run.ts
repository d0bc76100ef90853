// Carries a wish to forget out, or says what it would do: memory, rows, conversations, files, in an order in which a kill at any point
// leaves what is needed to begin again. The caller holds the lanes, and makes the index and the database give up their old bytes.

import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { originalOfCopy } from '../memory/conflict-copies.js';
import { claimKey } from '../memory/dream/claims/claims.js';
import { entryWords } from '../memory/dream/read/entry-words.js';
import { plainLines, withoutLines } from '../memory/forget/blocks.js';
import { type Derivation, derivation, type WriteRow } from '../memory/forget/derivation.js';
import type { ForgetFiles } from '../memory/forget/files.js';
import { type FileRules, planFile } from '../memory/forget/plan-file.js';
import { classify, type FolderOwners } from '../memory/paths.js';
import { type Owner, ownerName, sameScope, scopeId } from '../memory/visibility.js';
import { findsRuns } from '../text/forgetting.js';
import type { Needles } from '../text/needles.js';
import { inSetAside } from './forget-aside.js';
import type { Decision } from './forget-decide.js';
import { changeRows, WORD_TABLES, wordsLeft } from './forget-rows.js';
import type { SessionFile } from './forget-scan.js';
import { sessionOfSnapshot, snapshotsOf, tailReader } from './forget-snapshots.js';
import { changeOf, type StateParts, scopeNames } from './forget-state.js';
import { inConversations, repeatedBy, type Walked } from './forget-talks.js';

export interface ForgetRunParts {
  db: Db;
  home: string;
  /** The folder of transcripts. */
  sessions: string;
  files: ForgetFiles;
  folders: FolderOwners & { folderOf(scope: Scope): string | undefined };
  /** Where repairs keep what they take away, below the home. */
  setAside: string;
  /** Told of the words that go. */
  needles: Needles;
  clock: Clock;
  decision: Decision;
  /** The transcripts that are looked at. */
  transcripts: readonly SessionFile[];
  /** The only memory that is looked at, under every name that it has; absent: all. */
  only?: { scope: Scope; names: readonly Scope[] };
  /** As in StateParts. */
  said?: number | undefined;
  dry: boolean;
}

export interface ForgetReport {
  /** Lines of memory, by file. */
  memory: { path: string; lines: number }[];
  /** Entries of conversations, by session. */
  conversations: { session: string; entries: number }[];
  /** Rows of the database, by table. */
  rows: Record<string, number>;
  /** Files that somebody had sent. */
  received: number;
  /** What rests on what goes and on more, and stays. */
  mixed: { path: string; line: number; owner: string }[];
  /** What could not be done, or is not ours to do, one sentence each. */
  left: string[];
  /** Lines that go, for whoever asked in their own chat. */
  shown: string[];
}

const MOST_SHOWN = 3;
const MOST_MIXED = 200;
const CLAIMS_AT_ONCE = 50;
/** A conversation is opened by a message that came before it. */
const EARLY_MS = 60_000;
/** What is no bullet is structure, or stands in a conversation, too. */
const BULLET = /^\s*(?:[-*+•]|\d+[.)])\s/;

export async function carryOut(parts: ForgetRunParts): Promise<ForgetReport> {
  const report: ForgetReport = {
    ...{ memory: [], conversations: [], rows: {}, received: 0 },
    ...{ mixed: [], left: [], shown: [] },
  };
  const { decision, db } = parts;
  const removed = snapshotsOf(db, decision.scan?.whole ?? [], (await parts.files.texts()).map(originalOf));
  for (const text of decision.scan?.said ?? []) parts.needles.add(text);
  const { gone, stands } = await inMemory(parts, removed, report);
  for (const { line } of gone) if (BULLET.test(line)) parts.needles.add(line);
  await forgetClaims(parts, gone);
  const all = await inConversations({ ...parts, dry: true }, true);
  report.conversations = all.conversations;
  report.mixed.push(...repeatedBy(parts));
  const state = stateParts(parts, { removed, stands }, report, all);
  await inTables(parts, state, report, (table) => table !== 'inbox');
  await forgetSignals(parts);
  report.received = await received(parts, [...all.files, ...filesOf(db, state.authored)]);
  // What people said themselves goes last: by it the rest is known, and known again after a kill.
  if (!parts.dry) {
    await inConversations(parts, false);
    await inConversations(parts, true);
  }
  await inTables(parts, state, report, (table) => table === 'inbox');
  report.memory.push(...(await inCopies(parts, removed)));
  if (decision.kind === 'text' && !parts.only && !parts.dry) {
    for (const [place, count] of wordsLeft(db, decision.everywhere)) {
      report.left.push(`${place} of the database still holds it (${count}): it is a name, or not ours to change.`);
    }
  }
  return report;
}

/** What doctor keeps of files that it put right. */
async function inCopies(parts: ForgetRunParts, removed: readonly string[]): Promise<ForgetReport['memory']> {
  const { home, setAside: folder, decision, needles, dry, folders, only } = parts;
  const sessions = new Set(parts.transcripts.map(({ session }) => session));
  const isLookedAt = (session: string) => !only || sessions.has(session);
  const without = (path: string, text: string) => {
    const owner = ownerOf(path, folders);
    if (only && (owner === 'shared' || !sameScope(owner, only.scope))) return undefined;
    const plan = planOf(parts, { path, owner, text, removed, rests: undefined }, undefined);
    if (plan === 'all') return plan;
    // Nobody reads a copy: what was forgotten where it stands goes from it, whoever wrote it.
    const goes = new Set([
      ...(plan ?? []),
      ...plainLines(text).flatMap((line, at) => (decision.machine(line) ? [at] : [])),
    ]);
    return goes.size === 0 ? undefined : { text: withoutLines(text, goes).text, lines: goes.size };
  };
  return await inSetAside({ home, folder, decision, needles, dry, without, isLookedAt, all: !only });
}

interface GoneLine {
  owner: Owner;
  line: string;
}

interface Remembered {
  gone: GoneLine[];
  /** Lines that a file holds once that went. */
  stands(path: string): ReadonlySet<string>;
}

/** Markdown of every scope; what rests on it was decided before the first file changes. */
async function inMemory(parts: ForgetRunParts, removed: readonly string[], report: ForgetReport): Promise<Remembered> {
  const { decision, files, folders, dry, only } = parts;
  if (!dry) await files.recover();
  const texts = new Map<string, string>();
  for (const path of await files.texts()) {
    const file = await files.read(path).catch(() => undefined);
    if (file) texts.set(path, file.text);
    else report.left.push(`${path} cannot be read, so it was not looked at.`);
  }
  const rests = decision.scan && restsOf(parts, texts, removed);
  const gone: GoneLine[] = [];
  for (const path of rests?.paths() ?? []) {
    const ever = rests?.everOwn(path) ?? [];
    decision.noteGone(ever);
    const owner = ownerOf(path, folders);
    gone.push(...ever.map((line) => ({ owner, line })));
  }
  const plans = [...texts].flatMap(([path, text]) => {
    const owner = ownerOf(path, folders);
    if (only && (owner === 'shared' || !sameScope(owner, only.scope))) return [];
    const plan = planOf(parts, { path, owner, text, removed, rests }, report);
    return plan === undefined ? [] : [{ path, owner, plan }];
  });
  for (const { path, owner, plan } of plans) {
    const lines = plainLines(texts.get(path) ?? '');
    const went = plan === 'all' ? lines : [...plan].map((at) => lines[at] ?? '');
    const said = went.filter((line) => line.trim() !== '');
    decision.noteGone(plan === 'all' ? [] : said);
    gone.push(...said.map((line) => ({ owner, line })));
    if (report.shown.length < MOST_SHOWN) report.shown.push(...said.slice(0, MOST_SHOWN - report.shown.length));
  }
  const left = new Map(texts);
  // A diary quotes lines of other files, which are known by now. And what others rest on goes behind it.
  for (const { path, owner } of inOrder([...texts.keys()].map((path) => ({ path, owner: ownerOf(path, folders) })))) {
    const text = texts.get(path) ?? '';
    if (only && (owner === 'shared' || !sameScope(owner, only.scope))) continue;
    const plan = planOf(parts, { path, owner, text, removed, rests }, undefined);
    if (plan === undefined) continue;
    const count = plan === 'all' ? plainLines(text).length : plan.size;
    const cut = (now: string) => {
      const again = now === text ? plan : planOf(parts, { path, owner, text: now, removed, rests }, undefined);
      const made = again === undefined || again === 'all' ? again : withoutLines(now, again);
      left.set(path, made === 'all' ? '' : (made?.text ?? now));
      return made;
    };
    const done = dry ? cut(text) !== undefined : await files.cut(path, owner, cut);
    if (done === 'odd') report.left.push(`${path} is no plain text of one name, so it was left as it is.`);
    else report.memory.push({ path, lines: count });
  }
  return { gone, stands: linesIn(left) };
}

function linesIn(texts: ReadonlyMap<string, string>): Remembered['stands'] {
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const lines = known.get(path) ?? new Set(plainLines((texts.get(path) ?? '').replace(/^\ufeff/, '')));
    known.set(path, lines);
    return lines;
  };
}

/** Long-term memory before the logs that it rests on: line numbers of a log move once it is written anew. */
function inOrder<T extends { path: string }>(files: T[]): T[] {
  const rank = ({ path }: T) => (/\d{4}-\d{2}-\d{2}[^/]*\.md$/.test(path) ? 1 : 0);
  return files.sort((a, b) => rank(a) - rank(b));
}

interface Planned {
  path: string;
  owner: Owner;
  text: string;
  removed: readonly string[];
  rests: Derivation | undefined;
}

/** Lines (from 0) that go, or the file; undefined where nothing does. */
function planOf(
  parts: ForgetRunParts,
  { path, owner, text, removed, rests }: Planned,
  report: ForgetReport | undefined,
): Set<number> | 'all' | undefined {
  const { decision, db } = parts;
  const { scan, person } = decision;
  const isRules = /(?:^|\/)AGENTS\.md$/i.test(path) || owner === 'shared';
  if (person?.scope && owner !== 'shared' && sameScope(owner, person.scope) && !isRules) return 'all';
  if (removed.includes(originalOf(path))) return 'all';
  const session = scan && sessionOfSnapshot(db, originalOf(path));
  const plan = planFile(originalOf(path), text, rulesOf(parts, originalOf(path), session, rests));
  if (isRules) {
    for (const at of plan.goes) report?.left.push(`${path}:${at + 1} holds it; that file is yours to change.`);
    return undefined;
  }
  for (const line of plan.mixed.slice(0, MOST_MIXED)) report?.mixed.push({ path, line, owner: ownerName(owner) });
  return plan.goes.size === 0 ? undefined : plan.goes;
}

function rulesOf(
  { decision }: ForgetRunParts,
  path: string,
  session: string | undefined,
  rests: Derivation | undefined,
): FileRules {
  const answers = decision.scan && session !== undefined ? decision.scan.answers.get(session) : undefined;
  const isText = decision.scan === undefined;
  return {
    finds: decision.everywhere,
    whose: (line) => (isText ? undefined : rests?.ofLine(path, line)),
    inMixture: isText ? () => false : decision.mixture,
    touches: isText ? () => false : decision.repeats,
    tells: decision.tells,
    isSpeaker: decision.isName,
    isPerhapsSpeaker: decision.isSharedName,
    isSaid: decision.isSaid,
    isAnswer: findsRuns(answers ?? []),
  };
}

/** A copy of a text that did not fit its file any more is that file's. */
function originalOf(path: string): string {
  return originalOfCopy(path) ?? path.replace(/(^|\/)\.([^/]+)\.nightjar\.tmp$/, '$1$2');
}

function ownerOf(path: string, folders: FolderOwners): Owner {
  return classify(originalOf(path), folders)?.owner ?? { kind: 'main' };
}

function restsOf(
  { db, decision }: ForgetRunParts,
  texts: ReadonlyMap<string, string>,
  removed: readonly string[],
): Derivation {
  const { scan, person } = decision;
  const lines = new Map<string, string[]>();
  function linesOf(path: string): string[] {
    const known = lines.get(path) ?? plainLines((texts.get(path) ?? '').replace(/^\ufeff/, ''));
    lines.set(path, known);
    return known;
  }
  const ofTail = tailReader(decision, (path) => removed.includes(path), linesOf);
  const rows = db
    .sql<Omit<WriteRow, 'sources'> & { sources: string | null }>(
      `SELECT row, path, base, after, patch, line, by, entry, who, call, reason, sources, undoes FROM ledger
       WHERE state <> 'conflict' AND call IS NOT 'snapshot' ORDER BY row`,
    )
    .all()
    .map(({ sources, ...row }) => ({
      ...row,
      sources: sources === null ? null : (JSON.parse(sources) as WriteRow['sources']),
    }));
  return derivation({
    rows,
    ofEntry: (id) => scan?.whose.get(id),
    ofPlace(path, line) {
      const session = /^sessions\/([^/]+)\.jsonl$/.exec(path)?.[1];
      return session === undefined ? ofTail(path, line) : scan?.ofLine(session, line);
    },
    isOwn: (account) => person?.accounts.has(account) ?? false,
    linesOf,
    isAttributed: (line) => decision.isName(entryWords(line).speaker ?? ''),
  });
}

/** What nights thought of lines that went, and how often they were asked for. */
async function forgetClaims({ db, dry }: ForgetRunParts, gone: readonly GoneLine[]): Promise<void> {
  if (dry) return;
  for (let from = 0; from < gone.length; from += CLAIMS_AT_ONCE) {
    const some = gone.slice(from, from + CLAIMS_AT_ONCE).map(({ owner, line }) => {
      const words = entryWords(line);
      return [scopeId(owner), claimKey(words.text, words.speaker)];
    });
    await db.write(() => {
      for (const table of ['dream_claims', 'recalls']) {
        const remove = db.sql(`DELETE FROM ${table} WHERE scope = ? AND claim = ?`);
        for (const one of some) remove.run(one);
      }
    });
  }
}

async function forgetSignals({ db, decision, dry }: ForgetRunParts): Promise<void> {
  const { scan, person } = decision;
  if (dry || !scan) return;
  await db.write(() => {
    for (const session of scan.whole) db.sql('DELETE FROM recalls WHERE session = ?').run([session]);
    if (!person?.scope) return;
    for (const table of ['dream_claims', 'recalls']) {
      db.sql(`DELETE FROM ${table} WHERE scope = ?`).run([scopeId(person.scope)]);
    }
  });
}

function stateParts(
  { db, decision, only, transcripts, said, clock }: ForgetRunParts,
  memory: Pick<StateParts, 'removed' | 'stands'>,
  report: ForgetReport,
  walked: Walked,
): StateParts {
  const accounts = [...(decision.person?.accounts ?? [])];
  const authored = db.sql('SELECT row FROM inbox WHERE author = ?');
  const direct = db.sql("SELECT DISTINCT chat FROM inbox WHERE author = ? AND event ->> '$.place' = 'direct'");
  const chats = db.sql('SELECT DISTINCT chat FROM inbox WHERE scope = ?');
  const names = (only?.names ?? []).flatMap(scopeNames);
  return {
    decision,
    ...(only
      ? {
          only: {
            scopes: new Set(names),
            sessions: new Set(transcripts.map(({ session }) => session)),
            chats: new Set(names.flatMap((name) => chats.column<string>([name]))),
          },
        }
      : {}),
    chats: new Set(accounts.flatMap((account) => direct.column<string>([account]))),
    authored: new Set([
      ...accounts.flatMap((account) => authored.column<number>([account])),
      ...[...(decision.scan?.whole ?? [])].flatMap((session) => rowsDuring(db, session)),
    ]),
    ...memory,
    said,
    changed: new Set(report.memory.map(({ path }) => path)),
    touched: new Set(walked.conversations.map(({ session }) => session)),
    now: clock.now(),
  };
}

/** What was written while a conversation went on: messages, and commands, which stand in no transcript. */
function rowsDuring(db: Db, session: string): number[] {
  return db
    .sql(
      `SELECT inbox.row FROM sessions JOIN inbox ON inbox.session_key = sessions.key
         AND inbox.accepted_at BETWEEN sessions.opened_at - ${EARLY_MS} AND coalesce(sessions.closed_at, 9e15)
       WHERE sessions.id = ?`,
    )
    .column<number>([session]);
}

async function inTables(
  { db, dry }: ForgetRunParts,
  state: StateParts,
  report: ForgetReport,
  wanted: (table: string) => boolean,
): Promise<void> {
  for (const table of WORD_TABLES.filter((one) => wanted(one.table))) {
    const count = await changeRows(db, table, changeOf(table.table, state), dry);
    if (count > 0) report.rows[table.table] = count;
  }
}

/** What messages came with that stand in no conversation. */
function filesOf(db: Db, rows: ReadonlySet<number>): string[] {
  const kept = db.sql('SELECT kept FROM inbox WHERE row = ? AND kept IS NOT NULL');
  return [...rows]
    .flatMap((row) => kept.column<string>([row]))
    .flatMap((text) => (JSON.parse(text) as { path?: string }[]).flatMap(({ path }) => path ?? []));
}

/** What came with what went. The folder of somebody's private memory goes whole. */
async function received({ home, decision, folders, dry }: ForgetRunParts, paths: readonly string[]): Promise<number> {
  const media = join(home, 'media');
  const named = new Set(paths.filter((path) => path.startsWith('media/') && !path.split('/').includes('..')));
  const folder = decision.person?.scope && folders.folderOf(decision.person.scope);
  if (folder) {
    for (const one of await readdir(join(media, folder), { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (one.isFile()) named.add(join(one.parentPath, one.name).slice(home.length + 1));
    }
  }
  let count = 0;
  for (const path of named) {
    for (const end of ['', '.partial']) {
      if (!existsSync(join(home, path + end))) continue;
      count++;
      if (!dry) rmSync(join(home, path + end), { force: true });
    }
  }
  return count;
}
