// The question whether the bot takes part in a group, as the owner is asked it in private. It stays open until the owner had
// it: where nobody could be reached it is asked again, once, as soon as an account of the owner's can be.

import type { AccountId, ChannelId, ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import { unheardQuestions, waitForOwner } from './grants.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, noticeTurn, type OwnerNotice, type OwnerReach } from './owner-notice.js';
import type { Group } from './people.js';

/** What the owner is asked: kept with the group until it was delivered. */
export interface GroupQuestion {
  /** Where the bot can speak in the group. */
  chat: ChatRef;
  title?: string;
  /** Who put the bot there; some platforms do not say. */
  by?: { account: AccountId; name: string };
}

/** At one occasion; what is left waits for the next. */
const AT_ONCE = 10;

/** What belongs to the question whether the bot takes part in a group. */
export function groupAnswers({ channel, chat }: { channel: ChannelId; chat: string }): string {
  return `group/${channel}/${chat}`;
}

/** Asks the owner, or notes that nobody could be asked. Inside the caller's transaction. */
export function askOwner(
  db: Db,
  group: Group,
  question: GroupQuestion,
  { now, ...reach }: OwnerReach & { now: number },
): Outgoing | undefined {
  const notice = groupNotice(group, question, now);
  const queued = insertOwnerNotice(db, notice, { ...reach, now });
  waitForOwner(db, group, {
    question: JSON.stringify(question),
    ...(queued ? { notice: noticeTurn(notice.key) } : {}),
  });
  return queued;
}

/** An account of the owner's can be reached: it is asked what no owner heard yet. Inside the caller's transaction. */
export function askAgain(db: Db, account: AccountId, channels: readonly ChannelId[], now: number): Outgoing[] {
  return unheardQuestions(db, AT_ONCE).flatMap(({ channel, chat, question }) => {
    const reach = { owners: [account], channels, now };
    return askOwner(db, { channel, chat }, JSON.parse(question) as GroupQuestion, reach) ?? [];
  });
}

function groupNotice(group: Group, { chat, title, by }: GroupQuestion, now: number): OwnerNotice {
  const id = `${group.channel}:${group.chat}`;
  const who = by ? `${asData(by.name)} (${asData(by.account)}) added me to` : 'I was added to';
  const press = { kind: 'group', chat, group: group.chat, ...(title === undefined ? {} : { title }) } as const;
  return {
    // After the bot was taken out and put in again there is a new question.
    key: `${groupAnswers(group)}/${now}`,
    answers: groupAnswers(group),
    text: `${who} ${title === undefined ? 'a group' : asData(title)} (${asData(id)}). I keep silent there until you allow it.`,
    buttons: [
      { label: 'Allow', press: { ...press, allow: true } },
      { label: 'Leave', press: { ...press, allow: false } },
    ],
    prefer: group.channel,
  };
}
