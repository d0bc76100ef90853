// How each channel is, as the gateway last saw it: kept as a row, so that `status` and `doctor` of other processes can say
// it. Nothing here asks a platform.

import type { Channel, ChannelHealth, ChannelId, Check, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';
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

/** What doctor says of the configured channels, beside a running gateway or without one. */
export function channelChecks(parts: { db: Db; ids: readonly ChannelId[]; isUp: boolean }): Check[] {
  return parts.ids
    .filter((id) => id !== 'console')
    .map((id) => ({ name: `channel.${id}`, run: async () => findingsOf(id, parts.isUp, lastHealth(parts.db, id)) }));
}

function findingsOf(id: ChannelId, isUp: boolean, health: ChannelHealth | undefined): Finding[] {
  const check = `channel.${id}`;
  if (!isUp) return [{ check, level: 'ok', says: `${id} is configured; nothing runs just now.` }];
  if (!health) return [{ check, level: 'ok', says: `${id} is configured.` }];
  const better = `${id} could work better.`;
  const hints = (health.hints ?? []).map((remedy): Finding => ({ check, level: 'warning', says: better, remedy }));
  if (health.state === 'up') return [{ check, level: 'ok', says: `${id} is connected.` }, ...hints];
  const says = `${id} is ${health.state === 'down' ? 'not connected' : 'still connecting'}.`;
  return [
    { check, level: health.state === 'down' ? 'error' : 'warning', says, remedy: health.detail ?? 'See the log.' },
    ...hints,
  ];
}
