// One conversation with the agent alone: turns through the real loop, engine, transcript, memory and state, without a gateway.
// Tests say what the model answers, and look at what it was asked.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runsApart } from '../../src/agent/apart/run.js';
import type { ContextSettings } from '../../src/agent/engine/limits.js';
import type { RunBounds } from '../../src/agent/run-limits.js';
import { type SealedTool, seal } from '../../src/agent/tools/seal.js';
import { tools } from '../../src/agent/tools/table.js';
import { runTurn } from '../../src/agent/turn.js';
import { userEntryId } from '../../src/agent/turn-parts.js';
import type {
  AgentEvent,
  ChatModel,
  ContextEngine,
  ContextSession,
  FlushCause,
  Manifest,
  ModelRequest,
  Principal,
  Scope,
  SessionKey,
  SkillSet,
  Tool,
} from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { apartHost } from '../../src/jobs/handlers/apart-host.js';
import { openMemory } from '../../src/memory/memory.js';
import { type Script, scriptedModel } from '../../src/models/scripted.js';
import { openSession, type SessionRow, sessionById } from '../../src/sessions/rows.js';
import { searchableTranscripts } from '../../src/sessions/searchable.js';
import { openTranscripts } from '../../src/sessions/transcript.js';
import { testBudgets } from './budgets.js';
import { testEngine } from './engine.js';
import { FakeClock } from './fake-clock.js';
import { silentLog } from './silent-log.js';
import { tempDir } from './temp-dir.js';

export interface DialogueOptions {
  window?: number;
  settings?: Partial<ContextSettings>;
  scope?: Scope;
  extra?: Tool<unknown>[];
  /** Default 5. */
  maxToolRounds?: number;
  timezone?: string;
  start?: string;
  /** Instead of a script. */
  model?: ChatModel & { requests: readonly ModelRequest[] };
  /** What compaction may cost. */
  limits?: Parameters<typeof testBudgets>[0]['limits'];
  /** The skills of every turn. Default: there are none, and nothing runs apart. */
  skills?: SkillSet;
  /** The most characters of their list. */
  catalogChars?: number;
  /** What one that runs apart may take. */
  apart?: Partial<RunBounds>;
  /** Over the built-in engine. */
  engine?: (builtIn: ContextEngine) => ContextEngine;
  /** Memory finds what was said, too. */
  remembersTalk?: boolean;
}

export type Dialogue = Awaited<ReturnType<typeof dialogue>>;

