// The small durable values of a channel's adapter, as rows.

import type { ChannelId, ChannelStore } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export function channelStore(db: Db, channel: ChannelId): ChannelStore {
  return {
    get: (name) => readMark(db, channel, name),
    set: (name, value) => db.write(() => putMark(db, channel, { name, value })),
  };
}

/** Inside the caller's transaction. */
export function putMark(db: Db, channel: ChannelId, { name, value }: { name: string; value: string }): void {
  db.sql(
    'INSERT INTO channel_store (channel, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  ).run([channel, name, value]);
}

export function readMark(db: Db, channel: ChannelId, name: string): string | undefined {
  return db.sql('SELECT value FROM channel_store WHERE channel = ? AND name = ?').column<string>([channel, name])[0];
}
