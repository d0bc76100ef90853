// Turns that another process runs for this one's chats: its connection alone can show that somebody is at work on them.

import type { Channel, ChannelId, ChatRef, Clock, Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface ForeignTurnParts {
  db: Db;
  clock: Clock;
  log: Log;
  channels: ReadonlyMap<ChannelId, Channel>;
  /** The role whose connections these are, and the id under which this process holds lanes. */
  receiver: string;
  process: string;
  signal: AbortSignal;
}

/** Platforms show the sign for five seconds. */
const EVERY_MS = 4_000;

/** Begins to show the sign in chats whose turn runs elsewhere. Returns how to end that; `signal` does so too. */
export function showForeignTurns(parts: ForeignTurnParts): () => void {
  const { clock, log, channels, signal } = parts;
  let cancel = () => {};
  function look(): void {
    try {
      for (const chat of foreignTurns(parts)) void channels.get(chat.channel)?.typing?.(chat);
    } catch (error) {
      log.warn('foreign-turns.unseen', { error });
    }
    if (!signal.aborted) cancel = clock.after(EVERY_MS, look);
  }
  cancel = clock.after(EVERY_MS, look);
  return () => cancel();
}

/** Where a turn has begun, is in another process's hands, and its reply does not show already. */
function foreignTurns({ db, clock, receiver, process }: ForeignTurnParts): ChatRef[] {
  return db
    .sql(
      `SELECT inbox.chat FROM inbox JOIN lanes ON lanes.lane = inbox.lane
       WHERE inbox.state = 'accepted' AND inbox.job = 'turn' AND inbox.lead = inbox.row AND inbox.receiver = :receiver
         AND lanes.holder IS NOT NULL AND lanes.holder <> :process AND lanes.lease_until > :now
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.inbox = inbox.row AND outbox.draft = 1 AND outbox.refs <> '[]')`,
    )
    .column<string>({ receiver, process, now: clock.now() })
    .map((chat) => JSON.parse(chat) as ChatRef);
}
