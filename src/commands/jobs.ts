// /jobs: what runs in the background, what waits and what was given up, in words; tries one again, or ends it. Tells of every
// chat, so that it answers its owner alone.

import { type JobDesk, type JobInfo, QueueError } from '../contracts/index.js';
import { span } from '../text/amount.js';
import { asData } from '../text/as-data.js';
import { jobDoing, jobKind, jobRemedy, jobShare, jobsCounted, reasonAsWords } from '../text/job-words.js';
import { useWords } from '../text/work-words.js';
import type { Command, CommandContext, CommandServices } from './command.js';

const USAGE = 'I can do this: `/jobs`, `/jobs retry ID`, `/jobs cancel ID`.';
const SHOWN = 10;

export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'What I do in the background, and what I gave up',
  usage: '[retry ID | cancel ID]',
  roles: ['owner'],
  private: true,
  atOnce: true,
  async run(context, services) {
    const [verb = '', id = '', ...more] = context.args.trim().split(/\s+/);
    if (verb === '') return { text: await overview(context, services) };
    const wish = verb.toLowerCase();
    if ((wish !== 'retry' && wish !== 'cancel') || id === '' || more.length > 0) return { text: USAGE };
    return { text: await change(context, services.jobs, wish, id) };
  },
};

async function overview(context: CommandContext, { jobs: desk, budgets }: CommandServices): Promise<string> {
  const { now } = context;
  const jobs = (await desk.list(false)).filter((job) => !isOwn(job, context));
  const of = (state: JobInfo['state']) => jobs.filter((job) => job.state === state);
  const [running, waiting, dead] = [of('running'), of('waiting'), of('dead')];
  const used = budgets.today().map((use) => `- ${useWords(use)}`);
  const blocks = [
    running.length > 0 ? ['**Running**', ...short(running.map((job) => runningLine(job, now)))] : [],
    waiting.length > 0 ? ['**Waiting**', ...byKind(waiting)] : [],
    dead.length > 0 ? ['**Given up**', ...short(dead.map((job) => deadLine(job, now)))] : [],
    used.length > 0 ? ['**Today, in the background**', ...used] : [],
  ].filter((lines) => lines.length > 0);
  const idle = jobs.length === 0 ? ['Nothing is waiting, and nothing was given up.'] : [];
  return [...idle, ...blocks.map((lines) => lines.join('\n'))].join('\n\n');
}

/** This command is a job, too. */
function isOwn({ name, data }: JobInfo, { row }: CommandContext): boolean {
  return jobKind(name) === 'command' && data.row === row;
}

function runningLine({ id, name, progress, firstRunAt }: JobInfo, now: number): string {
  const share = jobShare(progress);
  return `- ${jobDoing(name)}${share === undefined ? '' : `: ${share}`}, for ${span(now - firstRunAt)} (${nameOf(id)})`;
}

function byKind(jobs: readonly JobInfo[]): string[] {
  const kinds = new Map<string, { n: number; again: number }>();
  for (const { name, reason } of jobs) {
    const kind = kinds.get(jobKind(name)) ?? { n: 0, again: 0 };
    kinds.set(jobKind(name), { n: kind.n + 1, again: kind.again + (reason === undefined ? 0 : 1) });
  }
  return [...kinds].map(([name, { n, again }]) => {
    return `- ${jobsCounted(name, n)}${again > 0 ? `, ${again} of them after a failure` : ''}`;
  });
}

function deadLine(job: JobInfo, now: number): string {
  const when = job.finishedAt === undefined ? '' : `, ${span(now - job.finishedAt)} ago`;
  const remedy = jobRemedy(job, (id) => `\`/jobs retry ${id}\``);
  return `- ${jobDoing(job.name)}${when}. ${reasonAsWords(job.reason)} ${remedy}`;
}

function short(lines: readonly string[]): string[] {
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `- and ${more} more`] : [...lines];
}

function nameOf(id: string): string {
  return asData(id.slice(0, 8));
}

/** Repeated after a crash it says what is so by then. */
async function change(context: CommandContext, desk: JobDesk, wish: 'retry' | 'cancel', id: string): Promise<string> {
  let job: JobInfo;
  try {
    job = await desk.find(id);
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    return `${asData(id)} names no job, or more than one. \`/jobs\` shows them.`;
  }
  const { state, name } = job;
  const what = `${nameOf(job.id)} (${jobDoing(name)})`;
  if (isOwn(job, context)) return `${what} is this very command.`;
  const isOpen = state === 'waiting' || state === 'running';
  if (wish === 'retry') {
    if (isOpen) return `${what} is on its way already.`;
    if (state === 'done') return `${what} was done; there is nothing to try again.`;
    await desk.retry(job.id);
    return `I try it again: ${what}.`;
  }
  if (!isOpen) return state === 'cancelled' ? `${what} is cancelled.` : `${what} has ended already.`;
  await desk.cancel(job.id);
  return state === 'running' ? `I end it: ${what}.` : `Cancelled: ${what}.`;
}
