// Whose words a message passes on: those of an answered or forwarded message, and what was said around it. An account tells, or the
// message that was answered; a name only where nobody else ever had it. Reads rows.

import type { Entry } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { foldLine } from '../text/forgetting.js';
import type { Forgotten } from './forget-person.js';

/** Words that somebody else said, as an entry holds them. */
export interface PassedOn {
  from: string;
  kind?: unknown;
  account?: unknown;
}

export interface Passing {
  /** Names that are theirs and nobody else's, folded. */
  names: readonly string[];
  /** Names that they share with others, folded. */
  shared: readonly string[];
  /** `message`: the inbound event of the entry that passes it on. 'perhaps' where a name is all that is known, and not theirs alone. */
  whose(one: PassedOn, message: unknown): 'theirs' | 'perhaps' | 'others';
}

/** What everybody was called whom the transcripts know. */
export function namesIn(entries: Iterable<readonly Entry[]>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const note = (account: string, name: string) => {
    const known = names.get(account);
    if (known) known.add(foldLine(name));
    else names.set(account, new Set([foldLine(name)]));
  };
  for (const some of entries) {
    for (const entry of some) {
      if (entry.type !== 'user') continue;
      note(entry.from.account, entry.from.name);
      for (const { account, from } of entry.around ?? []) if (account !== undefined) note(account, from);
    }
  }
  return names;
}

export function passingOf(db: Db, person: Forgotten, seen: ReadonlyMap<string, ReadonlySet<string>>): Passing {
  const own = new Set(person.names);
  const others = new Set(person.others);
  for (const [account, names] of seen)
    for (const name of names) (person.accounts.has(account) ? own : others).add(name);
  own.delete('');
  const names = [...own].filter((name) => !others.has(name));
  const shared = [...own].filter((name) => others.has(name));
  const answered = authorsOfAnswered(db);
  return {
    names,
    shared,
    whose(one, message) {
      const account = one.account ?? (one.kind === 'reply' ? answered.get(String(message)) : undefined);
      if (account !== undefined) return person.accounts.has(String(account)) ? 'theirs' : 'others';
      const name = foldLine(one.from);
      if (names.includes(name)) return 'theirs';
      return shared.includes(name) ? 'perhaps' : 'others';
    },
  };
}

/** By the event that answers. */
function authorsOfAnswered(db: Db): Map<string, string> {
  const rows = db
    .sql<{ id: string; author: string }>(
      `SELECT a.event ->> '$.id' AS id, b.author FROM inbox a
         JOIN inbox b ON b.chat = a.chat AND b.message = a.event ->> '$.replyTo'
       WHERE a.event ->> '$.replyTo' IS NOT NULL AND b.author IS NOT NULL`,
    )
    .all();
  return new Map(rows.map(({ id, author }) => [id, author]));
}
