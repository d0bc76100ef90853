// Where a message goes: whose memory its turn sees, which session it belongs to, and whether the bot answers. Pure.

import type { InboundEvent, PersonId, Principal, Scope, SessionKey } from '../contracts/index.js';
import { sessionKey } from '../sessions/keys.js';
import { OWNER } from './identity.js';
import type { ChatPolicy } from './policy.js';

export interface Route {
  scope: Scope;
  session: SessionKey;
  verdict: Verdict;
  /** Why the bot keeps silent, where it does. */
  silence?: Silence;
}

export type Verdict =
  /** A turn of the model. */
  | 'answer'
  | 'command'
  /** Not for the bot; kept so that a later turn can know what was said. */
  | 'context'
  /** Changes what was said before. */
  | 'edit'
  /** From somebody who may not talk to the bot, in their own chat; costs no model call. */
  | 'refuse'
  /** Leaves no trace but the reason. */
  | 'ignore';

export type Silence = 'not-allowed' | 'not-addressed' | 'commands-only' | 'never' | 'denied' | 'bot' | 'loop';

/**
 * A direct chat belongs to the person in it, and to `main` when that person is the owner; whatever is not certainly a
 * direct chat is a group, and who speaks there does not widen what it sees. `chat` is the group's own id, also where its
 * platform gave it another one since.
 */
export function route(event: InboundEvent, who: Principal, policy: ChatPolicy, chat = event.chat.chat): Route {
  const scope = scopeOf(event, who, chat);
  return { scope, session: sessionKey(scope, event.chat), ...verdictOn(event, who, policy) };
}

function scopeOf(event: InboundEvent, who: Principal, chat: string): Scope {
  if (event.place !== 'direct') return { kind: 'group', channel: event.chat.channel, chat };
  if (who.role === 'owner' && who.person === OWNER) return { kind: 'main' };
  return { kind: 'person', person: who.person ?? strangerId(who) };
}

function verdictOn(event: InboundEvent, who: Principal, policy: ChatPolicy): Pick<Route, 'verdict' | 'silence'> {
  // Platforms do not always say who took a message back; its words go wherever they are kept.
  if (event.type === 'deleted') return { verdict: 'edit' };
  if (event.type === 'edited') return { verdict: isHeard(event, who, policy) ? 'edit' : 'ignore' };
  if (event.place === 'direct') {
    if (who.role === 'stranger') return { verdict: 'refuse' };
  } else {
    const owners = isCommand(event) && who.role === 'owner';
    // A skill's command begins a turn, and there is none where the bot takes no part.
    if (!policy.takesPart) {
      return owners && event.type === 'command' ? { verdict: 'command' } : silent('not-allowed');
    }
    if (policy.respond === 'never' && !owners) return silent('never');
    if (who.role === 'stranger') {
      // Another bot's words are part of what was said; whom the owner shut out is not listened to.
      if (event.from.kind !== 'bot') return silent('denied');
      return event.type === 'message' && policy.respond !== 'commands'
        ? { verdict: 'context', silence: 'bot' }
        : silent('bot');
    }
  }
  if (event.type === 'command' || event.type === 'button') return { verdict: 'command' };
  if (event.type !== 'message') return { verdict: 'ignore' };
  if (event.place === 'direct') return { verdict: 'answer' };
  if (policy.respond === 'commands' && !isCommand(event)) return silent('commands-only');
  if (policy.respond === 'always' || event.addressed) return { verdict: 'answer' };
  return { verdict: 'context', silence: 'not-addressed' };
}

/** Of ours, or of a skill. */
function isCommand(event: InboundEvent): boolean {
  return event.type === 'command' || (event.type === 'message' && event.command === true);
}

/** Whether what this speaker changes may change what is kept. */
function isHeard({ place, from }: InboundEvent, { role }: Principal, { takesPart, respond }: ChatPolicy): boolean {
  if (place === 'direct') return role !== 'stranger';
  return takesPart && respond !== 'never' && (role !== 'stranger' || from.kind === 'bot');
}

function silent(silence: Silence): Pick<Route, 'verdict' | 'silence'> {
  return { verdict: 'ignore', silence };
}

/** A scope that nobody reads: strangers have no memory, and no person's id begins like this. */
function strangerId(who: Principal): PersonId {
  return `?${who.account}`;
}
