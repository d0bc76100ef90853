// A home in memory's tests that dreams: a dreamer on a fresh workspace, and short words for nights.

import type { ApplyPolicy, Dream, Proposer, Scope } from '../../../src/contracts/index.js';
import { claimKey } from '../../../src/memory/dream/claims/claims.js';
import { openRecalls } from '../../../src/memory/dream/claims/recalls.js';
import { addDream, dreamById } from '../../../src/memory/dream/dream-rows.js';
import { openDreamer } from '../../../src/memory/dream/dreamer.js';
import type { Mind } from '../../../src/memory/dream/plan.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import type { MemoryOptions } from '../../../src/memory/memory.js';
import { main, openTestMemory } from './open.js';

export interface DreamStageOptions {
  apply?: ApplyPolicy;
  limit?: number;
  lookBackDays?: number;
  /** Sessions that nobody talked in. */
  machines?: readonly string[];
  memory?: Partial<MemoryOptions>;
}

/** Its clock stands at nine in the morning of 2026-11-29, UTC. */
export async function openDreamStage(options: DreamStageOptions = {}) {
  const { apply = 'auto', limit = 20_000, lookBackDays = 31, machines = [] } = options;
  const home = await openTestMemory(options.memory);
  const { db, memory, clock, log } = home;
  const recalls = openRecalls({ db, clock, timezone: 'UTC', log, claimKey: async () => claimKey });
  const held: Dream[] = [];
  const settings = { apply };
  const dreamer = openDreamer({
    ...{ db, memory, clock, log, recalls, timezone: 'UTC', lookBackDays, limit },
    locks: openFileLocks({ runDir: `${home.home}/run`, clock }),
    policy: () => ({ enabled: true, apply: settings.apply }),
    isMachine: (session) => machines.includes(session),
    held(dream) {
      held.push(dream);
      return undefined;
    },
  });

  async function begin(scope: Scope, day: string, cause: Dream['cause'] = 'asked'): Promise<number> {
    const id = await db.write(() => addDream(db, scope, day, cause, clock.now()));
    if (id === undefined) throw new Error('that night had its dream');
    return id;
  }

  async function run(id: number, propose?: Proposer): Promise<Dream> {
    return await dreamer.run(id, {
      mind: propose && mindOf(propose),
      tokens: () => 0,
      signal: new AbortController().signal,
    });
  }

  return {
    ...home,
    dreamer,
    recalls,
    settings,
    /** Those that somebody was asked about. */
    held,
    begin,
    run,
    find: (id: number) => dreamById(db, id),
    /** One night of a scope, by rules or by whoever proposes. */
    night: async (day: string, { propose, scope = main }: { propose?: Proposer; scope?: Scope } = {}) =>
      await run(await begin(scope, day), propose),
    preview: async (day: string, { propose, scope = main }: { propose?: Proposer; scope?: Scope } = {}) =>
      await dreamer.preview(scope, day, { mind: propose && mindOf(propose), signal: new AbortController().signal }),
  };
}

/** Takes in whatever it is asked. */
export function mindOf(propose: Proposer): Mind {
  return { propose, fit: (question) => question };
}
