// What one dream over a month of logs costs of our own CPU, step by step, printed as one table with its budget. Everything is
// measured in one run, on invented text and a fresh folder. Exits 1 when the budget breaks.
// usage: npx tsx scripts/bench-dream.ts

import type { DreamOperation } from '../src/contracts/index.js';
import { mergeClaims, saysTheSame } from '../src/memory/dream/claims/claims.js';
import { knownEntry } from '../src/memory/dream/claims/known-entries.js';
import { whyNoMemory } from '../src/memory/dream/claims/shape.js';
import { checkOperations } from '../src/memory/dream/file/check-operations.js';
import { editLongTerm } from '../src/memory/dream/file/edit.js';
import { longTermEntries } from '../src/memory/dream/file/long-term.js';
import { corrects } from '../src/memory/dream/judge/corrects.js';
import { importanceOf } from '../src/memory/dream/judge/importance.js';
import { rankClaims } from '../src/memory/dream/judge/rank.js';
import { themesOf } from '../src/memory/dream/judge/themes.js';
import { gatherEntries } from '../src/memory/dream/read/gather.js';
import { table } from '../src/memory/eval/render.js';
import { tellsAll } from '../test/eval/dreaming/models.js';
import { makeMonth } from '../test/eval/dreaming/month.js';
import { openDreamStage } from '../test/eval/dreaming/stage.js';
import { silentLog } from '../test/support/silent-log.js';

const BUDGET_MS = 3_000;
const MOST_CLAIMS = 120;
const PATH = 'MEMORY.md';

const spent: [what: string, ms: number][] = [];

async function step<T>(what: string, run: () => T | Promise<T>): Promise<T> {
  const began = process.cpuUsage();
  const made = await run();
  const { user, system } = process.cpuUsage(began);
  spent.push([what, (user + system) / 1_000]);
  return made;
}

const month = makeMonth({ seed: 1, noisePerDay: 740 });
const [night = ''] = month.days.slice(-1);
const stage = await openDreamStage();
try {
  for (const day of month.days) {
    await stage.writeLog(
      day,
      month.lines.filter((line) => line.day === day),
    );
  }
  const view = stage.view();
  const bytes = month.lines.reduce((sum, { line }) => sum + Buffer.byteLength(line) + 1, 0);
  const text = `# Memory\n\n${month.facts.map((fact) => `- ${fact.matter.directBefore}\n`).join('')}`;
  const days = { from: month.days[0] ?? night, to: night };
  const { entries: said } = await step('gather', () =>
    gatherEntries({ log: silentLog, isMachine: (session) => session.startsWith('run-') }, view, days),
  );
  const claims = await step('claims', () => mergeClaims(said));
  const none = { questions: 0, days: 0, best: 0 };
  const ranked = await step('rank', () => {
    const themes = themesOf(said, night);
    const parts = { night, recallsOf: () => none, themes, whyNoMemory, speakersOwn: () => true };
    return rankClaims(claims, parts).ranked;
  });
  const entries = longTermEntries(
    text,
    (lines) => lines.map(() => ({ trust: 'owner' as const, by: 'dream' as const })),
    new Set(),
  );
  const asked = ranked.slice(0, MOST_CLAIMS);
  const question = { scope: { kind: 'main' as const }, night, entries, themes: [], claims: asked, room: 20_000 };
  const operations: readonly DreamOperation[] = (await tellsAll(question, new AbortController().signal)).operations;
  const { accepted } = await step('check', () =>
    checkOperations(question, operations, {
      whyNoMemory,
      knownEntry: knownEntry(entries),
      saysTheSame,
      corrects,
      apply: 'auto',
    }),
  );
  await step('edit', () => editLongTerm(text, entries, accepted, { night, path: PATH, importanceOf }));
  const steps = spent.reduce((sum, [, ms]) => sum + ms, 0);
  spent.push(['these together', steps]);
  await step('a whole dream, total', () => stage.night(night, tellsAll));
  const [, total = 0] = spent.at(-1) ?? [];
  console.log(
    `${(bytes / 1e6).toFixed(2)} MB of logs, ${said.length} entries, ${claims.length} claims, ${asked.length} put to a model, ${accepted.length} taken\n`,
  );
  console.log(
    table([
      ['step', 'CPU ms', 'budget'],
      ...spent.map(([what, ms]) => [what, ms.toFixed(0), what.endsWith('total') ? String(BUDGET_MS) : '']),
    ]).join('\n'),
  );
  process.exitCode = total <= BUDGET_MS ? 0 : 1;
} finally {
  await stage.close();
}
