// Whether there is room on the disk of the home. Reads a number.

import { statfsSync } from 'node:fs';
import type { Check, Finding } from '../contracts/index.js';

const LITTLE = 200_000_000;
const ALMOST_NONE = 20_000_000;

/** `free` tells the bytes that this user may still write there; the default asks the system. */
export function diskCheck(home: string, free: (path: string) => number = freeBytes): Check {
  const check = 'home.disk';
  return {
    name: check,
    run(): Finding[] {
      let bytes: number;
      try {
        bytes = free(home);
      } catch {
        // No home yet, or a system that does not tell.
        return [];
      }
      const left = bytes < 10_000_000_000 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e9)} GB`;
      if (bytes >= LITTLE) return [{ check, level: 'ok', says: `${left} are free on the disk of the home.` }];
      const level = bytes < ALMOST_NONE ? 'error' : 'warning';
      const remedy = `Free some space on the disk that holds ${home}; what cannot be written is refused, not lost.`;
      return [{ check, level, says: `Only ${left} are free on the disk of the home.`, remedy }];
    },
  };
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
