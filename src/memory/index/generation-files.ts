// Names and places of the generations of one index: <name>.<n>.sqlite, the pointer <name>.live that says which is the
// live one, and the last damaged one. Plain file work; never decides what may go.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** SQLite's own, beside the file of a generation: the journal is of a process that was killed while it made the file. */
const LOGS = ['-shm', '-wal', '-journal'];
/** A pointer that was written and not renamed so long is one of a process that died. */
const PARTIAL_MS = 60_000;

export interface GenerationFiles {
  makeFolder(): void;
  path(generation: number): string;
  /** Makes the empty file, or nothing: false when somebody has made one of this number. */
  claim(generation: number): boolean;
  /** What the pointer says; undefined without a readable one. */
  pointed(): number | undefined;
  /** Makes this the live one, for everybody, at once. */
  point(generation: number): void;
  unpoint(): void;
  /** Every generation of which any file is there, damaged ones included: their numbers are taken. */
  all(): number[];
  /** Those whose files can be removed: damaged ones are kept. */
  whole(): number[];
  remove(generation: number): void;
  /** Keeps it as the one damaged generation, for whoever wants to look at it. */
  keepDamaged(generation: number): void;
  /** Removes what a killed process was about to put in place, or to try the disk with. */
  removePartial(): void;
}

/** Every member throws what the file system says; without the folder there are no files. */
export function generationFiles(dir: string, name: string): GenerationFiles {
  const pointer = join(dir, `${name}.live`);
  const path = (generation: number) => join(dir, `${name}.${generation}.sqlite`);
  const names = () => (existsSync(dir) ? readdirSync(dir).filter((one) => one.startsWith(`${name}.`)) : []);

  function numbers(suffix: RegExp): number[] {
    const found = new Set<number>();
    for (const one of names()) {
      const match = /^(\d{1,9})\.(.*)$/.exec(one.slice(name.length + 1));
      if (match?.[1] && suffix.test(match[2] ?? '')) found.add(Number(match[1]));
    }
    return [...found].sort((a, b) => a - b);
  }

  return {
    makeFolder: () => void mkdirSync(dir, { recursive: true, mode: 0o700 }),
    path,
    claim(generation) {
      try {
        closeSync(openSync(path(generation), 'wx', 0o600));
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
        throw error;
      }
    },
    pointed() {
      try {
        const text = readFileSync(pointer, 'utf8');
        return /^[1-9]\d{0,8}\n$/.test(text) ? Number(text) : undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    point(generation) {
      const partial = `${pointer}.${randomBytes(4).toString('hex')}.partial`;
      writeFileSync(partial, `${generation}\n`, { mode: 0o600 });
      renameSync(partial, pointer);
    },
    unpoint: () => rmSync(pointer, { force: true }),
    all: () => numbers(/./),
    whole: () => numbers(/^sqlite/),
    remove(generation) {
      // The logs last: one without its file is harmless as long as the number is not given again, and it is taken.
      for (const end of ['', ...LOGS]) rmSync(path(generation) + end, { force: true });
    },
    keepDamaged(generation) {
      for (const one of names()) if (/\.damaged(?:-wal|-journal)?$/.test(one)) rmSync(join(dir, one), { force: true });
      const damaged = join(dir, `${name}.${generation}.damaged`);
      rmSync(`${path(generation)}-shm`, { force: true });
      for (const end of ['', '-wal', '-journal']) {
        if (statSync(path(generation) + end, { throwIfNoEntry: false }))
          renameSync(path(generation) + end, damaged + end);
      }
    },
    removePartial() {
      for (const one of names()) {
        if (!one.endsWith('.partial')) continue;
        const since = Date.now() - (statSync(join(dir, one), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
        if (since > PARTIAL_MS) rmSync(join(dir, one), { force: true });
      }
    },
  };
}
