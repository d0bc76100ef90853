// Sums of what models were used for, priced and named: for /usage and the command line. Reads only; whom it is told is decided
// by whoever asks.

import type { UsageDesk, UseGroup, UseTotal } from '../commands/usage-desk.js';
import type { Caps, ChatRef, Clock, Prices, Scope, UseGrouping } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { scopeId } from '../memory/visibility.js';
import { costOfAll } from '../models/prices.js';
import { addDays, localDay } from '../text/local-time.js';
import { useKindName } from '../text/use-words.js';
import { capUses } from './caps.js';
import { titleOf } from './destinations.js';
import { type UseSum, usesBy } from './model-use.js';

interface UsageDeskParts {
  db: Db;
  clock: Pick<Clock, 'now'>;
  /** The owner's, as an IANA name: where a day begins. */
  timezone: string;
  prices: Prices;
  caps: Caps;
}

const OWNER = 'owner';

export function openUsageDesk({ db, clock, timezone, prices, caps }: UsageDeskParts): UsageDesk {
  return {
    currency: prices.currency,
    days(period) {
      const to = localDay(clock.now(), timezone);
      if (period === 'month') return { from: `${to.slice(0, 7)}-01`, to };
      return { from: period === 'week' ? addDays(to, -6) : to, to };
    },
    total(days, scope) {
      return totalOf(prices, usesBy(db, { ...days, ...(scope ? { scope: scopeId(scope) } : {}) }, 'model'));
    },
    caps(scope) {
      const all = capUses({ db, caps, prices }, localDay(clock.now(), timezone), scope ? { scope } : {});
      // How much the house may spend is no chat's business.
      return scope ? all.filter(({ cap }) => cap.startsWith('chat')) : all;
    },
    groups(days, by) {
      const groups = new Map<string, UseSum[]>();
      for (const sum of usesBy(db, days, by)) groups.set(sum.key, [...(groups.get(sum.key) ?? []), sum]);
      const rows = [...groups].map(
        ([key, sums]): UseGroup => ({
          key,
          name: nameOf(db, by, key, sums[0]?.scope ?? ''),
          ...totalOf(prices, sums),
        }),
      );
      return by === 'day' ? rows.sort((a, b) => (a.key < b.key ? 1 : -1)) : rows.sort(costliest);
    },
  };
}

function totalOf(prices: Prices, sums: readonly UseSum[]): UseTotal {
  const sum = (of: 'requests' | 'input' | 'cached' | 'output') => sums.reduce((all, one) => all + one[of], 0);
  const { cost, unpriced } = costOfAll(prices, sums);
  const used = { requests: sum('requests'), input: sum('input'), cached: sum('cached'), output: sum('output') };
  return { ...used, ...(cost === undefined ? {} : { cost }), unpriced };
}

function costliest(a: UseGroup, b: UseGroup): number {
  return (b.cost ?? 0) - (a.cost ?? 0) || b.input + b.output - (a.input + a.output) || (a.key < b.key ? -1 : 1);
}

function nameOf(db: Db, by: UseGrouping, key: string, scope: string): string {
  if (by === 'kind') return useKindName(key);
  if (by === 'person') return personName(db, key);
  return by === 'chat' ? chatName(db, key, scope) : key;
}

/** Of a person, or of an account that is nobody's. */
export function personName(db: Db, key: string): string {
  if (key === '') return 'nobody in particular';
  return db.sql<{ name: string }>('SELECT name FROM people WHERE id = ?').get([key])?.name ?? key;
}

/** `key` is a chat key, `scope` the id of visibility.ts: what it is called by, nothing is decided by it. */
function chatName(db: Db, key: string, scope: string): string {
  const [kind, ...id] = scope === '' ? [] : (JSON.parse(scope) as string[]);
  if (key === '') return kind === undefined ? 'no chat' : `no chat (${[kind, ...id].join(':')})`;
  const chat = JSON.parse(key) as ChatRef;
  const thread = chat.thread === undefined ? '' : `:${chat.thread}`;
  const address = `${chat.channel}:${chat.chat}${thread}`;
  const [first = '', second = ''] = id;
  if (kind === 'main') return `${OWNER} in private (${chat.channel})`;
  if (kind === 'person') return `${personName(db, first)} in private (${chat.channel})`;
  const group: Scope = { kind: 'group', channel: first, chat: second };
  const title = kind === 'group' ? titleOf({ db }, { chat, scope: group }) : undefined;
  return title === undefined ? address : `${title} (${address})`;
}
