// What dreams in a conversation of tests: the real parts, with a proposer in the place of a model.

import type { Clock, Proposer } from '../../src/contracts/index.js';
import type { Db } from '../../src/db/database.js';
import { openDreamsDesk } from '../../src/gateway/dreams-desk.js';
import type { WakeUps } from '../../src/gateway/wake-ups.js';
import type { DreamJobDeps } from '../../src/jobs/handlers/dream.js';
import { claimKey } from '../../src/memory/dream/claims/claims.js';
import { openRecalls } from '../../src/memory/dream/claims/recalls.js';
import { openDreamer } from '../../src/memory/dream/dreamer.js';
import { openFileLocks } from '../../src/memory/file-locks.js';
import type { Memory } from '../../src/memory/memory.js';
import { scriptedModel } from '../../src/models/scripted.js';
import { isRun } from '../../src/sessions/rows.js';
import { mindOf } from './memory/dreaming.js';
import { silentLog } from './silent-log.js';

export function testDreaming(parts: {
  db: Db;
  clock: Clock;
  memory: Memory;
  runDir: string;
  timezone: string;
  wakeUps: Pick<WakeUps, 'dream'>;
  /** Absent: rules. */
  proposes: Proposer | undefined;
}) {
  const { db, clock, memory, timezone, wakeUps, proposes } = parts;
  const recalls = openRecalls({ db, clock, timezone, log: silentLog, claimKey: async () => claimKey });
  const policy = () => ({ enabled: true, apply: 'ask-if' as const });
  const scopes = () => [{ kind: 'main' as const }, ...memory.folders.all().map(({ scope }) => scope)];
  const dreamer = openDreamer({
    ...{ db, clock, memory, timezone, recalls, policy, log: silentLog, lookBackDays: 31, limit: 20_000 },
    locks: openFileLocks({ runDir: parts.runDir, clock }),
    isMachine: (session) => isRun(db, session),
  });
  const jobs: DreamJobDeps['dreaming'] = {
    ...{ dreamer, scopes, privacy: memory.privacy },
    model: () => proposes && scriptedModel([]),
    mind: async () => mindOf(proposes ?? (async () => ({ operations: [], refused: [] }))),
  };
  const { canonical } = memory.folders;
  const desk = openDreamsDesk({ db, clock, timezone, dreamer, policy, scopes, canonical, wakeUps });
  return { recalls, jobs, desk };
}
