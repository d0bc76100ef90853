// Changes of shared files that wait for the owner's yes, and the reading of that yes. A proposal lives until the next
// message of its session: another word than yes or no lets it lapse.

import { createTwoFilesPatch } from 'diff';
import type { ChangeProposal, RevisionId } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface Proposal {
  id: number;
  session: string;
  turn: string;
  path: string;
  base: RevisionId;
  text: string;
  reason: string;
}

/** Stores a proposal inside the caller's transaction; a repeat of the same call changes nothing. */
export function insertProposal(
  db: Db,
  change: ChangeProposal & { session: string; call: string; turn: string; base: RevisionId },
  now: number,
): void {
  db.sql(
    `INSERT INTO proposals (session, call, turn, path, base, text, reason, state, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', ?) ON CONFLICT (session, call) DO NOTHING`,
  ).run([change.session, change.call, change.turn, change.path, change.base, change.text, change.reason, now]);
}

/** What waits in a session, newest first. */
export function waitingProposals(db: Db, session: string): Proposal[] {
  return db
    .sql<Proposal>(
      `SELECT id, session, turn, path, base, text, reason FROM proposals
       WHERE session = ? AND state = 'waiting' ORDER BY id DESC`,
    )
    .all([session]);
}

/** Ends a proposal inside the caller's transaction. */
export function endProposal(db: Db, id: number, state: 'applied' | 'declined' | 'lapsed'): void {
  db.sql("UPDATE proposals SET state = ? WHERE id = ? AND state = 'waiting'").run([state, id]);
}

/** The question below a reply: the exact difference, and how to agree. Pure. */
export function proposalText(proposal: { path: string; text: string; reason: string }, current: string): string {
  const patch = createTwoFilesPatch(proposal.path, proposal.path, current, proposal.text, '', '', { context: 2 });
  const diff = patch.split('\n').slice(3).join('\n').trimEnd();
  const fence = '`'.repeat(Math.max(3, ...[...diff.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${proposal.path} would change (${proposal.reason}):\n${fence}diff\n${diff}\n${fence}\nShall I? Answer y or n.`;
}

const YES = /^(y|yes|ja|oui|sí|はい|네|是|确认)[.!。！]?$/iu;
const NO = /^(n|no|nein|non|いいえ|아니요|不|不要|否)[.!。！]?$/iu;

/** What an answer says; undefined when it speaks of something else. Pure. */
export function readAnswer(text: string): 'yes' | 'no' | undefined {
  const word = text.trim();
  if (YES.test(word)) return 'yes';
  return NO.test(word) ? 'no' : undefined;
}
