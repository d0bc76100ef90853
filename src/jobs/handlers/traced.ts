// Around every handler: what of the log belongs to its job, and on whose account its requests are. Whatever cannot be told of a
// job is left out; nothing in here keeps one from running.

import type { Charge, Clock, Job, JobHandler, JobHandlers, Log } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { chatKey } from '../../gateway/chat-key.js';
import { inboxRow } from '../../gateway/inbox.js';
import { outboxRow } from '../../gateway/outbox.js';
import { personOf } from '../../gateway/people.js';
import { runTurnId, turnId, turnOfReply } from '../../gateway/turn-id.js';
import {
  COMMAND,
  COMPACT,
  EDIT,
  FETCH,
  FLUSH,
  LEFT_COMMAND,
  REMIND,
  SCHEDULED,
  SEND,
  SNAPSHOT,
} from '../../gateway/wake-ups.js';
import { charged } from '../../models/charge.js';
import { inTrace } from '../../ops/log-trace.js';
import { flushRow } from '../../sessions/flushes.js';
import { sessionById } from '../../sessions/rows.js';
import { describeError } from '../backoff.js';
import { scheduleById } from '../scheduler/rows.js';

interface TracedParts {
  db: Db;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

interface About {
  turn?: string;
  session?: string;
  charge?: Charge;
}

export function tracedHandlers(parts: TracedParts, handlers: JobHandlers): JobHandlers {
  return Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, traced(parts, handler)]));
}

function traced({ db, clock, log }: TracedParts, handler: JobHandler): JobHandler {
  return {
    ...handler,
    async run(job, context) {
      const { charge, ...ids } = aboutOf(db, job);
      await inTrace({ job: job.id, ...ids }, async () => {
        const began = clock.now();
        const { name, attempt } = job;
        // Of a reply it says enough that it was sent.
        const tell = name.startsWith(SEND) ? log.debug : log.info;
        tell('job.began', { name, attempt, waitedMs: Math.max(0, began - job.addedAt) });
        const ended = (how: object) => tell('job.finished', { name, attempt, ms: clock.now() - began, ...how });
        try {
          await (charge ? charged(charge, () => handler.run(job, context)) : handler.run(job, context));
        } catch (error) {
          ended({ ok: false, reason: describeError(error) });
          throw error;
        }
        ended({ ok: true });
      });
    },
  };
}

function aboutOf(db: Db, job: Job): About {
  try {
    return about(db, job);
  } catch {
    // A database that cannot be read is the handler's trouble, and told there.
    return {};
  }
}

function about(db: Db, { name, data }: Job): About {
  const row = Number(data.row);
  if (name.startsWith(SEND)) {
    const reply = outboxRow(db, row);
    return reply ? { turn: turnOfReply(reply) } : {};
  }
  if (IN_INBOX.has(name) || name.startsWith(COMMAND) || name.startsWith(FETCH)) return ofMessage(db, row);
  if (name === FLUSH) return ofSession(db, flushRow(db, row)?.session, 'flush');
  if (name === SNAPSHOT) return ofSession(db, String(data.session), 'snapshot');
  return name === SCHEDULED || name === REMIND ? ofRun(db, String(data.schedule), Number(data.slot)) : {};
}

/** Jobs whose data name a row of the inbox. */
const IN_INBOX: ReadonlySet<string> = new Set(['turn', EDIT, COMPACT, LEFT_COMMAND]);

function ofMessage(db: Db, id: number): About {
  const row = inboxRow(db, id);
  if (!row) return {};
  const { event, scope, principal } = row;
  const person = principal.person ?? principal.account;
  return { turn: turnId(event), charge: { kind: 'talk', scope, chat: chatKey(event.chat), person } };
}

function ofSession(db: Db, id: string | undefined, kind: Charge['kind']): About {
  const session = id === undefined ? undefined : sessionById(db, id);
  if (!session) return {};
  return { session: session.id, charge: { kind, scope: session.scope, chat: chatKey(session.chat) } };
}

/** A run is on the account of whoever made the schedule. */
function ofRun(db: Db, id: string, slot: number): About {
  const schedule = scheduleById(db, id);
  const turn = runTurnId({ schedule: id, slot });
  if (!schedule) return { turn };
  const { task, scope, chat, by } = schedule;
  const kind = task === 'heartbeat' ? 'heartbeat' : 'scheduled';
  const charge: Charge = { kind, scope, chat: chatKey(chat), person: personOf(db, by)?.id ?? by };
  return { turn, charge };
}
