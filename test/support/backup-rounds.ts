// A home under load from several terminals, of which backups are taken meanwhile, some of them killed; and what must hold of
// every home that is restored from one. Used by a short test and by a long soak.

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LoadOptions, loadConfig } from '../../src/config/load.js';
import type { SearchAnswer } from '../../src/contracts/index.js';
import { openDb } from '../../src/db/database.js';
import { diagnose } from '../../src/doctor-desk.js';
import { searchMemory } from '../../src/memory-desk.js';
import { cli, startCli, writeConfig } from './cli.js';

export interface BackupReport {
  rounds: number;
  /** Messages that the restored homes know of, all rounds together. */
  messages: number;
  /** Of those, how many had no answer yet when the copy was made. */
  open: number;
  killed: number;
  /** The longest that nobody could commit, ms. */
  heldMs: number;
  /** Everything that must not be, in words. */
  faults: string[];
}

export interface BackupRounds {
  rounds: number;
  questions: number;
  /** Backups killed before each round. */
  kills: number;
  /** One backup more when nobody talks any more, of which everything that is found must be the same. */
  quiet?: true;
}

/** Who talks meanwhile. */
const WINDOWS: Record<string, string[]> = {
  owner: [],
  bob: ['--as', 'bob'],
  team: ['--group', 'team'],
};
/** So that the machine has time for the backup, too. */
const PAUSE_MS = 30;
const FACT = /Remember that item (\d+) of (\w+) stands in drawer \d+/;

export async function backupRounds(root: string, wish: BackupRounds, random: () => number): Promise<BackupReport> {
  const report: BackupReport = { rounds: wish.rounds, messages: 0, open: 0, killed: 0, heldMs: 0, faults: [] };
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o700 });
  writeConfig(home, 'timezone: UTC\n');
  writeFileSync(join(home, '.env'), 'SOME_KEY=x\n', { mode: 0o600 });
  await cli(home, ['chat'], { input: 'hello\n' });
  const questions = seed(home, wish.questions);
  const before = await answers(home, questions, true);
  for (const [index, found] of before.entries()) {
    if (found === '[]') report.faults.push(`nothing is found of ${questions[index]}`);
  }
  const load = Object.entries(WINDOWS).map(([name, seat]) => talk(home, name, seat));
  try {
    await Promise.all(load.map((one) => one.begun));
    for (let round = 1; round <= wish.rounds; round++) {
      for (let kill = 0; kill < wish.kills; kill++) await killOne(home, root, random, report);
      const file = join(root, `round-${round}.tar.gz`);
      const made = await cli(home, ['backup', file, '--json']);
      if (made.code !== 0) {
        report.faults.push(`round ${round}: the backup ended with ${made.code}: ${made.stderr}`);
        continue;
      }
      report.heldMs = Math.max(report.heldMs, (JSON.parse(made.stdout) as { heldMs: number }).heldMs);
      await inspect(root, round, file, { questions, before, first: true }, report);
    }
  } finally {
    const ends = await Promise.all(load.map((one) => one.end()));
    for (const fault of ends) if (fault) report.faults.push(fault);
  }
  if (wish.quiet) {
    const file = join(root, 'quiet.tar.gz');
    await cli(home, ['backup', file]);
    await inspect(root, 'quiet', file, { questions, before: await answers(home, questions) }, report);
  }
  const left = readdirSync(root).filter((name) => /\.(partial|parts-)/.test(name));
  if (left.length > 0) report.faults.push(`left lying about: ${left.join(', ')}`);
  return report;
}

/** Notes that nobody changes, each with a word of its own, and the questions that find them. */
function seed(home: string, count: number): string[] {
  const folder = join(home, 'workspace/memory');
  return Array.from({ length: count }, (_, index) => {
    // Without digits: those stand in what everybody says meanwhile.
    const word =
      index % 2 === 0 ? `lantern${spelt(index, 'abcdefghij')}` : `灯笼鱼${spelt(index, '甲乙丙丁戊己庚辛壬癸')}`;
    const day = `2026-${String(1 + (index % 9)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`;
    writeFileSync(join(folder, `${day}-笔记-${index}.md`), `# Notes\n- 09:00 ${word} belongs to the harbour office.\n`);
    return word;
  });
}

function spelt(index: number, digits: string): string {
  return [...String(index)].map((digit) => digits[Number(digit)]).join('');
}

/**
 * What `memory search --json` prints, found first or in all; without scores: they and what else is found move with
 * everything that is written. Asked in this process: starting one takes longer than fifty questions.
 */
async function answers(home: string, questions: readonly string[], first = false): Promise<string[]> {
  const house = { home, loaded: loadConfig(placeOf(home)), version: 'test' };
  const found: string[] = [];
  for (const query of questions) {
    const { data } = await searchMemory(house, { scope: { kind: 'main' }, query, options: { corpus: 'memory' } });
    const { hits } = data as SearchAnswer;
    const shown = first ? hits.slice(0, 1) : hits;
    found.push(JSON.stringify(shown.map(({ path, startLine, snippet }) => ({ path, startLine, snippet }))));
  }
  return found;
}

