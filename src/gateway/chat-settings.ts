// What people set in a chat with commands: how messages queue, which model answers. One small value a name.

import type { ChatRef, QueueMode } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';

/** A name from the configuration, or the default where undefined. */
export interface ChatChoices {
  queue: QueueMode;
  model: string | undefined;
}

const MODES: readonly string[] = ['collect', 'steer', 'interrupt'] satisfies QueueMode[];

function isQueueMode(text: string): text is QueueMode {
  return MODES.includes(text);
}

export function chatChoices(db: Db, chat: ChatRef): ChatChoices {
  const rows = db
    .sql<{ name: string; value: string }>('SELECT name, value FROM chat_settings WHERE chat = ?')
    .all([chatKey(chat)]);
  const value = (name: string) => rows.find((row) => row.name === name)?.value;
  const queue = value('queue') ?? '';
  return { queue: isQueueMode(queue) ? queue : 'collect', model: value('model') };
}

/** Inside the caller's transaction; undefined goes back to the default. */
export function setChoice(db: Db, chat: ChatRef, name: keyof ChatChoices, value: string | undefined): void {
  if (value === undefined) {
    db.sql('DELETE FROM chat_settings WHERE chat = ? AND name = ?').run([chatKey(chat), name]);
    return;
  }
  db.sql(
    'INSERT INTO chat_settings (chat, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  ).run([chatKey(chat), name, value]);
}

/** Inside the caller's transaction: the platform gave a chat another id, and its threads with it. */
export function moveChoices(db: Db, { channel, chat }: Pick<ChatRef, 'channel' | 'chat'>, to: string): void {
  for (const key of db.sql('SELECT DISTINCT chat FROM chat_settings').column<string>()) {
    const old = JSON.parse(key) as ChatRef;
    if (old.channel !== channel || old.chat !== chat) continue;
    const moved = chatKey({ ...old, chat: to });
    db.sql('UPDATE OR REPLACE chat_settings SET chat = ? WHERE chat = ?').run([moved, key]);
  }
}
