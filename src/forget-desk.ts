// Composes forgetting: finds what is meant, waits for whoever is at work on it, has it carried out, and makes index and database give
// up their old bytes. For the command line, beside a running bot or without one, and for /forget in a chat.

import { existsSync, readFileSync } from 'node:fs';
import type { ForgetPlace, WishedText } from './commands/forget-desk.js';
import { type Forgetting, forgettingLines, isNothing } from './commands/forget-words.js';
import { ConfigError, type Scope, StateError } from './contracts/index.js';
import { alone, endOf } from './forgotten-desk.js';
import { type Decision, decideBy, decideText, type ForgetWish } from './gateway/forget-decide.js';
import { bytesLeft } from './gateway/forget-left.js';
import { type BegunForget, beginForget, clearForget } from './gateway/forget-log.js';
import { findPerson } from './gateway/forget-person.js';
import { carryOut, type ForgetReport } from './gateway/forget-run.js';
import { type SessionFile, scanSessions, sessionFiles } from './gateway/forget-scan.js';
import { forgetRequests } from './gateway/forget-wish.js';
import { presentId } from './gateway/grants.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import { holdLanes, type LaneHoldParts } from './jobs/hold-lanes.js';
import { openLanes } from './jobs/lanes.js';
import { joinProcesses } from './jobs/processes.js';
import { openFileLocks } from './memory/file-locks.js';
import { openFiles } from './memory/files.js';
import { forgetFiles } from './memory/forget/files.js';
import { sameScope, scopeId } from './memory/visibility.js';
import { mustExist } from './operator.js';
import { REPAIR_FOLDER } from './ops/set-aside.js';
import type { Told } from './ops/told.js';
import { type Finds, findsText, tooShort } from './text/forgetting.js';
import { gatherNeedles } from './text/needles.js';
import { forTerminal } from './text/terminal.js';

/** How long a running turn is waited for, and how often all is looked at again because more was said meanwhile. */
const WAIT_MS = 120_000;
const MOST_LOOKS = 4;
/** Whoever forgets may wait for the lane in which a chat asks: the chat asks again. */
const CHAT_WAIT_MS = 500;

type Parts = Pick<LaneHoldParts, 'lanes' | 'process'> & { house: House };

/** What a wish needs, as it stands now. */
interface Found {
  decision: Decision;
  transcripts: SessionFile[];
}

interface Way {
  dry: boolean;
  /** A lane that the caller holds. */
  held?: string;
  /** The command that asks for it, and the one that names what is to go. */
  inbox?: number;
  said?: number;
}

export async function forgetInChat(
  parts: Parts,
  { scope, session, row }: ForgetPlace,
  { text, row: said }: WishedText,
  dry: boolean,
): Promise<Forgetting> {
  const here = parts.house.memory.folders.canonical(scope);
  const wish: ForgetWish = { kind: 'text', text, scope: here };
  const report = await forget(parts, wish, { dry, held: session, inbox: row, said });
  return {
    ...report,
    dry,
    ...(dry ? { asking: forgetRequests(parts.house.state.db, { session, row: said }, findsText(text)) } : {}),
  };
}

