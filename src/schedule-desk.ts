// What an operator schedules from outside, beside a running bot or without one. Whoever may run it is the owner, so that a
// text of theirs may go to any chat that the bot takes part in.

import { randomUUID } from 'node:crypto';
import { ownersTerminal, TERMINAL_OWNER } from '../channels/console/seat.js';
import { slotsIn } from './commands/schedule-words.js';
import type { KnownSchedule, PlannedSchedule, ScheduleChange, SchedulesDesk } from './commands/schedules-desk.js';
import { homePaths } from './config/home.js';
import {
  type ChatSettings,
  ConfigError,
  type ScheduleChangeWish,
  type ScheduleWish,
  type UnreadableSchedule,
} from './contracts/index.js';
import type { Db } from './db/database.js';
import { openState } from './db/state.js';
import { openAccessDesk } from './gateway/access-desk.js';
import { openIdentity } from './gateway/identity.js';
import type { HouseOptions } from './house.js';
import { isGatewayUp } from './jobs/gateway-lock.js';
import { openFolders } from './memory/folders.js';
import { mustExist } from './operator.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { openScheduling } from './scheduling-desk.js';
import { columnsOf, filled } from './text/columns.js';
import { localTime } from './text/local-time.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

/** One line of `cron list --json`. Times are ISO 8601, in UTC; null where there is none. */
interface ListedData {
  id: string;
  /** Null of one whose state is `unreadable`, as everything that cannot be known of it. */
  schedule: string | null;
  zone: string;
  next: string | null;
  last: string | null;
  lastOutcome: string | null;
  state: string;
  reason: string | null;
  missed: string | null;
  /** say: the message as it stands; ask: the answer to it. */
  task: string | null;
  to: string | null;
  message: string;
}

const viewer = { scope: { kind: 'main' as const }, chat: ownersTerminal };
const owner = { account: TERMINAL_OWNER, name: 'owner', person: 'owner', role: 'owner' as const };
const NOBODY_RUNS = 'Nothing runs it while the bot is down: start it with `nightjar start`.';
const SHOWN_TEXT = 50;

/**
 * As the others here: throws a ConfigError for wrong use, a StateError where there is no home, no such chat or schedule, or no
 * room for another.
 */
export async function addSchedule(house: HouseOptions, wish: ScheduleChangeWish): Promise<Told> {
  return await inState(house, async ({ desk, change, isUp }) => {
    const maker = { who: owner, ...viewer, via: 'cli' as const, now: systemClock.now(), call: randomUUID() };
    const plan = desk.plan(maker, whole(desk, wish));
    await change(desk.put(plan, maker));
    return { ...told(desk, plan), ...(isUp ? {} : { note: NOBODY_RUNS }) };
  });
}

function whole(desk: SchedulesDesk, wish: ScheduleChangeWish): ScheduleWish {
  const old = desk.list(viewer).find(({ id }) => id === wish.id);
  const text = wish.text ?? old?.message;
  if (text === undefined) {
    const which = wish.id === undefined ? '' : `, since there is no schedule ${wish.id} yet`;
    throw new ConfigError(`cron add needs --message${which}.`, { remedy: 'Say what is to be delivered.' });
  }
  const { deliver = old?.task === 'say' ? 'text' : 'answer', to = old?.where.address ?? 'me' } = wish;
  return { ...wish, text, deliver, to };
}

export async function listSchedules(house: HouseOptions): Promise<Told> {
  return await inState(house, async ({ desk }) => {
    const all = desk.list(viewer);
    const head = ['ID', 'SCHEDULE', 'ZONE', 'NEXT', 'LAST', 'STATE', 'TO', 'MESSAGE'];
    const rows = all.map((one) => rowOf(desk, one));
    const broken = desk.unreadable(viewer);
    const lines = [...rows, ...broken.map(brokenRow)];
    const text = lines.length === 0 ? 'Nothing is scheduled.' : table([head, ...lines]);
    return { data: [...all.map((one) => dataOf(desk, one)), ...broken.map(brokenData)], text: forTerminal(text) };
  });
}

export async function removeSchedule(house: HouseOptions, id: string): Promise<Told> {
  return await inState(house, async ({ desk, change }) => {
    await change(desk.remove(viewer, id));
    return { data: { id }, text: forTerminal(`${id} is removed.`) };
  });
}

export async function pauseSchedule(house: HouseOptions, id: string): Promise<Told> {
  return await changed(house, id, (desk, one) => ({
    ...desk.pause(one, systemClock.now()),
    says: `${id} is paused; \`nightjar cron resume ${id}\` goes on with it.`,
  }));
}

