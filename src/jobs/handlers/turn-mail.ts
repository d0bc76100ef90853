// What people write to a turn: the messages it begins with, those that join it, and edits while it runs. Tells a running
// request when it became void, once for edits: somebody who corrects a message forty times gets two answers at most.

import { type TurnMail, userEntryId } from '../../agent/turn.js';
import type { Entry, EntryFile, EntryOf } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { markNoted } from '../../gateway/edits.js';
import { isForward } from '../../gateway/fragments.js';
import { type MessageRow, turnChanges, turnRows } from '../../gateway/gather.js';
import { turnId } from '../../gateway/turn-id.js';
import type { NewEntry } from '../../sessions/transcript.js';
import { truncate } from '../../text/truncate.js';

export interface MailDeps {
  db: Db;
  /** Fetches and keeps what came with a message. Never rejects: what cannot be had says why. */
  receive(row: MessageRow): Promise<EntryFile[]>;
}

export interface OpenMail extends TurnMail {
  /** Looks whether something changed; to be called now and then while the turn runs. Never throws. */
  look(): void;
  /** Nothing of the answer may be shown yet for a request to become void: it would change under its reader's eyes. */
  shown(): void;
  /** The rows whose messages the turn has read. */
  readonly read: ReadonlySet<number>;
  /** Inside the transaction that ends the turn. */
  note(): void;
}

const MAX_RESTARTS = 1;
/** Of what was said around a message, UTF-16 units: of one message, and of all. */
const MAX_AROUND_ONE = 1_000;
const MAX_AROUND = 12_000;

export function openMail({ db, receive }: MailDeps, lead: number): OpenMail {
  /** By row, the revision that stands in the transcript. */
  const read = new Map<number, number>();
  let changes = turnChanges(db, lead);
  let isShown = false;
  let restarts = 0;
  let request = new AbortController();

  async function userEntry(row: MessageRow, around: readonly MessageRow[]): Promise<NewEntry> {
    const { event, principal } = row;
    const { account, name, role } = principal;
    const files = event.files.length > 0 ? await receive(row) : [];
    const said = aroundOf(around);
    return {
      type: 'user',
      id: userEntryId(turnId(event)),
      text: event.text,
      from: { account, name, role },
      message: event.id,
      ...(event.quoted ? { quoted: event.quoted } : {}),
      ...(said.length > 0 ? { around: said } : {}),
      ...(files.length > 0 ? { files } : {}),
    };
  }

  return {
    get read() {
      return new Set(read.keys());
    },
    async take(entries) {
      const { messages, around } = turnRows(db, lead);
      const found: NewEntry[] = [];
      let unsaid = entries.some((entry) => entry.type === 'user' && isOwn(entry, messages)) ? [] : around;
      for (const row of messages.filter(({ state }) => state === 'accepted')) {
        const id = userEntryId(turnId(row.event));
        const standing = entries.find((entry): entry is EntryOf<'user'> => entry.type === 'user' && entry.id === id);
        const gone = isDeleted(row);
        if (!standing && !gone) {
          found.push(await userEntry(row, unsaid));
          unsaid = [];
        } else if (standing && (gone || row.event.text !== textOf(standing, entries))) {
          found.push({ type: 'edit', target: id, ...(gone ? {} : { text: row.event.text }) });
        }
        read.set(row.row, row.revision);
      }
      return found;
    },
    changed() {
      request = new AbortController();
      return request.signal;
    },
    look() {
      const now = turnChanges(db, lead);
      if (now === changes) return;
      changes = now;
      const { messages } = turnRows(db, lead);
      const completed = messages.some(({ row, event }) => !read.has(row) && isForward(event));
      const edited = messages.some(({ row, revision }) => (read.get(row) ?? revision) < revision);
      if (isShown || !(completed || edited)) return;
      if (edited && ++restarts > MAX_RESTARTS) return;
      request.abort();
    },
    shown() {
      isShown = true;
    },
    note() {
      for (const [row, revision] of read) markNoted(db, { row, revision });
    },
  };
}

function isOwn(entry: EntryOf<'user'>, messages: readonly MessageRow[]): boolean {
  return messages.some(({ event }) => userEntryId(turnId(event)) === entry.id);
}

/** Its author took it back. */
export function isDeleted({ event, revision }: MessageRow): boolean {
  return revision > 0 && event.text === '' && event.files.length === 0;
}

/** The words of an entry as they stand after its edits. */
function textOf(entry: EntryOf<'user'>, entries: readonly Entry[]): string | undefined {
  const edit = entries.findLast((one) => one.type === 'edit' && one.target === entry.id);
  return edit?.type === 'edit' ? edit.text : entry.text;
}

/** The newest that fit, oldest first. */
function aroundOf(rows: readonly MessageRow[]): { from: string; text: string }[] {
  const said: { from: string; text: string }[] = [];
  let room = MAX_AROUND;
  for (const { event } of rows.toReversed()) {
    const text = truncate(event.text, MAX_AROUND_ONE);
    room -= text.length;
    if (room < 0) break;
    said.unshift({ from: event.from.name, text });
  }
  return said;
}
