// What the top of each SKILL.md says, read again only when the file changed. A skill that was sound stays as it was while its
// file is being written. Must never keep or read what is behind the top.

import { isUtf8 } from 'node:buffer';
import { isSettled, stampOf } from '../text/stamp.js';
import { readHead, type SkillHead } from './front-matter.js';
import { readPlain } from './plain-file.js';
import { MOST_SKILL_BYTES, type SoundCandidate } from './walk.js';

/** The fields of a skill end within so many bytes; most within the first step. */
const HEAD_BYTES = [8 * 1024, 64 * 1024];
/** An editor is done with a file after so long. */
const WRITING_MS = 10_000;
const WRITING = 'Its file is just being written, so the version before is in use.';

export interface Heads {
  of(candidate: SoundCandidate): SkillHead;
  /** Forgets what was not asked for since the last time. */
  sweep(): void;
}

interface Kept {
  stamp: string;
  head: SkillHead;
  /** The last one that could be used as it was. */
  sound?: SkillHead;
}

export function openHeads(now: () => number): Heads {
  const kept = new Map<string, Kept>();
  let asked = new Set<string>();

  return {
    of(candidate) {
      const key = `${candidate.dir}\0${candidate.file}`;
      asked.add(key);
      const stamp = stampOf(candidate.stat);
      const known = kept.get(key);
      if (known?.stamp === stamp && isWhole(known.head)) return known.head;
      const head = known?.stamp === stamp ? known.head : read(candidate);
      const writing = isBeingWritten(Number(candidate.stat.mtimeMs), now()) ? known?.sound : undefined;
      const sound = isWhole(head) ? head : writing;
      // What changed within the last tick may change again under the same stamp.
      kept.set(key, { stamp: isSettled(stamp, Date.now()) ? stamp : '', head, ...(sound ? { sound } : {}) });
      return isWhole(head) || !writing ? head : { ...writing, notes: [...writing.notes, WRITING] };
    },
    sweep() {
      for (const key of kept.keys()) if (!asked.has(key)) kept.delete(key);
      asked = new Set();
    },
  };
}

/** Whether a file that was last written then may not be finished yet; both in epoch ms. */
export function isBeingWritten(mtimeMs: number, now: number): boolean {
  return Math.abs(now - mtimeMs) < WRITING_MS;
}

/** Nobody would save a skill like this but by stopping in the middle. */
export function isWhole(head: SkillHead): boolean {
  return head.fault === undefined && head.closed;
}

function read(candidate: SoundCandidate): SkillHead {
  let head = faulty(candidate, 'Its SKILL.md cannot be read.');
  for (const most of HEAD_BYTES) {
    const { file, folder, root } = candidate;
    const found = readPlain(file, { most: MOST_SKILL_BYTES, head: most, manyNames: root.source === 'bundled' });
    if (!found) return faulty(candidate, 'Its SKILL.md cannot be read.');
    const { bytes, size } = found;
    const isCut = size > bytes.length;
    // The cut may stand inside a character; between lines it does not.
    const whole = isCut ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1) : bytes;
    const isText = isUtf8(whole) && !whole.includes(0);
    head = isText ? readHead(whole.toString('utf8'), folder) : faulty(candidate, 'Its SKILL.md is no text in UTF-8.');
    if (!isCut || head.closed) break;
  }
  return head;
}

function faulty({ folder }: SoundCandidate, fault: string): SkillHead {
  return { ...readHead('', folder), notes: [], fault };
}
