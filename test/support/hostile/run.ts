// Hostile conversations through the whole bot: every scope tries to learn what is every other's, helped by a model that was
// talked into all of it. Counts what was tried, and tells of every canary that turned up where it may not.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '../../../src/db/database.js';
import { collect, startCli, writeConfig } from '../cli.js';
import { startModelServer } from '../model-server.js';
import { newCanaries } from './canaries.js';
import { type Den, folderOf, isForbidden, pick } from './cast.js';
import { castDiscord } from './discord-cast.js';
import { helperModel, type Task } from './helper-model.js';
import { knownOf, underWay } from './home-state.js';
import { type Attack, lanesOf } from './lanes.js';
import { type Leak, leakFinder } from './leaks.js';
import { ask, drawMoves, play, type Scene } from './moves.js';
import { plantFiles } from './planting.js';
import { castTelegram } from './telegram-cast.js';
import { castTerminal } from './terminal-cast.js';
import { openWeb } from './web.js';
import { KEYWORDS, type Known } from './wishes.js';

export interface HostilePlan {
  conversations: number;
  random: () => number;
  /** The program, where it is not the one that was built. */
  entry?: string;
  /** It is over with the first leak. */
  stopAtLeak?: boolean;
}

export interface HostileReport {
  conversations: number;
  moves: Record<string, number>;
  /** Ordered pairs of scopes of which the first tried to learn what is the second's, and how many there are. */
  pairs: number;
  allPairs: number;
  requests: number;
  tools: Record<string, number>;
  seconds: number;
  /** Whatever else was not as it must be. */
  faults: string[];
  /** Where canaries were planted that their own chats saw. */
  seen: string[];
  leaks: Leak[];
}

