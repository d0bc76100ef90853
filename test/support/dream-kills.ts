// Dreams of a real home whose process is killed at random moments, some while somebody edits MEMORY.md, some taken back
// afterwards; and what must hold each time. Used by a short test and by a long soak.

import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '../../src/db/database.js';
import { cli, collect, startCli, writeConfig } from './cli.js';

export interface DreamKillReport {
  kills: number;
  /** Of them before anything was planned, with a plan that was not yet written, and after all was written. */
  early: number;
  planned: number;
  late: number;
  edited: number;
  undone: number;
  faults: string[];
}

/** Every so many-th round somebody edits meanwhile, every so many-th is taken back. */
const EDITED_EVERY = 3;
const UNDONE_EVERY = 4;
/** About as long as the writing of a plan takes. */
const WRITING_MS = 60;
const DAY_MS = 24 * 3_600_000;
const NAMES = ['Mia', 'Jonas', '刘琳', 'さくら', '민준', 'Zofia', 'Amélie', 'Ravi', 'Ines', '王伟'];

export async function dreamKills(home: string, kills: number, random: () => number): Promise<DreamKillReport> {
  writeConfig(home, 'timezone: UTC\ndreaming: { apply: auto }\n');
  await cli(home, ['chat']);
  const memory = join(home, 'workspace/MEMORY.md');
  const report: DreamKillReport = { kills, early: 0, planned: 0, late: 0, edited: 0, undone: 0, faults: [] };
  const db = openDb(join(home, 'state.sqlite'), { readonly: true });
  let lastMs = 200;
  try {
    for (let round = 1; round <= kills; round++) {
      const facts = sayFacts(home, round);
      const logs = logsOf(home);
      const old = readFileSync(memory, 'utf8');
      const edit = round % EDITED_EVERY === 0 ? `- Edited by hand in round ${round}, 手写。` : undefined;
      const fault = (says: string) => report.faults.push(`round ${round}: ${says}`);

      const killed = await killDream(home, db, { afterMs: random() * lastMs * 1.2, edit, random });
      report[killed.moment]++;
      const between = readFileSync(memory, 'utf8');

      const began = performance.now();
      const again = await cli(home, ['dream', '--json']);
      // From the first moment of a dream to well behind its end: the rest of that time is the start of a process.
      lastMs = Math.max(50, (performance.now() - began) / 2);
      if (again.code !== 0) fault(`dreaming on ended with ${again.code}: ${again.stderr}${again.stdout}`);
      const now = readFileSync(memory, 'utf8');

      for (const fact of facts) {
        const times = now.split('\n').filter((line) => line.includes(fact)).length;
        if (times !== 1) fault(`“${fact}” stands ${times} times`);
      }
      if (edit !== undefined) {
        report.edited++;
        if (now.split(edit).length !== 2) fault(`what was edited stands ${now.split(edit).length - 1} times`);
      } else if (between !== old && between !== now) fault('MEMORY.md was neither the old nor the new one');
      if (logsOf(home) !== logs) fault('a daily log was changed');
      for (const left of leftovers(home)) fault(`${left} was left behind`);

      if (edit === undefined && round % UNDONE_EVERY === 0) {
        report.undone++;
        const undone = await cli(home, ['dream', 'undo']);
        if (undone.code !== 0) fault(`undo ended with ${undone.code}: ${undone.stderr}${undone.stdout}`);
        if (readFileSync(memory, 'utf8') !== old) fault('taken back, MEMORY.md is not what it was');
      }
    }
  } finally {
    db.close();
  }
  return report;
}

/** Two facts in the log of a day that is not long gone; their telling parts. */
function sayFacts(home: string, round: number): string[] {
  const day = new Date(Date.now() - (round % 7) * DAY_MS).toISOString().slice(0, 10);
  const path = join(home, `workspace/memory/${day}.md`);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, `# ${day}\n`);
  const name = NAMES[round % NAMES.length];
  const facts = [`locker ${4_000 + round} belongs to ${name}`, `储物柜${7_000 + round}号的钥匙在${name}那里`];
  appendFileSync(path, `- 09:0${round % 10} Remember: ${facts[0]}.\n- 10:0${round % 10} 记住：${facts[1]}。\n`);
  // A sentence begins with a capital letter by then.
  return facts.map((fact) => fact.slice(1));
}

/** `edit` is added to MEMORY.md while it runs. */
async function killDream(
  home: string,
  db: Db,
  { afterMs: thinkingMs, edit, random }: { afterMs: number; edit: string | undefined; random: () => number },
): Promise<{ moment: 'early' | 'planned' | 'late' }> {
  let afterMs = thinkingMs;
  const newest = () => db.sql<{ id: number }>('SELECT max(id) AS id FROM dreams').get([])?.id ?? 0;
  const before = newest();
  const child = startCli(home, ['dream']);
  collect(child);
  const closed = once(child, 'close');
  let over = false;
  void closed.then(() => {
    over = true;
  });
  while (!over && newest() === before) await sleep(1);
  // Half of them die while it is written, which takes a moment only: wherever a plan stands, the writing begins.
  const isWritten = random() < 0.5;
  const planned = () => db.sql('SELECT 1 FROM dreams WHERE id > ? AND plan IS NOT NULL').get([before]) !== undefined;
  while (isWritten && !over && !planned()) await sleep(1);
  if (isWritten) afterMs = random() * WRITING_MS;
  const editMs = random() * afterMs;
  if (edit !== undefined) {
    await sleep(editMs);
    appendFileSync(join(home, 'workspace/MEMORY.md'), `${edit}\n`);
  }
  await sleep(edit === undefined ? afterMs : afterMs - editMs);
  child.kill('SIGKILL');
  await closed;
  const row = db
    .sql<{ state: string; plan: string | null }>('SELECT state, plan FROM dreams ORDER BY id DESC LIMIT 1')
    .get([]);
  if (row?.state === 'ok') return { moment: 'late' };
  return { moment: row?.plan == null ? 'early' : 'planned' };
}

/** All of them, as one text. */
function logsOf(home: string): string {
  const folder = join(home, 'workspace/memory');
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}-\d{2}.*\.md$/.test(name))
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');
}

function leftovers(home: string): string[] {
  return readdirSync(join(home, 'workspace'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tmp$|conflict-/.test(path),
  );
}
