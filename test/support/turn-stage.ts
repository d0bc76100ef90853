// One turn of the agent on a fresh home, with a scripted model and the tools that a test adds.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { seal } from '../../src/agent/tools/seal.js';
import { tools } from '../../src/agent/tools/table.js';
import { runTurn } from '../../src/agent/turn.js';
import { type TurnDeps, type TurnInput, userEntryId } from '../../src/agent/turn-parts.js';
import type { AgentEvent, Principal, Scope, Tool } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { openMemory } from '../../src/memory/memory.js';
import { type Script, scriptedModel } from '../../src/models/scripted.js';
import { openTranscripts, type Transcript } from '../../src/sessions/transcript.js';
import { testEngine } from './engine.js';
import { FakeClock, settle } from './fake-clock.js';
import { silentLog } from './silent-log.js';
import { tempDir } from './temp-dir.js';

export const owner: Principal = { account: 'console:@terminal', name: 'owner', role: 'owner', person: 'owner' };
export const bob: Principal = { account: 'console:bob', name: 'bob', role: 'member', person: 'console-bob' };
export const team: Scope = { kind: 'group', channel: 'console', chat: 'team' };

export async function turnStage(
  script: Script,
  options: { extra?: Tool<unknown>[]; maxToolRounds?: number; autoRecall?: boolean } = {},
) {
  const dir = tempDir();
  for (const name of ['workspace', 'run', 'sessions']) mkdirSync(join(dir, name));
  const clock = new FakeClock();
  const state = await openState(join(dir, 'state.sqlite'));
  const memory = await openMemory({
    workspace: join(dir, 'workspace'),
    runDir: join(dir, 'run'),
    db: state.db,
    clock,
    timezone: 'UTC',
    log: silentLog,
  });
  onTestFinished(() => {
    memory.close();
    state.close();
  });
  const model = scriptedModel(script);
  const engine = testEngine({ db: state.db, clock, autoRecall: options.autoRecall ?? false });
  const deps: TurnDeps = {
    tools: [...tools, ...(options.extra ?? []).map((tool) => seal(tool))],
    clock,
    log: silentLog,
    timezone: 'UTC',
    catalogChars: 18_000,
    limits: { maxToolRounds: options.maxToolRounds ?? 5, toolTimeoutMs: 60_000 },
    ...engine,
    observe: engine.ratios.observe,
  };
  const transcripts = openTranscripts(join(dir, 'sessions'), { clock, log: silentLog });
  let fence = 0;
  const hold = () =>
    transcripts.hold({ id: 's1', key: 'main' }, { process: 'p', fence: ++fence, raise: async (n) => n + 1 });
  const abort = new AbortController();
  const stop = new AbortController();

  function input(
    transcript: Transcript,
    text: string,
    who = owner,
    scope: Scope = { kind: 'main' },
    turn = 't1',
  ): TurnInput {
    return {
      turn,
      mail: {
        take: (entries) => {
          const id = userEntryId(turn);
          if (entries.some((entry) => entry.id === id)) return [];
          const from = { account: who.account, name: who.name, role: who.role };
          return [{ type: 'user', id, text, from, message: 'm1' }];
        },
        changed: () => new AbortController().signal,
      },
      who,
      session: {
        id: 's1',
        scope,
        memory: memory.view(scope, who),
        model,
        signal: AbortSignal.any([abort.signal, stop.signal]),
        get entries() {
          return transcript.entries;
        },
        append: (entries) => transcript.append(entries),
        flush: async () => {},
      },
      channelHint: '',
      policy: { layers: {}, person: true, files: true },
      transcript,
      reach: {
        files: {
          keepText: async ({ name }) => ({ path: `media/main/${name}`, name, mime: 'text/plain' }),
          attach: async () => Promise.reject(new Error('no such file')),
        },
      },
    };
  }
  async function run(turn: TurnInput): Promise<AgentEvent[]> {
    const events: AgentEvent[] = [];
    for await (const event of runTurn(deps, turn, { abort: abort.signal, stop: stop.signal })) events.push(event);
    return events;
  }
  /** Resolves once the model was asked so many times, and what it said has been read. */
  async function asked(times: number): Promise<void> {
    await expect.poll(() => model.requests.length, { interval: 1 }).toBe(times);
    await settle();
  }
  const longTerm = () => {
    const file = join(dir, 'workspace/MEMORY.md');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  function put(path: string, text: string): void {
    mkdirSync(dirname(join(dir, 'workspace', path)), { recursive: true });
    writeFileSync(join(dir, 'workspace', path), text);
  }
  return { model, deps, clock, hold, input, run, asked, abort, stop, longTerm, put };
}

/** A tool under a test's control. */
export function probe(
  name: string,
  run: Tool<unknown>['run'],
  allowed: Tool<unknown>['allowed'] = () => true,
): Tool<unknown> {
  const policy = { group: 'memory', profile: 'minimal', apart: 'free' } as const;
  return { name, description: 'A probe.', args: z.looseObject({}), ...policy, allowed, run };
}
