// The transcripts in which something is forgotten: each is written beside itself and put in its place, whole. The caller holds their
// lanes. Also tells which messages of others repeat what goes.

import { existsSync, readFileSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerName } from '../memory/visibility.js';
import { type EntryWish, redactTranscript } from '../sessions/forget.js';
import { newReading, type Reading, readLines } from '../sessions/parse.js';
import type { Needles } from '../text/needles.js';
import { type Decision, entryWish } from './forget-decide.js';
import type { SessionFile } from './forget-scan.js';

export interface TalkParts {
  /** The folder of transcripts. */
  sessions: string;
  decision: Decision;
  transcripts: readonly SessionFile[];
  needles: Needles;
  dry: boolean;
}

/** Of one conversation. */
const MOST_REPEATED = 200;

export interface Walked {
  conversations: { session: string; entries: number }[];
  files: string[];
}

/** One conversation after the other, each written beside itself and put in its place. */
export async function inConversations(parts: TalkParts, words: boolean): Promise<Walked> {
  const walked: Walked = { conversations: [], files: [] };
  for (const { name, session } of parts.transcripts) {
    const path = join(parts.sessions, name);
    if (!existsSync(path)) continue;
    const wish: EntryWish = entryWish(parts.decision, session, words);
    const found = redactTranscript(readFileSync(path, 'utf8'), wish);
    walked.files.push(...found.files);
    for (const one of found.gone) parts.needles.add(one);
    if (found.entries === 0) continue;
    walked.conversations.push({ session, entries: found.entries });
    if (!parts.dry) await putInPlace(path, found.text);
  }
  return walked;
}

/** Messages of others that say word for word what goes: theirs, so they stay. */
export function repeatedBy({
  decision,
  transcripts,
  sessions,
}: TalkParts): { path: string; line: number; owner: string }[] {
  const { scan } = decision;
  if (!scan) return [];
  return transcripts.flatMap(({ name, session, scope }) => {
    const path = join(sessions, name);
    if (scan.whole.has(session) || !existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        if (!line.includes('"type":"user"')) return [];
        const { entries } = readWhole(line);
        const isTold = entries.some(
          (one) =>
            one.type === 'user' &&
            scan.whose.get(one.id) === 'other' &&
            one.text.split('\n').some((said) => decision.repeats(said)),
        );
        return isTold ? [{ path: `sessions/${name}`, line: at + 1, owner: ownerName(scope ?? { kind: 'main' }) }] : [];
      })
      .slice(0, MOST_REPEATED);
  });
}

function readWhole(line: string): Reading {
  const reading = newReading();
  readLines(reading, line);
  return reading;
}

export async function putInPlace(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(partial, 0o600);
  await rename(partial, path);
}
