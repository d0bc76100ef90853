// The question whether a model's text may be delivered to another chat, and what the owner's answer makes of it. What is
// confirmed is the stored schedule itself, which nothing changes while it waits: what was shown is what is delivered.

import { slotsIn } from '../../../commands/schedule-words.js';
import { QueueError, type Schedule } from '../../../contracts/index.js';
import type { Db } from '../../../db/database.js';
import { whereOf } from '../../../gateway/destinations.js';
import { asData } from '../../../text/as-data.js';
import { fenced } from '../../../text/fenced.js';
import { sentences } from '../../../text/sentence.js';
import { confirmSchedule, GRACE_MS, removeSchedule, scheduleById } from '../../scheduler/rows.js';
import { nextSlots } from '../../scheduler/slots.js';
import { specWords } from '../../scheduler/spec.js';
import { type Decision, isOwnerInMain, type QuestionDeps, type QuestionKind } from './kind.js';

const SHOWN_RUNS = 3;

/** `schedule` of a proposal is there, or it would be of another kind. */
export function scheduleQuestions({ db, clock, deliveryOf }: QuestionDeps): QuestionKind {
  return {
    mayAnswer: isOwnerInMain,
    text: async ({ schedule }) => scheduleQuestion(db, schedule ?? '', clock.now()),
    decide: async ({ schedule }, yes) =>
      decideSchedule(db, schedule ?? '', { yes, now: clock.now(), reach: deliveryOf }),
    drop: ({ schedule }) => dropAsked(db, schedule ?? ''),
    stays: () => 'Nothing was scheduled',
    stands: (_, yes) => (yes ? 'it is scheduled; `/cron` shows how it stands.' : 'nothing was scheduled.'),
    wanted: 'it',
  };
}

/** Undefined where it is gone, or was decided by another way. */
function scheduleQuestion(db: Db, id: string, now: number): string | undefined {
  const one = askedSchedule(db, id);
  if (!one) return undefined;
  const { name } = whereOf({ db }, one);
  const what =
    one.task === 'say'
      ? `I would say this in ${name}, exactly as it stands:`
      : `In ${name} I would be given this task, and say there what comes of it:`;
  const times = `When: ${asData(specWords(one.spec, one.zone), 120)}; next ${slotsIn(upcoming(one, now), one.zone)}.`;
  return `${what}\n${fenced(one.message)}\n${times}\nShall I? Answer y or n.`;
}

/** `reach` says in a sentence why a schedule's chat cannot be delivered to by now, where that is so. */
function decideSchedule(
  db: Db,
  id: string,
  { yes, now, reach }: { yes: boolean; now: number; reach(one: Schedule): unknown },
): Decision {
  const one = askedSchedule(db, id);
  if (!one) {
    const text = `${asData(id, 64)} was changed or removed meanwhile, so your answer changes nothing.`;
    return { state: 'declined', text, also: () => {} };
  }
  const drop = () => dropAsked(db, id);
  if (!yes) return { state: 'declined', text: 'Nothing is scheduled.', also: drop };
  const next = upcoming(one, now);
  if (next.length === 0) {
    const text = 'Its time has gone by meanwhile, so nothing is scheduled. Ask me again with another time.';
    return { state: 'declined', text, also: drop };
  }
  const why = reach(one);
  if (typeof why === 'string')
    return { state: 'declined', text: sentences(why, 'So nothing is scheduled.'), also: drop };
  return {
    state: 'applied',
    text: `Scheduled: ${asData(id, 64)}, to ${whereOf({ db }, one).name}. Next: ${slotsIn(next, one.zone)}. \`/cron remove ${id}\` takes it back.`,
    also() {
      if (confirmSchedule(db, id, now)?.state === 'active') return;
      throw new QueueError('the schedule was changed meanwhile', { retryable: true });
    },
  };
}

/** Nobody said yes: it never was. One that became active by another way stays. */
function dropAsked(db: Db, id: string): void {
  if (askedSchedule(db, id)) removeSchedule(db, id);
}

function askedSchedule(db: Db, id: string): Schedule | undefined {
  const one = scheduleById(db, id);
  return one?.state === 'asked' ? one : undefined;
}

/** A single time that has just gone by still counts. */
function upcoming({ spec, zone }: Schedule, now: number): number[] {
  return nextSlots(spec, zone, spec.kind === 'at' ? now - GRACE_MS : now, SHOWN_RUNS);
}