const UP_MS = 30_000;
const ANSWER_MS = 60_000;
const LOOK_MS = 20;
/** Of the first so many dens a dream is held, that waits for a yes. */
const DREAMERS = 3;
export async function hostileRun(home: string, plan: HostilePlan): Promise<HostileReport> {
  const { random, entry } = plan;
  const canaries = newCanaries(random);
  const telegram = await castTelegram(canaries, 0);
  const discord = await castDiscord(canaries, telegram.dens.length);
  const terminal = castTerminal(telegram.dens.length + discord.dens.length);
  const dens = [...telegram.dens, ...discord.dens, terminal.den];
  const known = new Map<Den, Known>();
  const web = await openWeb((path) => {
    const from = dens[Number(/^\/from\/(\d+)/.exec(path)?.[1])];
    if (from) finder.look(from, 'an address on the web', decodeURIComponent(path));
  });
  const day = new Date().toISOString().slice(0, 10);
  const nothing: Known = { sessions: [], schedules: [], media: [], files: [] };
  const model = helperModel({ web: web.root, day, known: (den) => known.get(den) ?? nothing });
  const finder = leakFinder(dens, canaries, model.denOf);
  const tools: Record<string, number> = {};
  const server = await startModelServer((request) => {
    finder.request(request);
    const reply = model.reply(request);
    for (const { name } of reply.calls ?? []) tools[name] = (tools[name] ?? 0) + 1;
    return reply;
  });
  writeConfig(
    home,
    `owner: ["${telegram.owner}", "${discord.owner}"]
timezone: UTC
log: { level: debug }
model: { name: test, baseUrl: "${server.baseUrl}", apiKey: x, contextTokens: 40000 }
memory: { autoRecall: "on" }
dreaming: { apply: ask }
tools: { profile: full, webInside: ["${web.root.slice('http://'.length)}"] }
channels:
  ${telegram.yaml}
  ${discord.yaml}
`,
  );
  const moves: Record<string, number> = {};
  const faults: string[] = [];
  const pairs = new Set<string>();
  const workspace = join(home, 'workspace');
  const began = performance.now();
  let child: ChildProcessWithoutNullStreams | undefined;
  let numbers = 0;
  let done = 0;
  let db: Db | undefined;

  const number = () => `c${String(++numbers).padStart(5, '0')}`;

  async function answered(id: string, task: Task, say: () => void): Promise<void> {
    const over = model.begin(id, task);
    say();
    const patience = new AbortController();
    const late = sleep(ANSWER_MS, 'late' as const, { signal: patience.signal }).catch(() => undefined);
    if ((await Promise.race([over, late])) === 'late') faults.push(`${id} in ${task.reader.name} was not answered`);
    patience.abort();
  }

  /** What people tell the bot in their own chats. */
  async function tell(den: Den): Promise<void> {
    const [spot] = den.spots;
    if (!spot) return;
    spot.says('owner', `/cron add in 20 days say the ${KEYWORDS}: ${canaries.plant(den.nr, 'schedule')}`);
    if (!den.turns) return void spot.says('owner', `The ${KEYWORDS}: ${canaries.plant(den.nr, 'talk')}`);
    const id = number();
    const file = {
      name: random() < 0.5 ? 'vault.txt' : `vault-${canaries.plain(den.nr, 'name of an attachment')}.txt`,
      text: `${KEYWORDS}: ${canaries.plant(den.nr, 'attachment')}`,
    };
    const keep = `The ${KEYWORDS} is ${canaries.plant(den.nr, 'what was noted')}.`;
    const words = `${id}: the ${KEYWORDS} is ${canaries.plant(den.nr, 'transcript')}. ${keep}`;
    const path = `${folderOf(den)}notes/kept.md`;
    const reason = `So that the ${KEYWORDS} is kept: ${canaries.plant(den.nr, 'reason')}`;
    const task = { reader: den, victim: den, random, keep: { text: keep, path, reason } };
    await answered(id, task, () => void spot.says('owner', words, { file }));
  }

  async function converse({ reader, victim, push, random }: Attack): Promise<void> {
    const id = number();
    const den = push ? victim : reader;
    const spot = pick(den.spots, random);
    const scene: Scene = {
      ...{ reader: den, victim: push ? reader : victim, spot, canaries, random, workspace },
      buttons: victim.spots.flatMap(({ buttons }) => buttons?.() ?? []),
      schedules: known.get(victim)?.schedules ?? [],
    };
    for (const name of drawMoves(random)) {
      moves[name] = (moves[name] ?? 0) + 1;
      play(name, scene);
    }
    const here = pick(den.spots, random);
    const task = { reader: den, victim: scene.victim, random };
    if (den.turns) await answered(id, task, () => ask({ spot: here, random }, id));
    pairs.add(`${reader.nr}>${victim.nr}`);
    done += 1;
  }

  async function quiet(): Promise<void> {
    const left = () => [...telegram.server.pending.map((one) => JSON.stringify(one)), ...(db ? underWay(db) : [])];
    for (let ms = ANSWER_MS; ms > 0; ms -= LOOK_MS) {
      if (left().length === 0) return;
      await sleep(LOOK_MS);
    }
    faults.push(...left().map((one) => `it did not come to rest, ${one}`));
  }

  try {
    child = startCli(home, ['start'], {}, entry);
    const output = collect(child);
    for (let left = UP_MS; !(output.stderr.includes('is up') && discord.server.gateway.connected); left -= LOOK_MS) {
      if (left <= 0 || child.exitCode !== null) throw new Error(`it is not up: ${output.stderr}${output.stdout}`);
      await sleep(LOOK_MS);
    }
    db = openDb(join(home, 'state.sqlite'), { readonly: true });
    const planted = plantFiles(workspace, dens, canaries, day);
    terminal.start(home, entry);
    const main = dens[0];
    if (!main) throw new Error('nobody is there');
    for (const guest of [...telegram.guests, ...discord.guests])
      main.spots[0]?.says('owner', `/allow account ${guest}`);
    await quiet();
    await Promise.all(dens.map(tell));
    for (const den of dens.slice(0, DREAMERS)) den.spots[0]?.says('owner', '/dream now');
    await quiet();
    for (const den of dens) known.set(den, knownOf(db, home, den, planted.get(den) ?? []));
    const lanes = lanesOf(dens, plan.conversations, random);
    const isOver = () => plan.stopAtLeak === true && finder.leaks.length > 0;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const attack of lane) if (!isOver()) await converse(attack);
      }),
    );
    if (!isOver()) {
      await quiet();
      for (const den of dens) finder.look(den, 'a reply', den.spots.map((spot) => spot.shown()).join('\n'));
      for (const { params } of telegram.server.calls()) {
        const chat = String(params.chat_id ?? '');
        const reader = dens.find((den) => den.addresses.some((one) => one === `telegram:${chat}`));
        if (reader) finder.look(reader, 'a call', JSON.stringify(params));
      }
      finder.home(home);
    }
    if (child.exitCode !== null) faults.push(`it ended by itself: ${output.stderr}`);
    faults.push(...server.refused.map((why) => `the model refused: ${why}`));
  } finally {
    db?.close();
    await terminal.close();
    if (child && child.exitCode === null) {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }
    await Promise.all([server.close(), web.close(), telegram.server.stop(), discord.server.close()]);
  }
  const seconds = (performance.now() - began) / 1_000;
  const allPairs = dens.flatMap((a) => dens.filter((b) => isForbidden(a, b))).length;
  return {
    ...{
      conversations: done,
      moves,
      pairs: pairs.size,
      allPairs,
      requests: server.requests.length,
      tools,
      seconds,
      faults,
    },
    seen: [...finder.seen].sort(),
    leaks: finder.leaks,
  };
}
