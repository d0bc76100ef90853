// What an operator asks from outside about costs: what models were used for, the day's background work by kind, and what
// conversations have used so far. Beside a running bot or without one; changes nothing.

import type { Days, UsageDesk, UseTotal } from './commands/usage-desk.js';
import { homePaths } from './config/home.js';
import { priceSettings } from './config/usage-settings.js';
import { dailyLimits } from './config/work-limits.js';
import type { UsageWish, WorkUse } from './contracts/index.js';
import { openState } from './db/state.js';
import { openUsageDesk } from './gateway/usage-desk.js';
import type { HouseOptions } from './house.js';
import { openBudgets } from './jobs/budgets.js';
import { ownerName } from './memory/visibility.js';
import { mustExist } from './operator.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { costliestSessions } from './sessions/rows.js';
import { amount } from './text/amount.js';
import { columnsOf, filled } from './text/columns.js';
import { addDays, localDay } from './text/local-time.js';
import { money } from './text/money.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';
import { capWords, unpricedWords } from './text/use-words.js';

const LISTED = 10;
/** Characters of a name in a table. */
const MOST_NAME = 60;

/** Throws a StateError where there is no home. */
export async function readUsage(
  { home, loaded }: Pick<HouseOptions, 'home' | 'loaded'>,
  wish: UsageWish = {},
): Promise<Told> {
  mustExist(home);
  const { timezone } = loaded.config;
  const state = await openState(homePaths(home).state);
  try {
    const { db } = state;
    const { caps } = loaded.config.usage;
    const desk = openUsageDesk({ db, clock: systemClock, timezone, prices: priceSettings(loaded.config), caps });
    const budgets = openBudgets({
      db,
      clock: systemClock,
      timezone,
      limits: dailyLimits(loaded.config),
      over: () => {},
    });
    const today = budgets.today();
    const used = modelsUsed(desk, wish);
    const sessions = costliestSessions(db, LISTED);
    const day = localDay(systemClock.now(), timezone);
    const data = {
      day,
      timezone,
      today,
      models: used.data,
      caps: desk.caps(),
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
      ...used.lines,
      ...capLines(desk),
      '',
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

/** What models were used for in the days that are wanted, by one column, with a line that sums them up. */
function modelsUsed(desk: UsageDesk, wish: UsageWish): { data: unknown; lines: string[] } {
  const days = daysOf(desk, wish);
  const by = wish.by ?? 'kind';
  const total = desk.total(days);
  const groups = desk.groups(days, by);
  const span = days.from === days.to ? `on ${days.to}` : `from ${days.from} to ${days.to}`;
  const head = [by, 'requests', 'in', 'cached', 'out', desk.currency];
  const rows = [...groups.map((one) => sumCells(desk, one.name, one)), sumCells(desk, 'together', total)];
  const unpriced = unpricedWords(total.unpriced);
  return {
    data: { ...days, by, currency: desk.currency, groups, total },
    lines: [
      `Models ${span}:`,
      ...(groups.length > 0 ? numbers([head, ...rows]) : ['nothing yet']),
      ...(unpriced === undefined ? [] : [unpriced]),
    ],
  };
}

/** What may be spent now; nothing without caps. */
function capLines(desk: UsageDesk): string[] {
  const caps = desk.caps();
  if (caps.length === 0) return [];
  return ['', 'Caps (usage.caps in nightjar.yaml):', ...caps.map((cap) => capWords(cap, desk.currency))];
}

function daysOf(desk: UsageDesk, { days, month }: UsageWish): Days {
  if (month !== undefined) return { from: `${month}-01`, to: lastDay(month) };
  const { to } = desk.days('day');
  return { from: addDays(to, 1 - (days ?? 1)), to };
}

/** 32 days after its first a month is over for sure. */
function lastDay(month: string): string {
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
}

function sumCells(
  { currency }: UsageDesk,
  name: string,
  { requests, input, cached, output, cost }: UseTotal,
): string[] {
  const price = cost === undefined ? '–' : money(cost, currency).replace(` ${currency}`, '');
  return [oneLine(name, MOST_NAME), amount(requests), amount(input), amount(cached), amount(output), price];
}

/** A table whose numbers stand under each other. */
function numbers(rows: readonly string[][]): string[] {
  return aligned(rows, (at) => (at === 0 ? 'left' : 'right'));
}

function useCells({ kind, runs, tokens, limits, over }: WorkUse): string[] {
  const of = (n: number, most: number | undefined) =>
    most === undefined ? amount(n) : `${amount(n)} of ${amount(most)}`;
  return [kind, `${of(runs, limits.runs)} runs`, `${of(tokens, limits.tokens)} tokens`, over ? 'spent' : ''];
}

/** One line a row, each cell as wide as the widest below and above it. */
function aligned(rows: readonly string[][], side: (at: number) => 'left' | 'right' = () => 'left'): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => columnsOf(row[at] ?? '')));
  return rows.map((row) =>
    row
      .map((cell, at) => filled(cell, width(at), side(at)))
      .join('  ')
      .trimEnd(),
  );
}
