// Many people talk to one bot of several processes while those are killed, ended and started again at random, and the queue's
// server goes away; and what must hold when everything has come to rest.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../cli.js';
import { heldByWorker, until } from './held.js';
import type { Member } from './household.js';
import { openScene, type Scene, type SceneOptions, secretFaults } from './scene.js';
import {
  answerTimes,
  noteFaults,
  type Outage,
  percentile,
  redeliveries,
  shares,
  taskRows,
  turnsByProcess,
} from './verdict.js';

export interface WorkerPlan extends SceneOptions {
  messages: number;
  /** How many times a process is told to go, mostly by a kill. */
  kills: number;
  /** The longest pause between two of them, ms; the messages are spread over all that time. */
  longestGapMs: number;
  /** The gateway is killed now and then, too. */
  killGateway?: boolean;
  /** In the middle the queue's server is away for so long, ms. */
  redisStopMs?: number;
  /** In the middle everything in the queue's server is forgotten. */
  flush?: boolean;
  /** Everything is answered so long after the last message, ms. */
  restMs: number;
}

export interface WorkerReport {
  figures: Record<string, number | string>;
  /** How often each kind of trouble stands in the log. */
  log: Record<string, number>;
  faults: string[];
}

/** What a process held is answered by another within this, once it was killed. */
const REDELIVERED_MS = 30_000;
/** One in so many is ended as a supervisor does it. */
const ENDED_EVERY = 6;
/** One in so many is the gateway. */
const GATEWAY_EVERY = 5;
/** Sometimes somebody says more at once. */
const BURST = 0.15;
/** Until what was held at the beginning is answered. */
const BEGIN_MS = 30_000;
const LOOK_MS = 100;

export async function workerRun(home: string, plan: WorkerPlan): Promise<WorkerReport> {
  const scene = await openScene(home, plan);
  const outages: Outage[] = [];
  const faults: string[] = [];
  try {
    const lastsMs = (plan.kills * plan.longestGapMs) / 2;
    let over = false;
    await everybodyWorks(scene);
    const watching = watchRedis(scene, () => over, faults);
    await Promise.all([
      asking(scene, plan, lastsMs),
      trouble(scene, plan),
      redisTrouble(scene, plan, lastsMs, outages),
    ]);
    await allStand(scene, plan.workers);
    const left = await rest(scene, plan.restMs);
    if (left > 0) faults.push(`${left} tasks were not answered ${plan.restMs / 1_000} s after the last one`);
    over = true;
    await watching;
    await Promise.all([...scene.members].map((member) => scene.end(member)));
    return await report(scene, outages, faults);
  } finally {
    await scene.close();
  }
}

/** Before the trouble begins a worker has answered something, whoever is the quickest here. */
async function everybodyWorks(scene: Scene): Promise<void> {
  const workers = scene.members.filter(({ kind }) => kind === 'worker');
  await heldByWorker(scene, workers);
  scene.thinker.release();
  await until(() => scene.tasks.outstanding() === 0, BEGIN_MS);
}

async function asking(scene: Scene, { messages, random }: WorkerPlan, lastsMs: number): Promise<void> {
  const { crowd, tasks, saidAt } = scene;
  const began = performance.now();
  for (let said = saidAt.size; said < messages; ) {
    const chat = crowd.chats[Math.floor(random() * crowd.chats.length)];
    const count = random() < BURST ? 3 : 1;
    for (let more = 0; chat && more < count && said < messages; more++, said++) tasks.ask(chat);
    await sleep(Math.max(0, began + (lastsMs * said) / messages - performance.now()));
  }
}

async function trouble(scene: Scene, plan: WorkerPlan): Promise<void> {
  const { random, longestGapMs, kills, killGateway = false } = plan;
  const back: Promise<void>[] = [];
  for (let done = 0; done < kills && scene.faults.length === 0; ) {
    await sleep(random() * longestGapMs);
    const kind = killGateway && done % GATEWAY_EVERY === GATEWAY_EVERY - 1 ? 'gateway' : 'worker';
    const found = scene.members.filter((one) => one.kind === kind);
    const member = found[Math.floor(random() * found.length)];
    // They are on their way back.
    if (!member) continue;
    done++;
    back.push(replace(scene, member, done % ENDED_EVERY === 0, (random() * longestGapMs) / 4));
  }
  await Promise.all(back);
}

/** Tells one to go, and starts another in its place a little later. */
async function replace(scene: Scene, member: Member, gently: boolean, afterMs: number): Promise<void> {
  if (gently) await scene.end(member);
  else await scene.kill(member);
  await sleep(afterMs);
  await scene.start(member.kind).catch((error) => void scene.faults.push(String(error)));
}

