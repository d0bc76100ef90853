// What needs a person's yes (a change of a file, what crosses from one chat to another): the rows, the words of a difference,
// and the reading of an answer. A question lives until the next message in the window that shows it.

import { structuredPatch } from 'diff';
import { type ChatRef, type FileWish, type RevisionId, ToolError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asWords } from '../text/as-data.js';
import { fenced } from '../text/fenced.js';
import { chatKey } from './chat-key.js';
import type { InboxRow } from './inbox.js';

export interface Proposal {
  id: number;
  session: string;
  /** The call that brought it up, and the turn of that. */
  call: string;
  turn: string;
  path: string;
  base: RevisionId;
  text: string;
  reason: string;
  /** The id of the schedule that it is about; there is no file then, nor with the two below. */
  schedule: string | null;
  /** The message to another chat that it is about, as JSON { chat: ChatRef, scope: Scope, text }. */
  message: string | null;
  /** The address that may be opened in the session from then on. */
  address: string | null;
}

export type ProposalState = 'drafted' | 'asked' | 'applied' | 'declined' | 'lapsed';

const columns = `proposals.id, proposals.session, call, proposals.turn, path, base, text, proposals.reason, proposals.schedule,
  proposals.message, proposals.address`;
const NOTHING = { path: '', base: '', text: '', reason: '', schedule: null, message: null, address: null };

/** Where a question comes from. */
export interface Drafting {
  session: string;
  call: string;
  turn: string;
}

/** Stores what a turn wants to ask, inside the caller's transaction; a repeat of the same call changes nothing. */
export function draftProposal(
  db: Db,
  change: Pick<FileWish, 'path' | 'text' | 'base' | 'reason'> & Drafting,
  now: number,
): void {
  insert(db, { ...NOTHING, ...change }, now);
}

/** The same for a schedule that was stored as asked. */
export function draftSchedule(db: Db, { schedule, ...by }: Drafting & { schedule: string }, now: number): void {
  insert(db, { ...NOTHING, ...by, schedule }, now);
}

/** The same for a message of the model's to another chat. */
export function draftMessage(db: Db, { message, ...by }: Drafting & { message: string }, now: number): void {
  insert(db, { ...NOTHING, ...by, message }, now);
}

/** The same for an address that nobody named. */
export function draftAddress(db: Db, { address, ...by }: Drafting & { address: string }, now: number): void {
  insert(db, { ...NOTHING, ...by, address }, now);
}

/** Whether somebody agreed in a session that exactly this address may be opened there. */
export function isAgreed(db: Db, session: string, address: string): boolean {
  const rows = db.sql("SELECT id FROM proposals WHERE session = ? AND address = ? AND state = 'applied' LIMIT 1");
  return rows.get([session, address]) !== undefined;
}

function insert(db: Db, one: Omit<Proposal, 'id'>, now: number): void {
  db.sql(
    `INSERT INTO proposals (session, call, turn, path, base, text, reason, schedule, message, address, state, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'drafted', ?) ON CONFLICT (session, call) DO NOTHING`,
  ).run([
    ...[one.session, one.call, one.turn, one.path, one.base, one.text, one.reason],
    ...[one.schedule, one.message, one.address, now],
  ]);
}

/**
 * Ends what nobody can answer any more about schedules, inside the caller's transaction: what earlier turns of the session
 * drafted and never asked, because they failed, and whatever is from before `before` (epoch ms). The schedules' ids.
 */
export function dropUnasked(db: Db, { session, turn }: Pick<Drafting, 'session' | 'turn'>, before: number): string[] {
  return db
    .sql(
      `UPDATE proposals SET state = 'lapsed'
       WHERE schedule IS NOT NULL AND state IN ('drafted', 'asked')
         AND (at < :before OR (state = 'drafted' AND session = :session AND turn <> :turn)) RETURNING schedule`,
    )
    .column<string>({ session, turn, before });
}

/** A turn asks one question: throws a ToolError where it has one already. Inside the transaction that drafts another. */
export function mustBeOnly(db: Db, { session, turn }: Pick<Drafting, 'session' | 'turn'>): void {
  if (draftsOf(db, session, turn).length === 0) return;
  throw new ToolError('One question at a time: something else is asked below this reply already.', {
    remedy: 'Do this one after that was answered.',
  });
}

/** What a call has drafted or asked, if it did. */
export function draftOfCall(db: Db, { session, call }: Pick<Drafting, 'session' | 'call'>): Proposal | undefined {
  return db.sql<Proposal>(`SELECT ${columns} FROM proposals WHERE session = ? AND call = ?`).get([session, call]);
}

/** What a file became in a session by somebody's yes. */
export function agreedTexts(db: Db, session: string, path: string): string[] {
  return db
    .sql("SELECT text FROM proposals WHERE session = ? AND path = ? AND state = 'applied'")
    .column<string>([session, path]);
}

/** What a turn has drafted, newest first. */
export function draftsOf(db: Db, session: string, turn: string): Proposal[] {
  return db
    .sql<Proposal>(
      `SELECT ${columns} FROM proposals WHERE session = ? AND turn = ? AND state = 'drafted' ORDER BY id DESC`,
    )
    .all([session, turn]);
}

