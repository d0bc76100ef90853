// What the last process that asked the embedder has to say of it, so that a status in another one can tell. A file beside
// the locks: a time and a few plain words. Never throws: without the note a status knows a little less.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../contracts/index.js';

export interface EmbedderNote {
  /** Undefined when all was well, or nobody has asked for long. */
  read(): string | undefined;
  write(why: string | undefined): void;
}

/** An older note says nothing of now. */
const FRESH_MS = 3_600_000;

export function embedderNote(file: string | undefined, clock: Clock): EmbedderNote {
  let written: string | undefined;
  return {
    read() {
      if (file === undefined) return undefined;
      try {
        const [at = '', why] = readFileSync(file, 'utf8').split('\n');
        return clock.now() - Number(at) < FRESH_MS ? why : undefined;
      } catch {
        return undefined;
      }
    },
    write(why) {
      if (file === undefined || (why !== undefined && why === written)) return;
      written = why;
      try {
        if (why === undefined) rmSync(file, { force: true });
        else writeFileSync(file, `${clock.now()}\n${why}\n`, { mode: 0o600 });
      } catch {
        // A status without it.
      }
    },
  };
}
