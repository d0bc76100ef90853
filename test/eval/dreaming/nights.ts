// Many nights with two long facts each, so that a long-term file would outgrow what a prompt loads; and what became of the facts.

import { type LongFact, longFacts } from './long-facts.js';
import { tellsAll } from './models.js';
import { openDreamStage } from './stage.js';

export interface NightsVerdict {
  /** Of all facts together, and the longest that the long-term file ever was; UTF-16 units. */
  said: number;
  longest: number;
  /** Facts that no long-term file holds, and that no search finds. */
  lost: LongFact[];
  notFound: string[];
  /** The share of the facts that search finds in long-term files: the log of its day says each as well. */
  inLongTerm: number;
  files: number;
}

export async function manyNights(of: { nights: number; limit: number; withModel: boolean }): Promise<NightsVerdict> {
  const { nights, limit, withModel } = of;
  const facts = longFacts({ seed: 21, first: '2026-08-01', nights });
  // What was looked at before need not be read again.
  const stage = await openDreamStage({ limit, lookBackDays: 4 });
  try {
    let longest = 0;
    for (const day of new Set(facts.map((fact) => fact.day))) {
      const own = facts.filter((fact) => fact.day === day);
      const lines = own.map(({ text }) => ({ line: `- 10:00 ${text}`, trust: 'owner', by: 'tool' }) as const);
      await stage.writeLog(day, lines);
      await stage.night(day, withModel ? tellsAll : undefined);
      longest = Math.max(longest, stage.longTerm().length);
    }
    const files = Object.values(stage.longTermFiles());
    const notFound: string[] = [];
    let found = 0;
    for (const { question, telling } of facts) {
      const { hits } = await stage.view().search(question, { limit: 8 });
      const right = hits.filter(({ snippet }) => telling.every((word) => snippet.includes(word)));
      if (right.length === 0) notFound.push(question);
      if (right.some(({ path }) => path === 'MEMORY.md' || path.startsWith('memory/topics/'))) found++;
    }
    return {
      said: facts.reduce((sum, { text }) => sum + text.length, 0),
      lost: facts.filter(({ telling }) => !files.some((text) => telling.every((word) => text.includes(word)))),
      ...{ longest, notFound, inLongTerm: found / facts.length, files: files.length },
    };
  } finally {
    await stage.close();
  }
}