export async function resumeSchedule(house: HouseOptions, id: string): Promise<Told> {
  return await changed(house, id, (desk, one) => {
    const { inside, next } = desk.resume(one, systemClock.now());
    return { inside, says: `${id} goes on, next ${slotsIn([next], one.zone)}.` };
  });
}

export async function runSchedule(house: HouseOptions, id: string): Promise<Told> {
  return await changed(house, id, (desk, one, isUp) => ({
    ...desk.runNow(one, systemClock.now()),
    says: isUp ? `${id} runs once, within half a minute.` : `${id} runs once, as soon as the bot is started.`,
  }));
}

async function changed(
  house: HouseOptions,
  id: string,
  work: (desk: SchedulesDesk, one: KnownSchedule, isUp: boolean) => ScheduleChange & { says: string },
): Promise<Told> {
  return await inState(house, async ({ desk, change, isUp }) => {
    const { says, ...made } = work(desk, desk.find(viewer, id), isUp);
    await change(made);
    return { data: { id }, text: forTerminal(says) };
  });
}

function told(desk: SchedulesDesk, plan: PlannedSchedule): Told {
  const { id, spec, zone, next, replaces, where } = plan;
  const to = where?.address ?? 'me';
  const schedule = desk.words({ spec, zone });
  const text = `${replaces ? 'Changed' : 'Scheduled'}: ${id}, ${schedule}, to ${to}. Next: ${slotsIn(next, zone)}.`;
  const data = { id, schedule, zone, to, next: next.map((at) => new Date(at).toISOString()), replaced: replaces };
  return { data, text: forTerminal(text) };
}

function dataOf(desk: SchedulesDesk, one: KnownSchedule): ListedData {
  const { id, zone, nextAt, lastAt, lastOutcome = null, state, reason = null, missed, task, where, message } = one;
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const times = { next: iso(nextAt), last: iso(lastAt), lastOutcome };
  return { id, schedule: desk.words(one), zone, ...times, state, reason, missed, task, to: where.address, message };
}

function rowOf(desk: SchedulesDesk, one: KnownSchedule): string[] {
  const { id, zone, nextAt, lastAt, lastOutcome, state, reason, where, message } = one;
  const at = (ms: number | undefined) => (ms === undefined ? '-' : localTime(ms, zone));
  const last = lastAt === undefined ? '-' : `${at(lastAt)}${lastOutcome ? ` ${lastOutcome}` : ''}`;
  const why = reason === undefined ? '' : ` (${oneLine(reason, 80)})`;
  return [id, desk.words(one), zone, at(nextAt), last, `${state}${why}`, where.address, oneLine(message, SHOWN_TEXT)];
}

function brokenData({ id, zone, message, why }: UnreadableSchedule): ListedData {
  const unknown = { schedule: null, next: null, last: null, lastOutcome: null, missed: null, task: null, to: null };
  return { id, zone, message, state: 'unreadable', reason: why, ...unknown };
}

function brokenRow({ id, zone, message, why }: UnreadableSchedule): string[] {
  return [id, '-', oneLine(zone, 40), '-', '-', `unreadable (${why})`, '-', oneLine(message, SHOWN_TEXT)];
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => columnsOf(row[at] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, at) => filled(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

interface Open {
  desk: SchedulesDesk;
  change(made: ScheduleChange): Promise<void>;
  isUp: boolean;
}

/** The rows alone: no memory, no model, no connection. */
async function inState<T>({ home, loaded }: HouseOptions, work: (open: Open) => Promise<T>): Promise<T> {
  mustExist(home);
  const paths = homePaths(home);
  const { config } = loaded;
  const state = await openState(paths.state);
  // What is written here is written on one connection, the one that syncs.
  const db = state.durable;
  try {
    return await work({
      desk: deskOf(db, config),
      async change({ inside, after }) {
        await db.write(inside);
        await after?.();
      },
      isUp: isGatewayUp(paths.run),
    });
  } finally {
    state.close();
  }
}

function deskOf(db: Db, config: HouseOptions['loaded']['config']): SchedulesDesk {
  const identity = openIdentity({ db, owners: config.owner });
  const channels = Object.keys(config.channels).filter((id) => id !== 'console');
  const settingsOf = (id: string) => (id === 'console' ? undefined : (config.channels[id] as ChatSettings | undefined));
  return openScheduling({
    db,
    clock: systemClock,
    folders: openFolders(db, systemClock),
    access: openAccessDesk({ db, identity, channels, settingsOf, channelOf: () => undefined }),
    owners: identity.owners,
    terminal: ownersTerminal,
    timezone: config.timezone,
    perChat: config.schedules.perChat,
  }).desk;
}
