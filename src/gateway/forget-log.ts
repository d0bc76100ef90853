// The rows of `forgets`: which wishes were carried out, and which were begun and not ended. They hold no word of what goes; what a
// chat wants forgotten stands in its own command until then. Every function is synchronous and fits inside a transaction.

import type { Db } from '../db/database.js';
import { changeJson, type Finds, withoutFound } from '../text/forgetting.js';
import type { ForgetWish } from './forget-decide.js';

export interface NewForget {
  kind: ForgetWish['kind'];
  /** Whom or which conversation it is about, as ids. */
  about?: string | undefined;
  /** The command that asks for it. */
  inbox?: number | undefined;
}

export interface BegunForget {
  id: number;
  /** The same was begun before, and a kill came in between. */
  again: boolean;
}

/** Takes the place of what was begun before for the same wish. */
export function beginForget(db: Db, { kind, about, inbox }: NewForget, now: number): BegunForget {
  const { changes } = db
    .sql(
      `DELETE FROM forgets WHERE state = 'running' AND cleared = 0 AND kind = :kind AND (about IS :about OR about IS NULL)
         AND (inbox IS :inbox OR (inbox IN (SELECT row FROM inbox WHERE state <> 'accepted')))`,
    )
    .run({ kind, about: about ?? null, inbox: inbox ?? null });
  const { lastInsertRowid } = db
    .sql("INSERT INTO forgets (kind, about, inbox, state, at) VALUES (?, ?, ?, 'running', ?)")
    .run([kind, about ?? null, inbox ?? null, now]);
  return { id: Number(lastInsertRowid), again: changes > 0 };
}

/** The words are gone wherever rows and files say them; `said` is the command that named them last. */
export function clearForget(db: Db, id: number, said?: { row: number; finds: Finds }): void {
  db.sql('UPDATE forgets SET cleared = 1, about = NULL WHERE id = ?').run([id]);
  if (!said) return;
  const event = db.sql('SELECT event FROM inbox WHERE row = ?').column<string>([said.row])[0];
  if (event === undefined) return;
  const next = changeJson(event, (one) => withoutFound(one, said.finds));
  db.sql('UPDATE inbox SET event = ? WHERE row = ?').run([next, said.row]);
}

/** Those of which only old bytes are left, which nobody needs to name. */
export function clearedForgets(db: Db): number[] {
  return db.sql("SELECT id FROM forgets WHERE state = 'running' AND cleared = 1 ORDER BY id").column<number>();
}

/** What became of the wish of a command whose words are gone: undefined where it never came so far. */
export function clearedFor(db: Db, inbox: number): 'running' | 'done' | undefined {
  return db
    .sql('SELECT state FROM forgets WHERE inbox = ? AND cleared = 1 ORDER BY id DESC LIMIT 1')
    .column<'running' | 'done'>([inbox])[0];
}

/** Every old byte is gone: with it of all that were cleared before. `counts`: what went, as numbers. */
export function endForget(db: Db, id: number, counts: string | undefined, now: number): void {
  db.sql(
    "UPDATE forgets SET state = 'done', ended_at = :now, report = CASE WHEN id = :id THEN :counts END WHERE state = 'running' AND cleared = 1 AND id <= :id",
  ).run({ id, now, counts: counts ?? null });
}
