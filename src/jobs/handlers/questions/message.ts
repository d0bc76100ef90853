// The question whether a model's text may be sent to another chat, and what the owner's answer makes of it. What is confirmed is
// what was stored when it was shown: it leaves byte for byte, once, and only where it can still be delivered.

import { z } from 'zod';
import { type ChatRef, QueueError, type Scope } from '../../../contracts/index.js';
import type { Db } from '../../../db/database.js';
import type { Delivery } from '../../../gateway/delivery.js';
import { whereOf } from '../../../gateway/destinations.js';
import { agreedMessageTurn } from '../../../gateway/lost-account.js';
import type { Outgoing } from '../../../gateway/outbox.js';
import { type Proposal, proposalById } from '../../../gateway/proposals.js';
import { queueMessage } from '../../../gateway/queue-message.js';
import type { Deliverable } from '../../../gateway/tool-messages.js';
import type { WakeUps } from '../../../gateway/wake-ups.js';
import { fenced } from '../../../text/fenced.js';
import { sentences } from '../../../text/sentence.js';
import { type Decision, isOwnerInMain, type QuestionDeps, type QuestionKind } from './kind.js';

const NOTHING_SENT = 'Nothing was sent';

type Asked = Pick<Proposal, 'id' | 'session' | 'message'>;

interface Wish {
  chat: ChatRef;
  scope: Scope;
  text: string;
}

/** `message` of a proposal is there, or it would be of another kind. */
export function messageQuestions({ db, clock, wakeUps, deliveryOf: reach }: QuestionDeps): QuestionKind {
  return {
    mayAnswer: isOwnerInMain,
    text: async (proposal) => messageQuestion(db, proposal),
    decide: async (proposal, yes, { principal: { account: by } }) =>
      decideMessage(db, proposal, { yes, by, now: clock.now(), reach, wakeUps }),
    drop: () => {},
    stays: () => NOTHING_SENT,
    stands: (_, yes) => (yes ? 'it was sent.' : 'nothing was sent.'),
    wanted: 'it',
  };
}

/** Undefined where it cannot be read. */
function messageQuestion(db: Db, proposal: Pick<Proposal, 'message'>): string | undefined {
  const wish = wishOf(proposal);
  if (!wish) return undefined;
  const { name } = whereOf({ db }, wish);
  return `I would send this to ${name}, exactly as it stands:\n${fenced(wish.text)}\nShall I? Answer y or n.`;
}

interface MessageAnswer {
  yes: boolean;
  /** The account that answers. */
  by: string;
  now: number;
  /** Where it is delivered by now, or in a sentence why nowhere. */
  reach(where: Deliverable): Delivery | string;
  wakeUps: Pick<WakeUps, 'send'>;
}

/** `also` belongs behind the line that ends the question as applied, `after` behind that transaction. */
function decideMessage(db: Db, proposal: Asked, { yes, by, now, reach, wakeUps }: MessageAnswer): Decision {
  const wish = wishOf(proposal);
  const target = (): Delivery | string => {
    if (!wish) return 'that message cannot be read any more';
    return reach({ chat: wish.chat, scope: wish.scope, by, via: 'tool' });
  };
  const declined = (text: string) => ({ state: 'declined' as const, text, also: () => {} });
  if (!yes) return declined(`${NOTHING_SENT}.`);
  const to = target();
  if (!wish || typeof to === 'string') return declined(sentences(String(to), 'So nothing was sent.'));
  let queued: Outgoing | undefined;
  return {
    state: 'applied',
    text: `Sent to ${whereOf({ db }, wish).name}.`,
    also() {
      const there = target();
      if (typeof there === 'string' || proposalById(db, proposal.id)?.state !== 'applied') {
        throw new QueueError('the message or its chat was changed meanwhile', { retryable: true });
      }
      const key = agreedMessageTurn(proposal);
      queued = queueMessage(db, { key, to: there.chat, message: { text: wish.text } }, now);
    },
    async after() {
      if (queued) await wakeUps.send(queued);
    },
  };
}

const chat = z.object({
  channel: z.string(),
  account: z.string(),
  chat: z.string(),
  thread: z.string().exactOptional(),
});
const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('main') }),
  z.object({ kind: z.literal('person'), person: z.string() }),
  z.object({ kind: z.literal('group'), channel: z.string(), chat: z.string() }),
]);
const wish = z.object({ chat, scope, text: z.string().min(1) });

function wishOf({ message }: Pick<Proposal, 'message'>): Wish | undefined {
  if (message === null) return undefined;
  const read = wish.safeParse(JSON.parse(message));
  return read.success ? read.data : undefined;
}
