// A memory on a fresh folder that dreams night after night by a clock turned by hand. For tests and for the evaluation alike:
// whoever opens it closes it. Must never change a daily log but by the lines it is told to write.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  ApplyPolicy,
  Dream,
  DreamPlan,
  MemoryView,
  Proposer,
  Scope,
  Trust,
} from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { claimKey } from '../../../src/memory/dream/claims/claims.js';
import { openRecalls } from '../../../src/memory/dream/claims/recalls.js';
import { addDream } from '../../../src/memory/dream/dream-rows.js';
import { openDreamer } from '../../../src/memory/dream/dreamer.js';
import type { Mind } from '../../../src/memory/dream/plan.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { openMemory } from '../../../src/memory/memory.js';
import { addDays } from '../../../src/text/local-time.js';
import { lowestTrust } from '../../../src/text/trust.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';

export interface StagedLine {
  /** One or several, as they stand in the file. */
  line: string;
  trust: Trust;
  /** Who wrote it: a tool that somebody asked to, the flush of a conversation, or that of a run nobody began. */
  by: 'tool' | 'flush' | 'run';
}

export interface StageOptions {
  apply?: ApplyPolicy;
  /** The most that a prompt shows of a long-term file. */
  limit?: number;
  lookBackDays?: number;
}

const MAIN: Scope = { kind: 'main' };

export async function openDreamStage({ apply = 'auto', limit = 20_000, lookBackDays = 31 }: StageOptions = {}) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'nightjar-dream-')));
  const workspace = join(home, 'workspace');
  mkdirSync(workspace, { mode: 0o700 });
  const clock = new FakeClock('2026-10-01T00:00:00Z');
  const [log, timezone] = [silentLog, 'UTC'];
  const state = await openState(join(home, 'state.sqlite'));
  const { db } = state;
  const runDir = join(home, 'run');
  const memory = await openMemory({ workspace, runDir, db, clock, timezone, log });
  const recalls = openRecalls({ db, clock, timezone, log, claimKey: async () => claimKey });
  const dreamer = openDreamer({
    ...{ db, memory, clock, log, timezone, recalls, limit, lookBackDays },
    locks: openFileLocks({ runDir, clock }),
    isMachine: (session) => session.startsWith('run-'),
    policy: () => ({ enabled: true, apply }),
  });
  const disk = (path: string) => join(workspace, path);
  const text = (path: string) => (existsSync(disk(path)) ? readFileSync(disk(path), 'utf8') : '');
  let calls = 0;

  return {
    ...{ home, workspace, memory, db, clock, dreamer, recalls, text },
    view: (scope: Scope = MAIN): MemoryView => memory.view(scope),
    longTerm: (scope: Scope = MAIN) => text(memory.view(scope).pathOf('long')),
    /** As a hand does. */
    write(path: string, words: string) {
      mkdirSync(dirname(disk(path)), { recursive: true });
      writeFileSync(disk(path), words);
    },
    /** As the assistant does, in the log of a day. */
    async writeLog(day: string, lines: readonly StagedLine[], scope: Scope = MAIN) {
      clock.set(Date.parse(`${day}T21:00:00Z`));
      const view = memory.view(scope);
      for (const by of ['flush', 'tool', 'run'] as const) {
        const own = lines
          .filter((one) => one.by === by)
          .flatMap(({ line, trust }) => line.split('\n').map((one) => ({ line: one, trust })));
        if (own.length === 0) continue;
        calls++;
        await view.apply({ kind: 'append', path: view.pathOf('day'), lines: own.map(({ line }) => line) }, undefined, {
          ...{ who: 'console:owner', by: by === 'tool' ? 'tool' : 'flush', session: `${by}-${day}`, call: `c${calls}` },
          reason: 'said that day',
          trust: lowestTrust(own.map(({ trust }) => trust)),
          lines: own.map(({ trust }) => ({ trust, entries: [] })),
        });
      }
    },
    /** The night behind a day, whatever it decides; what waits for a yes is left waiting. */
    async night(day: string, propose?: Proposer | Mind, scope: Scope = MAIN): Promise<Dream> {
      const night = addDays(day, 1);
      clock.set(Date.parse(`${night}T03:00:00Z`));
      const id = await db.write(() => addDream(db, memory.folders.canonical(scope), night, 'night', clock.now()));
      if (id === undefined) throw new Error(`${night} had its dream`);
      return await dreamer.run(id, thinking(propose));
    },
    async preview(day: string, propose?: Proposer | Mind, scope: Scope = MAIN): Promise<DreamPlan> {
      return await dreamer.preview(scope, addDays(day, 1), thinking(propose));
    },
    /** Of everything that days left behind, of whatever scope. */
    logsHash(): string {
      const hash = createHash('sha256');
      const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((one) => /(?:^|\/)memory\/[^/]+\.md$/.test(one)).sort()) {
        hash.update(`${name}\n`).update(readFileSync(disk(name)));
      }
      return hash.digest('hex');
    },
    /** Every long-term file and what was moved out of one, by path. */
    longTermFiles(): Record<string, string> {
      const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
      const own = names.filter((one) => /(?:^|\/)(?:MEMORY\.md|memory\/topics\/[^/]+\.md)$/.test(one)).sort();
      return Object.fromEntries(own.map((name) => [name, text(name)]));
    },
    async close() {
      await memory.close();
      state.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type DreamStage = Awaited<ReturnType<typeof openDreamStage>>;

function thinking(propose?: Proposer | Mind) {
  const mind: Mind | undefined = typeof propose === 'function' ? { propose, fit: (question) => question } : propose;
  return { mind, tokens: () => 0, signal: new AbortController().signal };
}
