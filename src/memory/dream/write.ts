// Brings a plan to disk and takes it back: file after file through the ledger, the long-term file last, in whose transaction the
// dream ends. Safe to repeat after a kill at any point; a file that somebody changed since is never overwritten.

import {
  type Dream,
  type DreamPlan,
  type LineProvenance,
  MemoryError,
  type MemoryView,
  type PlannedFile,
  type PlannedLine,
  type Provenance,
} from '../../contracts/index.js';
import { lowestTrust } from '../../text/trust.js';
import { ABSENT, revisionOf } from '../files.js';
import { newFileText } from '../memory-files.js';
import { mergeTexts } from '../merge.js';
import { diaryLines, undoneLines } from './diary.js';

type Written = Pick<Dream, 'id' | 'night'> & { serial: number; plan: DreamPlan };

/** What its writes are called in the ledger. */
function dreamSession(id: number): string {
  return `dream/${id}`;
}

/**
 * Rejects with a MemoryError 'conflict' where a file is not what the plan was made from; then nothing of it is in the long-term
 * file. `done` runs in the transaction that completes the last write, and again on a repeat.
 */
export async function writePlan(view: MemoryView, dream: Written, done: () => void): Promise<void> {
  const { plan, serial, night, id } = dream;
  for (const [index, file] of plan.files.entries()) {
    const isLast = index === plan.files.length - 1;
    const come = plan.lines.filter(({ path, sign }) => path === file.path && sign === '+');
    const moved = plan.moved.filter(({ path }) => path === file.path).map((line) => ({ ...line, sources: [] }));
    const lines = [...come, ...moved];
    const why = provenance(id, `${serial}/${file.path}`, `what was learned by ${night}`, lines);
    const text = file.after;
    await view.apply({ kind: 'replace', path: file.path, text }, file.base, why, isLast ? done : undefined);
  }
}

/** The short entry of the night. A diary that cannot be written hurts nothing else: the caller decides. */
export async function writeDiary(view: MemoryView, dream: Written): Promise<void> {
  const path = diaryOf(view);
  const lines = diaryLines(dream.plan, dirOf(path));
  const why = provenance(dream.id, `${dream.serial}/diary`, `the diary of ${dream.night}`, []);
  await view.apply({ kind: 'append', path, lines, heading: `## ${dream.night}` }, undefined, why);
}

/**
 * Puts the files back as they were before, byte for byte, or takes the dream's own changes out of what was written since.
 * Rejects with a MemoryError 'conflict', before anything is written, where the same lines were changed since.
 */
export async function undoPlan(view: MemoryView, dream: Written, done: () => void): Promise<void> {
  const back: { file: PlannedFile; text: string; base: string }[] = [];
  for (const file of dream.plan.files) {
    const doc = await view.read(file.path, { exact: true }).catch((error: unknown) => {
      if (error instanceof MemoryError && error.kind === 'not-found') return undefined;
      throw error;
    });
    const text = takenBack(file, doc?.text);
    if (text === undefined) {
      throw new MemoryError('conflict', `the same lines of ${file.path} were changed since, so it stays as it is`, {
        remedy: `Change ${file.path} by hand.`,
      });
    }
    back.push({ file, text, base: doc?.revision ?? ABSENT });
  }
  // The long-term file first: whatever stops this midway, what had moved away stands in one file at least.
  back.reverse();
  for (const [index, { file, text, base }] of back.entries()) {
    const reason = `the dream of ${dream.night} is taken back`;
    const why = provenance(dream.id, `${dream.serial}/undo/${file.path}`, reason, []);
    const isLast = index === back.length - 1;
    await view.apply({ kind: 'replace', path: file.path, text }, base, why, isLast ? done : undefined);
  }
}

export async function writeUndone(view: MemoryView, dream: Written): Promise<void> {
  const path = diaryOf(view);
  const why = provenance(dream.id, `${dream.serial}/undo/diary`, `the diary of ${dream.night}`, []);
  await view.apply({ kind: 'append', path, lines: undoneLines(), heading: `## ${dream.night}` }, undefined, why);
}

/** Undefined where what was changed since does not go together with it. A file that was there no more stays away. */
function takenBack({ path, before, after }: PlannedFile, now: string | undefined): string | undefined {
  const old = before ?? newFileText(path);
  if (now === undefined) return before === undefined ? old : undefined;
  // It may have been put back by a run that was killed before it could say so.
  if (revisionOf(now) === revisionOf(after) || revisionOf(now) === revisionOf(old)) return old;
  return mergeTexts(after, old, now);
}

function diaryOf(view: MemoryView): string {
  return `${dirOf(view.pathOf('long'))}DREAMS.md`;
}

/** With its slash; '' for the workspace itself. */
function dirOf(path: string): string {
  return path.replace(/[^/]*$/, '');
}

function lineProvenance({ text, trust, sources }: Pick<PlannedLine, 'text' | 'trust' | 'sources'>): LineProvenance {
  return { text, trust, entries: sources.map(({ path, from, to }) => `${path}:${from}-${to}`) };
}

function provenance(
  id: number,
  call: string,
  reason: string,
  lines: readonly Pick<PlannedLine, 'text' | 'trust' | 'sources'>[],
): Provenance {
  return {
    ...{ who: 'system', by: 'dream', session: dreamSession(id), call, reason },
    trust: lines.length === 0 ? 'model' : lowestTrust(lines.map(({ trust }) => trust)),
    ...(lines.length === 0 ? {} : { lines: lines.map(lineProvenance) }),
  };
}
