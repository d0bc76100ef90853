// A reply that is shown while the model still writes it: decides when how much of it goes into its draft. Works from any
// process: whoever owns the connection is woken and reads the row. Must never end a reply or wait for a platform.

import type { Clock, InboundEvent, Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { settled } from '../text/control-words.js';
import type { InboxRow } from './inbox.js';
import { writeDraft } from './outbox-drafts.js';
import type { WakeUps } from './wake-ups.js';

export interface DraftWriter {
  /** The whole text so far, however much of it changed. True once its reader may have seen something of the reply. */
  push(fullText: string): boolean;
  /** As `push` says it, without a new text. */
  isShown(): boolean;
  /** Nothing more is written when it has resolved; the reply itself follows. Never rejects, may be called twice. */
  close(): Promise<void>;
}

export interface DraftDeps {
  db: Db;
  clock: Clock;
  log: Log;
  wakeUps: Pick<WakeUps, 'show'>;
}

/** A reply that is done so soon comes whole: showing its beginning would only make its reader wait. */
const FIRST_MS = 700;
/** A first piece of a word or two waits for more of them, so many UTF-16 units, or for a pause. */
const FIRST_UNITS = 24;
const FIRST_PAUSE_MS = 2_000;
const DIRECT_MS = 1_000;
const GROUP_MS = 3_000;

/** The least time between two changes of a message, in ms: readers and platforms are to bear it. */
export function editPace({ place }: Pick<InboundEvent, 'place'>, minEditMs = 0): number {
  return Math.max(minEditMs, place === 'direct' ? DIRECT_MS : GROUP_MS);
}

export function openDraftWriter(
  { db, clock, log, wakeUps }: DraftDeps,
  row: InboxRow,
  options: {
    /** See editPace. */
    paceMs: number;
    /** What the reply will answer. */
    replyTo?: string;
    /** Inside the transaction: throws when the turn is in other hands. */
    check?: () => void;
  },
): DraftWriter {
  const { paceMs, replyTo, check } = options;
  /** What could be shown by now, and what the draft holds. */
  let ready = '';
  let written = '';
  let began = 0;
  let notBefore = 0;
  let cancel: (() => void) | undefined;
  let writing: Promise<void> | undefined;
  let visible = false;
  let closed = false;

  function due(): number {
    if (written !== '') return notBefore;
    return began + (ready.length >= FIRST_UNITS ? FIRST_MS : FIRST_PAUSE_MS);
  }

  function plan(): void {
    cancel?.();
    cancel = undefined;
    if (closed || writing || ready === '' || ready === written) return;
    // A clock that was set back makes no wait longer.
    const wait = Math.min(due() - clock.now(), Math.max(paceMs, FIRST_PAUSE_MS));
    cancel = clock.after(Math.max(0, wait), () => {
      writing = write().finally(() => {
        writing = undefined;
        plan();
      });
    });
  }

  async function write(): Promise<void> {
    notBefore = clock.now() + paceMs;
    written = ready;
    const draft = { text: written, ...(replyTo === undefined ? {} : { replyTo }) };
    try {
      const to = await db.write(() => {
        check?.();
        return writeDraft(db, row, draft, clock.now());
      });
      if (!to) closed = true;
      else {
        visible = true;
        await wakeUps.show(to);
      }
    } catch (error) {
      // The reply comes whole, from here or from whoever has the turn now.
      closed = true;
      log.warn('draft.unwritten', { error });
    }
  }

  return {
    push(fullText) {
      ready = settled(fullText);
      if (began === 0 && ready !== '') began = clock.now();
      plan();
      return visible;
    },
    isShown: () => visible,
    async close() {
      closed = true;
      cancel?.();
      await writing;
    },
  };
}
