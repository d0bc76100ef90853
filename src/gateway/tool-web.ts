// Which web addresses a turn may open, bound to the session it belongs to. What nobody named is asked about below the reply, one
// question at a time, and counts from then on for exactly that address.

import { readAddress } from '../agent/web/address.js';
import { isNamed, isOnOpenPage, openedIn } from '../agent/web/named-addresses.js';
import { type Entry, ToolError, type ToolWeb } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { draftAddress, draftsOf, isAgreed } from './proposals.js';

/** So many pages of a turn are opened because others link to them. */
const MOST_FOLLOWED = 12;

export interface ToolWebParts {
  db: Db;
  clock: { now(): number };
  /** Host and port of addresses inside the network that may be opened: `tools.webInside`. */
  inside: readonly string[];
}

/** Whether an address that a run's task names was named by somebody who may. `inside`: as in ToolWebParts. */
export type TaskWords = (url: URL, inside: readonly string[]) => boolean;

/** Whose turn it is. */
export interface WebSpeaker {
  session: string;
  turn: string;
  /** What was said and opened in the session so far. */
  entries(): readonly Entry[];
  /** Nobody reads along in a scheduled run, so nobody can be asked. */
  canAsk: boolean;
  /** Absent: what began the turn are somebody's own words. */
  task?: TaskWords | undefined;
}

export function toolWeb({ db, clock, inside }: ToolWebParts, by: WebSpeaker): ToolWeb {
  const { session, turn, entries, canAsk, task = () => true } = by;
  /** In this turn, side by side. */
  const followed = new Set<string>();

  function ask(address: string, call: string): void {
    const drafts = draftsOf(db, session, turn);
    // The same one again, in a call of its own or in one that is repeated.
    if (drafts.some((one) => one.address === address)) return;
    if (drafts.length > 0) {
      throw new ToolError('Not opened. One question at a time: something else is asked in this turn already.', {
        remedy: 'Open this one after it was answered.',
      });
    }
    draftAddress(db, { session, call, turn, address }, clock.now());
  }

  function isFree(address: string): boolean {
    const url = readAddress(address);
    const all = entries();
    if (task(url, inside) && isNamed(all, url)) return true;
    return isAgreed(db, session, address) || (isOnOpenPage(all, url, inside) && mayFollow(address, all));
  }

  /** Which of a page's links is opened tells its server something, so that not many are without somebody's yes. */
  function mayFollow(address: string, all: readonly Entry[]): boolean {
    const opened = new Set([...followed, ...openedIn(all, turn)]);
    if (!opened.has(address) && opened.size >= MOST_FOLLOWED) return false;
    followed.add(address);
    return true;
  }

  return {
    inside,
    async may(address, call) {
      if (isFree(address)) return 'yes';
      if (!canAsk) {
        throw new ToolError('Not opened: the task does not name this address, and nobody can be asked in such a run.', {
          remedy: `Open what the task names, or what stands on a page that you opened here, at most ${MOST_FOLLOWED} of those.`,
        });
      }
      await db.write(() => ask(address, call));
      return 'asked';
    },
  };
}
