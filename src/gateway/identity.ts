// Who an account belongs to, and what that person may do in a chat. Reads rows and the configuration; grants nothing by
// itself but a seat at this machine's own terminal.

import type { AccountId, InboundEvent, PersonId, Principal } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export const OWNER: PersonId = 'owner';

export interface Identity {
  /** The speaker of an event. Accounts that nobody vouched for are strangers; so is whatever is not a person. */
  principal(from: InboundEvent['from']): Principal;
  /** Makes a console account an approved member, as `chat --as NAME` asks. */
  admit(account: AccountId, name: string, now: number): Promise<PersonId>;
}

export function openIdentity(parts: { db: Db; owners: readonly AccountId[] }): Identity {
  const { db } = parts;
  const owners = new Set(parts.owners);

  function personOf(account: AccountId): { id: PersonId; role: 'owner' | 'member' } | undefined {
    return db
      .sql<{ id: PersonId; role: 'owner' | 'member' }>(
        'SELECT people.id, people.role FROM accounts JOIN people ON people.id = accounts.person WHERE account = ?',
      )
      .get([account]);
  }

  return {
    principal(from) {
      const { account, name } = from;
      if (from.kind !== 'person') return { account, name, role: 'stranger' };
      if (owners.has(account)) return { account, name, person: OWNER, role: 'owner' };
      const person = personOf(account);
      return person ? { account, name, person: person.id, role: person.role } : { account, name, role: 'stranger' };
    },
    async admit(account, name, now) {
      const known = personOf(account);
      if (known) return known.id;
      return await db.write(() => {
        const raced = personOf(account);
        if (raced) return raced.id;
        const id = freePersonId(db, account);
        db.sql("INSERT INTO people (id, name, role, created_at) VALUES (?, ?, 'member', ?)").run([id, name, now]);
        db.sql('INSERT INTO accounts (account, person, added_at) VALUES (?, ?, ?)').run([account, id, now]);
        return id;
      });
    },
  };
}

/**
 * A person is named after their first account, so that their folder is found again even by a home that lost its state;
 * an account that returns after its person went gets a new name.
 */
function freePersonId(db: Db, account: AccountId): PersonId {
  const base = account.replace(':', '-');
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}~${n}`;
    if (!db.sql('SELECT 1 FROM people WHERE id = ?').get([id])) return id;
  }
}
