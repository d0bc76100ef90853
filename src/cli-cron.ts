// The command line's commands about schedules: parses arguments and calls one function per command of schedule-desk.ts, which
// is loaded when one of them runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { ConfigError, type ScheduleChangeWish } from './contracts/index.js';

interface Json {
  json?: boolean;
}
interface AddFlags extends Json {
  cron?: string;
  at?: string;
  every?: string;
  tz?: string;
  message?: string;
  say?: boolean;
  skipMissed?: boolean;
  to?: string;
  id?: string;
}

export function addCronCommands(program: Command, lent: Pick<Lent, 'house' | 'print' | 'say'>): void {
  const cron = program.command('cron').description('reminders, and tasks at a time');
  cron
    .command('list')
    .description('everything that is scheduled, the next first')
    .option('--json', 'as JSON')
    .action(async ({ json }: Json) => {
      const { listSchedules } = await import('./schedule-desk.js');
      tell(await listSchedules(lent.house()), json, lent);
    });
  cron
    .command('add')
    .description('schedule a message; the same --id again changes it, and what is left out stays as it was')
    .option('--cron <expression>', 'minute hour day month weekday, such as "0 8 * * 1-5"')
    .option('--at <time>', 'once: "2026-12-01 09:00", 18:30, "in 20 minutes"')
    .option('--every <duration>', 'again and again: 30m, 2h, 1d')
    .option('--tz <zone>', 'the time zone, such as Europe/Berlin (default: timezone of nightjar.yaml)')
    .option('--message <text>', 'what the model is asked then, so that its answer is delivered')
    .option('--say', 'deliver the message as it stands, without a model')
    .option('--no-say', 'ask the model (the default)')
    .option('--skip-missed', 'leave out what is missed while nothing runs, instead of one run for all of it')
    .option('--no-skip-missed', 'run once for all of it (the default)')
    .option('--to <chat>', 'me, telegram:-100123, discord:ID, console:NAME or person:ID (default: me)')
    .option('--id <id>', 'a name of yours for it')
    .option('--json', 'as JSON')
    .action(async ({ json, ...flags }: AddFlags) => {
      const wish = wishOf(flags);
      const { addSchedule } = await import('./schedule-desk.js');
      tell(await addSchedule(lent.house(), wish), json, lent);
    });
  const changes = {
    remove: 'end it for good',
    run: 'run it once now, whatever its times are',
    pause: 'run nothing of it until resume',
    resume: 'go on with one that is paused',
  } as const;
  for (const [name, description] of Object.entries(changes) as [keyof typeof changes, string][]) {
    cron
      .command(`${name} <id>`)
      .description(description)
      .option('--json', 'as JSON')
      .action(async (id: string, { json }: Json) => {
        const desk = await import('./schedule-desk.js');
        tell(await desk[`${name}Schedule`](lent.house(), id), json, lent);
      });
  }
}

function wishOf({ cron, at, every, tz, message, say, skipMissed, to, id }: Omit<AddFlags, 'json'>): ScheduleChangeWish {
  const named = [cron, at, every].filter((one) => one !== undefined).length;
  if (named !== 1) {
    throw new ConfigError(
      `cron add takes exactly one of --cron, --at and --every, not ${named === 0 ? 'none' : named}.`,
      {
        remedy: 'For example: nightjar cron add --cron "0 8 * * 1-5" --message "what is new"',
      },
    );
  }
  if (message === undefined && id === undefined) {
    throw new ConfigError('cron add needs --message.', { remedy: 'Say what is to be delivered.' });
  }
  return {
    when: { cron, at, every },
    zone: tz,
    ...(message === undefined ? {} : { text: message }),
    ...(say === undefined ? {} : { deliver: say ? 'text' : 'answer' }),
    ...(skipMissed === undefined ? {} : { missed: skipMissed ? 'skip' : 'run-once' }),
    to,
    id,
  };
}
