// Messages that their authors changed or removed: the stored text follows at once, the transcript of an answered one later
// and under its lane. An edit never runs a command.

import type { InboundEdit } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import { type InboxRow, readInbox, type ServedRow, type Stored } from './inbox.js';

/**
 * Changes the stored message that an edit means, inside the caller's transaction. Only its author can change it; whoever
 * may delete it on the platform can delete it. Returns the row whose transcript is to follow; undefined when there is none,
 * because nothing changed, or because a turn that is still to end looks at the row itself.
 */
export function applyEdit(db: Db, event: InboundEdit): Pick<ServedRow, 'row' | 'lane'> | undefined {
  const stored = db
    .sql<Stored>('SELECT * FROM inbox WHERE chat = ? AND message = ? ORDER BY row DESC LIMIT 1')
    .get([chatKey(event.chat), event.message]);
  const row = stored && readInbox(stored);
  if (row?.event.type !== 'message') return undefined;
  const deleted = event.type === 'deleted';
  const text = event.text ?? '';
  if (!deleted && (row.event.from.account !== event.from.account || row.event.text === text)) return undefined;
  const { quoted: _, ...kept } = row.event;
  const changed = deleted ? { ...kept, text: '', files: [] } : { ...row.event, text };
  db.sql('UPDATE inbox SET event = ?, revision = revision + 1 WHERE row = ?').run([JSON.stringify(changed), row.row]);
  // Nobody waits any more for an answer to what is gone before the answer began.
  if (deleted && row.state === 'accepted' && row.lead === undefined) return undefined;
  return row.state === 'answered' ? { row: row.row, lane: row.session } : undefined;
}

/** Answered messages that changed since their transcript was told. */
export function uneditedRows(db: Db): Pick<ServedRow, 'row' | 'lane'>[] {
  return db
    .sql<{ row: number; lane: string }>(
      "SELECT row, session_key AS lane FROM inbox WHERE revision > noted AND state = 'answered' ORDER BY row LIMIT 1000",
    )
    .all();
}

/** Inside the caller's transaction: the transcript knows the message as it is at this revision. */
export function markNoted(db: Db, { row, revision }: Pick<InboxRow, 'row' | 'revision'>): void {
  db.sql('UPDATE inbox SET noted = max(noted, ?) WHERE row = ?').run([revision, row]);
}
