// Overwrites a part of the live index, as a failing disk does, while a bot has it open; and looks whether everybody still
// gets answers, and whether the index is whole again afterwards.

import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { type Bot, type IndexHome, indexCli, liveFile, logPath, needle, searchCli, startBot } from './home.js';
import { becomesClean, count, type RoundsReport } from './kill.js';

/** Pages that are lost, and letters that leave every page sound. */
const SIZES = [4_096, 512, 16];
const HEALING_MS = 10_000;

/** Each round overwrites bytes at a random offset; a bot that lives through all rounds and new processes are asked. */
export async function damageRounds(
  { home, files }: IndexHome,
  rounds: number,
  random: () => number,
): Promise<RoundsReport> {
  const report: RoundsReport = { rounds, faults: [], counts: {} };
  await indexCli(home);
  const bot = await startBot(home);
  for (let round = 1; round <= rounds; round++) {
    const fault = (says: string) => report.faults.push(`round ${round}: ${says}`);
    const file = liveFile(home);
    if (file === undefined) {
      fault('there is no live index to damage');
      await indexCli(home);
      continue;
    }
    overwrite(file, random);
    const n = Math.floor(random() * files);
    const asked = await askUntilFound(bot, n, report);
    if (!asked.includes(logPath(n))) fault(`the bot answered: ${asked.slice(0, 200)}`);
    const found = await searchCli(home, needle(n));
    if (found.code !== 0) fault(`search ended with ${found.code}: ${found.stderr}`);
    else if (found.paths[0] !== logPath(n))
      fault(`search found ${found.paths.join(', ') || 'nothing'} (${found.mode})`);
    if (found.mode === '') fault('search did not say its mode');
    else count(report, `mode: ${found.mode}`);
    if (liveFile(home) !== file) count(report, 'noticed by a search');
    await becomesClean(home, report, fault);
  }
  const { code, stderr } = await bot.end();
  if (code !== 0) report.faults.push(`the bot ended with ${code}: ${stderr}`);
  return report;
}

/** A bot whose index was set aside a moment ago may answer that so many files are not searched yet, for a while. */
async function askUntilFound(bot: Bot, n: number, report: RoundsReport): Promise<string> {
  const end = performance.now() + HEALING_MS;
  for (;;) {
    const reply = await bot.ask(`/memory search ${needle(n)}`).catch((error: unknown) => String(error));
    if (!/not searched yet/.test(reply) || reply.includes(logPath(n)) || performance.now() > end) return reply;
    count(report, 'the bot said that it was still reading');
  }
}

function overwrite(path: string, random: () => number): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const bytes = SIZES[Math.floor(random() * SIZES.length)] ?? 0;
    const noise = Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256));
    writeSync(file, noise, 0, bytes, Math.floor(random() * Math.max(1, size - bytes)));
  } finally {
    closeSync(file);
  }
}
