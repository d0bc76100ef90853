// The rows of `grants`: which groups take part, as the owner decided it in a chat. nightjar.yaml wins over them, which is
// for the policy to say. A group that got another id keeps its rows under the first one.

import type { ChannelId, ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { oneLine } from '../text/truncate.js';
import type { Group } from './people.js';

export type GrantState = 'asked' | 'allowed' | 'denied';

export interface Grant extends Group {
  state: GrantState;
  title?: string;
  /** Its people heard it, or are about to. */
  introduced: boolean;
}

interface Stored {
  channel: ChannelId;
  chat: string;
  state: GrantState;
  title: string | null;
  introduced: 0 | 1;
}

/** The message that introduces the bot in a group was given up. */
const LOST = "EXISTS (SELECT 1 FROM outbox WHERE turn = introduction AND outbox.state = 'dropped')";

const columns = `channel, chat, state, title, introduced_at IS NOT NULL AND NOT ${LOST} AS introduced`;

/** What was decided for a chat, or for the nearest place it stands in; else the nearest question that is still open. */
export function grantOf(db: Db, chat: Pick<ChatRef, 'channel' | 'chat'>, inside: readonly string[]): Grant | undefined {
  const found = [chat.chat, ...inside].flatMap((id) => rowOf(db, { channel: chat.channel, chat: id }) ?? []);
  return found.find(({ state }) => state !== 'asked') ?? found[0];
}

/** The row of exactly this group. */
export function rowOf(db: Db, { channel, chat }: Group): Grant | undefined {
  const stored = db.sql<Stored>(`SELECT ${columns} FROM grants WHERE channel = ? AND chat = ?`).get([channel, chat]);
  return stored && read(stored);
}

export function allGrants(db: Db): Grant[] {
  return db.sql<Stored>(`SELECT ${columns} FROM grants ORDER BY at, channel, chat`).all().map(read);
}

/** The id that a group had first: what is kept of it is kept under that one. */
export function firstId(db: Db, { channel, chat }: Group): string {
  const found = db
    .sql<{ chat: string | null }>(
      `SELECT scopes.chat FROM scope_aliases JOIN scopes ON scopes.id = scope_aliases.scope
       WHERE scope_aliases.channel = ? AND scope_aliases.chat = ?`,
    )
    .get([channel, chat]);
  return found?.chat ?? chat;
}

/** The id that a group has now, by the one that it had first: platforms change it once, if ever. */
export function presentId(db: Db, { channel, chat }: Group): string {
  const found = db
    .sql<{ chat: string }>(
      `SELECT scope_aliases.chat FROM scopes JOIN scope_aliases ON scope_aliases.scope = scopes.id
       WHERE scopes.kind = 'group' AND scopes.channel = ? AND scopes.chat = ?`,
    )
    .get([channel, chat]);
  return found?.chat ?? chat;
}

export interface Decision {
  title?: string | undefined;
  by?: string | undefined;
  now: number;
}

/** Inside the caller's transaction, as everything below. */
export function allowGroup(db: Db, group: Group, decision: Decision): void {
  decide(db, group, 'allowed', decision);
}

export function denyGroup(db: Db, group: Group, decision: Decision): void {
  decide(db, group, 'denied', decision);
}

/** Notes that the owner is to be asked about a group. False where that is so already, or was decided. */
export function askGroup(db: Db, { channel, chat }: Group, { title, by, now }: Decision): boolean {
  const result = db
    .sql(
      `INSERT INTO grants (channel, chat, state, title, by, at) VALUES (?, ?, 'asked', ?, ?, ?)
       ON CONFLICT DO UPDATE SET title = coalesce(excluded.title, title), by = excluded.by, at = excluded.at
         WHERE state = 'asked' AND question IS NULL`,
    )
    .run([channel, chat, clean(title), by ?? null, now]);
  return result.changes > 0;
}

/** Keeps what the owner is asked about a group, and as which turn of the outbox; without one there was nobody to ask. */
export function waitForOwner(
  db: Db,
  { channel, chat }: Group,
  { question, notice }: { question: string; notice?: string },
): void {
  db.sql('UPDATE grants SET question = ?, notice = ? WHERE channel = ? AND chat = ?').run([
    question,
    notice ?? null,
    channel,
    chat,
  ]);
}

/** The open questions that reached no owner, the oldest first. */
export function unheardQuestions(db: Db, limit: number): (Group & { question: string })[] {
  return db
    .sql<Group & { question: string }>(
      `SELECT channel, chat, question FROM grants WHERE state = 'asked' AND question IS NOT NULL AND (notice IS NULL
         OR EXISTS (SELECT 1 FROM outbox WHERE turn = notice AND part = 0 AND outbox.state = 'dropped'))
       ORDER BY at, channel, chat LIMIT ?`,
    )
    .all([limit]);
}

/** The bot left: a question about the group means nothing any more; a decision stays, and that it introduced itself. */
export function forgetQuestion(db: Db, { channel, chat }: Group): void {
  const open = "channel = ? AND chat = ? AND state = 'asked'";
  db.sql(`DELETE FROM grants WHERE ${open} AND introduced_at IS NULL`).run([channel, chat]);
  db.sql(`UPDATE grants SET question = NULL, notice = NULL WHERE ${open}`).run([channel, chat]);
}

/**
 * Notes the turn that introduces the bot. True the first time, and again where an introduction from before `lostBefore`
 * (epoch ms) did not arrive. A group that only the configuration names gets a row for it.
 */
export function markIntroduced(
  db: Db,
  { channel, chat }: Group,
  { turn, now, lostBefore = now }: { turn: string; now: number; lostBefore?: number },
): boolean {
  const result = db
    .sql(
      `INSERT INTO grants (channel, chat, state, at, introduced_at, introduction)
       VALUES (:channel, :chat, 'asked', :now, :now, :turn)
       ON CONFLICT DO UPDATE SET introduced_at = :now, introduction = :turn
         WHERE introduced_at IS NULL OR (introduced_at < :lostBefore AND ${LOST})`,
    )
    .run({ channel, chat, now, turn, lostBefore });
  return result.changes > 0;
}

function decide(db: Db, { channel, chat }: Group, state: GrantState, { title, by, now }: Decision): void {
  db.sql(
    `INSERT INTO grants (channel, chat, state, title, by, at) VALUES (:channel, :chat, :state, :title, :by, :now)
     ON CONFLICT DO UPDATE SET state = :state, title = coalesce(:title, title), by = :by, at = :now`,
  ).run({ channel, chat, state, title: clean(title), by: by ?? null, now });
}

/** A title is somebody's words. */
function clean(title: string | undefined): string | null {
  return title === undefined ? null : oneLine(title, 80);
}

function read({ channel, chat, state, title, introduced }: Stored): Grant {
  return { channel, chat, state, ...(title === null ? {} : { title }), introduced: introduced === 1 };
}
