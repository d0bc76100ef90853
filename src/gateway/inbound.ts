// Accepts what a channel delivers: recognises the speaker, routes the event, and has it on disk before the platform is
// told so. Decides nothing that route.ts can decide; never calls a model.

import type { Clock, InboundEvent, Log } from '../contracts/index.js';
import type { State } from '../db/state.js';
import { redactInbound } from '../text/redact.js';
import type { Identity } from './identity.js';
import { type InboxRow, insertInbox, type NewInboxRow } from './inbox.js';
import { insertOutbox, type NewOutboxRow } from './outbox.js';
import { type Route, route } from './route.js';
import { turnId } from './turn-id.js';
import type { WakeUps } from './wake-ups.js';

export interface InboundDeps {
  state: State;
  identity: Identity;
  wakeUps: WakeUps;
  clock: Clock;
  log: Log;
  /** Commands that run at once, beside the session's lane. */
  runsAtOnce(command: string, scripted: boolean): boolean;
}

const TO_STRANGERS = 'Hello! I only talk to people my owner has introduced me to. Please ask them to let you in.';

/** Resolves once every event of the batch is on disk, in one transaction; an event seen before changes nothing. */
export async function acceptEvents(deps: InboundDeps, receiver: string, events: InboundEvent[]): Promise<void> {
  const planned = events.map((event) => plan(deps, receiver, redacted(event)));
  const accepted: Pick<InboxRow, 'row' | 'job' | 'lane'>[] = [];
  const replies: (NewOutboxRow & { row: number })[] = [];
  await deps.state.durable.write(() => {
    for (const { inbox, reply } of planned) {
      const row = insertInbox(deps.state.durable, inbox);
      if (row === undefined) continue;
      if (inbox.state === 'accepted') accepted.push({ ...inbox, row });
      if (!reply) continue;
      const sent = insertOutbox(deps.state.durable, { ...reply, inbox: row });
      if (sent !== undefined) replies.push({ ...reply, row: sent });
    }
  });
  for (const row of accepted) await deps.wakeUps.serve(row);
  for (const row of replies) await deps.wakeUps.send(row);
}

function plan(
  deps: InboundDeps,
  receiver: string,
  event: InboundEvent,
): { inbox: NewInboxRow; reply: NewOutboxRow | undefined } {
  const principal = deps.identity.principal(event.from);
  const routed = route(event, principal);
  const now = deps.clock.now();
  const atOnce = event.type === 'command' && deps.runsAtOnce(event.name, event.scripted ?? false);
  const inbox: NewInboxRow = {
    receiver,
    event,
    principal,
    scope: routed.scope,
    session: routed.session,
    state: stateOf(routed),
    job: event.type === 'command' ? 'command' : 'turn',
    ...(atOnce ? {} : { lane: routed.session }),
    acceptedAt: now,
  };
  deps.log.info('inbound', { turn: turnId(event), channel: event.chat.channel, type: event.type, state: inbox.state });
  const answersStranger =
    routed.verdict === 'refuse' && event.place === 'direct' && (event.type === 'message' || event.type === 'command');
  const reply: NewOutboxRow | undefined = answersStranger
    ? {
        turn: turnId(event),
        part: 0,
        sender: receiver,
        chat: event.chat,
        message: { text: TO_STRANGERS },
        queuedAt: now,
      }
    : undefined;
  return { inbox, reply };
}

function stateOf({ verdict }: Route): NewInboxRow['state'] {
  if (verdict === 'refuse') return 'refused';
  return verdict === 'context' ? 'context' : 'accepted';
}

/** The one place where words come in: what must not reach the disk is marked here. */
function redacted(event: InboundEvent): InboundEvent {
  if (event.type === 'command') return { ...event, args: redactInbound(event.args).text };
  if (event.type === 'edited' && event.text !== undefined) return { ...event, text: redactInbound(event.text).text };
  if (event.type !== 'message') return event;
  const quoted = event.quoted?.map((quote) => ({ ...quote, text: redactInbound(quote.text).text }));
  return { ...event, text: redactInbound(event.text).text, ...(quoted ? { quoted } : {}) };
}
