// Whole months of logs with planted facts, dreamt through with a model that knows what matters and by rules: what is right of
// what stands in MEMORY.md then, and what is missing. Prints a table; ends with 1 where a floor does not hold.
// Usage: npm run eval:dreaming [-- --seeds 5 --every 1 --why]

import { parseArgs } from 'node:util';
import { type Figures, figures } from '../test/eval/dreaming/judge.js';
import { type Measured, measure } from '../test/eval/dreaming/measure.js';
import { manyNights } from '../test/eval/dreaming/nights.js';
import { speakingModel } from '../test/eval/dreaming/speaking.js';

const FLOORS = { model: { precision: 0.95, recall: 0.85 }, rules: { precision: 0.95, recall: 0.6 } };

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    every: { type: 'string', default: '1' },
    why: { type: 'boolean', default: false },
  },
});

function because({ verdict, dreams, month }: Measured): string[] {
  const refused = new Map<string, number>();
  for (const why of dreams.flatMap(({ plan }) => plan?.refused ?? [])) refused.set(why, (refused.get(why) ?? 0) + 1);
  return [
    ...verdict.wrong.map(({ line, why }) => `  wrong (${why}): ${line}`),
    ...verdict.twice.map((lines) => `  twice: ${lines}`),
    ...verdict.unmarked.map(({ id, text }) => `  no mark below: ${id} ${text}`),
    ...verdict.untidy.map((line) => `  untidy: ${line}`),
    ...verdict.missing.flatMap(({ id, kind, language, text }) => [
      `  missing: ${id} ${kind} ${language}: ${text}`,
      ...month.lines.filter((one) => one.fact?.id === id).map((one) => `      ${one.day} ${one.by} ${one.line}`),
    ]),
    ...[...refused].map(([why, times]) => `  refused ${times}×: ${why}`),
  ];
}

function row(name: string, one: Figures, cpuMs: number, longestMs: number): string {
  const cells = [one.lines, one.precision.toFixed(3), one.recall.toFixed(3), one.twice, one.unmarked, one.untidy];
  return [
    name.padEnd(12),
    ...cells.map((cell) => String(cell).padStart(9)),
    `${Math.round(cpuMs)}`.padStart(9),
    `${Math.round(longestMs)}`.padStart(9),
  ].join('');
}

const heads = ['lines', 'precision', 'recall', 'twice', 'unmarked', 'untidy', 'CPU ms', 'longest'];
let held = true;
for (const path of ['model', 'rules'] as const) {
  console.log([path.padEnd(12), ...heads.map((head) => head.padStart(9))].join(''));
  const all: Measured[] = [];
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const model = path === 'model' ? { model: speakingModel } : {};
    const one = await measure({ seed, every: Number(values.every), ...model });
    all.push(one);
    console.log(row(`seed ${seed}`, figures([one.verdict]), one.cpuMs, one.longestMs));
    if (values.why) for (const line of because(one)) console.log(line);
    if (!one.sameLogs) console.log('  a daily log was changed');
    held &&= one.sameLogs;
  }
  const total = figures(all.map(({ verdict }) => verdict));
  const cpuMs = all.reduce((sum, one) => sum + one.cpuMs, 0);
  console.log(row('all', total, cpuMs, Math.max(...all.map((one) => one.longestMs))));
  console.log(
    `  recall ${Object.entries(total.recallOf)
      .map(([name, recall]) => `${name} ${recall.toFixed(2)}`)
      .join(', ')}\n`,
  );
  const { precision, recall } = FLOORS[path];
  held &&= total.precision >= precision && total.recall >= recall && total.twice === 0 && total.unmarked === 0;
}
const big = await measure({ seed: 1, every: 31, noisePerDay: 740 });
const bytes = big.month.lines.reduce((sum, { line }) => sum + Buffer.byteLength(line) + 1, 0);
console.log(
  `one dream over ${(bytes / 1_000_000).toFixed(2)} MB of logs (${big.month.lines.length} lines), by rules: ${Math.round(big.cpuMs)} ms of CPU time; precision ${figures([big.verdict]).precision.toFixed(3)}\n`,
);
for (const withModel of [true, false]) {
  const limit = 20_000;
  const { said, longest, lost, notFound, inLongTerm, files } = await manyNights({ nights: 60, limit, withModel });
  console.log(
    `sixty nights ${withModel ? 'with a model' : 'by rules'}: ${said} characters said, MEMORY.md at most ${longest} of ${limit}; ${lost.length} facts lost, ${notFound.length} not found, ${Math.round(inLongTerm * 100)} % found in ${files} long-term files`,
  );
  held &&= longest <= limit && lost.length === 0 && notFound.length === 0;
}
console.log(held ? 'every floor holds' : 'a floor does not hold');
process.exitCode = held ? 0 : 1;
