// Transcripts as search sees them: what people and the assistant said in finished turns, each on the line of the file
// where it stands. Must never show tool calls and results, thinking, quoted words, what was deleted, what a reader of the
// transcript would drop, or the turn that is still running: recall would feed on itself. Runs of schedules are no conversations.

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, type Scope, StateError, type TranscriptFile, type TranscriptSource } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { spoken } from '../text/control-words.js';
import { stampOf } from '../text/stamp.js';
import { oneLine } from '../text/truncate.js';
import { newReading, type Reading, readLines } from './parse.js';

const FOLDER = 'sessions/';
const EXTENSION = '.jsonl';
/** Read at once, so that memory does not grow with the file. Bytes. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Transcripts that were read and may grow: only their new end is read next time. */
const MAX_KEPT = 16;
/** By so much of what was read before is a file known again. */
const TAIL_BYTES = 4_096;
/** Whatever a reader may take for the end of a line. */
const LINE_ENDS = /\s*(?:\r\n|[\n\r\v\f\u0085\u2028\u2029])\s*/g;
const BREAK = ' ⏎ ';
const ASSISTANT = 'assistant';
/** Of a run nobody would look for anything, and of a fleeting conversation nothing stays. */
const SEARCHED = "purpose = 'talk' AND id NOT IN (SELECT session FROM fleeting)";

/** What was said on one line. */
interface Said {
  line: number;
  turn: string;
  name: string;
  text: string;
}

/** A transcript as far as it was read. */
interface Kept {
  file: string;
  offset: number;
  /** The last bytes in front of `offset`. */
  tail: Buffer;
  reading: Reading;
  /** By entry id. */
  said: Map<string, Said>;
  /** The newest words of what was edited; undefined: deleted. */
  edits: Map<string, string | undefined>;
  finished: Set<string>;
}

interface Row {
  id: string;
  scope: string;
}

/**
 * `db` is state.sqlite: a transcript that no session row knows has no scope and is not listed. `dir` holds the files.
 * Throws a StateError when a file is there and cannot be read.
 */
export function searchableTranscripts(db: Db, dir: string): TranscriptSource {
  const kept = new Map<string, Kept>();

  function look(row: Row, scopes: Map<string, Scope>): TranscriptFile | undefined {
    const stat = lstatSync(join(dir, `${row.id}.jsonl`), { bigint: true, throwIfNoEntry: false });
    if (!stat || !isOwnFile(stat)) return undefined;
    const scope = scopes.get(row.scope) ?? (JSON.parse(row.scope) as Scope);
    scopes.set(row.scope, scope);
    return { path: `${FOLDER}${row.id}.jsonl`, scope, stamp: stampOf(stat), mtimeMs: Number(stat.mtimeMs) };
  }

  return {
    list() {
      const scopes = new Map<string, Scope>();
      const rows = db.sql<Row>(`SELECT id, scope FROM sessions WHERE ${SEARCHED} ORDER BY id`).all();
      return rows.flatMap((row) => look(row, scopes) ?? []);
    },

    find(path) {
      const id = nameOf(path)?.slice(0, -EXTENSION.length);
      const row = id && db.sql<Row>(`SELECT id, scope FROM sessions WHERE id = ? AND ${SEARCHED}`).get([id]);
      return row ? look(row, new Map()) : undefined;
    },

    text(path) {
      const name = nameOf(path);
      const file = name === undefined ? undefined : openFile(join(dir, name));
      if (name === undefined || file === undefined) return undefined;
      try {
        const stat = fstatSync(file, { bigint: true });
        if (!isOwnFile(stat)) return undefined;
        const transcript = resume(kept.get(name), file, stat);
        kept.delete(name);
        kept.set(name, transcript);
        const oldest = kept.keys().next().value;
        if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
        readOn(transcript, file, Number(stat.size));
        transcript.tail = tailOf(file, transcript.offset);
        return render(transcript);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** The file that a path names, if it can be one of ours. */
function nameOf(path: string): string | undefined {
  const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : '';
  return /^[\w-]+\.jsonl$/.test(name) ? name : undefined;
}

function isOwnFile(stat: BigIntStats): boolean {
  return stat.isFile() && stat.nlink === 1n;
}

/** From where reading goes on; from the start if the file is another one or was written anew. */
function resume(known: Kept | undefined, file: number, stat: BigIntStats): Kept {
  // A file that was written anew may have the number of one that is gone.
  const id = `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`;
  if (known?.file === id && stat.size >= known.offset && known.tail.equals(tailOf(file, known.offset))) return known;
  const read = { offset: 0, tail: Buffer.alloc(0), reading: newReading() };
  return { file: id, ...read, said: new Map(), edits: new Map(), finished: new Set() };
}

function tailOf(file: number, offset: number): Buffer {
  const length = Math.min(offset, TAIL_BYTES);
  return readPiece(file, offset - length, length);
}

/** Takes in the whole lines up to `size`. A piece ends in front of an entry, so that none is cut in two. */
function readOn(transcript: Kept, file: number, size: number): void {
  let length = PIECE_BYTES;
  while (transcript.offset < size) {
    const piece = readPiece(file, transcript.offset, Math.min(length, size - transcript.offset));
    const last = transcript.offset + piece.length >= size || piece.length < length;
    const end = piece.lastIndexOf(last ? '\n' : '\n{') + 1;
    if (end === 0 && last) return;
    if (end === 0) {
      length *= 2;
      continue;
    }
    readLines(transcript.reading, piece.subarray(0, end).toString('utf8'));
    takeIn(transcript);
    transcript.offset += end;
    if (last) return;
  }
}

/** Keeps what may be shown of the entries that were read, and lets go of the rest. */
function takeIn({ reading, said, edits, finished }: Kept): void {
  const entries = reading.entries.splice(0);
  const lines = reading.lines.splice(0);
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? 0;
    if (entry.type === 'edit') edits.set(entry.target, entry.text);
    if (entry.turn === undefined) continue;
    const { turn, forgotten } = entry;
    if (entry.type === 'assistant' && entry.final && forgotten === 'whole') finished.add(turn);
    if (forgotten === 'whole') continue;
    if (entry.type === 'user') said.set(entry.id, { line, turn, name: speaker(entry.from.name), text: entry.text });
    // What it says between tool calls is sent to nobody; a second ending of a turn neither.
    if (entry.type !== 'assistant' || !entry.final || finished.has(turn)) continue;
    finished.add(turn);
    if (isSent(entry)) said.set(entry.id, { line, turn, name: ASSISTANT, text: entry.text });
  }
}

/** Silence is a reply too: its word is sent to nobody. */
function isSent({ text }: Pick<Extract<Entry, { type: 'assistant' }>, 'text'>): boolean {
  return spoken(text) !== '';
}

/** A person's name as a label; nobody speaks for the assistant. */
function speaker(name: string): string {
  const label = oneLine(name.replaceAll(':', ' '), 60) || 'somebody';
  return label.toLowerCase() === ASSISTANT ? `${label} (a person)` : label;
}

function render({ reading, said, edits, finished }: Kept): string {
  const lines = new Array<string>(reading.fed).fill('');
  for (const [id, { line, turn, name, text }] of said) {
    const words = (edits.has(id) ? (edits.get(id) ?? '') : text).trim();
    if (words !== '' && finished.has(turn)) lines[line] = `${name}: ${words.replace(LINE_ENDS, BREAK)}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** A file descriptor, or undefined where there is no such file or a link. */
function openFile(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ELOOP') return undefined;
    throw new StateError(`the transcript ${path} could not be read`, { retryable: true, cause: error });
  }
}

function readPiece(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
