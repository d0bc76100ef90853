// Many small transactions as one: what is asked for while the disk syncs shares the next sync. For a connection whose
// commits are slow because they sync; a busy house would spend its time in them.

import { AsyncLocalStorage } from 'node:async_hooks';
import { StateError } from '../contracts/index.js';
import type { Db } from './database.js';

interface Waiting {
  work: () => unknown;
  settle(outcome: Outcome): void;
}

type Outcome = { value: unknown } | { error: unknown };

/** After a commit the next one waits this long for company, in a house so busy that it has just committed. Ms. */
const PAUSE_MS = 3;
const BUSY_MS = 10;
/** No more in one transaction: it has to stay short. */
const MOST = 100;

/**
 * The same connection, whose `write` waits for the end of the present turn of the event loop and commits what was asked
 * for by then in one transaction, in order. Each work is all or nothing by itself: one that throws takes no other with it.
 */
export function groupCommit(db: Db): Db {
  const waiting: Waiting[] = [];
  let committing = false;
  let committedAt = Number.NEGATIVE_INFINITY;

  async function commit(): Promise<void> {
    const group = waiting.splice(0, MOST);
    const outcomes: Outcome[] = [];
    try {
      await db.write(() => {
        for (const { work } of group) outcomes.push(group.length === 1 ? { value: run(work) } : alone(work));
      });
      for (const [index, { settle }] of group.entries()) settle(outcomes[index] ?? { value: undefined });
    } catch (error) {
      for (const { settle } of group) settle({ error });
    }
  }

  /** One work of several: what it changed is taken back if it throws. */
  function alone(work: () => unknown): Outcome {
    db.sql('SAVEPOINT one').run();
    try {
      const value = run(work);
      db.sql('RELEASE one').run();
      return { value };
    } catch (error) {
      takeBack(error);
      return { error };
    }
  }

  function takeBack(cause: unknown): void {
    try {
      db.sql('ROLLBACK TO one').run();
      db.sql('RELEASE one').run();
    } catch {
      // On a full disk SQLite has taken the whole transaction back already: the first trouble is the one to tell.
      throw cause;
    }
  }

  async function next(): Promise<void> {
    await commit();
    committedAt = performance.now();
    // Whoever was waiting for this commit goes on first, and may be in the next one.
    if (waiting.length > 0) later();
    else committing = false;
  }

  function later(): void {
    if (performance.now() - committedAt < BUSY_MS) setTimeout(() => void next(), PAUSE_MS);
    else setImmediate(() => void next());
  }

  return {
    ...db,
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({
          // Its own lines and counts are not those of whoever is committed with it.
          work: AsyncLocalStorage.bind(work),
          settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T)),
        });
        if (committing) return;
        committing = true;
        later();
      });
    },
  };
}

function run(work: () => unknown): unknown {
  const value = work();
  if (value instanceof Promise) throw new StateError('a transaction must be synchronous');
  return value;
}