/** The question is on its way as that row of the outbox; inside the transaction that queues it. */
export function askProposal(db: Db, id: number, question: number): void {
  db.sql("UPDATE proposals SET state = 'asked', question = ? WHERE id = ? AND state = 'drafted'").run([question, id]);
}

/** The question stands in its chat: what is accepted from now on may be its answer. Inside the transaction that says so. */
export function markShown(db: Db, question: number): void {
  db.sql("UPDATE proposals SET shown = (SELECT max(row) FROM inbox) WHERE question = ? AND state = 'asked'").run([
    question,
  ]);
}

/** A question, and by whom it is or was shown. */
export interface AskedProposal extends Proposal {
  sender: string;
}

/**
 * The questions of a session that a word from this inbox row can answer, newest first: shown in the same chat before the
 * word was accepted. A script's line also answers what an earlier line of it brought up, shown by the same sender.
 */
export function askedProposals(
  db: Db,
  session: string,
  { row, event, receiver }: Pick<InboxRow, 'row' | 'event' | 'receiver'>,
): AskedProposal[] {
  const scripted = event.type === 'message' && event.scripted === true ? 1 : 0;
  return db
    .sql<AskedProposal>(
      `SELECT ${columns}, outbox.sender FROM proposals JOIN outbox ON outbox.row = proposals.question
       WHERE proposals.session = :session AND proposals.state = 'asked' AND outbox.chat = :chat
         AND (proposals.shown < :row
           OR (:scripted AND outbox.sender = :receiver AND outbox.inbox < :row AND outbox.state <> 'dropped'))
       ORDER BY proposals.id DESC`,
    )
    .all({ session, chat: chatKey(event.chat), row, receiver, scripted });
}

/** Every open question of a session in one chat, answerable yet or not, newest first. */
export function openQuestions(db: Db, session: string, chat: ChatRef): AskedProposal[] {
  return db
    .sql<AskedProposal>(
      `SELECT ${columns}, outbox.sender FROM proposals JOIN outbox ON outbox.row = proposals.question
       WHERE proposals.session = ? AND proposals.state = 'asked' AND outbox.chat = ? ORDER BY proposals.id DESC`,
    )
    .all([session, chatKey(chat)]);
}

/** A question by its id, and how it stands. */
export function proposalById(db: Db, id: number): (Proposal & { state: ProposalState }) | undefined {
  return db
    .sql<Proposal & { state: ProposalState }>(`SELECT ${columns}, proposals.state FROM proposals WHERE id = ?`)
    .get([id]);
}

/**
 * Ends a proposal inside the caller's transaction; it lapses when the conversation went on without an answer. False where it
 * had ended before.
 */
export function endProposal(db: Db, id: number, state: 'applied' | 'declined' | 'lapsed'): boolean {
  const open = "id = ? AND state IN ('drafted', 'asked')";
  return db.sql(`UPDATE proposals SET state = ? WHERE ${open}`).run([state, id]).changes > 0;
}

/** Beyond so many changed lines, or so many characters, nobody reads what they agree to. */
const MAX_EDITS = 2_000;
const MAX_SHOWN = 45_000;

/** What a new text changes, as it is shown, and the lines that it brings; undefined where it is too much to show. Pure. */
export function difference(current: string, text: string): { shown: string; added: string } | undefined {
  const found = structuredPatch('', '', current, text, '', '', { context: 2, maxEditLength: MAX_EDITS });
  const shown = found?.hunks.map(({ lines }) => lines.join('\n')).join('\n…\n');
  if (found === undefined || shown === undefined || shown.length > MAX_SHOWN) return undefined;
  const lines = found.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
  return { shown, added: added.join('\n') };
}

/** The question below a reply: the exact difference, and how to agree. Undefined where it cannot be shown. Pure. */
export function proposalText(
  proposal: { path: string; text: string; reason: string },
  current: string,
): string | undefined {
  const changes = difference(current, proposal.text);
  if (!changes) return undefined;
  const diff = fenced(changes.shown, 'diff');
  return `${proposal.path} would change (${asWords(proposal.reason, 200)}):\n${diff}\nShall I? Answer y or n.`;
}

const YES =
  /^(?:y|(?:yes|ja|oui|sí|tak)(?:,? (?:please|bitte|gern|merci|por favor|proszę|s['’]il (?:te|vous) pla[iî]t))?|はい|うん|ええ|お願いします|네|예|응|좋아요?|是|是的|好|好的|可以|行|确认|確認)[.!。！]?$/iu;
const NO =
  /^(?:n|(?:no|nein|non|nie)(?:,? (?:thanks|thank you|danke|merci|gracias|dziękuję))?|いいえ|いや|やめて|아니요|아니|不|不要|不用|不行|否)[.!。！]?$/iu;

/** What an answer says; undefined when it speaks of something else. Pure. */
export function readAnswer(text: string): 'yes' | 'no' | undefined {
  const word = text.trim();
  if (YES.test(word)) return 'yes';
  return NO.test(word) ? 'no' : undefined;
}
