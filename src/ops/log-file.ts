// The log on disk: whole lines appended by one write each, readable by its owner only, cut off at a size.
// Never throws and never loses its place when another process of the same home rotates the file.

import { closeSync, fchmodSync, fstatSync, fsyncSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** When a line would make the file larger than this, the file becomes `<file>.1`, in place of the one before. */
const MOST_BYTES = 10 * 1024 * 1024;

export interface LogFile {
  write(line: string): void;
  /** Returns once what was written is on the disk. */
  flush(): void;
}

/** Opens lazily, so that a command that logs nothing makes no file. `onTrouble` is told the first failure. */
export function logFile(path: string, onTrouble: (error: unknown) => void, mostBytes = MOST_BYTES): LogFile {
  let fd: number | undefined;
  let troubled = false;

  const guarded = (work: () => void) => {
    try {
      work();
      troubled = false;
    } catch (error) {
      if (!troubled) onTrouble(error);
      troubled = true;
    }
  };
  const open = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
    fd = openSync(path, 'a', 0o600);
    if ((fstatSync(fd).mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    return fd;
  };
  /** The descriptor of the file that the path names now; another process may have rotated it away. */
  const current = (): number => {
    if (fd === undefined) return open();
    const named = statSync(path, { throwIfNoEntry: false });
    return named?.ino === fstatSync(fd).ino ? fd : open();
  };

  return {
    write(line) {
      guarded(() => {
        const bytes = Buffer.from(line);
        let target = current();
        const { size } = fstatSync(target);
        if (size > 0 && size + bytes.length > mostBytes) {
          renameSync(path, `${path}.1`);
          target = open();
        }
        writeSync(target, bytes);
      });
    },
    flush() {
      guarded(() => {
        if (fd !== undefined) fsyncSync(fd);
      });
    },
  };
}
