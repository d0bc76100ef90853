// Memory under several processes: killed at random, and writing one file at once.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { countRuns } from '../../../src/memory/patch.js';
import { openTestMemory } from '../../support/memory/open.js';

function writer(...args: string[]): { child: ChildProcess; acknowledged: string[]; ready: Promise<unknown> } {
  const script = new URL('../../support/memory/writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => line !== 'ready' && acknowledged.push(line));
  return { child, acknowledged, ready: once(lines, 'line') };
}

it('holds each acknowledged line exactly once after kill -9 at any moment', { timeout: 120_000 }, async () => {
  const home = await openTestMemory();
  const rounds = 6;
  const promised: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { child, acknowledged, ready } = writer(home.home, `round${round}`);
    await ready;
    // Behind so many lines, however slow the machine, and anywhere in the next.
    while (acknowledged.length < round % 4) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
    promised.push(...acknowledged);
  }
  await home.memory.recover();
  const text = home.text('MEMORY.md');
  for (const line of promised) expect(countRuns(text, [`- ${line}`])).toBe(1);
  // No torn line, none twice, acknowledged or not; and every row ended.
  const lines = text.split('\n').filter((line) => line.startsWith('-'));
  expect(new Set(lines).size).toBe(lines.length);
  for (const line of lines) expect(line).toMatch(/^- round\d+-\d+ 記憶$/);
  expect(promised.length).toBeGreaterThan(rounds);
  expect(home.db.sql("SELECT count(*) AS n FROM ledger WHERE state <> 'done'").get()).toEqual({ n: 0 });
});

it('keeps all pieces when ten writers and an editor save one log at once (C068)', { timeout: 60_000 }, async () => {
  const home = await openTestMemory();
  const day = new Date().toISOString().slice(0, 10);
  const log = `memory/${day}.md`;
  home.put(log, `# ${day}\n\n- 00:00 first\n`);
  const writers = ['a,b', 'c,d', 'e,f', 'g,h', 'i,j'].map((names) => writer(home.home, names, '2', 'day'));
  await Promise.all(writers.map(({ ready }) => ready));
  while (!writers.some(({ acknowledged }) => acknowledged.length > 0)) await new Promise((r) => setTimeout(r, 2));
  // The editor saves beside and swaps. Its own reading and saving is kept whole by the lock that all others wait for
  // meanwhile, because no one could mend an editor that saves an older text; its swap against ours is ledger.test.ts's.
  const clock = {
    now: Date.now,
    sleep: (ms: number) => new Promise<void>((r) => setTimeout(r, ms)),
    after: () => () => {},
  };
  await openFileLocks({ runDir: join(home.home, 'run'), clock }).hold(log, async () => {
    writeFileSync(home.path('memory/.edit'), home.text(log).replace('first\n', 'first\n- 00:01 by hand\n'));
    renameSync(home.path('memory/.edit'), home.path(log));
  });
  await Promise.all(writers.map(({ child }) => child.exitCode ?? once(child, 'close')));
  await home.memory.recover();
  const text = home.text(log);
  expect(text).toContain('- 00:00 first\n- 00:01 by hand\n');
  expect(writers.flatMap(({ acknowledged }) => acknowledged)).toHaveLength(20);
  for (const piece of writers.flatMap(({ acknowledged }) => acknowledged)) expect(text.split(piece)).toHaveLength(2);
});