async function redisTrouble(scene: Scene, plan: WorkerPlan, lastsMs: number, outages: Outage[]): Promise<void> {
  const { redisStopMs = 0, flush = false } = plan;
  const { redis } = scene;
  if (!redis) return;
  await sleep(lastsMs / 3);
  if (flush) await redis.flush();
  if (redisStopMs === 0) return;
  const from = Date.now();
  await redis.stop();
  await sleep(redisStopMs);
  await redis.start();
  outages.push({ from, to: Date.now() });
}

/** Now and then, and once more at the end. */
async function watchRedis(scene: Scene, isOver: () => boolean, faults: string[]): Promise<void> {
  while (scene.redis && faults.length === 0) {
    const last = isOver();
    faults.push(...(await secretFaults(scene).catch(() => [])));
    if (last) return;
    await sleep(1_000);
  }
}

/** One gateway and all its workers, as at the beginning. */
async function allStand({ members, start }: Scene, workers: number): Promise<void> {
  for (const kind of ['gateway', 'worker'] as const) {
    const due = kind === 'gateway' ? 1 : workers;
    for (let n = members.filter((one) => one.kind === kind).length; n < due; n++) await start(kind);
  }
}

async function rest({ tasks }: Scene, ms: number): Promise<number> {
  const until = performance.now() + ms;
  while (tasks.outstanding() > 0 && performance.now() < until) await sleep(LOOK_MS);
  return tasks.outstanding();
}

async function report(scene: Scene, outages: Outage[], faults: string[]): Promise<WorkerReport> {
  const { home, crowd, tasks, thinker, model, saidAt, deaths, kinds } = scene;
  const verdict = tasks.inspect(home);
  const rows = taskRows(home);
  const answered = answerTimes(crowd.telegram.calls());
  const redelivered = redeliveries(rows, answered, deaths, outages);
  const took = [...saidAt].flatMap(([task, at]) => (answered.has(task) ? [(answered.get(task) ?? at) - at] : []));
  const turns = turnsByProcess(home);
  const [gateway, workers] = [shares(turns, kinds, 'gateway'), shares(turns, kinds, 'worker')];
  const late = redelivered.filter(({ ms }) => !(ms <= REDELIVERED_MS));
  faults.push(
    ...scene.faults,
    ...verdict.faults,
    ...thinker.faults,
    ...model.refused.map((why) => `the model refused: ${why}`),
    ...late.map(({ task, ms }) => `task ${task} was answered ${ms} ms after whoever held it died`),
    ...noteFaults(home, [...saidAt.keys()]),
    ...(sum(workers) === 0 ? ['no worker ended a turn'] : []),
    ...(await operatorFaults(home)),
  );
  return {
    figures: {
      messages: verdict.asked,
      answered: verdict.answered,
      turns: sum(gateway) + sum(workers),
      'marked as repeated': verdict.marked,
      'processes that went': deaths.length,
      'turns they held': deaths.reduce((all, { turns: held }) => all + held.length, 0),
      'replies on their way': deaths.reduce((all, { unsent }) => all + unsent.length, 0),
      'longest until such was answered, s': inSeconds(Math.max(0, ...redelivered.map(({ ms }) => ms))),
      'answer p50, s': inSeconds(percentile(took, 50)),
      'answer p95, s': inSeconds(percentile(took, 95)),
      'longest answer, s': inSeconds(Math.max(0, ...took)),
      'turns of the gateway': sum(gateway),
      'turns of workers': `${sum(workers)} by ${workers.length}`,
      'answers that grew': crowd.grown(),
      faults: faults.length,
    },
    log: troubles(home),
    faults,
  };
}

/** What an operator would be told. */
async function operatorFaults(home: string): Promise<string[]> {
  const listed = await cli(home, ['jobs', 'list', '--json']);
  if (listed.code !== 0) return [`jobs list ended with ${listed.code}: ${listed.stderr}`];
  const jobs = JSON.parse(listed.stdout) as { state: string; name: string; reason?: string }[];
  const doctor = await cli(home, ['doctor', '--json']);
  const findings = JSON.parse(doctor.stdout || '[]') as { level: string; check: string; says: string }[];
  return [
    ...jobs.filter(({ state }) => state === 'dead').map(({ name, reason }) => `${name} was given up: ${reason}`),
    ...findings.filter(({ level }) => level === 'error').map(({ check, says }) => `doctor: ${check}: ${says}`),
  ];
}

function troubles(home: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of readFileSync(join(home, 'nightjar.log'), 'utf8').split('\n')) {
    const [, level, event] = /"level":"(warn|error)".*?"(?:event|msg)":"([^"]+)"/.exec(line) ?? [];
    if (level && event) counts[`${level} ${event}`] = (counts[`${level} ${event}`] ?? 0) + 1;
  }
  return counts;
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
const inSeconds = (ms: number) => Math.round(ms / 10) / 100;
