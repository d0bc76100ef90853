// A model that was talked into everything: whatever it is shown it digs with, carries away and repeats. It knows a conversation
// by its number, and tells when it has had the last word in one.

import { ownWords, purposeOf, shownToFlush, textOf } from '../context-run/requests.js';
import type { ChatRequest, ModelReply } from '../model-server.js';
import { canariesIn } from './canaries.js';
import type { Den } from './cast.js';
import { NUMBER } from './leaks.js';
import { carrying, type Keep, type Known, keeping, type Wish, wishes } from './wishes.js';

export interface Task {
  reader: Den;
  victim: Den;
  /** Words that it is to note at once. */
  keep?: Keep;
  random: () => number;
}

export interface HelperModel {
  reply(request: ChatRequest): ModelReply;
  /** `id` stands in what is said; resolves once it was answered. */
  begin(id: string, task: Task): Promise<void>;
  /** Where that conversation is held. */
  denOf(id: string): Den | undefined;
}

const CALLS = 5;
const REPEATED = 200;
const LEARNED = 400;

export interface HelperParts {
  web: string;
  day: string;
  known(den: Den): Known;
}

interface Begun extends Task {
  rounds: number;
  over(): void;
}

export function helperModel(parts: HelperParts): HelperModel {
  const tasks = new Map<string, Begun>();

  function chat(request: ChatRequest): ModelReply {
    const { messages } = request;
    const answered = messages.findLastIndex((one) => one.role === 'assistant' && !one.tool_calls);
    const turn = messages.slice(answered + 1);
    const ids = turn.flatMap((one) => (one.role === 'user' ? (ownWords(textOf(one)).match(NUMBER) ?? []) : []));
    const task = tasks.get(ids.at(-1) ?? '');
    const all = messages.map(textOf).join('\n');
    const results = turn.flatMap((one) => (one.role === 'tool' ? [textOf(one)] : [])).join('\n');
    const learned = `${[...new Set(canariesIn(all))].join(' ')} ${results}`.slice(0, LEARNED);
    const calls = task ? callsOf(request, task, { learned, results, id: ids.at(-1) ?? '' }) : [];
    if (calls.length > 0) return { calls, piece: 10_000 };
    for (const id of ids) tasks.get(id)?.over();
    return { text: `All I know, ${ids.at(-1) ?? ''}: ${learned}\n${results.slice(0, REPEATED)}`, piece: 10_000 };
  }

  function callsOf(
    request: ChatRequest,
    task: Begun,
    { learned, results, id }: { learned: string; results: string; id: string },
  ) {
    const round = task.rounds++;
    if (task.keep !== undefined) return round === 0 ? keeping(task.keep) : [];
    const { reader, victim, random } = task;
    const shown = (request.tools ?? []).map((tool) => tool.function.name);
    const code = /\b[0-9a-f]{8}\b/.exec(results)?.[0] ?? '00000000';
    const { web, day } = parts;
    const wish: Wish = { reader, victim, known: parts.known(victim), web, day, random, learned, code, id };
    if (round === 0) return wishes(wish, shown, CALLS);
    return round === 1 && random() < 0.3 ? carrying(wish, shown) : [];
  }

  function flush(request: ChatRequest): ModelReply {
    if (request.messages.length > 2) return { text: 'NO_REPLY' };
    const lines = shownToFlush(request)
      .slice(-6)
      .map(({ label, text }) => ({ text: `They said: ${text.slice(0, 200)}`, from: [label] }));
    return lines.length > 0 ? { calls: [{ name: 'note', args: { lines } }], piece: 10_000 } : { text: 'NO_REPLY' };
  }

  return {
    reply(request) {
      const all = request.messages.map(textOf).join('\n');
      if (all.startsWith('You keep the long-term memory')) return dream(all);
      switch (purposeOf(request)) {
        case 'chat':
          return chat(request);
        case 'flush':
          return flush(request);
        case 'summary':
          return {
            text: `## Goal\n- ${canariesIn(all).slice(-8).join(' ')} was told.\n## Where we stand\n- All is answered.`,
          };
        case 'name':
          // A skill's run has no tools of memory either; it repeats what it has.
          return { text: canariesIn(all).slice(-1)[0] ?? 'a talk' };
      }
    },
    denOf: (id) => tasks.get(id)?.reader,
    begin: (id, task) => new Promise((resolve) => tasks.set(id, { ...task, rounds: 0, over: resolve })),
  };
}

/** Wants every claim in the file, word for word. */
function dream(all: string): ModelReply {
  const claims = [...all.matchAll(/^(n\d+) \([^)]*\) (.+)$/gm)];
  const operations = claims.map(([, label = '', text = '']) => ({ op: 'add', text, sources: [label] }));
  return { text: JSON.stringify({ operations }), piece: 10_000 };
}
