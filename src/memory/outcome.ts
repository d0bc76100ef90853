// What a write makes of a file, first and when the file changed meanwhile. Pure: files are data here.

import { MemoryError, type RevisionId } from '../contracts/index.js';
import { ABSENT, type FileContent, MAX_FILE_BYTES, revisionOf } from './files.js';
import type { IntendedRow, Outcome, WriteIntent } from './ledger-rows.js';
import { newFileText } from './memory-files.js';
import { mergeTexts } from './merge.js';
import { type Applied, appendLines, countRuns, diffTexts, patched, replaceText, verbatimText } from './patch.js';
import { scopeId } from './visibility.js';

/** The file after the write. Throws a MemoryError 'invalid' when it cannot be edited or would be too large. */
export function outcomeOf(path: string, intent: WriteIntent, file: FileContent | undefined): Outcome {
  const old = editable(path, file);
  if (intent.kind === 'remove') {
    return { text: '', line: 1, ...diffTexts(path, old, ''), base: file?.revision ?? ABSENT, after: ABSENT };
  }
  const applied =
    intent.kind === 'append'
      ? appendLines(file ? old : newFileText(path), intent.lines, intent.heading)
      : (intent.verbatim ? verbatimText : replaceText)(old, intent.text);
  return complete(path, file, old, applied);
}

/**
 * A replacement once more, because the file changed between reading and writing: both changes, or undefined where they
 * touch the same lines. `started` is the file that the replacement was based on.
 */
export function mergedOutcome(
  path: string,
  { text, verbatim }: Extract<WriteIntent, { kind: 'replace' }>,
  started: FileContent | undefined,
  now: FileContent | undefined,
): Outcome | undefined {
  if (!started || !now) return undefined;
  const old = editable(path, now);
  const put = verbatim ? verbatimText : replaceText;
  const merged = mergeTexts(started.text, put(started.text, text).text, old);
  return merged === undefined ? undefined : complete(path, now, old, put(old, merged));
}

/** A change that somebody made to the file, as it is found. */
export function foundOutcome(
  path: string,
  known: { revision: RevisionId; text: string },
  now: FileContent | undefined,
): Outcome {
  const applied = verbatimText(known.text, now?.text ?? '');
  return {
    ...applied,
    ...diffTexts(path, known.text, applied.text),
    ...{ base: known.revision, after: now?.revision ?? ABSENT },
  };
}

export type Recovery = { kind: 'done' } | { kind: 'write'; out: Outcome; merged: boolean } | Unwritten;

/** `conflict`: the text that was to be written is kept beside; `dropped`: it never came to it, and nothing is lost by that. */
type Unwritten = { kind: 'conflict' } | { kind: 'dropped' };

/** What to do about a row that a killed process left `intended`, given the file as it is now. */
export function decideRecovery(row: IntendedRow, file: FileContent | undefined): Recovery {
  const { path, intent } = row;
  const revision = file?.revision ?? ABSENT;
  if (revision === row.after) return { kind: 'done' };
  if (intent.kind === 'remove') return { kind: 'dropped' };
  if (file && !file.exact) return { kind: 'conflict' };
  const text = file?.text ?? '';
  if (intent.kind === 'append') {
    // Changed after the write: the lines stand there once more than before. Else they were not written yet.
    if (countRuns(text, intent.lines) > intent.had) return { kind: 'done' };
    return { kind: 'write', out: outcomeOf(path, intent, file), merged: revision !== row.base };
  }
  if (revision === row.base) return { kind: 'write', out: outcomeOf(path, intent, file), merged: false };
  if (!file) return { kind: 'conflict' };
  if (patched(text, row.inverse) !== undefined) return { kind: 'done' };
  // Somebody agreed to one exact text on one exact file.
  if (intent.exact || row.scope === scopeId('shared')) return { kind: 'conflict' };
  const merged = patched(text, row.patch);
  if (merged === undefined) return { kind: 'conflict' };
  return { kind: 'write', out: complete(path, file, text, verbatimText(text, merged)), merged: true };
}

function complete(path: string, file: FileContent | undefined, old: string, applied: Applied): Outcome {
  const bytes = Buffer.from(applied.text);
  if (bytes.length > MAX_FILE_BYTES) {
    throw new MemoryError('invalid', `${path} would grow beyond ${MAX_FILE_BYTES / 1024 / 1024} MB`, {
      remedy: 'Move older parts to another file.',
    });
  }
  const revisions = { base: file?.revision ?? ABSENT, after: revisionOf(bytes) };
  return { ...applied, ...diffTexts(path, old, applied.text), ...revisions };
}

function editable(path: string, file: FileContent | undefined): string {
  if (file && !file.exact) {
    throw new MemoryError('invalid', `${path} is not written in UTF-8, so it is left alone`, {
      remedy: `Save ${path} as UTF-8.`,
    });
  }
  return file?.text ?? '';
}
