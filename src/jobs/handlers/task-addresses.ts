// Which of the web addresses in a run's task may be opened unasked: nobody reads along in a run, so what only a model wrote there
// must never count.

import { keyOf } from '../../agent/web/address.js';
import { addressesIn, isNamed, isOnOpenPage } from '../../agent/web/named-addresses.js';
import type { Schedule, Scope } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { draftOfCall, isAgreed, proposalById } from '../../gateway/proposals.js';
import type { TaskWords } from '../../gateway/tool-web.js';
import type { Memory } from '../../memory/memory.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { originOf } from '../scheduler/rows.js';

export interface TaskAddressDeps {
  db: Db;
  memory: Pick<Memory, 'view'>;
  transcripts: Pick<Transcripts, 'read'>;
}

/** Undefined where the whole task is somebody's own words. `text` is the task, `scope` that of the run. */
export function wordsOfTask(
  { db, memory, transcripts }: TaskAddressDeps,
  { id, task, via }: Pick<Schedule, 'id' | 'task' | 'via'>,
  { text, scope }: { text: string; scope: Scope },
): TaskWords | undefined {
  if (task === 'heartbeat') {
    const lines = text.split('\n');
    const trusts = memory.view(scope).trustOf('HEARTBEAT.md', lines);
    const own = addressesIn(lines.filter((_, index) => trusts[index] === 'owner').join('\n'));
    return (url) => own.has(keyOf(url));
  }
  if (via !== 'tool') return undefined;
  const origin = originOf(db, id);
  if (!origin) return () => false;
  const { session } = origin;
  const question = draftOfCall(db, origin);
  // Somebody said yes to exactly these words.
  if (question?.schedule === id && proposalById(db, question.id)?.state === 'applied') return undefined;
  return (url, inside) => {
    const said = transcripts.read(session);
    return isNamed(said, url) || isOnOpenPage(said, url, inside) || isAgreed(db, session, keyOf(url));
  };
}
