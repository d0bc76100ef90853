// How each channel is, as the gateway last saw it: kept as a row, so that `status` and `doctor` of other processes can say
// it. A platform is asked only through what it is handed.

import {
  type Channel,
  ChannelError,
  type ChannelHealth,
  type ChannelId,
  type Check,
  type Finding,
  type ProbeAnswer,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { sentences } from '../text/sentence.js';
import { channelStore, readMark } from './channel-store.js';

const NAME = 'health';

/** Writes down what changed since the last time. */
export async function noteHealth(
  db: Db,
  channels: ReadonlyMap<ChannelId, Channel>,
  down: Record<string, string>,
): Promise<void> {
  const all: [string, ChannelHealth][] = [
    ...[...channels].map(([id, channel]): [string, ChannelHealth] => [id, channel.health()]),
    ...Object.entries(down).map(([id, detail]): [string, ChannelHealth] => [id, { state: 'down', detail }]),
  ];
  for (const [id, health] of all) {
    const text = JSON.stringify(health);
    if (readMark(db, id, NAME) !== text) await channelStore(db, id).set(NAME, text);
  }
}

/** As it was last noted; undefined when it never was. */
export function lastHealth(db: Db, channel: ChannelId): ChannelHealth | undefined {
  const text = readMark(db, channel, NAME);
  return text === undefined ? undefined : (JSON.parse(text) as ChannelHealth);
}

export interface ChannelCheckParts {
  db: Db;
  ids: readonly ChannelId[];
  isUp: boolean;
  /** Asks the platform of a channel that is not connected just now; resolves to undefined where there is nothing to ask. */
  probe?: (id: ChannelId) => Promise<ProbeAnswer | undefined>;
}

/** What doctor says of the configured channels, beside a running gateway or without one. */
export function channelChecks(parts: ChannelCheckParts): Check[] {
  return parts.ids
    .filter((id) => id !== 'console')
    .map((id) => ({ name: `channel.${id}`, run: () => look(id, parts) }));
}

/** A connection that stands has proved the token. */
async function look(id: ChannelId, { db, isUp, probe }: ChannelCheckParts): Promise<Finding[]> {
  const health = lastHealth(db, id);
  if (isUp && health) return findingsOf(id, health);
  const check = `channel.${id}`;
  const after = isUp ? '' : '; nothing runs just now';
  try {
    const answer = await probe?.(id);
    if (!answer) return [{ check, level: 'ok', says: `${id} is configured${after}.` }];
    return [{ check, level: 'ok', says: `${answer.says.replace(/\.$/, '')}${after}.` }, ...hintsOf(id, answer.hints)];
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return [unfit(id, error)];
  }
}

function unfit(id: ChannelId, error: ChannelError): Finding {
  const check = `channel.${id}`;
  if (error.kind === 'auth' || error.kind === 'rejected') {
    const remedy = error.remedy ?? `Check channels.${id} in nightjar.yaml.`;
    return { check, level: 'error', says: sentences(error.message), remedy };
  }
  const remedy = error.remedy ?? `Check the network of this machine, and channels.${id}.apiRoot if you set it.`;
  return {
    check,
    level: 'warning',
    says: `${id} could not be asked, so its token is not proved: ${sentences(error.message)}`,
    remedy,
  };
}

function hintsOf(id: ChannelId, hints: readonly string[]): Finding[] {
  const better = `${id} could work better.`;
  return hints.map((remedy) => ({ check: `channel.${id}`, level: 'warning', says: better, remedy }));
}

function findingsOf(id: ChannelId, health: ChannelHealth): Finding[] {
  const check = `channel.${id}`;
  const hints = hintsOf(id, health.hints ?? []);
  if (health.state === 'up') return [{ check, level: 'ok', says: `${id} is connected.` }, ...hints];
  const says = `${id} is ${health.state === 'down' ? 'not connected' : 'still connecting'}.`;
  return [
    { check, level: health.state === 'down' ? 'error' : 'warning', says, remedy: health.detail ?? 'See the log.' },
    ...hints,
  ];
}
