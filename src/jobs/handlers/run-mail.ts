// What a run of a schedule is asked: one message that the house itself writes, once. Pure.

import { type TurnMail, userEntryId } from '../../agent/turn-parts.js';
import type { Role, Schedule } from '../../contracts/index.js';

/** `account` is who made the schedule, `role` how far their words can be relied on. */
export function runMail(
  turn: string,
  { text, account, role }: { text: string; account: string; role: Role },
): TurnMail {
  const id = userEntryId(turn);
  return {
    take: (entries) =>
      entries.some((entry) => entry.id === id)
        ? []
        : [{ type: 'user', id, text, from: { account, name: 'schedule', role }, message: turn }],
    changed: () => new AbortController().signal,
  };
}

/** What the model is told of the run, beside its task. */
export function runNotes({ id, task }: Pick<Schedule, 'id' | 'task'>): string[] {
  return [
    `This is a scheduled run (${id}), not a conversation: nobody reads along, and nobody can answer a question.`,
    'What you answer is sent to this chat as it stands. With nothing worth saying, answer NO_REPLY and nothing else.',
    ...(task === 'heartbeat' ? ['Most looks find nothing: disturb only for what is due or new.'] : []),
    'It cannot schedule anything, and what it says is not kept as a conversation.',
  ];
}

const HEARTBEAT = 'Look after what HEARTBEAT.md lists, and say what is worth saying now.';

/**
 * The task of a look at HEARTBEAT.md; undefined while the file lists nothing: only headings, comments and the words that
 * it came with.
 */
export function heartbeatTask(file: string, template: string): string | undefined {
  const known = new Set(template.split('\n').map((line) => line.trim()));
  const listed = file
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !known.has(line) && !/^[-*+](?:\s*\[.?\])?$/.test(line));
  return listed.length === 0 ? undefined : `${HEARTBEAT}\n\n${listed.join('\n')}`;
}

/** Whether a time of day lies between two others, `to` outside; a span may go past midnight. All as HH:MM. */
export function isWithin(time: string, from: string, to: string): boolean {
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
