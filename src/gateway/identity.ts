// Who an account belongs to, and what that person may do in a chat. Reads rows and the configuration; grants nothing by
// itself but a seat at this machine's own terminal, and never takes a platform's word for somebody's rank.

import type { AccountId, InboundEvent, PersonId, Principal } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { accountsOf, admitAccount, isAdmin, isDenied, OWNER, personOf } from './people.js';

export { OWNER } from './people.js';

/** The channel of this machine's terminals: who sits there is nobody's account elsewhere. */
export const TERMINALS = 'console';

export interface Identity {
  /**
   * The speaker of an event. Accounts that nobody vouched for are strangers, and so are bots and whom the owner shut out; in
   * a group that takes part every other voice is at least a member. `chat` is the group under the id that it had first.
   */
  principal(event: Pick<InboundEvent, 'from' | 'chat' | 'place'>, takesPart: boolean): Principal;
  /** Makes a console account an approved member, as `chat --as NAME` asks. */
  admit(account: AccountId, name: string, now: number): Promise<PersonId>;
  /** The owner's accounts on platforms, configured ones first. */
  owners(): AccountId[];
  hasOwner(): boolean;
  /** Named in the configuration, which no command changes. */
  isConfigured(account: AccountId): boolean;
}

export function openIdentity(parts: { db: Db; owners: readonly AccountId[] }): Identity {
  const { db } = parts;
  const configured = new Set(parts.owners);

  function owners(): AccountId[] {
    return [...new Set([...configured, ...accountsOf(db, OWNER)])].filter((one) => !one.startsWith(`${TERMINALS}:`));
  }

  return {
    principal({ from, chat, place }, takesPart) {
      const { account, name, kind } = from;
      const stranger: Principal = { account, name, role: 'stranger' };
      if (kind === 'bot') return stranger;
      // What is said in a chat's own name may come from any of its admins: it is nobody's account.
      const isPerson = kind === 'person';
      if (isPerson && configured.has(account)) return { account, name, person: OWNER, role: 'owner' };
      const person = isPerson ? personOf(db, account) : undefined;
      if (person?.role === 'owner') return { account, name, person: person.id, role: 'owner' };
      if (isDenied(db, account)) return stranger;
      const known = person ? { account, name, person: person.id } : { account, name };
      const inGroup = place === 'group' && takesPart && chat.channel !== TERMINALS;
      if (inGroup && isPerson && isAdmin(db, chat, account)) return { ...known, role: 'admin' };
      return person || inGroup ? { ...known, role: 'member' } : stranger;
    },
    admit: async (account, name, now) =>
      personOf(db, account)?.id ?? (await db.write(() => admitAccount(db, account, name, now))),
    owners,
    hasOwner: () => owners().length > 0,
    isConfigured: (account) => configured.has(account),
  };
}
