// What repairs took away and kept, below the home and outside of the workspace, in which something is forgotten: transcripts and texts
// lose lines, any other file that holds words of it goes. No ledger knows these files.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { redactTranscript } from '../sessions/forget.js';
import { byteFinder, type Needles } from '../text/needles.js';
import { type Decision, entryWish } from './forget-decide.js';
import { putInPlace } from './forget-talks.js';

export interface AsideParts {
  home: string;
  folder: string;
  decision: Decision;
  needles: Needles;
  dry: boolean;
  /** Whether a conversation is looked at. */
  isLookedAt(session: string): boolean;
  /** Whether files of which nobody knows whose they are go. */
  all: boolean;
  /** A text as it is without what goes, the path it had in the workspace given; undefined where nothing does. */
  without(path: string, text: string): { text: string; lines: number } | 'all' | undefined;
}

/** Files that changed, with how many lines or entries went. */
export async function inSetAside(parts: AsideParts): Promise<{ path: string; lines: number }[]> {
  const { home, folder, dry } = parts;
  const changed: { path: string; lines: number }[] = [];
  for (const path of filesBelow(join(home, folder))) {
    const full = join(home, folder, path);
    const bytes = readFileSync(full);
    const made = madeOf(parts, path, bytes);
    if (made === undefined) continue;
    changed.push({ path: `${folder}/${path}`, lines: made === 'all' ? 1 : made.lines });
    if (dry) continue;
    if (made === 'all') rmSync(full, { force: true });
    else await putInPlace(full, made.text);
  }
  return changed;
}

function madeOf(
  { decision, needles, without, isLookedAt, all }: AsideParts,
  path: string,
  bytes: Buffer,
): ReturnType<AsideParts['without']> {
  const text = bytes.toString('utf8');
  const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
  if (isText && /\.jsonl(?:\.|$)/.test(path)) {
    const session = (path.split('/').at(-1) ?? '').replace(/\..*$/, '');
    if (!isLookedAt(session)) return undefined;
    const found = redactTranscript(text, entryWish(decision, session, true));
    for (const one of found.gone) needles.add(one);
    return found.entries === 0 ? undefined : { text: found.text, lines: found.entries };
  }
  // `kind/time/path`, and below the home what stood in the workspace.
  const original = path
    .split('/')
    .slice(2)
    .join('/')
    .replace(/^workspace\//, '')
    .replace(/\.\d+$/, '');
  if (isText) return without(original, text);
  if (!all) return undefined;
  const found = new Set<number>();
  byteFinder(needles.all()).find(bytes, found);
  return found.size > 0 ? 'all' : undefined;
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  return names.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name).slice(folder.length + 1)] : [])).sort();
}
