// What an operator asks from outside about costs: the day's background work by kind, and what conversations have used so far.
// Beside a running bot or without one; changes nothing.

import { homePaths } from './config/home.js';
import { dailyLimits } from './config/work-limits.js';
import type { WorkUse } from './contracts/index.js';
import { openState } from './db/state.js';
import type { HouseOptions } from './house.js';
import { openBudgets } from './jobs/budgets.js';
import { ownerName } from './memory/visibility.js';
import { mustExist } from './operator.js';
import { systemClock } from './ops/system-clock.js';
import { costliestSessions } from './sessions/rows.js';
import { amount } from './text/amount.js';
import { columnsOf, filled } from './text/columns.js';
import { localDay } from './text/local-time.js';
import { forTerminal } from './text/terminal.js';

/** Data for programs, and the same for people. */
interface Told {
  data: unknown;
  text: string;
}

const LISTED = 10;

/** Throws a StateError where there is no home. */
export async function readUsage({ home, loaded }: Pick<HouseOptions, 'home' | 'loaded'>): Promise<Told> {
  mustExist(home);
  const { timezone } = loaded.config;
  const state = await openState(homePaths(home).state);
  try {
    const { db } = state;
    const budgets = openBudgets({
      db,
      clock: systemClock,
      timezone,
      limits: dailyLimits(loaded.config),
      over: () => {},
    });
    const today = budgets.today();
    const sessions = costliestSessions(db, LISTED);
    const day = localDay(systemClock.now(), timezone);
    const data = {
      day,
      timezone,
      today,
      conversations: sessions.map(({ id, scope, turns, inputTokens, outputTokens, openedAt }) => ({
        ...{ id, scope: ownerName(scope), turns, openedAt },
        tokens: { input: inputTokens, output: outputTokens },
      })),
    };
    const talk = sessions.map(({ id, scope, turns, inputTokens, outputTokens }) => [
      id,
      `${amount(turns)} ${turns === 1 ? 'turn' : 'turns'}`,
      `${amount(inputTokens)} in, ${amount(outputTokens)} out`,
      ownerName(scope),
    ]);
    const lines = [
      `Background work on ${day} (${timezone}):`,
      ...(today.length > 0 ? aligned(today.map(useCells)) : ['nothing yet']),
      '',
      'Conversations that have used the most tokens since they began:',
      ...(talk.length > 0 ? aligned(talk) : ['none yet']),
    ];
    return { data, text: forTerminal(lines.join('\n')) };
  } finally {
    state.close();
  }
}

function useCells({ kind, runs, tokens, limits, over }: WorkUse): string[] {
  const of = (n: number, most: number | undefined) =>
    most === undefined ? amount(n) : `${amount(n)} of ${amount(most)}`;
  return [kind, `${of(runs, limits.runs)} runs`, `${of(tokens, limits.tokens)} tokens`, over ? 'spent' : ''];
}

/** One line a row, each cell as wide as the widest below and above it. */
function aligned(rows: readonly string[][]): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => columnsOf(row[at] ?? '')));
  return rows.map((row) =>
    row
      .map((cell, at) => filled(cell, width(at)))
      .join('  ')
      .trimEnd(),
  );
}
