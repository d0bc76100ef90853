// Who is meant by a name on the command line: a person with all their accounts, or one account that nobody vouched for. Reads rows;
// must never take one of several people of a name.

import { type AccountId, type Scope, StateError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { foldLine } from '../text/forgetting.js';
import { accountsOf, allPeople, OWNER } from './people.js';

export interface Forgotten {
  accounts: ReadonlySet<AccountId>;
  /** Their private memory; absent for somebody who has none. */
  scope?: Scope;
  /** What they called themselves, and what everybody else did, folded, as the tables know it. */
  names: readonly string[];
  others: ReadonlySet<string>;
}

/** `text`: a person's id or name, or an account such as `telegram:42`. Throws a StateError for nobody, for several, for the owner. */
export function findPerson(db: Db, text: string): Forgotten {
  const wanted = foldLine(text);
  const people = allPeople(db);
  const account = db.sql('SELECT person FROM accounts WHERE account = ?').column<string>([text])[0];
  const found =
    people.find(({ id }) => id === account || id === text) ??
    only(people.filter(({ name }) => foldLine(name) === wanted));
  if (found?.role === 'owner' || text === OWNER) {
    throw new StateError('That is you, and your own memory is not forgotten as a whole.', {
      remedy: 'Use --session or --text.',
    });
  }
  const accounts = new Set(found ? accountsOf(db, found.id) : []);
  // Whoever spoke in a group was perhaps never let in, and their messages may be gone from the tables by now.
  if (!found && /^[a-z]+:\S/.test(text)) accounts.add(text);
  if (accounts.size === 0 && !found) {
    throw new StateError(`Nobody is known as ${text}.`, {
      remedy: 'Name an account such as telegram:42; `nightjar pair list` and /members name those that I know.',
    });
  }
  const scope: { scope?: Scope } = found ? { scope: { kind: 'person', person: found.id } } : {};
  return { accounts, ...scope, ...namesOf(db, accounts, found?.id) };
}

function only<T>(found: readonly T[]): T | undefined {
  if (found.length > 1)
    throw new StateError('Several people have that name.', { remedy: 'Name an account, such as telegram:42.' });
  return found[0];
}

function namesOf(db: Db, accounts: ReadonlySet<string>, id: string | undefined): Pick<Forgotten, 'names' | 'others'> {
  const rows = db
    .sql<{ author: string; name: string | null }>(
      "SELECT DISTINCT author, event ->> '$.from.name' AS name FROM inbox WHERE author IS NOT NULL",
    )
    .all();
  const own = new Set<string>();
  const others = new Set<string>();
  for (const { author, name } of rows) (accounts.has(author) ? own : others).add(foldLine(name ?? ''));
  for (const person of allPeople(db)) (person.id === id ? own : others).add(foldLine(person.name));
  return { names: [...own], others };
}
