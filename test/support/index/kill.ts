// Kills the process that builds the index, at random moments, and looks at what is left each time.

import { once } from 'node:events';
import { startCli } from '../cli.js';
import { type IndexHome, indexCli, leftovers, logPath, needle, putLog, searchCli, verifyCli } from './home.js';

export interface RoundsReport {
  rounds: number;
  /** Everything that must not be, in words. */
  faults: string[];
  /** How often what happened, by words. */
  counts: Record<string, number>;
}

/** Each round changes a file, kills `memory index --rebuild`, then searches, verifies, and looks for leftover files. */
export async function killBuilds(
  { home, files }: IndexHome,
  rounds: number,
  random: () => number,
): Promise<RoundsReport> {
  const report: RoundsReport = {
    rounds,
    faults: [],
    counts: { 'clean at once': 0, 'clean after one sync': 0, 'ended before the kill': 0 },
  };
  const started = performance.now();
  const whole = await indexCli(home, '--rebuild');
  if (whole.code !== 0)
    return { ...report, faults: [`memory index --rebuild ended with ${whole.code}: ${whole.stderr}`] };
  const usual = performance.now() - started;
  for (let round = 1; round <= rounds; round++) {
    const fault = (says: string) => report.faults.push(`round ${round}: ${says}`);
    const n = Math.floor(random() * files);
    const mark = `round${round}mark`;
    putLog(home, n, `- 09:00 the ${mark} 第${round}轮\n`);
    const child = startCli(home, ['memory', 'index', '--rebuild']);
    const timer = setTimeout(() => child.kill('SIGKILL'), usual * (0.1 + 0.95 * random()));
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    if (code !== null) count(report, 'ended before the kill');

    const found = await searchCli(home, mark);
    if (found.code !== 0 || found.mode === '') fault(`search ended with ${found.code}: ${found.stderr}`);
    else if (found.paths[0] !== logPath(n)) fault(`search found ${found.paths.join(', ') || 'nothing'}`);
    await becomesClean(home, report, fault);
    for (const file of leftovers(home)) fault(`${file} is left over`);
  }
  const last = await searchCli(home, needle(0));
  if (last.paths[0] !== logPath(0)) report.faults.push('the last search did not find what it should');
  return report;
}

/** Verify is clean after one pass over the files, which also takes away what killed processes left. */
export async function becomesClean(home: string, report: RoundsReport, fault: (says: string) => void): Promise<void> {
  const before = await verifyCli(home);
  const synced = await indexCli(home);
  if (synced.code !== 0) fault(`memory index ended with ${synced.code}: ${synced.stderr}`);
  const problems = await verifyCli(home);
  if (problems.length === 0) return count(report, before.length === 0 ? 'clean at once' : 'clean after one sync');
  fault(`verify says after one sync: ${problems.slice(0, 3).join(' / ')}`);
  await indexCli(home, '--rebuild');
}

export function count(report: RoundsReport, what: string): void {
  report.counts[what] = (report.counts[what] ?? 0) + 1;
}
