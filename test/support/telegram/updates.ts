// The queue of updates and the one long poll that may wait on it. Confirmed updates are gone, as at Telegram.

import type { Update } from 'grammy/types';
import { ApiError } from './api-error.js';

export interface PollOptions {
  offset: number | undefined;
  /** 1 to 100. */
  limit: number;
  /** Seconds. */
  timeout: number;
  allowed: readonly string[] | undefined;
}

export interface UpdateQueue {
  /** Adds an update unless its type was not asked for; gives its id either way. */
  add(update: Omit<Update, 'update_id'> & { update_id?: number }): number;
  /** Rejects with 409 when a later poll takes over, and with whatever `abort` is given. `gone` frees the place. */
  poll(options: PollOptions, gone: (away: () => void) => void): Promise<Update[]>;
  /** Ends the waiting poll with this error. */
  abort(error: ApiError): void;
  /** While paused, polls find nothing. */
  pause(paused: boolean): void;
  clear(): void;
  readonly pending: readonly Update[];
  /** The first update id that is not confirmed; 0 before any was. */
  readonly offset: number;
  readonly allowed: readonly string[];
}

const notByDefault = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

export function createUpdateQueue(firstId: number): UpdateQueue {
  let queue: Update[] = [];
  let nextId = firstId;
  let offset = 0;
  let paused = false;
  /** As at Telegram it is kept from poll to poll, and looked at when an update comes into being. */
  let allowed: readonly string[] = [];
  let waiting: { answer: () => void; fail: (error: ApiError) => void } | undefined;

  function wanted(update: object): boolean {
    const type = Object.keys(update).find((key) => key !== 'update_id') ?? '';
    return allowed.length > 0 ? allowed.includes(type) : !notByDefault.has(type);
  }

  function confirm(from: number | undefined): void {
    if (from === undefined) return;
    if (from < 0) queue = queue.slice(from);
    else queue = queue.filter((update) => update.update_id >= from);
    if (from > offset) offset = from;
  }

  return {
    add(update) {
      const id = update.update_id ?? nextId;
      nextId = Math.max(nextId, id + 1);
      if (wanted(update)) {
        queue.push({ ...update, update_id: id });
        waiting?.answer();
      }
      return id;
    },
    poll(options, gone) {
      waiting?.fail(
        new ApiError(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        ),
      );
      if (options.allowed) allowed = options.allowed;
      confirm(options.offset);
      return new Promise((resolve, reject) => {
        const take = (): Update[] => (paused ? [] : queue.slice(0, options.limit));
        if (options.timeout <= 0 || take().length > 0) return resolve(take());
        const done = (): void => {
          clearTimeout(timer);
          if (waiting === mine) waiting = undefined;
        };
        const mine = {
          answer: () => {
            if (take().length === 0) return;
            done();
            resolve(take());
          },
          fail: (error: ApiError) => {
            done();
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          done();
          resolve([]);
        }, options.timeout * 1000);
        waiting = mine;
        gone(() => {
          done();
          resolve([]);
        });
      });
    },
    abort: (error) => waiting?.fail(error),
    pause(next) {
      paused = next;
      waiting?.answer();
    },
    clear() {
      queue = [];
    },
    get pending() {
      return queue;
    },
    get offset() {
      return offset;
    },
    get allowed() {
      return allowed;
    },
  };
}
