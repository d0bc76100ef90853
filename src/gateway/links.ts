// A further account of somebody: the code that its owner types there, and whether that account may be added. Must never
// tell whoever tries codes which of them are good.

import type { AccountId, InboundCommand, PersonId } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import { oneLine } from '../text/truncate.js';
import { newButtons } from './buttons.js';
import { endCode, openCode, readCode } from './codes.js';
import { TERMINALS } from './identity.js';
import type { Outgoing } from './outbox.js';
import { isAdminSomewhere, isDenied, personIdOf, personOf } from './people.js';
import { queueMessage } from './queue-message.js';
import { takePlace } from './rate-window.js';

const HOUR_MS = 60 * 60_000;
/** More wrong codes than anybody mistypes; to find one of 2^40 takes more. */
const TRIES = { spanMs: HOUR_MS, atMost: 30, eachMs: HOUR_MS, eachAtMost: 5 };

/** What every platform shows of a button, and room for the words around it. */
const NAMED_UNITS = 48;

/** The same for every code, good or not. */
const LINK_TRIED =
  'Thank you. If that code is good, whoever it comes from is asked now whether this account is theirs.';

/** What belongs to the question that a typed code raises. */
function linkAnswers(code: string): string {
  return `link/${code}`;
}

/**
 * A stranger typed `/link CODE` in their direct chat: asks the person who gave the code out, and says the same to whoever
 * typed it in any case. No reply to somebody who tries too often. Inside the accepting transaction.
 */
export function tryLink(
  db: Db,
  { from, chat, args }: InboundCommand,
  now: number,
): { reply?: string; asked?: Outgoing | undefined } {
  const { account, name } = from;
  if (!takePlace(db, `link/${chat.channel}`, account, TRIES, now)) return {};
  const code = readCode(args);
  const row = code === undefined ? undefined : openCode(db, 'link', code, now);
  if (!row || row.person === undefined || !canJoin(db, account, row.person)) return { reply: LINK_TRIED };
  endCode(db, row.code, 'used', account);
  const press = { kind: 'link', code: row.code, person: row.person, account, name } as const;
  const { buttons, store } = newButtons(
    linkAnswers(row.code),
    [
      { label: `Yes, ${oneLine(account, NAMED_UNITS)} is me`, press: { ...press, yes: true } },
      { label: 'No', press: { ...press, yes: false } },
    ],
    now,
  );
  store(db);
  const text = `${asData(name)} (${asData(account)}) typed your code. Is that you? Whoever it is would be you to me from then on, in private too.`;
  const asked = queueMessage(db, { key: linkAnswers(row.code), to: row.chat, message: { text, buttons } }, now);
  return { reply: LINK_TRIED, asked };
}

/** An account can be added that is nobody's yet: no role, no memory, no conversation of its own. */
export function canJoin(db: Db, account: AccountId, person: PersonId): boolean {
  if (account.startsWith(`${TERMINALS}:`) || personOf(db, account) || isDenied(db, account)) return false;
  if (isAdminSomewhere(db, account)) return false;
  // It may have begun a person who lives on with other accounts.
  const begun = personIdOf(account);
  return begun === person || !hasMemory(db, begun);
}

function hasMemory(db: Db, person: PersonId): boolean {
  const scope = JSON.stringify({ kind: 'person', person });
  return (
    db.sql("SELECT 1 FROM scopes WHERE kind = 'person' AND person = ?").get([person]) !== undefined ||
    db.sql('SELECT 1 FROM sessions WHERE scope = ? LIMIT 1').get([scope]) !== undefined
  );
}