function placeOf(home: string): LoadOptions {
  return { home, env: {}, defaultTimezone: 'UTC' };
}

/** Says one thing after the other, each when the last was answered. */
function talk(
  home: string,
  name: string,
  seat: string[],
): {
  /** Resolves when it is well under way, or over. */
  begun: Promise<unknown>;
  end(): Promise<string | undefined>;
} {
  const child = startCli(home, ['chat', '--json', ...seat]);
  let ending = false;
  let stderr = '';
  let count = 0;
  function next(): void {
    if (ending) return;
    count += 1;
    if (count > 3) begin();
    // Sessions end and are written down meanwhile.
    child.stdin.write(
      count % 9 === 0 ? '/new\n' : `Remember that item ${count} of ${name} stands in drawer ${count}.\n`,
    );
  }
  let begin = () => {};
  const underWay = new Promise<void>((resolve) => {
    begin = resolve;
  });
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^\{"type":"(ready|message)"/.test(line)) setTimeout(next, PAUSE_MS);
  });
  const closed = once(child, 'close');
  return {
    begun: Promise.race([underWay, closed]),
    async end() {
      ending = true;
      child.stdin.end();
      const [code] = await closed;
      return code === 0 ? undefined : `the terminal of ${name} ended with ${code}: ${stderr}`;
    },
  };
}

/** Killed at any moment, a backup is not there or whole. */
async function killOne(home: string, root: string, random: () => number, report: BackupReport): Promise<void> {
  const file = join(root, 'killed.tar.gz');
  const child = startCli(home, ['backup', file]);
  const timer = setTimeout(() => child.kill('SIGKILL'), random() * 900);
  await once(child, 'close');
  clearTimeout(timer);
  report.killed += 1;
  if (!existsSync(file)) return;
  const whole = join(root, 'whole');
  const { code, stderr } = await cli(home, ['restore', file, '--home', whole]);
  if (code !== 0) report.faults.push(`a killed backup left a file that is not whole: ${stderr}`);
  rmSync(whole, { recursive: true, force: true });
  rmSync(file);
}

interface Asked {
  questions: readonly string[];
  before: readonly string[];
  first?: true;
}

async function inspect(
  root: string,
  round: number | 'quiet',
  file: string,
  asked: Asked,
  report: BackupReport,
): Promise<void> {
  const home = join(root, `restored-${round}`);
  const fault = (says: string) => report.faults.push(`round ${round}: ${says}`);
  const restored = await cli(home, ['restore', file, '--json']);
  if (restored.code !== 0) return void fault(`the restore ended with ${restored.code}: ${restored.stderr}`);
  const { open } = JSON.parse(restored.stdout) as { open: { messages: number } };
  report.open += open.messages;
  const place = placeOf(home);
  for (const { check, level, says } of await diagnose({ ...place, loaded: loadConfig(place), version: 'test' })) {
    if (level !== 'ok') fault(`doctor says of ${check}: ${says}`);
  }
  const now = await answers(home, asked.questions, asked.first);
  for (const [index, found] of now.entries()) {
    if (found !== asked.before[index]) fault(`${asked.questions[index]} finds ${found}, not ${asked.before[index]}`);
  }
  // Everybody comes back, and what was open is done.
  const starts = Object.values(WINDOWS).map((seat) => cli(home, ['chat', ...seat]));
  for (const { code, stderr } of await Promise.all(starts)) {
    if (code !== 0) fault(`the next start ended with ${code}: ${stderr}`);
  }
  report.messages += inspectMemory(home, fault);
  if (report.faults.length === 0) rmSync(home, { recursive: true, force: true });
}

/** Every message has ended, and what each wanted to be remembered stands there once. Returns how many there were. */
function inspectMemory(home: string, fault: (says: string) => void): number {
  const db = openDb(join(home, 'state.sqlite'));
  const rows = db.sql<{ state: string; event: string }>('SELECT state, event FROM inbox ORDER BY row').all();
  db.close();
  const workspace = join(home, 'workspace');
  const lines = readdirSync(workspace, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/MEMORY.md') || path === 'MEMORY.md')
    .flatMap((path) => readFileSync(join(workspace, path), 'utf8').split('\n'));
  for (const { state, event } of rows) {
    if (state === 'accepted') fault(`a message is still open: ${event}`);
    const wanted = FACT.exec(event);
    if (!wanted || state !== 'answered') continue;
    const [, item, window] = wanted;
    const times = lines.filter((line) => line.includes(`tem ${item} of ${window} stands`)).length;
    if (times !== 1) fault(`item ${item} of ${window} stands in memory ${times} times`);
  }
  return rows.length;
}
