// /cron: reminders and tasks at a time, of this chat; in the owner's private chat those of all chats, and into them.

import { ConfigError, type NightjarError, StateError } from '../contracts/index.js';
import { asData } from '../text/as-data.js';
import { sentences } from '../text/sentence.js';
import { ADMINS, type Command, type CommandContext, type CommandReply } from './command.js';
import { readWish } from './cron-words.js';
import { listWords, slotIn, storedWords } from './schedule-words.js';
import type { KnownSchedule, ScheduleChange, SchedulesDesk } from './schedules-desk.js';

const USAGE =
  'I can do this: `/cron`, `/cron add TIME TEXT`, `/cron remove ID`, `/cron pause ID`, `/cron resume ID`, `/cron run ID`.';
const EXAMPLES = [
  'A time is one of these:',
  '- `/cron add every day at 8:00 what is new`',
  '- `/cron add "0 8 * * 1-5" what is new` (minute, hour, day, month, weekday)',
  '- `/cron add every 2h TEXT`, `/cron add in 20 minutes TEXT`',
  '- `/cron add at 18:30 TEXT`, `/cron add at 2026-12-01 09:00 TEXT`',
  'Between the time and the text: `say` (the text is delivered as it stands; else I think about it and answer), `tz=Europe/Berlin`, `skip` (a missed run is left out), in private `to=telegram:-100123` (another chat).',
].join('\n');

export const cronCommand: Command = {
  name: 'cron',
  summary: 'Reminders, and things to do at a time',
  usage: '[list | add TIME TEXT | remove ID | run ID | pause ID | resume ID]',
  roles: ADMINS,
  atOnce: true,
  async run(context, { schedules }) {
    try {
      return answer(context, schedules);
    } catch (error) {
      // What somebody typed is wrong, or not to be had; both are worded for whoever asked.
      if (!(error instanceof ConfigError || error instanceof StateError) || error.retryable) throw error;
      return { text: wordsOf(error) };
    }
  },
};

function wordsOf({ message, remedy }: NightjarError): string {
  return sentences(message, remedy);
}

function answer(context: CommandContext, desk: SchedulesDesk): CommandReply {
  const [, verb = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(context.args.trim()) ?? [];
  switch (verb.toLowerCase()) {
    case '':
    case 'list':
      return { text: listWords(desk.list(context), (one) => desk.words(one), desk.unreadable(context)) };
    case 'add':
      return add(context, desk, rest);
    case 'remove':
    case 'delete':
      return onOne(rest, (id) => ({
        text: `${asData(id, 64)} is removed.`,
        also: desk.remove(context, id).inside,
      }));
    case 'pause':
      return change(context, desk, rest, (one) => ({
        ...desk.pause(one, context.now),
        says: `${asData(one.id, 64)} is paused. \`/cron resume ${one.id}\` goes on with it.`,
      }));
    case 'resume':
      return change(context, desk, rest, (one) => {
        const { next, inside } = desk.resume(one, context.now);
        return { inside, says: `${asData(one.id, 64)} goes on, next ${slotIn(next, one.zone)} (${one.zone}).` };
      });
    case 'run':
      return change(context, desk, rest, (one) => ({
        ...desk.runNow(one, context.now),
        says: `${asData(one.id, 64)} runs once now${one.here ? '' : `, to ${one.where.name}`}.`,
      }));
    default:
      return { text: `${USAGE}\n\n${EXAMPLES}` };
  }
}

function add(context: CommandContext, desk: SchedulesDesk, rest: string): CommandReply {
  const wish = readWish(rest);
  if (!wish) return { text: `${rest === '' ? '' : 'I read no time there. '}${EXAMPLES}` };
  const maker = { ...context, via: 'command' as const };
  const plan = desk.plan(maker, wish);
  const { inside } = desk.put(plan, maker);
  return { text: storedWords(plan, desk.words(plan)), also: inside };
}

function change(
  context: CommandContext,
  desk: SchedulesDesk,
  rest: string,
  work: (one: KnownSchedule) => ScheduleChange & { says: string },
): CommandReply {
  return onOne(rest, (id) => {
    const { says, inside, after } = work(desk.find(context, id));
    return { text: says, also: inside, ...(after ? { after } : {}) };
  });
}

function onOne(rest: string, work: (id: string) => CommandReply): CommandReply {
  const id = rest.trim().replace(/^[`'"“]+|[`'"”]+$/g, '');
  return id === '' ? { text: `Which one? \`/cron\` lists them with their ids. ${USAGE}` } : work(id);
}
