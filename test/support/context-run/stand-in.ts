// The model of these runs: chats and calls tools by the number of the message, notes planted facts when history is written
// down, sums up well or badly as it is told. Counts tokens as the request costs, in its own way.

import type { ChatRequest, ModelReply, ReplyFunction } from '../model-server.js';
import type { Fact } from './facts.js';
import {
  isFirstRound,
  isPerson,
  latestUser,
  ownWords,
  type Purpose,
  purposeOf,
  shownToFlush,
  sizeOf,
  textOf,
} from './requests.js';
import { callsFor, numberIn, talkOf } from './talk.js';

export type SummaryMood = 'good' | 'poor' | 'headings' | 'empty' | 'fails';

export interface StandInOptions {
  facts: readonly Fact[];
  /** Of the nth summary that is asked for, from 1. A correction is always good unless the mood says 'headings' or worse. */
  mood?(nth: number): SummaryMood;
  /** Characters of an answer. */
  answer?(number: number): number;
  /** How many tokens it counts for one by our estimate. Default 1. */
  ratio?: number;
  /** Whether tools are called. Default true. */
  tools?: boolean;
  /** Looks at a request before it is answered, may hold it up, and may answer in its stead. */
  before?(purpose: Purpose, request: ChatRequest): Promise<ModelReply | undefined> | ModelReply | undefined;
}

export interface StandIn {
  reply: ReplyFunction;
  /** Answered requests of each purpose. */
  counts: Record<Purpose, number>;
  /** Epoch ms. */
  arrivedAt(request: ChatRequest): number;
}

const NOTHING: ModelReply = { text: 'NO_REPLY' };
/** Every so manieth flush hands in what is no call of its tool, and gets a second chance. */
const CLUMSY = 5;

export function standIn(options: StandInOptions): StandIn {
  const counts = { chat: 0, flush: 0, summary: 0, name: 0 };
  const rounds = new Map<number, number>();
  const arrivals = new WeakMap<ChatRequest, number>();
  let flushes = 0;

  function chat(request: ChatRequest): ModelReply {
    const number = numberIn(ownWords(textOf(request.messages[latestUser(request)])));
    if (number === undefined) return { text: 'I am here.' };
    const done = rounds.get(number) ?? 0;
    const calls = options.tools === false ? undefined : callsFor(number)[done];
    if (calls) {
      rounds.set(number, done + 1);
      return {
        calls,
        piece: 200,
        ...(number % 2 === 0 ? { text: 'One moment.' } : { thinking: 'I should look that up.' }),
      };
    }
    const length = options.answer?.(number) ?? 0;
    return { text: `Fine (answer ${number}).${length > 0 ? ` ${talkOf(length, number)}` : ''}`, piece: 400 };
  }

  function flush(request: ChatRequest): ModelReply {
    const last = textOf(request.messages.at(-1));
    const first = isFirstRound(request);
    if (!first && !last.startsWith('Error:')) return NOTHING;
    if (first && ++flushes % CLUMSY === 0) return { calls: [{ name: 'note', args: '{"lines": "none"}' }] };
    const lines = shownToFlush(request).flatMap(({ label, who, text }) =>
      isPerson(who)
        ? options.facts.flatMap(({ line }) => (text.includes(line) ? [{ text: line, from: [label] }] : []))
        : [],
    );
    return lines.length > 0 ? { calls: [{ name: 'note', args: { lines } }], piece: 400 } : NOTHING;
  }

  function summary(request: ChatRequest): ModelReply {
    const text = textOf(request.messages[1]);
    const correcting = text.includes('<must_not_be_lost') || text.includes('<draft');
    const mood = options.mood?.(counts.summary) ?? 'good';
    if (mood === 'fails') return { status: 500, body: {} };
    if (mood === 'empty') return { text: '' };
    if (mood === 'headings') return { text: '## Goal\n\n## Decisions\n\n## Open questions\n' };
    if (mood === 'poor' && !correcting) return { text: 'We talked about this and that.' };
    return { text: goodSummary(text, options.facts), piece: 400 };
  }

  return {
    counts,
    arrivedAt: (request) => arrivals.get(request) ?? 0,
    async reply(request) {
      arrivals.set(request, Date.now());
      const purpose = purposeOf(request);
      counts[purpose]++;
      const instead = await options.before?.(purpose, request);
      const reply = instead ?? { chat, flush, summary, name: () => ({ text: 'days-at-home' }) }[purpose](request);
      const size = Math.round(sizeOf(request) * (options.ratio ?? 1));
      return { usage: { prompt_tokens: size, completion_tokens: 20, total_tokens: size + 20 }, ...reply };
    },
  };
}

function goodSummary(text: string, facts: readonly Fact[]): string {
  const told = facts.filter(({ line }) => text.includes(line)).map(({ line }) => `- ${line}`);
  const [, lost = ''] = /<must_not_be_lost mark="[0-9a-f]+">\n([\s\S]*?)\n<\/must_not_be_lost/.exec(text) ?? [];
  const kept = lost.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`- ${line.trim()}`]));
  return [
    '## Goal',
    '- The owner tells of quiet days at home.',
    '## Facts and identifiers',
    ...new Set([...told, ...kept, '- There are baskets with items.']),
    '## Where we stand',
    '- Everything that was asked has been answered.',
  ].join('\n');
}
