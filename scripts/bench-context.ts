// How long a request takes to put together: histories that are long, and texts that are larger than any window. Prints a table
// with the ratio to reading the same texts once, measured in the same run.
// Usage: npm run bench:context

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '../src/agent/tools/table.js';
import type { ContextTurn, Entry, EntryBody, ImagePart, Scope, SessionKey } from '../src/contracts/index.js';
import { openState } from '../src/db/state.js';
import { openMemory } from '../src/memory/memory.js';
import { requestTokens } from '../src/models/request-tokens.js';
import { scriptedModel } from '../src/models/scripted.js';
import { systemClock } from '../src/ops/system-clock.js';
import { openSession } from '../src/sessions/rows.js';
import { estimateTokens } from '../src/text/tokens.js';
import { testEngine } from '../test/support/engine.js';
import { silentLog } from '../test/support/silent-log.js';

const ROUNDS = 30;
const MAIN: Scope = { kind: 'main' };

let count = 0;
function entry(body: EntryBody, turn: string): Entry {
  return { ...body, id: `e${++count}`, at: count, fence: 1, turn };
}
const said = (text: string, turn: string) =>
  entry({ type: 'user', text, from: { account: 'console:ann', name: 'ann', role: 'owner' }, message: 'm' }, turn);
const answer = (text: string, turn: string, final = true) =>
  entry({ type: 'assistant', text, model: 'm', final }, turn);
const call = (id: string, turn: string) =>
  entry({ type: 'tool_call', call: id, name: 'read', args: '{"path":"x"}' }, turn);
const result = (id: string, turn: string, text: string) =>
  entry({ type: 'tool_result', call: id, name: 'read', text }, turn);

/** Five messages a turn, a tool call among them; every fifth one Chinese. */
function conversation(messages: number): Entry[] {
  return Array.from({ length: messages / 5 }, (_, index) => {
    const turn = `t${index}`;
    const words =
      index % 5 === 0
        ? `第${index}次，我们谈谈项目的进展和下一步的安排。`
        : `In turn ${index} we speak of the plan, and of what is next.`;
    return [
      said(words, turn),
      answer('', turn, false),
      call(`c${index}`, turn),
      result(`c${index}`, turn, words),
      answer(`Yes: ${words}`, turn),
    ];
  }).flat();
}

function pictures(number: number): ImagePart[] {
  return Array.from({ length: number }, () => ({ mime: 'image/png', base64: 'A'.repeat(400_000) }));
}

const huge = [
  said('look', 't0'),
  answer('', 't0', false),
  call('big', 't0'),
  result('big', 't0', 'line of a log file\n'.repeat(110_000)),
  answer('seen', 't0'),
];
const cases: { name: string; limitMs: number; window: number; entries: Entry[]; images: number }[] = [
  { name: '2 MB tool result', limitMs: 50, window: 200_000, entries: [...huge, said('and?', 'now')], images: 0 },
  {
    name: 'unbroken Chinese line of 200,000',
    limitMs: 50,
    window: 200_000,
    entries: [said('汉'.repeat(200_000), 'now')],
    images: 0,
  },
  { name: '50 images', limitMs: 50, window: 200_000, entries: [said('these', 'now')], images: 50 },
  {
    name: 'all three, window 20,000',
    limitMs: 50,
    window: 20_000,
    entries: [...huge, said('汉'.repeat(200_000), 't1'), answer('ok', 't1'), said('and?', 'now')],
    images: 10,
  },
  {
    name: '5,000 messages',
    limitMs: 30,
    window: 200_000,
    entries: [...conversation(5_000), said('and?', 'now')],
    images: 0,
  },
  {
    name: '5,000 messages, window 20,000',
    limitMs: 30,
    window: 20_000,
    entries: [...conversation(5_000), said('and?', 'now')],
    images: 0,
  },
];

const dir = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
for (const name of ['workspace', 'run']) mkdirSync(join(dir, name));
const state = await openState(join(dir, 'state.sqlite'));
const { db } = state;
const memory = await openMemory({
  workspace: join(dir, 'workspace'),
  runDir: join(dir, 'run'),
  db,
  clock: systemClock,
  timezone: 'UTC',
  log: silentLog,
});
const rows: Record<string, string | number>[] = [];
let failed = false;
for (const { name, limitMs, window, entries, images } of cases) {
  const model = scriptedModel([], { contextTokens: window });
  const { context } = testEngine({ db, clock: systemClock });
  const chat = { channel: 'console', account: 'bot', chat: name };
  const { id } = await openSession(db, { key: name as SessionKey, scope: MAIN, chat }, 0);
  const first = entries.at(-1)?.id ?? '';
  const turn: ContextTurn = {
    session: {
      id,
      scope: MAIN,
      model,
      memory: memory.view(MAIN),
      entries,
      signal: new AbortController().signal,
      append: () => [],
      flush: async () => {},
    },
    turn: 'now',
    tools: tools.map(({ spec }) => spec),
    channelHint: '',
    notes: [],
    images: new Map(images > 0 ? [[first, pictures(images)]] : []),
  };
  const times: number[] = [];
  let tokens = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const { prompt, manifest } = await context.assemble(turn);
    times.push(performance.now() - began);
    tokens = requestTokens(prompt);
    if (tokens > manifest.budget)
      throw new Error(`${name}: ${tokens} tokens are over the budget of ${manifest.budget}`);
  }
  const readMs = median(
    Array.from({ length: ROUNDS }, () =>
      timeOf(() => void entries.map((one) => ('text' in one ? estimateTokens(one.text ?? '') : 0))),
    ),
  );
  const typical = median(times);
  failed ||= typical > limitMs;
  rows.push({
    case: name,
    'first ms': round1(times[0] ?? 0),
    'median ms': round1(typical),
    'p95 ms': round1(times.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0),
    'budget ms': limitMs,
    'x counting its tokens': round1(typical / readMs),
    tokens,
  });
}
await memory.close();
state.close();
rmSync(dir, { recursive: true, force: true });
console.table(rows);
if (failed) process.exitCode = 1;

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
