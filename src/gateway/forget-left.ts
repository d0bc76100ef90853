// Looks for the bytes of what was forgotten in every file below the home, once it should be gone. Reads only, piece by piece; says where,
// never what.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { newReading, readLines } from '../sessions/parse.js';
import { byteFinder } from '../text/needles.js';
import type { Scan } from './forget-scan.js';

const AT_ONCE = 1 << 20;
const TRANSCRIPT = /^sessions\/[^/]+\.jsonl$/;

export interface LeftParts {
  home: string;
  needles: readonly string[];
  scan?: Pick<Scan, 'whose'> | undefined;
  /** Whether it was told already that a file keeps some of it. */
  isTold(path: string): boolean;
}

/** One sentence for each file that still holds some of it, unless that was told already, or others said the very same. */
export async function bytesLeft({ home, needles, scan, isTold }: LeftParts): Promise<string[]> {
  if (needles.length === 0) return [];
  const finder = byteFinder(needles);
  // What others said too may stand anywhere: their conversations tell.
  const shared = new Set<number>();
  const left: string[] = [];
  const paths = filesBelow(home).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const path of paths) {
    const found = await foundIn(join(home, path), finder);
    if (found.size === 0) continue;
    if (TRANSCRIPT.test(path)) for (const one of saidByOthers(join(home, path), needles, found, scan)) shared.add(one);
    if (isTold(path)) {
      for (const one of found) shared.add(one);
      continue;
    }
    const more = [...found].filter((one) => !shared.has(one)).length;
    if (more > 0) left.push(`${path} still holds words of it.`);
  }
  return left;
}

/** Conversations first, then what people write, then what is made of both. */
function rank(path: string): number {
  if (TRANSCRIPT.test(path)) return 0;
  return path.startsWith('workspace/') ? 1 : 2;
}

function filesBelow(home: string, folder = ''): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(home, path);
    return entry.isFile() ? [path] : [];
  });
}

async function foundIn(path: string, finder: ReturnType<typeof byteFinder>): Promise<Set<number>> {
  const found = new Set<number>();
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return found;
  try {
    const bytes = Buffer.alloc(AT_ONCE + finder.longest);
    for (let kept = 0; ; ) {
      const { bytesRead } = await file.read(bytes, kept, AT_ONCE);
      if (bytesRead === 0) return found;
      const end = kept + bytesRead;
      finder.find(bytes.subarray(0, end), found);
      kept = Math.min(end, finder.longest);
      bytes.copy(bytes, 0, end - kept, end);
    }
  } finally {
    await file.close();
  }
}

/** Those of the needles that stand in entries which are not theirs alone. */
function saidByOthers(
  path: string,
  needles: readonly string[],
  found: ReadonlySet<number>,
  scan: LeftParts['scan'],
): number[] {
  if (!scan || !existsSync(path)) return [];
  const reading = newReading();
  readLines(reading, readFileSync(path, 'utf8'));
  const others = reading.entries.filter(({ id }) => scan.whose.get(id) !== 'own').map((one) => JSON.stringify(one));
  return [...found].filter((one) => {
    const form = JSON.stringify(needles[one] ?? '').slice(1, -1);
    return others.some((text) => text.includes(form) || text.includes(JSON.stringify(form).slice(1, -1)));
  });
}
