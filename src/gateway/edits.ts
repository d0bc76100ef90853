// Messages that their authors changed or removed: the stored text follows at once, the transcript of an answered one later
// and under its lane. An edit never runs a command.

import type { InboundEdit, InboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import type { MessageRow } from './gather.js';
import { type InboxRow, readInbox, type ServedRow, type Stored } from './inbox.js';

/**
 * Changes the stored message that an edit means, inside the caller's transaction. Only its author can change it; whoever
 * may delete it on the platform can delete it. Returns the row whose transcript is to follow; undefined when there is none,
 * because nothing changed, or because the turn that is still to end tells its transcript. Without `around` what was said to others
 * gets no new words.
 */
export function applyEdit(db: Db, event: InboundEdit, around = true): Pick<ServedRow, 'row' | 'lane'> | undefined {
  const stored = db
    .sql<Stored>('SELECT * FROM inbox WHERE chat = ? AND message = ? ORDER BY row DESC LIMIT 1')
    .get([chatKey(event.chat), event.message]);
  const row = stored && readInbox(stored);
  // What strangers write is not kept, however often they write it.
  if (row?.event.type !== 'message' || row.state === 'refused') return undefined;
  if (row.state === 'context' && event.type === 'edited' && !around) return undefined;
  const changed = event.type === 'deleted' ? withoutWords(row.event) : rewritten(row.event, event);
  if (!changed) return undefined;
  // What was said around has no turn and no entry of its own that would have to follow.
  const counts = row.state === 'context' ? 0 : 1;
  db.sql('UPDATE inbox SET event = ?, revision = revision + ? WHERE row = ?').run([
    JSON.stringify(changed),
    counts,
    row.row,
  ]);
  return row.state === 'answered' ? { row: row.row, lane: row.session } : undefined;
}

function withoutWords({ quoted, ...event }: InboundMessage): InboundMessage | undefined {
  if (event.text === '' && event.files.length === 0 && quoted === undefined) return undefined;
  return { ...event, text: '', files: [] };
}

/** An edit without a text changed something else, such as a preview. */
function rewritten(event: InboundMessage, { from, text }: InboundEdit): InboundMessage | undefined {
  if (text === undefined || text === event.text || from.account !== event.from.account) return undefined;
  return { ...event, text };
}

/** Its author took it back. */
export function isDeleted({ event, revision }: MessageRow): boolean {
  return revision > 0 && event.text === '' && event.files.length === 0 && event.quoted === undefined;
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
