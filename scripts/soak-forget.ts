// Forgetting that is killed at random moments beside a worker, and asked for again until it ends: prints figures; exits 1 on a fault.
// usage: npm run soak:forget [-- ROUNDS]

import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli, collect, startCli } from '../test/support/cli.js';
import { BOBS, forgetHome, holding, OTHERS } from '../test/support/forget-home.js';

const rounds = Number(process.argv[2] ?? 40);
const base = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const seed = join(base, 'seed');
const faults: string[] = [];
const startedAt = Date.now();
let kills = 0;
let retries = 0;

mkdirSync(seed);
await forgetHome(seed);

for (let round = 0; round < rounds; round++) {
  const home = join(base, `round-${round}`);
  cpSync(seed, home, { recursive: true });
  const worker = startCli(home, ['worker']);
  const said = collect(worker);
  const ended = once(worker, 'close');
  while (!`${said.stdout}${said.stderr}`.includes('is up')) await sleep(20);
  const before = shapes(home);
  for (let tries = 0; ; tries++) {
    const child = startCli(home, ['memory', 'forget', '--person', 'bob', '--yes']);
    const output = collect(child);
    const closed = once(child, 'close');
    // The first kills come early, the later ones ever later, until one comes too late.
    const timer = setTimeout(() => child.kill('SIGKILL'), 150 + Math.random() * (400 + tries * 400));
    const [code] = (await closed) as [number | null];
    clearTimeout(timer);
    if (code === null) {
      kills++;
      continue;
    }
    retries += tries;
    if (code !== 0) faults.push(`round ${round}: it ended with ${code}: ${output.stdout} ${output.stderr}`);
    break;
  }
  for (const one of holding(home, BOBS)) faults.push(`round ${round}: ${one} is left`);
  for (const word of OTHERS) if (holding(home, [word]).length === 0) faults.push(`round ${round}: ${word} is gone`);
  if (shapes(home) !== before) faults.push(`round ${round}: a conversation has other entries`);
  const verified = await cli(home, ['memory', 'verify']);
  if (verified.code !== 0) faults.push(`round ${round}: ${verified.stdout}`);
  const doctor = await cli(home, ['doctor', '--json']);
  if (/"check":"forget\.ended","level":"warning"/.test(doctor.stdout))
    faults.push(`round ${round}: doctor sees it open`);
  worker.kill('SIGTERM');
  await ended;
  if (faults.length === 0) rmSync(home, { recursive: true, force: true });
}

/** Of every entry what has to stay. */
function shapes(home: string): string {
  const folder = join(home, 'sessions');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => {
      const { id, fence, type } = JSON.parse(line) as { id: string; fence: number; type: string };
      return `${id} ${fence} ${type}`;
    })
    .join('\n');
}

console.table([
  { rounds, kills, retries, faults: faults.length, seconds: Math.round((Date.now() - startedAt) / 1_000) },
]);
for (const fault of faults.slice(0, 30)) console.error(fault);
if (faults.length > 0) {
  console.error(`The homes are kept: ${base}`);
  process.exitCode = 1;
} else {
  rmSync(base, { recursive: true, force: true });
}
