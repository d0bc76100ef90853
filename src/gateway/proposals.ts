// What needs the owner's yes, a change of a shared file or a schedule for another chat: the rows, the question, and the
// reading of its answer. A question lives until the next message in the window that shows it.

import { structuredPatch } from 'diff';
import type { ChangeProposal, ChatRef, RevisionId } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { fenced } from '../text/fenced.js';
import { chatKey } from './chat-key.js';
import type { InboxRow } from './inbox.js';

export interface Proposal {
  id: number;
  session: string;
  path: string;
  base: RevisionId;
  text: string;
  reason: string;
  /** The id of the schedule that it is about; there is no file then. */
  schedule: string | null;
}

export type ProposalState = 'drafted' | 'asked' | 'applied' | 'declined' | 'lapsed';

const columns = 'proposals.id, proposals.session, path, base, text, proposals.reason, proposals.schedule';

/** Where a question comes from. */
export interface Drafting {
  session: string;
  call: string;
  turn: string;
}

/** Stores what a turn wants to ask, inside the caller's transaction; a repeat of the same call changes nothing. */
export function draftProposal(db: Db, change: ChangeProposal & Drafting & { base: RevisionId }, now: number): void {
  insert(db, { ...change, schedule: null }, now);
}

/** The same for a schedule that was stored as asked. */
export function draftSchedule(db: Db, { schedule, ...by }: Drafting & { schedule: string }, now: number): void {
  insert(db, { ...by, path: '', base: '', text: '', reason: '', schedule }, now);
}

function insert(db: Db, one: Drafting & Omit<Proposal, 'id'>, now: number): void {
  db.sql(
    `INSERT INTO proposals (session, call, turn, path, base, text, reason, schedule, state, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'drafted', ?) ON CONFLICT (session, call) DO NOTHING`,
  ).run([one.session, one.call, one.turn, one.path, one.base, one.text, one.reason, one.schedule, now]);
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

/** The question below a reply: the exact difference, and how to agree. Pure. */
export function proposalText(proposal: { path: string; text: string; reason: string }, current: string): string {
  const { path } = proposal;
  const { hunks } = structuredPatch(path, path, current, proposal.text, '', '', { context: 2 });
  const diff = hunks.map(({ lines }) => lines.join('\n')).join('\n…\n');
  return `${proposal.path} would change (${proposal.reason}):\n${fenced(diff, 'diff')}\nShall I? Answer y or n.`;
}

const YES = /^(y|yes|ja|oui|sí|はい|네|是|确认)[.!。！]?$/iu;
const NO = /^(n|no|nein|non|いいえ|아니요|不|不要|否)[.!。！]?$/iu;

/** What an answer says; undefined when it speaks of something else. Pure. */
export function readAnswer(text: string): 'yes' | 'no' | undefined {
  const word = text.trim();
  if (YES.test(word)) return 'yes';
  return NO.test(word) ? 'no' : undefined;
}