async function forget(
  parts: Parts,
  wish: ForgetWish,
  { dry, held, inbox, said }: Way,
): Promise<ForgetReport & { again: boolean }> {
  const { house } = parts;
  const { clock, paths, memory } = house;
  const { db } = house.state;
  const locks = openFileLocks({ runDir: paths.run, clock });
  const files = forgetFiles({ db, files: await openFiles(paths.workspace), locks, clock });
  const needles = gatherNeedles();
  if (wish.kind === 'text') needles.addNamed(wish.text);
  const run = async (isDry: boolean) => {
    const found = find(parts, wish);
    const only = wish.kind === 'text' && wish.scope ? { only: namesOf(house, wish.scope) } : {};
    const { home, sessions } = paths;
    const common = {
      db,
      home,
      sessions,
      files,
      folders: memory.folders,
      clock,
      setAside: REPAIR_FOLDER,
      needles,
      said,
    };
    return { found, report: await carryOut({ ...common, ...found, ...only, dry: isDry }) };
  };
  if (dry) return { ...(await run(true)).report, again: false };
  return await alone(locks, held === undefined ? WAIT_MS : CHAT_WAIT_MS, async () => {
    let begun: BegunForget = { id: 0, again: false };
    await memory.recover();
    let wanted: string[] = [];
    let report: ForgetReport | undefined;
    let scan: Decision['scan'];
    for (let looks = 0; report === undefined; looks++) {
      wanted = [...new Set([...wanted, ...lanesOf(parts, await run(true))])].filter((lane) => lane !== held);
      report = await holdLanes({ ...parts, db, clock }, wanted, WAIT_MS, () =>
        holdDreams(house, locks, async () => {
          // What was said before the lanes were ours may be about more of them.
          const missing = lanesOf(parts, await run(true)).filter((lane) => lane !== held && !wanted.includes(lane));
          if (missing.length > 0 && looks < MOST_LOOKS) return undefined;
          const about = aboutOf(wish, find(parts, wish).decision);
          begun = await db.write(() => beginForget(db, { kind: wish.kind, about, inbox }, clock.now()));
          const done = await run(false);
          scan = done.found.decision.scan;
          const named = said === undefined ? undefined : { row: said, finds: done.found.decision.everywhere };
          await db.write(() => clearForget(db, begun.id, named));
          return done.report;
        }),
      );
    }
    if (wish.kind === 'text' && !wish.scope) report.left.push(...inLog(paths.log, findsText(wish.text)));
    report.left.push(...(await endOf(house, begun.id, counted(report))));
    // In a chat it is about one memory, and others may say the same.
    if (wish.kind !== 'text' || !wish.scope) {
      const isTold = (path: string) => isToldIn(report, path.replace(/^workspace\//, ''));
      report.left.push(...(await bytesLeft({ home: paths.home, needles: needles.all(), scan, isTold })));
    }
    return { ...report, again: begun.again };
  });
}

/** What is kept of it holds no word. */
function counted(report: ForgetReport): string {
  return JSON.stringify({
    lines: report.memory.reduce((sum, { lines }) => sum + lines, 0),
    entries: report.conversations.reduce((sum, { entries }) => sum + entries, 0),
    rows: Object.values(report.rows).reduce((sum, rows) => sum + rows, 0),
    received: report.received,
  });
}

function aboutOf(wish: ForgetWish, { person }: Decision): string | undefined {
  if (wish.kind === 'session') return wish.session;
  return person?.scope?.kind === 'person' ? person.scope.person : [...(person?.accounts ?? [])].sort()[0];
}

function isToldIn({ mixed, left }: ForgetReport, path: string): boolean {
  return mixed.some((one) => one.path === path) || left.some((one) => one.startsWith(`${path}:`));
}

/** Throws a StateError for what there is not. */
function find({ house }: Parts, wish: ForgetWish): Found {
  const { db } = house.state;
  const { canonical } = house.memory.folders;
  const scan = { db, dir: house.paths.sessions, canonical };
  if (wish.kind === 'text') {
    const short = tooShort(wish.text);
    if (short !== undefined) throw new ConfigError(short);
    return { decision: decideText(wish.text), transcripts: sessionFiles(scan, wish.scope) };
  }
  const transcripts = sessionFiles(scan);
  if (wish.kind === 'session') {
    const { session } = wish;
    if (!transcripts.some((one) => one.session === session)) {
      throw new StateError(`There is no conversation ${session}.`, {
        remedy: 'Give its whole id, as `nightjar context` and `nightjar usage` name it.',
      });
    }
    return {
      decision: decideBy('session', scanSessions(scan, transcripts, { whole: new Set([session]) })),
      transcripts,
    };
  }
  const person = findPerson(db, wish.person);
  const theirs = transcripts.filter(({ scope }) => person.scope && scope && sameScope(scope, person.scope));
  const ran = db.sql(
    'SELECT session FROM runs WHERE session IS NOT NULL AND schedule IN (SELECT id FROM schedules WHERE by = ?)',
  );
  const whole = new Set([
    ...theirs.map(({ session }) => session),
    ...[...person.accounts].flatMap((account) => ran.column<string>([account])),
  ]);
  return { decision: decideBy('person', scanSessions(scan, transcripts, { whole, person }), person), transcripts };
}

/** A chat that moved is the same one under both names. */
function namesOf({ state: { db }, memory }: House, scope: Scope): { scope: Scope; names: Scope[] } {
  const here = memory.folders.canonical(scope);
  return { scope: here, names: here.kind === 'group' ? [here, { ...here, chat: presentId(db, here) }] : [here] };
}

/** Of every conversation that changes: its turns, what writes it down, its end. And the nights of every memory. */
function lanesOf({ house }: Parts, { found, report }: { found: Found; report: ForgetReport }): string[] {
  const touched = new Set(report.conversations.map(({ session }) => session));
  const keys = found.transcripts.flatMap(({ session, key }) =>
    key !== undefined && touched.has(session) ? [key] : [],
  );
  const scopes = scopesOf(house).map((scope) => `dream/${scopeId(scope)}`);
  return [...keys.flatMap((key) => [key, `flush/${key}`, `snapshot/${key}`]), ...scopes];
}

function scopesOf({ memory }: House): Scope[] {
  return [{ kind: 'main' }, ...memory.folders.all().map(({ scope }) => scope)];
}

/** A dream that somebody began by hand runs in no lane. */
async function holdDreams<T>(
  house: House,
  locks: ReturnType<typeof openFileLocks>,
  work: () => Promise<T>,
): Promise<T> {
  const names = [...new Set(scopesOf(house).map((scope) => `dream of ${scopeId(scope)}`))].sort();
  const inside = names.reduceRight<() => Promise<T>>((next, name) => () => locks.hold(name, next, WAIT_MS), work);
  return await inside();
}

/** By design it holds no words; what an operator or an extension brought into it is theirs. */
function inLog(path: string, finds: Finds): string[] {
  return [path, `${path}.1`]
    .filter((one) => existsSync(one) && readFileSync(one, 'utf8').split('\n').some(finds))
    .map((one) => `${one} holds it; delete that file.`);
}

/** `yes`: it is done; otherwise it is only told. */
export async function forgetInHome(
  options: HouseOptions,
  wish: ForgetWish,
  { dry, yes }: { dry: boolean; yes: boolean },
): Promise<Told> {
  mustExist(options.home);
  const house = await openHouse(options);
  const { clock, paths, state } = house;
  const { db } = state;
  try {
    if (dry || !yes) {
      const report = await forget({ house, ...nobody(house) }, wish, { dry: true });
      const found = { ...report, dry: true };
      return toldOf(found, !dry && !isNothing(found));
    }
    const members = await joinProcesses({ db, runDir: paths.run, kind: 'tool', clock });
    try {
      const lanes = openLanes({ db, clock, isAlive: members.isAlive });
      const report = await forget({ house, lanes, process: members.id }, wish, { dry: false });
      return toldOf({ ...report, dry: false }, report.left.length > 0);
    } finally {
      await members.leave();
    }
  } finally {
    await house.close();
  }
}

/** Who only looks holds nothing. */
function nobody({ clock, state }: House): Pick<Parts, 'lanes' | 'process'> {
  return { lanes: openLanes({ db: state.db, clock, isAlive: () => true }), process: '' };
}

function toldOf(done: Forgetting, failed: boolean): Told {
  const { shown: _, ...data } = done;
  const more = done.dry && failed ? ['', 'Nothing was changed yet: --yes does it.'] : [];
  return { data, text: forTerminal([...forgettingLines(done), ...more].join('\n')), failed };
}
