// What people decide about dreams, done and told in words: by a command, a button or the command line. Whoever calls has
// asked whether they may.

import { type Dream, type DreamDesk, MemoryError, type Scope } from '../contracts/index.js';
import { sentences } from '../text/sentence.js';
import { changeWords, dreamLine, type Written } from './dream-words.js';

export interface Asker {
  written: Written;
  /** Whether they can put a disk right. */
  isOwner: boolean;
}

export interface Acted {
  text: string;
  /** It was carried out. */
  done: boolean;
  dream?: Dream;
  /** There was nothing to carry out. */
  gone?: true;
}

const NOTHING_WAITS = 'There is nothing that waits.';

/** Writes or leaves what waits. Rejects with what a retry may help against. */
export async function decideHeld(
  desk: DreamDesk,
  { scope, yes }: { scope: Scope; yes: boolean },
  asker: Asker,
): Promise<Acted> {
  const [newest] = desk.list(scope, 1);
  // One that was agreed to may have met a full disk.
  const begun = yes && newest?.state === 'queued' && newest.plan ? newest : undefined;
  const one = desk.held(scope) ?? begun;
  const acted = one && (await decideDream(desk, { id: one.id, yes }, asker));
  if (acted && !acted.gone) return acted;
  const words = newest && newest.id !== one?.id ? [dreamLine(newest, asker.written)] : [];
  return { text: [NOTHING_WAITS, ...words].join(' '), done: false, gone: true };
}

/** The same about one by its id. */
export async function decideDream(
  desk: DreamDesk,
  { id, yes }: { id: number; yes: boolean },
  asker: Asker,
): Promise<Acted> {
  return await tried(asker, NOTHING_WAITS, async () => {
    const dream = yes ? await desk.apply(id) : await desk.skip(id);
    return { text: decidedWords(dream, asker), done: dream.state === (yes ? 'ok' : 'skipped'), dream };
  });
}

/** Takes back the newest one that was written. */
export async function undoNewest(
  desk: DreamDesk,
  { scope, call }: { scope: Scope; call?: string },
  asker: Asker,
): Promise<Acted> {
  return await tried(asker, 'There is nothing to take back.', async () => {
    const dream = await desk.undo(scope, call);
    const text = `Taken back: what I wrote on ${dream.night} is gone from MEMORY.md, and what it replaced is back.`;
    return { text, done: true, dream };
  });
}

/** One that was decided just now, or before by another way. */
function decidedWords({ state, plan }: Dream, { written }: Asker): string {
  switch (state) {
    case 'ok':
      return `Done: ${plan ? changeWords(plan) : 'it is written'}. ${written('undo')} takes it back.`;
    case 'skipped':
      return 'Skipped: nothing was changed, and I propose it again only when it is said again.';
    case 'queued':
      return 'MEMORY.md was changed since, so I look at everything again and ask you anew.';
    case 'held':
      return `MEMORY.md was changed since, so I looked at everything again: ${written('show')} shows what waits for your yes now.`;
    case 'nothing':
      return 'MEMORY.md was changed since, and there is nothing left to do.';
    case 'replaced':
      return `That was replaced by a newer one; ${written('show')} shows it.`;
    case 'undone':
      return 'That was written, and taken back since.';
    case 'failed':
      return `That did not work, and nothing was changed; ${written('status')} says why.`;
  }
}

async function tried(asker: Asker, none: string, work: () => Promise<Acted>): Promise<Acted> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const text = troubleWords(error, none, asker);
    if (text === undefined) throw error;
    return { text, done: false, ...(error.kind === 'not-found' ? { gone: true } : {}) };
  }
}

/** Undefined for what is nobody's here to word. */
function troubleWords({ kind, message, remedy }: MemoryError, none: string, { isOwner }: Asker): string | undefined {
  switch (kind) {
    case 'not-found':
      return none;
    case 'conflict':
      return 'The same lines were changed since, so I left them alone. Please change MEMORY.md by hand: it is yours to edit.';
    case 'unwritable':
      return isOwner
        ? `I could not write to my disk, so nothing was changed. ${sentences(message, remedy ?? '`nightjar doctor` may know more.')}`
        : 'I could not write to my disk, so nothing was changed. Please tell whoever runs me.';
    default:
      return undefined;
  }
}
