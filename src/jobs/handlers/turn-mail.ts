// What people write to a turn: the messages it begins with, those that join it, and edits while it runs. Tells a running
// request when it became void, once for edits: somebody who corrects a message forty times gets two answers at most.

import { type TurnMail, userEntryId } from '../../agent/turn-parts.js';
import type { Entry, EntryOf, InboundMessage } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { isDeleted } from '../../gateway/edits.js';
import { isForward } from '../../gateway/fragments.js';
import { type MessageRow, turnChanges, turnRows } from '../../gateway/gather.js';
import { turnId } from '../../gateway/turn-id.js';
import type { NewEntry } from '../../sessions/transcript.js';
import { oneLine, truncate } from '../../text/truncate.js';

export interface OpenMail extends TurnMail {
  /** Looks whether something changed; to be called now and then while the turn runs. Never throws. */
  look(): void;
  /** Nothing of the answer may be shown yet for a request to become void: it would change under its reader's eyes. */
  shown(): void;
}

const MAX_RESTARTS = 1;
/** Of what was said around a message, UTF-16 units: of one message, and of all, with the names. */
const MAX_AROUND_ONE = 1_000;
const MAX_AROUND = 12_000;
const MAX_NAME = 60;

export function openMail(db: Db, lead: number): OpenMail {
  /** By row, the revision that stands in the transcript. */
  const read = new Map<number, number>();
  let changes = turnChanges(db, lead);
  let isShown = false;
  let restarts = 0;
  let request = new AbortController();

  return {
    take(entries) {
      const { messages, around } = turnRows(db, lead);
      const found: NewEntry[] = [];
      let unsaid = messages.some((row) => entryOf(row, entries)) ? [] : around;
      for (const row of messages.filter(isReady)) {
        const standing = entryOf(row, entries);
        if (!standing && !isDeleted(row)) {
          found.push(userEntry(row, unsaid));
          unsaid = [];
        } else if (standing && !isDeleted(row) && row.event.text !== wordsOf(standing, entries)) {
          found.push({ type: 'edit', target: standing.id, text: row.event.text });
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
      const messages = turnRows(db, lead).messages.filter((row) => isReady(row) && !isDeleted(row));
      const completed = messages.some(({ row, event }) => !read.has(row) && isForward(event));
      const edited = messages.some(({ row, revision }) => (read.get(row) ?? revision) < revision);
      if (isShown || !(completed || edited)) return;
      if (edited && ++restarts > MAX_RESTARTS) return;
      request.abort();
    },
    shown() {
      isShown = true;
    },
  };
}

/** Open, and here with its files. */
function isReady({ state, kept }: MessageRow): boolean {
  return state === 'accepted' && kept !== undefined;
}

/** How the open messages of a turn stand to what its transcript holds, as it was when the turn ended. Pure. */
export interface MailStanding {
  /** Read by the turn, or taken back before. */
  answered: MessageRow[];
  /** Of those, the ones whose last words the transcript knows; the others changed meanwhile. */
  current: MessageRow[];
  /** Came too late to be read. */
  late: MessageRow[];
}

export function mailStanding(messages: readonly MessageRow[], entries: readonly Entry[]): MailStanding {
  const standing: MailStanding = { answered: [], current: [], late: [] };
  for (const row of messages) {
    const entry = entryOf(row, entries);
    if (entry || isDeleted(row)) standing.answered.push(row);
    else standing.late.push(row);
    const words = entry && wordsOf(entry, entries);
    if (isDeleted(row) ? words === undefined : entry && words === row.event.text) standing.current.push(row);
  }
  return standing;
}

function entryOf({ event }: MessageRow, entries: readonly Entry[]): EntryOf<'user'> | undefined {
  const id = userEntryId(turnId(event));
  return entries.find((entry): entry is EntryOf<'user'> => entry.type === 'user' && entry.id === id);
}

/** The words of an entry as they stand after its edits; undefined once it was taken back. */
export function wordsOf(entry: EntryOf<'user'>, entries: readonly Entry[]): string | undefined {
  const edit = entries.findLast((one) => one.type === 'edit' && one.target === entry.id);
  return edit?.type === 'edit' ? edit.text : entry.text;
}

function userEntry({ event, principal, kept = [] }: MessageRow, around: readonly MessageRow[]): NewEntry {
  const { account, name, role } = principal;
  const said = aroundOf(around);
  return {
    type: 'user',
    id: userEntryId(turnId(event)),
    text: event.text,
    from: { account, name, role },
    message: event.id,
    ...(event.quoted ? { quoted: event.quoted } : {}),
    ...(said.length > 0 ? { around: said } : {}),
    ...(kept.length > 0 ? { files: kept } : {}),
  };
}

/** What was said to others in a few words: what came with it is named, and what it passes on belongs to it. */
function aside({ text, files, quoted = [] }: InboundMessage): string {
  const named = files.map(({ kind, name }) => `[${kind} ${oneLine(name, MAX_NAME)}]`);
  const passed = quoted.flatMap(({ kind, from, text: words }) =>
    kind === 'forward' ? [`[forwarded from ${oneLine(from, MAX_NAME)}] ${words}`] : [],
  );
  return [...named, ...passed, text].filter((words) => words !== '').join('\n');
}

/** The newest that fit, oldest first. */
function aroundOf(rows: readonly MessageRow[]): NonNullable<EntryOf<'user'>['around']> {
  const said: NonNullable<EntryOf<'user'>['around']> = [];
  let room = MAX_AROUND;
  for (const { event } of rows.toReversed()) {
    const { name, account } = event.from;
    const one = { from: oneLine(name, MAX_NAME), text: truncate(aside(event), MAX_AROUND_ONE), account };
    if (one.text === '') continue;
    room -= one.from.length + one.text.length;
    if (room < 0) break;
    said.unshift(one);
  }
  return said;
}