export async function dialogue(script: Script, options: DialogueOptions = {}) {
  const { window = 200_000, settings = {}, scope = { kind: 'main' }, timezone = 'UTC' } = options;
  const dir = tempDir();
  for (const name of ['workspace', 'run', 'sessions']) mkdirSync(join(dir, name));
  const clock = new FakeClock(options.start ?? '2026-11-29T09:00:00Z');
  const state = await openState(join(dir, 'state.sqlite'));
  const { db } = state;
  const workspace = join(dir, 'workspace');
  const said = options.remembersTalk ? { transcripts: searchableTranscripts(db, join(dir, 'sessions')) } : {};
  const memory = await openMemory({
    workspace,
    runDir: join(dir, 'run'),
    db,
    clock,
    timezone,
    log: silentLog,
    ...said,
  });
  onTestFinished(async () => {
    await memory.close();
    state.close();
  });
  const model = options.model ?? scriptedModel(script, { contextTokens: window });
  const budgets = testBudgets({ db, clock, timezone, limits: options.limits ?? {} });
  const built = testEngine({ db, clock, settings, timezone, budgets });
  const context = options.engine?.(built.context) ?? built.context;
  const key = scope.kind as SessionKey;
  const chat = { channel: 'console', account: 'bot', chat: 'x' };
  const row = await openSession(db, { key, scope, chat }, clock.now());
  const transcripts = openTranscripts(join(dir, 'sessions'), { clock, log: silentLog });
  const flushes: { through: string; cause: FlushCause; entries: number }[] = [];
  const manifests: Manifest[] = [];
  let fence = 0;
  let turns = 0;
  let abort = new AbortController();
  const stop = new AbortController();
  const who: Principal = { account: 'console:ann', name: 'ann', role: 'owner', person: 'owner' };
  const hold = () => transcripts.hold(row, { process: 'p', fence: ++fence, raise: async (least) => least + 1 });
  let transcript = await hold();

  function session(): ContextSession {
    return {
      id: row.id,
      scope,
      model,
      memory: memory.view(scope, { name: 'ann', role: 'owner' }),
      signal: abort.signal,
      get entries() {
        return transcript.entries;
      },
      append: (entries) => transcript.append(entries),
      async flush(through, cause) {
        flushes.push({ through, cause, entries: transcript.entries.length });
      },
    };
  }

  function host() {
    const bounds = { timeoutMs: 60_000, maxTokens: 100_000, maxToolRounds: 3, ...options.apart };
    const ensureFlushed = async () => {};
    return apartHost(
      { db, clock, memory, transcripts, ensureFlushed, process: 'p', apart: bounds },
      { session: row, fence: transcript.fence, who, model },
    );
  }

  /** One turn to its end. */
  async function say(
    text: string,
    more: { channelHint?: string; only?: string[]; turn?: string } = {},
  ): Promise<AgentEvent[]> {
    const turn = more.turn ?? `t${++turns}`;
    transcript = await hold();
    const events: AgentEvent[] = [];
    const running = runTurn(
      {
        context,
        tools: [...tools, ...(options.extra ?? []).map((tool): SealedTool => seal(tool))],
        clock,
        log: silentLog,
        timezone,
        catalogChars: options.catalogChars ?? 18_000,
        limits: { maxToolRounds: options.maxToolRounds ?? 5, toolTimeoutMs: 60_000 },
        observe: built.ratios.observe,
      },
      {
        turn,
        mail: {
          take(entries) {
            const id = userEntryId(turn);
            if (entries.some((entry) => entry.id === id)) return [];
            const from = { account: 'console:ann', name: 'ann', role: 'owner' as const };
            return [{ type: 'user', id, text, from, message: turn }];
          },
          changed: () => new AbortController().signal,
        },
        who,
        session: session(),
        channelHint: more.channelHint ?? '',
        policy: { layers: more.only ? { configuration: { allow: more.only } } : {}, person: true, files: true },
        transcript,
        ...(options.skills ? { apart: runsApart(host()) } : {}),
        reach: {
          ...(options.skills ? { skills: options.skills } : {}),
          files: {
            keepText: async ({ name }) => ({ path: name, name, mime: 'text/plain' }),
            attach: async () => Promise.reject(new Error('no such file')),
          },
        },
      },
      { abort: abort.signal, stop: stop.signal },
    );
    for await (const event of running) {
      events.push(event);
      if (event.type === 'asked') manifests.push(event.manifest);
    }
    return events;
  }

  return {
    clock,
    db,
    memory,
    model,
    context,
    budgets,
    flushes,
    manifests,
    /** Ends the process, as far as a turn can tell. */
    get abort() {
      return abort;
    },
    /** Another process goes on. */
    revive() {
      abort = new AbortController();
    },
    stop,
    transcripts,
    dir,
    say,
    session,
    /** What the transcript holds now. */
    entries: () => transcript.entries,
    append: (...entries: Parameters<typeof transcript.append>[0]) => transcript.append(entries),
    row: (): SessionRow => sessionById(db, row.id) ?? row,
    put(path: string, text: string) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    },
    file: (path: string) => readFileSync(join(workspace, path), 'utf8'),
  };
}

/** What is byte-identical within an epoch: system prompt, tools, and the history up to the latest words of a person. */
export function beginningOf(request: ModelRequest | undefined): { fixed: string; history: string[] } {
  const { system = '', tools = [], messages = [] } = request ?? {};
  const latest = messages.findLastIndex(({ role }) => role === 'user');
  return {
    fixed: JSON.stringify([system, tools]),
    history: messages.slice(0, latest).map((one) => JSON.stringify(one)),
  };
}
