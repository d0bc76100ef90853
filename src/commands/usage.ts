// /usage: what models were asked in this chat, and what that cost; for the owner in private of the whole house. A chat hears of
// itself alone.

import type { Scope, UseGrouping } from '../contracts/index.js';
import { asWords } from '../text/as-data.js';
import { capWords, sumWords, unpricedWords } from '../text/use-words.js';
import { type Command, EVERYBODY } from './command.js';
import type { UsageDesk, UseTotal } from './usage-desk.js';

const PERIODS = { day: 'Today', week: 'Last 7 days', month: 'This month' } as const;
type Period = keyof typeof PERIODS;

const USAGE = 'I can do this: `/usage`, `/usage day`, `/usage week`, `/usage month`.';
const SHOWN = 8;
const LISTS: readonly [by: UseGrouping, title: string][] = [
  ['chat', 'By chat'],
  ['person', 'By person'],
  ['kind', 'By kind'],
  ['model', 'By model'],
];

export const usageCommand: Command = {
  name: 'usage',
  summary: 'What I have used here, and what it cost',
  usage: '[day | week | month]',
  roles: EVERYBODY,
  atOnce: true,
  async run({ scope, args }, { usage }) {
    const wish = args.trim().toLowerCase();
    if (wish !== '' && !isPeriod(wish)) return { text: USAGE };
    if (scope.kind === 'main') return { text: houseText(usage, wish === '' ? 'day' : wish) };
    const periods = wish === '' ? (Object.keys(PERIODS) as Period[]) : [wish];
    return { text: ownText(usage, scope, periods) };
  },
};

function isPeriod(wish: string): wish is Period {
  return Object.hasOwn(PERIODS, wish);
}

function ownText(desk: UsageDesk, scope: Scope, periods: readonly Period[]): string {
  const used = sums(
    desk,
    periods.map((period) => [PERIODS[period], desk.total(desk.days(period), scope)]),
  );
  return [used, ...capLines(desk, scope)].join('\n\n');
}

function sums(desk: UsageDesk, totals: readonly [name: string, total: UseTotal][]): string {
  const lines = totals.map(([name, total]) => `- ${name}: ${sumWords(total, desk.currency)}`);
  const unpriced = unpricedWords([...new Set(totals.flatMap(([, total]) => total.unpriced))]);
  return [...lines, ...(unpriced === undefined ? [] : ['', unpriced])].join('\n');
}

/** What may be spent; nothing without caps. */
function capLines(desk: UsageDesk, scope?: Scope): string[] {
  const caps = desk.caps(scope);
  if (caps.length === 0) return [];
  return [`Caps: ${caps.map((cap) => capWords(cap, desk.currency)).join('; ')}.`];
}

function houseText(desk: UsageDesk, period: Period): string {
  const days = desk.days(period);
  const totals = (Object.keys(PERIODS) as Period[]).map((one): [string, UseTotal] => [
    PERIODS[one],
    desk.total(desk.days(one)),
  ]);
  const lists = LISTS.flatMap(([by, title]) => {
    const groups = desk.groups(days, by);
    const more = groups.length - SHOWN;
    const lines = groups.slice(0, SHOWN).map((one) => `- ${asWords(one.name)}: ${sumWords(one, desk.currency)}`);
    if (lines.length === 0) return [];
    return [[`**${title}**`, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
  });
  const heading =
    lists.length > 0
      ? [`**${PERIODS[period]}** (${days.from === days.to ? days.to : `${days.from} – ${days.to}`})`]
      : [];
  return [sums(desk, totals), ...capLines(desk), ...heading, ...lists].join('\n\n');
}
