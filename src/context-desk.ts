// What an operator asks from outside about the requests of a conversation: which there are, and what each was made of.
// Beside a running bot or without one; changes nothing.

import { type ContextStyle, percentFull, requestLines, upkeepLines } from './commands/context-words.js';
import { homePaths } from './config/home.js';
import { nearest } from './config/nearest.js';
import { type Manifest, StateError } from './contracts/index.js';
import type { Db } from './db/database.js';
import { openState } from './db/state.js';
import type { HouseOptions } from './house.js';
import { ownerName } from './memory/visibility.js';
import { mustExist } from './operator.js';
import type { Told } from './ops/told.js';
import { lastManifest, manifestsOf } from './sessions/manifests.js';
import { newestSessions, type SessionRow, sessionById } from './sessions/rows.js';
import { amount } from './text/amount.js';
import { localTime } from './text/local-time.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

const LISTED = 20;
/** So many are searched for an id that was not typed in full. */
const KNOWN = 10_000;

/** The conversations that were used last, to choose from. Throws a StateError where there is no home. */
export async function listContexts(house: HouseOptions): Promise<Told> {
  return await inState(house, (db) => {
    const rows = newestSessions(db, LISTED).map((row) => ({ row, manifest: lastManifest(db, row.id) }));
    const data = rows.map(({ row, manifest }) => ({
      ...sessionData(row),
      ...(manifest ? { last: pick(manifest) } : {}),
    }));
    const lines = rows.map(({ row, manifest }) => {
      const { id, scope, turns, lastTurnAt, openedAt, closedAt } = row;
      const used = localTime(lastTurnAt ?? openedAt, house.loaded.config.timezone);
      const fill = manifest ? `${percentFull(manifest)}%` : '–';
      return `${id}  ${used}  ${fill.padStart(4)}  ${turnsOf(turns)}  ${ownerName(scope)}${closedAt === undefined ? '' : ' (ended)'}`;
    });
    const text = [...lines, 'nightjar context --session ID tells what stood in front of the model.'].join('\n');
    return { data, text: rows.length === 0 ? 'There was no conversation yet.' : forTerminal(text) };
  });
}

export interface ContextWish {
  /** An id of `listContexts`, or the first characters of one. */
  session: string;
  /** So many requests, newest first. */
  last: number;
}

/** The newest requests of a conversation. Throws a StateError for one that is not there, or not named clearly. */
export async function readContext(house: HouseOptions, { session, last }: ContextWish): Promise<Told> {
  return await inState(house, (db) => {
    const row = findSession(db, session);
    const manifests = manifestsOf(db, row.id, last);
    const style = terminalStyle(house.loaded.config.timezone);
    const state = row.closedAt === undefined ? '' : `, ended ${style.time(row.closedAt)}`;
    const requests = manifests.flatMap((manifest, index) => [
      '',
      `Turn ${manifest.turn}`,
      ...requestLines(manifest, style, index === 0 ? undefined : 'An earlier request').filter((line) => line !== ''),
    ]);
    const lines = [
      `Session ${row.id}: ${ownerName(row.scope)}, ${turnsOf(row.turns)}${state}`,
      ...upkeepLines(row, style),
      ...(manifests.length > 0 ? requests : ['No request of it is on record; records are kept for 30 days.']),
    ];
    return { data: { session: sessionData(row), manifests }, text: forTerminal(lines.join('\n')) };
  });
}

function findSession(db: Db, wanted: string): SessionRow {
  const exact = sessionById(db, wanted);
  if (exact) return exact;
  const known = newestSessions(db, KNOWN);
  const [one, another] = wanted === '' ? [] : known.filter(({ id }) => id.startsWith(wanted));
  if (one && !another) return one;
  const shown = oneLine(wanted, 60);
  const remedy = '`nightjar context` lists the newest.';
  if (one) throw new StateError(`More than one session begins with ${shown}.`, { remedy });
  const near = nearest(
    wanted,
    known.map(({ id }) => id),
  );
  throw new StateError(`There is no session ${shown}.`, {
    remedy: near === undefined ? remedy : `Did you mean ${near}? ${remedy}`,
  });
}

/** Here a path is no link; whose it is counts where several scopes meet. */
function terminalStyle(timezone: string): ContextStyle {
  return { place: (place, scope) => `${oneLine(place, 200)} (${scope})`, time: (ms) => localTime(ms, timezone) };
}

function sessionData({ scope, key: _, inputTokens, outputTokens, ...row }: SessionRow) {
  return { ...row, scope: ownerName(scope), tokens: { input: inputTokens, output: outputTokens } };
}

function pick({ at, model, window, budget, tokens }: Manifest) {
  return { at, model, window, budget, tokens };
}

function turnsOf(turns: number): string {
  return `${amount(turns)} ${turns === 1 ? 'turn' : 'turns'}`;
}

/** The rows alone: no memory, no model, no connection. */
async function inState<T>({ home }: HouseOptions, look: (db: Db) => T): Promise<T> {
  mustExist(home);
  const state = await openState(homePaths(home).state);
  try {
    return look(state.db);
  } finally {
    state.close();
  }
}
