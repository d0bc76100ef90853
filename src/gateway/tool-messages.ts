// What a model's turn may send to other chats, bound to the owner's private talk. Into another chat of the owner's own it goes
// at once and once only; for anybody else's it is only drafted, and nothing of it leaves without the owner's yes.

import type { AccessDesk } from '../commands/access-desk.js';
import { type MessageWish, type Schedule, StateError, ToolError, type ToolMessages } from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';
import { spoken } from '../text/control-words.js';
import { oneLine } from '../text/truncate.js';
import { hasUnseen } from '../text/visible.js';
import { accountOfDirect, chatKey } from './chat-key.js';
import { channelOf } from './codes.js';
import type { Delivery } from './delivery.js';
import { type Destination, type DestinationParts, destinationOf, terminalGroups, titleOf } from './destinations.js';
import { OWNER } from './identity.js';
import { ownMessageTurn } from './lost-account.js';
import { draftMessage, draftOfCall, mustBeOnly } from './proposals.js';
import { queueMessage } from './queue-message.js';
import type { ToolSpeaker } from './tool-schedules.js';
import type { WakeUps } from './wake-ups.js';

export interface ToolMessageParts extends DestinationParts {
  access: DestinationParts['access'] & Pick<AccessDesk, 'people'>;
  clock: { now(): number };
  wakeUps: Pick<WakeUps, 'send'>;
  /** Where it is delivered by now, or in a sentence why nowhere. */
  deliveryOf(where: Deliverable): Delivery | string;
}

/** Whose word it is, and where it is meant to go. */
export type Deliverable = Pick<Schedule, 'chat' | 'scope' | 'by' | 'via'>;

/** UTF-16 units. */
const LONGEST_TEXT = 4_000;
/** So many go to the owner's own chats in one turn. */
const MOST_A_TURN = 5;
const NAME_LENGTH = 80;

export function toolMessages(parts: ToolMessageParts, by: ToolSpeaker): ToolMessages {
  const { db, clock, folders, access } = parts;
  const { who, scope, chat, session, turn } = by;
  const sent = new Set<string>();

  const isHere = (to: Destination) =>
    chatKey(to.chat) === chatKey(chat) || (scope.kind === 'main' && accountOfDirect(to.chat) === who.account);

  const isOwn = (to: Destination) => sameScope(folders.canonical(to.scope), folders.canonical(scope));

  /** Undefined for every chat that cannot be written to, whatever the reason. */
  function reachable(address: string): Destination | undefined {
    try {
      const to = destinationOf(parts, address);
      if (isOwn(to)) return to;
      return typeof parts.deliveryOf({ ...to, by: who.account, via: 'tool' }) === 'string' ? undefined : to;
    } catch (error) {
      if (error instanceof StateError && !error.retryable) return undefined;
      throw error;
    }
  }

  function* addresses(): Generator<{ to: string; name?: string }> {
    for (const { account } of access.accountsOf(OWNER)) {
      yield { to: account, name: `the owner’s private chat on ${channelOf(account)}` };
    }
    for (const { person, name } of access.people()) if (person !== OWNER) yield { to: `person:${person}`, name };
    for (const { channel, present } of access.groups()) yield { to: `${channel}:${present}` };
    for (const to of terminalGroups(db)) yield { to };
  }

  function chats() {
    mustBeOwner();
    return [...addresses()].flatMap(({ to, name }) => {
      const found = reachable(to);
      if (!found || isHere(found)) return [];
      return [{ to, name: oneLine(name ?? titleOf(parts, found) ?? to, NAME_LENGTH) }];
    });
  }

  /** An address goes before a name, which anybody may give to their chat. */
  function find(wanted: string): { to: string; found: Destination } {
    const address = wanted.trim();
    const found = reachable(address);
    if (found) return { to: address, found };
    const alike = chats().filter(({ name }) => plain(name) === plain(address));
    const [one] = alike;
    if (alike.length > 1) {
      throw new ToolError(`Nothing was sent: ${alike.length} chats are called that.`, {
        remedy: `Name the address: ${alike.map(({ to }) => to).join(', ')}.`,
      });
    }
    const named = one && reachable(one.to);
    if (one && named) return { to: one.to, found: named };
    throw new ToolError(`Nothing was sent: I can write to no chat ${oneLine(wanted, 60) || '(empty)'}.`, {
      remedy: 'Call this without "to" to see the chats.',
    });
  }

  function mustBeOwner(): void {
    if (scope.kind === 'main' && who.role === 'owner') return;
    throw new ToolError('Only the owner, in private, has something sent to another chat.');
  }

  async function sendNow(to: Destination, text: string, call: string): Promise<void> {
    if (sent.size >= MOST_A_TURN && !sent.has(call)) {
      throw new ToolError(`Nothing was sent: ${MOST_A_TURN} messages went out in this turn, which is the most.`);
    }
    sent.add(call);
    const key = ownMessageTurn(session, call);
    const row = await db.write(() => queueMessage(db, { key, to: to.chat, message: { text } }, clock.now()));
    if (row) await parts.wakeUps.send(row);
  }

  async function ask({ chat: where, scope: theirs }: Destination, text: string, call: string): Promise<void> {
    const message = JSON.stringify({ chat: where, scope: theirs, text });
    await db.write(() => {
      mustBeOnly(db, by);
      draftMessage(db, { session, call, turn, message }, clock.now());
    });
  }

  function earlier(call: string): 'sent' | 'asked' | undefined {
    if (draftOfCall(db, { session, call })) return 'asked';
    const stands =
      db.sql('SELECT 1 FROM outbox WHERE turn = ? AND part = 0').get([ownMessageTurn(session, call)]) !== undefined;
    return stands ? 'sent' : undefined;
  }

  return {
    chats,
    async send({ to: wanted, text: given }: MessageWish, call: string) {
      mustBeOwner();
      const state = earlier(call);
      if (state !== undefined) return { state, to: oneLine(wanted, NAME_LENGTH) };
      const text = textOf(given);
      const { to, found } = find(wanted);
      if (isHere(found)) {
        throw new ToolError('Nothing was sent: that is this chat.', { remedy: 'What you answer appears here.' });
      }
      if (isOwn(found)) {
        await sendNow(found, text, call);
        return { state: 'sent', to };
      }
      await ask(found, text, call);
      return { state: 'asked', to };
    },
  };
}

/** What is shown to the owner, and then sent, is this and nothing else. */
function textOf(given: string): string {
  const text = given.trim();
  if (text === '') throw new ToolError('Nothing was sent: give the text.');
  if (text.length > LONGEST_TEXT) {
    throw new ToolError(`Nothing was sent: the text has ${text.length} characters; ${LONGEST_TEXT} are the most.`, {
      remedy: 'Make it shorter.',
    });
  }
  if (hasUnseen(text)) {
    throw new ToolError('The text holds characters that cannot be seen. Write it again without them.');
  }
  if (spoken(text) !== text) {
    throw new ToolError('Nothing was sent: the text holds a word such as NO_REPLY, which no person is to read.', {
      remedy: 'Write it without; to say nothing, do not call this.',
    });
  }
  return text;
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}
