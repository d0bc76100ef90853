// Several processes on one index at once, while files are edited: two bots that search, and a command line that searches,
// indexes and rebuilds. At the end everything on the disk must be in the index once.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../cli.js';
import { type Bot, type IndexHome, indexCli, logPath, needle, putLog, searchCli, startBot, verifyCli } from './home.js';
import { count, type RoundsReport } from './kill.js';

const EDIT_EVERY_MS = 40;

/** Runs for `ms`. The first file is never edited, so that every search for it has one answer. */
export async function together({ home, files }: IndexHome, ms: number, random: () => number): Promise<RoundsReport> {
  const report: RoundsReport = {
    rounds: 1,
    faults: [],
    counts: { edits: 0, asked: 0, searches: 0, passes: 0, rebuilds: 0 },
  };
  const end = performance.now() + ms;
  const running = () => performance.now() < end;
  const fault = (says: string) => {
    if (report.faults.length < 20) report.faults.push(says);
  };
  const bots = await Promise.all([startBot(home), startBot(home)]);
  await Promise.all([...bots.map(ask), search(), index(), edit()]);
  for (const bot of bots) {
    const { code, stderr } = await bot.end();
    if (code !== 0) fault(`a bot ended with ${code}: ${stderr}`);
  }
  await compare();
  return report;

  async function ask(bot: Bot): Promise<void> {
    while (running()) {
      const reply = await bot.ask(`/memory search ${needle(0)}`).catch((error: unknown) => `it failed: ${error}`);
      count(report, 'asked');
      if (!reply.includes(logPath(0))) fault(`a bot answered: ${reply.slice(0, 200)}`);
    }
  }

  async function search(): Promise<void> {
    while (running()) {
      const { code, paths, stderr } = await searchCli(home, needle(0));
      count(report, 'searches');
      if (code !== 0 || paths[0] !== logPath(0)) fault(`search ended with ${code} and found ${paths[0]}: ${stderr}`);
    }
  }

  async function index(): Promise<void> {
    for (let turn = 0; running(); turn++) {
      const rebuild = turn % 3 === 2;
      const { code, stderr } = await indexCli(home, ...(rebuild ? ['--rebuild'] : []));
      count(report, rebuild ? 'rebuilds' : 'passes');
      // A bot may be at it; then it is being rebuilt all the same.
      if (code !== 0 && !/built anew by another process/.test(stderr))
        fault(`memory index ended with ${code}: ${stderr}`);
    }
  }

  async function edit(): Promise<void> {
    for (let edits = 0; running(); edits++) {
      const n = 1 + Math.floor(random() * (files - 1));
      if (random() < 0.2) rmSync(join(home, 'workspace', logPath(n)), { force: true });
      else putLog(home, n, `- 10:00 edit number ${edits} 第${edits}次\n`.repeat(1 + Math.floor(random() * 40)));
      count(report, 'edits');
      await sleep(EDIT_EVERY_MS);
    }
  }

  async function compare(): Promise<void> {
    const last = await indexCli(home);
    if (last.code !== 0) fault(`the last memory index ended with ${last.code}: ${last.stderr}`);
    for (const problem of (await verifyCli(home)).slice(0, 5)) fault(`verify: ${problem}`);
    const { stdout } = await cli(home, ['memory', 'status', '--json']);
    const { scopes } = JSON.parse(stdout) as { scopes: { files: number; indexed: number; stale: number }[] };
    const sum = (of: 'files' | 'indexed' | 'stale') => scopes.reduce((total, scope) => total + scope[of], 0);
    const onDisk = readdirSync(join(home, 'workspace/memory')).filter((name) => name.endsWith('.md')).length;
    if (sum('files') !== sum('indexed') || sum('stale') !== 0 || sum('files') < onDisk) {
      fault(`${onDisk} logs on the disk, but status says ${JSON.stringify(scopes)}`);
    }
    for (const line of troubleInLog(home)) fault(`the log says ${line}`);
  }
}

/** Lines of the log at level error. */
function troubleInLog(home: string): string[] {
  const file = join(home, 'nightjar.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => /"level":(?:50|"error")/.test(line)).slice(0, 3);
}
