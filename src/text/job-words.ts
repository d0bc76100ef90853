// Jobs in words for people: what one does, why one was given up, what helps. Pure; knows names, never looks at a queue.

import type { JobInfo } from '../contracts/index.js';
import { span, timesOf } from './amount.js';
import { asData } from './as-data.js';
import { sentences } from './sentence.js';
import { oneLine } from './truncate.js';

interface Doing {
  /** `1 reply to send`, `2 replies to send`. */
  one: string;
  many: string;
  /** What is being done while it runs. */
  doing: string;
  /** What helps when it was given up, besides trying it again. */
  remedy?: string;
}

const TELL_AGAIN = 'Its author was told, and can write it again.';

const KINDS: Record<string, Doing> = {
  turn: { one: 'message to answer', many: 'messages to answer', doing: 'answering a message', remedy: TELL_AGAIN },
  command: { one: 'command', many: 'commands', doing: 'carrying out a command', remedy: TELL_AGAIN },
  edit: { one: 'edit to note', many: 'edits to note', doing: 'noting an edit' },
  flush: {
    one: 'conversation to write down',
    many: 'conversations to write down',
    doing: 'writing down a conversation',
    remedy: 'What was said stays in its transcript.',
  },
  snapshot: {
    one: 'end of a conversation to keep',
    many: 'ends of conversations to keep',
    doing: 'keeping the end of a conversation',
    remedy: 'What was said stays in its transcript.',
  },
  compact: {
    one: 'conversation to sum up',
    many: 'conversations to sum up',
    doing: 'summing up a conversation',
    remedy: 'Its next message sums it up.',
  },
  reset: {
    one: 'conversation to end',
    many: 'conversations to end',
    doing: 'ending a conversation that is over',
    remedy: 'Its next message ends it.',
  },
  fetch: {
    one: 'message with files to fetch',
    many: 'messages with files to fetch',
    doing: 'fetching files',
    remedy: TELL_AGAIN,
  },
  send: {
    one: 'reply to send',
    many: 'replies to send',
    doing: 'sending a reply',
    remedy: '/status says how the channels are.',
  },
  remind: { one: 'reminder', many: 'reminders', doing: 'delivering a reminder' },
  scheduled: { one: 'scheduled run', many: 'scheduled runs', doing: 'a scheduled run' },
};

/** The kind that a job's name stands for, without whose it is: `send@gateway` is `send`. */
export function jobKind(name: string): string {
  return name.split('@', 1)[0] ?? name;
}

export function jobDoing(name: string): string {
  const kind = jobKind(name);
  return KINDS[kind]?.doing ?? kind;
}

/** `3 replies to send`; `2 × dream` for what has no words here. */
export function jobsCounted(name: string, n: number): string {
  const kind = jobKind(name);
  const words = KINDS[kind];
  if (!words) return n === 1 ? kind : `${n} × ${kind}`;
  return `${n} ${n === 1 ? words.one : words.many}`;
}

/** `40 %`, never 100 before the end. Undefined where it did not tell. */
export function jobShare(progress: JobInfo['progress']): string | undefined {
  return progress && `${Math.min(99, Math.floor((progress.done / progress.total) * 100))} %`;
}

/** What only a programmer can read. */
const INTERNAL =
  /cannot (?:read|set) propert|is not (?:a function|defined|iterable|a constructor)|unexpected (?:token|end of)|^\w*error$|\bundefined\b|\[object|assert|^[A-Z_]{6,}\b/i;
const FALLBACK = 'Something went wrong inside me; the log says what.';

/** Why a job was given up, in one sentence or two. Nothing in it is Markdown. */
export function reasonWords(reason: string | undefined): string {
  if (reason === undefined || reason.trim() === '') return 'No reason was kept.';
  const tried = / \(gave up after (?:(\d+) s|(\d+) attempts?)\)$/.exec(reason);
  const plain = oneLine(reason.slice(0, tried?.index), 300)
    .replace(/^(?:[A-Z]\w*)?Error:\s*/, '')
    .replace(/\s*\(?\bat (?:file:|node:|\/)\S+\)?/g, '')
    .trim();
  const says = plain === '' || INTERNAL.test(plain) ? FALLBACK : sentences(plain);
  const [, seconds, attempts] = tried ?? [];
  if (seconds !== undefined) return `${says} I tried for ${span(Number(seconds) * 1_000)}.`;
  return attempts === undefined ? says : `${says} I tried ${timesOf(Number(attempts))}.`;
}

/** What helps, with the command that tries it again. */
export function jobRemedy({ id, name }: Pick<JobInfo, 'id' | 'name'>, retry: (id: string) => string): string {
  const again = `${retry(id.slice(0, 8))} tries it once more.`;
  return [KINDS[jobKind(name)]?.remedy, again].filter(Boolean).join(' ');
}

/** The reason inside Markdown, since it may hold others' words. */
export function reasonAsWords(reason: string | undefined): string {
  const words = reasonWords(reason);
  return /^(?:[\p{L}\p{M}\p{N} ’-]|[.,;:](?= |$))+$/u.test(words) ? words : asData(words, 400);
}
