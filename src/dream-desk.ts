// What an operator does about dreams from outside: has one now, looks at what it would change, agrees, takes back, asks why.
// Beside a running bot or without one; a dream that both begin is dreamt by one of them.

import { decideHeld, undoNewest } from './commands/dream-acts.js';
import { dreamData, explanationData, planData, statusData } from './commands/dream-data.js';
import {
  dreamOutcomeLines,
  dryRunText,
  explanationLines,
  inTerminal,
  policyWords,
  showInTerminal,
  statusText,
} from './commands/dream-words.js';
import { dailyLimits } from './config/work-limits.js';
import { type Dream, type DreamDesk, NightjarError, type Scope, StateError } from './contracts/index.js';
import { type Dreaming, openDreaming } from './dreaming-desk.js';
import { openDreamsDesk } from './gateway/dreams-desk.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import { openBudgets } from './jobs/budgets.js';
import { type DreamJobDeps, runDream, whyFailed } from './jobs/handlers/dream.js';
import { endDream } from './memory/dream/dream-rows.js';
import { ownerName, sameScope } from './memory/visibility.js';
import { charged } from './models/charge.js';
import { mustExist } from './operator.js';
import type { Told } from './ops/told.js';
import { openTranscripts } from './sessions/transcript.js';
import { localDay } from './text/local-time.js';
import { forTerminal } from './text/terminal.js';

export type Scopes = readonly Scope[] | 'all';

export interface DreamWish {
  scopes: Scopes;
  /** The night that it is, YYYY-MM-DD; default today. */
  date?: string;
  /** Writes nothing. */
  dryRun: boolean;
}

interface Room {
  house: House;
  dreaming: Dreaming;
  desk: DreamDesk;
  jobs: Omit<DreamJobDeps, 'wakeUps'>;
}

/** Dreams now, one scope after the other; each is applied, or held, by its policy. */
export async function runDreams(options: HouseOptions, wish: DreamWish): Promise<Told> {
  return await inRoom(options, async (room) => {
    const told: Told[] = [];
    for (const scope of chosen(room, wish.scopes)) {
      const look = () => charged({ kind: 'dreaming', scope }, () => preview(room, scope, wish.date));
      told.push(wish.dryRun ? await look() : await dreamNow(room, scope, wish.date));
    }
    return together(told, wish.scopes);
  });
}

async function preview({ house, jobs }: Room, scope: Scope, date: string | undefined): Promise<Told> {
  const night = date ?? localDay(house.clock.now(), house.config.timezone);
  const model = jobs.budgets.allows('dreaming') ? jobs.dreaming.model() : undefined;
  const signal = new AbortController().signal;
  try {
    await model?.ready?.(signal);
    const mind = model && (await jobs.dreaming.mind(model));
    const plan = await jobs.dreaming.dreamer.preview(scope, night, { mind, signal });
    return { data: planData(plan, scope), text: titled(scope, dryRunText(plan, scope)), failed: false };
  } catch (error) {
    if (!(error instanceof NightjarError)) throw error;
    const reason = whyFailed(error, OPERATOR);
    return { data: { scope: ownerName(scope), error: reason }, text: titled(scope, forTerminal(reason)), failed: true };
  }
}

async function dreamNow({ house, desk, jobs }: Room, scope: Scope, date?: string): Promise<Told> {
  const begun = await desk.begin(scope, date);
  let ended: Dream | undefined;
  try {
    ended = await runDream(jobs, begun.id, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof NightjarError)) throw error;
    const reason = whyFailed(error, scope);
    const { db } = house.state;
    await db.write(() => endDream(db, begun, 'failed', { from: 'queued', reason, now: house.clock.now() }));
    const row = desk.find(begun.id) ?? begun;
    ended = row.state === 'failed' ? { ...row, reason: whyFailed(error, OPERATOR) } : row;
  }
  const lines = dreamOutcomeLines(ended, scope, inTerminal(ownerName(scope)));
  return {
    data: dreamData(ended),
    text: titled(scope, forTerminal(lines.join('\n'))),
    failed: ended.state === 'failed',
  };
}

/** Whoever is at the terminal is told as the owner is in private. */
const OPERATOR: Scope = { kind: 'main' };

/** How the memory of each stands. */
export async function dreamStatus(options: HouseOptions, scopes: Scopes): Promise<Told> {
  return await inRoom(options, async (room) => {
    const { desk } = room;
    const told = chosen(room, scopes).map((scope) => {
      const policy = desk.policy(scope);
      const [newest] = desk.list(scope, 1);
      const held = desk.held(scope);
      const words = { dreams: newest ? [newest] : [], held, policy: policyWords(policy, true) };
      const text = forTerminal(statusText(words, inTerminal(ownerName(scope))));
      return { data: statusData(scope, policy, { newest, held }), text: titled(scope, text), failed: false };
    });
    return together(told, scopes);
  });
}

