// Who may speak, and where: what commands, buttons and the command line read and change of it, over the rows and the
// configuration. Decides nothing about who may do so.

import type { AccessDesk, NamedGroup } from '../commands/access-desk.js';
import { type Channel, ChannelError, type ChannelId, StateError } from '../contracts/index.js';
import {
  type AccessFacts,
  asAsking,
  knownAccount,
  knownGroup,
  knownGroups,
  knownPeople,
  meaningOf,
  ownAccounts,
  speakersOf,
} from './access-facts.js';
import { spendAnswers } from './buttons.js';
import { directTo } from './chat-key.js';
import { channelOf, endCode, endCodesOf, insertCode, newCode, openCode, openCodes, readCode } from './codes.js';
import { allowGroup, denyGroup, markIntroduced } from './grants.js';
import { groupAnswers } from './group-questions.js';
import { OWNER } from './identity.js';
import { canJoin } from './links.js';
import { noteWritten, noticeTurn, ownerToTell } from './owner-notice.js';
import {
  addAccount,
  adminsOf,
  admitAccount,
  deniedAccounts,
  denyAccount,
  dismissAdmin,
  dismissEverywhere,
  nameAdmin,
  personOf,
  removeAccount,
  restoreAccount,
} from './people.js';
import { pairAnswers } from './strangers.js';

export interface AccessParts extends AccessFacts {
  /** The connected channel of that id, if this process has it. */
  channelOf(id: ChannelId): Channel | undefined;
}

export function openAccessDesk(parts: AccessParts): AccessDesk {
  const { db, identity, channels } = parts;

  return {
    channels,
    direct: (account) => (channels.includes(channelOf(account)) ? directTo(account) : undefined),
    tellOwner(key, text, except) {
      const account = ownerToTell(db, { owners: identity.owners(), channels });
      if (account === undefined || account === except) return [];
      return [{ key: noticeTurn(key), to: directTo(account), message: { text } }];
    },

    asking: (now) => openCodes(db, 'pair', now).map(asAsking),
    findAsking(text, now) {
      const code = readCode(text);
      const row = code === undefined ? undefined : openCode(db, 'pair', code, now);
      return row && asAsking(row);
    },
    letIn({ code, account, name }, as, now) {
      mustEnd(endCode(db, code, 'used'));
      if (as === 'owner') {
        addAccount(db, account, OWNER, now);
        // It asked in private.
        noteWritten(db, account, now);
      } else admitAccount(db, account, name, now);
      restoreAccount(db, account);
      spendAnswers(db, pairAnswers(code), now);
    },
    turnAway({ code }, now) {
      mustEnd(endCode(db, code, 'refused'));
      spendAnswers(db, pairAnswers(code), now);
    },

    account: (account, now) => knownAccount(parts, account, now),
    admit: (account, name, now) => void admitAccount(db, account, name, now),
    deny(accounts, name, now) {
      for (const account of accounts) {
        denyAccount(db, { account, name }, now);
        endCodesOf(db, 'pair', { account });
        endCodesOf(db, 'link', { account });
      }
    },
    restore(accounts) {
      for (const account of accounts) restoreAccount(db, account);
    },

    meaning: (channel, id) => meaningOf(db, channel, id),
    group: (named: NamedGroup) => knownGroup(parts, named),
    decideGroup({ channel, chat, title }, state, by, now) {
      const decide = state === 'allowed' ? allowGroup : denyGroup;
      decide(db, { channel, chat }, { title, by, now });
      spendAnswers(db, groupAnswers({ channel, chat }), now);
    },
    markIntroduced: (group, turn, now) => void markIntroduced(db, group, { turn, now }),
    async leave(chat) {
      const channel = parts.channelOf(chat.channel);
      if (!channel) throw new ChannelError('unavailable', `${chat.channel} is not connected`, { retryable: true });
      if (!channel.leave) return false;
      try {
        await channel.leave(chat);
        return true;
      } catch (error) {
        if (!(error instanceof ChannelError) || error.retryable) throw error;
        return error.kind === 'gone';
      }
    },

    admins: (where) => adminsOf(db, where),
    nameAdmin: (where, admin, now) => nameAdmin(db, where, admin, now),
    dismissAdmin: (where, account) => dismissAdmin(db, where, account),
    speakers: (session) => speakersOf(db, session),
    people: () => knownPeople(parts),
    groups: () => knownGroups(parts),
    denied: () => deniedAccounts(db),

    accountsOf: (person) =>
      ownAccounts(parts, person).map((account) => ({ account, configured: identity.isConfigured(account) })),
    newLinkCode: newCode,
    giveOutLink({ code, person, account, name, chat }, now) {
      endCodesOf(db, 'link', { person });
      insertCode(db, { code, kind: 'link', account, name, chat, person, at: now });
    },
    canJoin: ({ account, person }) => canJoin(db, account, person),
    join({ account, person }, now) {
      mustEnd(canJoin(db, account, person));
      addAccount(db, account, person, now);
    },
    unlink(account) {
      const person = personOf(db, account);
      // Two accounts can take each other away at the same moment: one of them stays.
      mustEnd(person !== undefined && ownAccounts(parts, person.id).some((one) => one !== account));
      removeAccount(db, account);
      dismissEverywhere(db, account);
    },
  };
}

/** Somebody else was faster; what was read before is looked at again. */
function mustEnd(done: boolean): void {
  if (!done) throw new StateError('this was decided meanwhile', { retryable: true });
}
