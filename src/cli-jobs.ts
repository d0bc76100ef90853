// The command line's look at background work: jobs, and what they used today. Parses arguments and calls one function per
// command of operator.ts or usage-desk.ts, loaded when one of them runs.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { wholeNumber } from './cli-values.js';
import type { JobDesk, JobInfo, UsageWish } from './contracts/index.js';
import { progressLine } from './ops/progress-line.js';
import { jobDoing, jobKind, jobRemedy, jobShare, reasonWords } from './text/job-words.js';
import { utcTime } from './text/local-time.js';
import { forTerminal } from './text/terminal.js';

interface Json {
  json?: boolean;
}
type Lend = Pick<Lent, 'house' | 'print' | 'say'>;

const LOOK_MS = 500;

export function addJobCommands(program: Command, lent: Lend): void {
  const jobs = program.command('jobs').description('background work');
  jobs
    .command('list')
    .description('what is unfinished or was given up, newest first')
    .option('--all', 'what is done or was cancelled, too')
    .option('--json', 'as JSON')
    .action((flags: Json & { all?: boolean }) => list(flags, lent));
  jobs
    .command('show <id>')
    .description('one job; the first characters of its id are enough')
    .option('--watch', 'until it has ended')
    .option('--json', 'as JSON')
    .action((id: string, flags: Json & { watch?: boolean }) => show(id, flags, lent));
  jobs
    .command('retry <id>')
    .description('try a job again that was given up')
    .action(async (id: string) => {
      await atDesk(lent, (desk) => desk.retry(id));
      lent.print('It will be tried again as soon as I run.');
    });
  jobs
    .command('cancel <id>')
    .description('a waiting job never runs, a running one is ended')
    .action(async (id: string) => {
      await atDesk(lent, (desk) => desk.cancel(id));
      lent.print('Cancelled.');
    });
  program
    .command('usage')
    .description('what models were used for, what that cost, and the budgets of background work')
    .addOption(new Option('--days <n>', 'so many days until today').argParser(wholeNumber(400)).conflicts('month'))
    .addOption(new Option('--month <month>', 'a month such as 2026-11').argParser(aMonth))
    .addOption(new Option('--by <what>', 'one line for each').choices(['day', 'kind', 'chat', 'person', 'model']))
    .option('--json', 'as JSON')
    .action(async ({ json, ...wish }: Json & UsageWish) => {
      const { readUsage } = await import('./usage-desk.js');
      tell(await readUsage(lent.house(), wish), json, lent);
    });
}

function aMonth(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Write a month as 2026-11.');
  return text;
}

async function atDesk<T>(lent: Lend, work: (desk: JobDesk) => Promise<T>): Promise<T> {
  const { withJobs } = await import('./operator.js');
  return await withJobs(lent.house(), async (desk, notes) => {
    for (const note of notes) lent.say(note);
    return await work(desk);
  });
}

async function list({ json, all = false }: Json & { all?: boolean }, lent: Lend): Promise<void> {
  const jobs = await atDesk(lent, (desk) => desk.list(all));
  if (json) lent.print(JSON.stringify(jobs));
  else lent.print(jobs.length === 0 ? 'Nothing is waiting, and nothing was given up.' : jobs.map(jobLine).join('\n'));
}

async function show(id: string, { json, watch }: Json & { watch?: boolean }, lent: Lend): Promise<void> {
  const job = await atDesk(lent, (desk) => (watch ? toItsEnd(desk, id) : desk.find(id)));
  lent.print(json ? JSON.stringify(job) : forTerminal([jobLine(job), ...details(job)].join('\n')));
}

/** Shows a bar, where the job tells how far it is, until it has ended. */
async function toItsEnd(desk: JobDesk, id: string): Promise<JobInfo> {
  const first = await desk.find(id);
  const line = progressLine(process.stderr, jobDoing(first.name));
  try {
    for (let job = first; ; job = await desk.find(first.id)) {
      if (job.state !== 'waiting' && job.state !== 'running') return job;
      if (job.progress) line.show(job.progress.done, job.progress.total);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    line.end();
  }
}

function details(job: JobInfo): string[] {
  const { name, state, addedAt, attempt, lane = 'none', data, reason, progress } = job;
  const dead = state === 'dead';
  const cancelled = state === 'cancelled';
  return [
    `What: ${jobDoing(name)}`,
    `Added: ${utcTime(addedAt)}`,
    `Tried: ${attempt}×`,
    ...(progress ? [`Progress: ${jobShare(progress)}, ${progress.done} of ${progress.total}`] : []),
    `Lane: ${lane}`,
    `Data: ${JSON.stringify(data)}`,
    `Last failure: ${(cancelled ? undefined : reason) ?? 'none'}`,
    ...(dead ? [`Given up: ${reasonWords(reason)} ${jobRemedy(job, (id) => `\`nightjar jobs retry ${id}\``)}`] : []),
  ];
}

/** A line of the list; the first eight characters of an id are enough to name it. */
function jobLine({ id, state, name, addedAt, reason, progress }: JobInfo): string {
  const shown = state === 'dead' ? 'given up' : state;
  const share = progress ? `  ${jobShare(progress)}` : '';
  // Somebody wanted that; it is no failure.
  const why = reason === undefined || state === 'cancelled' ? '' : `  ${reasonWords(reason)}`;
  return forTerminal(`${id.slice(0, 8)}  ${shown.padEnd(9)}  ${jobKind(name)}${share}  ${utcTime(addedAt)}${why}`);
}
