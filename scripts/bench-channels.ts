// What a turn costs on a chat platform, printed as one table with its budgets: turns a second over a hundred chats, the time
// from an update to its answer, CPU and memory; beside a bare grammY bot in the same run. Exits 1 when a budget breaks.
// The model answers at once, everything accepted is on disk, replies are not streamed.
// usage: npm run bench:channels [-- SECONDS [FOLDER]]; FOLDER gets a CPU profile of the bot (node --cpu-prof).

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { table } from '../src/memory/eval/render.js';
import { writeConfig } from '../test/support/cli.js';
import type { Measured, Wish, World } from './bench-channels/platforms.js';
import { cpuMs, Helper, residentMb, startNode, stop } from './bench-channels/process.js';

const CHATS = 100;
const PER_SECOND = 20;
const WARM_UP_MS = 5_000;
const IDLE_MS = 5_000;
/** V8 gives memory back when a process has been at rest for a while. */
const REST_MS = 30_000;
const budget = { turnsPerSecond: 150, p50: 12, p95: 50, residentMb: 160 };
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Outcome {
  busy: Measured;
  steady: Measured;
  /** Per turn, ms. */
  busyCpu: number | undefined;
  steadyCpu: number | undefined;
  idleMb: number | undefined;
  afterMb: number | undefined;
}

interface Row {
  what: string;
  unit: string;
  ours: number | undefined;
  bare: number | undefined;
  /** `least`: it must be at least so much, else at most. */
  budget?: number;
  least?: true;
}

/** Both loads on one bot, in a world of its own. */
async function measure(start: (world: World) => Promise<ChildProcess>, ms: number): Promise<Outcome> {
  const [helper, world] = await Helper.start<Wish, Measured, World>(file('./bench-channels/platforms.ts'));
  try {
    const bot = await start(world);
    try {
      await sleep(IDLE_MS);
      const idleMb = residentMb(bot);
      const measured = async (wish: Wish) => {
        const before = cpuMs(bot);
        const outcome = await helper.ask(wish);
        const after = cpuMs(bot);
        if (outcome.lost > 0) throw new Error(`${outcome.lost} messages were not answered`);
        const cpu = before === undefined || after === undefined ? undefined : (after - before) / outcome.turns;
        return [outcome, cpu] as const;
      };
      await measured({ do: 'ping-pong', chats: CHATS, ms: WARM_UP_MS });
      const [busy, busyCpu] = await measured({ do: 'ping-pong', chats: CHATS, ms });
      const [steady, steadyCpu] = await measured({ do: 'steady', chats: CHATS, ms, perSecond: PER_SECOND });
      await sleep(REST_MS);
      return { busy, steady, busyCpu, steadyCpu, idleMb, afterMb: residentMb(bot) };
    } finally {
      await stop(bot);
    }
  } finally {
    helper.end();
  }
}

async function startNightjar({ telegram, discord, modelUrl }: World, profile: string | undefined) {
  const home = mkdtempSync(join(temp, 'home-'));
  const groups = telegram.groups.map((id) => `      "${id}": { respond: always }`).join('\n');
  writeConfig(
    home,
    `owner: ["telegram:1"]
model: { name: instant, baseUrl: "${modelUrl}", apiKey: x }
channels:
  telegram:
    token: "${telegram.token}"
    apiRoot: "${telegram.apiRoot}"
    streaming: false
    groups:
${groups}
  discord: { token: "${discord.token}", apiRoot: "${discord.apiRoot}" }
`,
  );
  const watched = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return await startNode([...watched, file('../dist/bin/nightjar.js'), 'start'], { NIGHTJAR_HOME: home }, 'is up');
}

async function startEcho({ telegram }: World) {
  const script = file('./bench-channels/echo-bot.ts');
  return await startNode(['--import', 'tsx', script, telegram.token, telegram.apiRoot], {}, 'is up');
}

function print(rows: readonly Row[]): boolean {
  const held = ({ ours, budget, least }: Row) =>
    budget === undefined || ours === undefined || (least ? ours >= budget : ours <= budget);
  const shown = (value: number | undefined, unit: string) =>
    value === undefined || Number.isNaN(value) ? '' : `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
  const cells = rows.map((row) => [
    row.what,
    shown(row.ours, row.unit),
    shown(row.bare, row.unit),
    row.ours === undefined || row.bare === undefined ? '' : `${(row.ours / row.bare).toFixed(2)} ×`,
    row.budget === undefined ? '' : `${row.least ? '≥' : '≤'} ${row.budget} ${row.unit}`,
    row.budget === undefined ? '' : held(row) ? 'ok' : 'OVER',
  ]);
  for (const line of table([['', 'nightjar', 'bare grammY', 'ratio', 'budget', ''], ...cells])) console.log(line);
  return rows.every(held);
}

const [seconds = '20', profile] = process.argv.slice(2);
const temp = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
try {
  const ms = Number(seconds) * 1_000;
  process.stderr.write(`measuring nightjar, ${seconds} s a load …\n`);
  const ours = await measure((world) => startNightjar(world, profile), ms);
  process.stderr.write('measuring a bare grammY bot …\n');
  const bare = await measure(startEcho, ms);
  const row = (what: string, unit: string, of: (one: Outcome) => number | undefined, more: Partial<Row> = {}): Row => ({
    what,
    unit,
    ours: of(ours),
    bare: of(bare),
    ...more,
  });
  const rate = ({ busy }: Outcome) => busy.turns / busy.seconds;
  const { p50, p95, turnsPerSecond, residentMb: mb } = budget;
  const held = print([
    row(`${CHATS} chats, each answered before it goes on`, 'turns/s', rate, { budget: turnsPerSecond, least: true }),
    row('  update → sendMessage p50', 'ms', ({ busy }) => busy.p50),
    row('  update → sendMessage p95', 'ms', ({ busy }) => busy.p95),
    row('  CPU a turn', 'ms', ({ busyCpu }) => busyCpu),
    row(`${PER_SECOND} messages/s: update → sendMessage p50`, 'ms', ({ steady }) => steady.p50, { budget: p50 }),
    row('  p95', 'ms', ({ steady }) => steady.p95, { budget: p95 }),
    row('  most', 'ms', ({ steady }) => steady.most),
    row('  CPU a turn', 'ms', ({ steadyCpu }) => steadyCpu),
    row('resident memory, idle, both channels up', 'MB', ({ idleMb }) => idleMb, { budget: mb }),
    row('resident memory, 30 s after the load', 'MB', ({ afterMb }) => afterMb, { budget: mb }),
  ]);
  process.exitCode = held ? 0 : 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
