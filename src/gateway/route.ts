// Where a message goes: whose memory its turn sees, which session it belongs to, and whether the bot answers. Pure.

import type { InboundEvent, PersonId, Principal, Scope, SessionKey } from '../contracts/index.js';
import { sessionKey } from '../sessions/keys.js';
import { OWNER } from './identity.js';

export interface Route {
  scope: Scope;
  session: SessionKey;
  verdict: Verdict;
}

export type Verdict =
  /** A turn of the model. */
  | 'answer'
  | 'command'
  /** Not for the bot; kept so that a later turn can know what was said. */
  | 'context'
  /** From somebody who may not talk to the bot; costs no model call. */
  | 'refuse';

/**
 * A direct chat belongs to the person in it, and to `main` when that person is the owner; whatever is not certainly a
 * direct chat is a group, and who speaks there does not widen what it sees. Strangers are refused everywhere.
 */
export function route(event: InboundEvent, who: Principal): Route {
  const scope = scopeOf(event, who);
  return { scope, session: sessionKey(scope, event.chat), verdict: verdictOn(event, who) };
}

function scopeOf(event: InboundEvent, who: Principal): Scope {
  if (event.place !== 'direct') return { kind: 'group', channel: event.chat.channel, chat: event.chat.chat };
  if (who.role === 'owner' && who.person === OWNER) return { kind: 'main' };
  return { kind: 'person', person: who.person ?? strangerId(who) };
}

function verdictOn(event: InboundEvent, who: Principal): Verdict {
  if (who.role === 'stranger') return 'refuse';
  if (event.type === 'command') return 'command';
  if (event.type !== 'message') return 'context';
  return event.place === 'direct' || event.addressed ? 'answer' : 'context';
}

/** A scope that nobody reads: strangers have no memory, and no person's id begins like this. */
function strangerId(who: Principal): PersonId {
  return `?${who.account}`;
}