/** What waits, else the newest one. */
export async function showDream(options: HouseOptions, scope: Scope): Promise<Told> {
  return await withScope(options, scope, async ({ desk }) => {
    const dream = desk.held(scope) ?? desk.list(scope, 1)[0];
    if (!dream) return { data: null, text: 'There was no dream yet.', failed: false };
    return { data: dreamData(dream), text: showInTerminal(dream, inTerminal(ownerName(scope))), failed: false };
  });
}

export async function applyDream(options: HouseOptions, scope: Scope): Promise<Told> {
  return await withScope(options, scope, async (room) => {
    const acted = await decideHeld(room.desk, { scope, yes: true }, askerOf(scope));
    // A file was changed since: nobody else may be there to look again.
    if (acted.dream?.state !== 'queued') return toldOf(acted);
    const told = await dreamNow(room, scope);
    const text = `MEMORY.md was changed since, so I looked at everything again.\n\n${told.text}`;
    return { ...told, text, failed: told.failed || room.desk.held(scope) !== undefined };
  });
}

export async function skipDream(options: HouseOptions, scope: Scope): Promise<Told> {
  return await withScope(options, scope, async ({ desk }) =>
    toldOf(await decideHeld(desk, { scope, yes: false }, askerOf(scope))),
  );
}

export async function undoDream(options: HouseOptions, scope: Scope): Promise<Told> {
  return await withScope(options, scope, async ({ desk }) => toldOf(await undoNewest(desk, { scope }, askerOf(scope))));
}

export async function explainMemory(options: HouseOptions, scope: Scope, text: string): Promise<Told> {
  return await withScope(options, scope, async ({ desk }) => {
    const found = await desk.explain(scope, text);
    const lines = explanationLines(found, 'terminal');
    return { data: found.map(explanationData), text: forTerminal(lines.join('\n')), failed: false };
  });
}

function askerOf(scope: Scope) {
  return { written: inTerminal(ownerName(scope)), isOwner: true };
}

function toldOf({ text, done, dream }: Awaited<ReturnType<typeof decideHeld>>): Told {
  return { data: dream ? dreamData(dream) : null, text: forTerminal(text), failed: !done };
}

/** Throws a StateError for one that has no memory. */
function chosen({ dreaming, house }: Room, scopes: Scopes): readonly Scope[] {
  const all = dreaming.scopes();
  if (scopes === 'all') return all;
  return scopes.map((scope) => mustHave(all, house, scope));
}

/** Of a migrated chat, the scope of its old id. */
function mustHave(all: readonly Scope[], { memory }: House, scope: Scope): Scope {
  const here = memory.folders.canonical(scope);
  if (all.some((one) => sameScope(one, here))) return here;
  throw new StateError(`There is no memory of ${forTerminal(ownerName(scope))}.`, {
    remedy: '`nightjar dream status --scope all` lists those that there are.',
  });
}

function titled(scope: Scope, text: string): string {
  return scope.kind === 'main' ? text : `${forTerminal(ownerName(scope))}:\n${text}`;
}

function together(told: readonly Told[], scopes: Scopes): Told {
  const data = told.map((one) => one.data);
  return {
    data: scopes !== 'all' && data.length === 1 ? data[0] : data,
    text: told.map(({ text }) => text).join('\n\n'),
    failed: told.some(({ failed }) => failed),
  };
}

/** Of a scope that there is. */
async function withScope<T>(options: HouseOptions, scope: Scope, work: (room: Room) => Promise<T>): Promise<T> {
  return await inRoom(options, async (room) => {
    mustHave(room.dreaming.scopes(), room.house, scope);
    return await work(room);
  });
}

async function inRoom<T>(options: HouseOptions, work: (room: Room) => Promise<T>): Promise<T> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const { clock, log, config, state, memory, paths } = house;
    const { db } = state;
    await memory.recover();
    const dreaming = openDreaming(house, openTranscripts(paths.sessions, { clock, log }));
    const { timezone } = config;
    const budgets = openBudgets({ db, clock, timezone, limits: dailyLimits(config), over: () => {} });
    const desk = openDreamsDesk({
      ...{ db, clock, timezone, dreamer: dreaming.jobs.dreamer, policy: dreaming.policy, scopes: dreaming.scopes },
      canonical: memory.folders.canonical,
      // A running bot finds it by itself, unless it is done before.
      wakeUps: { dream: async () => {} },
    });
    return await work({ house, dreaming, desk, jobs: { db, clock, timezone, log, budgets, dreaming: dreaming.jobs } });
  } finally {
    await house.close();
  }
}
