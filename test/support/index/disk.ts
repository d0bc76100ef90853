// An index folder that cannot be written: mounted read-only, and on a disk of one megabyte. Mounts are made below the
// home alone, and taken away again. Only for root on Linux.

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexHome, indexCli, logPath, needle, putLog, searchCli, startBot, verifyCli } from './home.js';
import { count, type RoundsReport } from './kill.js';

/** Of the system. */
const TOOLS = { on: 'mount', off: 'umount' };

/** Undefined where mounts are not allowed. */
export async function diskRounds({ home }: IndexHome): Promise<RoundsReport | undefined> {
  const folder = join(home, 'index');
  const report: RoundsReport = { rounds: 2, faults: [], counts: {} };
  await indexCli(home);
  if (!mount('--bind', folder, folder)) return undefined;
  try {
    if (!mount('-o', 'remount,ro,bind', folder, folder)) return undefined;
    await answers('read-only disk');
  } finally {
    execFileSync(TOOLS.off, [folder]);
  }
  await heals('read-only disk');

  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  if (!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)) return undefined;
  try {
    await answers('full disk');
  } finally {
    execFileSync(TOOLS.off, [folder]);
  }
  await heals('full disk');
  return report;

  /** An old note, and one that was written just now. */
  async function answers(where: string): Promise<void> {
    const mark = `${where.split('-')[0]?.split(' ')[0]}mark`;
    putLog(home, 1, `- 09:00 the ${mark} was written in between\n`);
    for (const [query, path] of [
      [needle(0), logPath(0)],
      [mark, logPath(1)],
    ] as const) {
      const { code, mode, paths, stderr } = await searchCli(home, query);
      if (code !== 0 || paths[0] !== path)
        report.faults.push(`${where}: search for ${query} ended with ${code}, found ${paths[0]}: ${stderr}`);
      count(report, `${where}, mode: ${mode}`);
    }
    const bot = await startBot(home);
    const reply = await bot.ask(`/memory search ${needle(0)}`);
    if (!reply.includes(logPath(0)) && !/not searched yet/.test(reply))
      report.faults.push(`${where}: the bot answered: ${reply}`);
    const status = await bot.ask('/status');
    const note = /^Note: .*$/m.exec(status)?.[0];
    if (note === undefined) report.faults.push(`${where}: the status does not say so: ${status}`);
    else count(report, `${where}, ${note}`);
    const { code, stderr } = await bot.end();
    if (code !== 0) report.faults.push(`${where}: the bot ended with ${code}: ${stderr}`);
  }

  async function heals(where: string): Promise<void> {
    await indexCli(home);
    for (const problem of (await verifyCli(home)).slice(0, 3)) report.faults.push(`after the ${where}: ${problem}`);
  }
}

function mount(...args: string[]): boolean {
  try {
    execFileSync(TOOLS.on, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
