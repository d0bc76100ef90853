// Dreams through a month, night after night or every so many days, and holds what stands in MEMORY.md then against what was
// planted. Changes nothing but by dreams.

import type { Dream, Proposer } from '../../../src/contracts/index.js';
import type { Mind } from '../../../src/memory/dream/plan.js';
import { judge, standingOld, type Verdict } from './judge.js';
import { type Month, type MonthOptions, makeMonth, type PlantedFact } from './month.js';
import { type DreamStage, openDreamStage } from './stage.js';

export interface Measured {
  month: Month;
  verdict: Verdict;
  dreams: Dream[];
  longTerm: string;
  /** Of all dreams together. */
  cpuMs: number;
  /** The longest of them. */
  longestMs: number;
  sameLogs: boolean;
}

export interface MeasureOptions extends MonthOptions {
  /** A dream behind every so many days, and behind the last one. */
  every: number;
  /** Absent: rules. */
  model?: (month: Month) => Proposer | Mind;
  /** Called before the stage is taken down. */
  look?: (stage: DreamStage, month: Month) => Promise<void>;
}

export async function measure({ every, model, look, ...options }: MeasureOptions): Promise<Measured> {
  const month = makeMonth(options);
  const mind = model?.(month);
  const stage = await openDreamStage();
  try {
    const stood = new Set<PlantedFact>();
    const dreams: Dream[] = [];
    const onDay = (day: string) => month.lines.filter((line) => line.day === day);
    let [cpuMs, longestMs, sameLogs] = [0, 0, true];
    for (const [index, day] of month.days.entries()) {
      await stage.writeLog(day, onDay(day));
      for (const one of month.snapshots.filter((snapshot) => snapshot.day === day)) stage.write(one.path, one.text);
      if ((index + 1) % every !== 0 && index < month.days.length - 1) continue;
      const logs = stage.logsHash();
      const began = process.cpuUsage();
      dreams.push(await stage.night(day, mind));
      const used = process.cpuUsage(began);
      const ms = (used.user + used.system) / 1_000;
      cpuMs += ms;
      longestMs = Math.max(longestMs, ms);
      sameLogs &&= stage.logsHash() === logs;
      for (const fact of standingOld(month, stage.longTerm())) stood.add(fact);
    }
    const longTerm = stage.longTerm();
    await look?.(stage, month);
    return { month, verdict: judge(month, longTerm, stood), dreams, longTerm, cpuMs, longestMs, sameLogs };
  } finally {
    await stage.close();
  }
}
