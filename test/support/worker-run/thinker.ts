// The model of a run: answers numbered tasks, some of them slowly, and notes some of them first by a tool. Sees when two
// requests of one chat are under way at once, which only two turns of one session can be.

import type { ChatRequest, ModelReply, ServedRequest } from '../model-server.js';
import { answerTasks, tasksAsked } from '../tasks.js';

export interface Thinker {
  reply(request: ChatRequest, served: ServedRequest): Promise<ModelReply>;
  faults: string[];
  /** Never answers those chats until `release`. */
  hold(chat: string): void;
  release(): void;
}

/** Every so many-th task is noted, one of so many takes its time. */
const NOTED_EVERY = 5;
const SLOW_SHARE = 0.1;
const QUICK_MS = 100;
/** In so many steps a slow answer grows. */
const STEPS = 20;
const CHAT = /\bchat-\d{3}\b/g;

export function isNoted(task: number): boolean {
  return task % NOTED_EVERY === 0;
}

export function noteOf(task: number): string {
  return `Note ${String(task).padStart(4, '0')} 记 stands here whole.`;
}

/** A slow answer takes `slowMs`. */
export function openThinker(random: () => number, slowMs: number): Thinker {
  const running = new Map<string, Promise<boolean>>();
  const faults: string[] = [];
  const held = new Set<string>();
  let free = () => {};
  let freed = new Promise<void>((resolve) => {
    free = resolve;
  });

  function begin(chat: string, over: Promise<boolean>): void {
    if (running.has(chat)) faults.push(`${chat}: two requests are under way at once`);
    running.set(chat, over);
    void over.then(() => {
      if (running.get(chat) === over) running.delete(chat);
    });
  }

  return {
    faults,
    hold: (chat) => void held.add(chat),
    release() {
      held.clear();
      free();
      freed = new Promise((resolve) => {
        free = resolve;
      });
    },
    async reply(request, { over }) {
      const chat = chatOf(request);
      if (chat === undefined) faults.push('a request of no chat');
      else begin(chat, over);
      if (chat !== undefined && held.has(chat)) await Promise.race([freed, over]);
      const done = notesIn(request);
      const missing = tasksAsked(request).filter((task) => isNoted(task) && !done.includes(task));
      const calls = missing.map((task) => ({ name: 'memory_write', args: { target: 'long', text: noteOf(task) } }));
      const isSlow = random() < SLOW_SHARE;
      const pause = isSlow ? slowMs : random() * QUICK_MS;
      if (calls.length > 0) return { calls, delayMs: pause };
      const answer = answerTasks(request);
      if (!isSlow || random() < 0.3) return { ...answer, delayMs: pause };
      // It grows in front of its reader for as long.
      const piece = Math.max(1, Math.ceil((answer.text ?? '').length / STEPS));
      return { ...answer, piece, paceMs: slowMs / STEPS };
    },
  };
}

function chatOf({ messages }: ChatRequest): string | undefined {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content));
  return said.join('\n').match(CHAT)?.at(-1);
}

/** The tasks that were noted already, as the conversation has it. */
function notesIn({ messages }: ChatRequest): number[] {
  const calls = messages.flatMap((one) => (one.role === 'assistant' ? (one.tool_calls ?? []) : []));
  return calls.flatMap((call) => [...JSON.stringify(call).matchAll(/Note (\d{4})/g)].map(([, task]) => Number(task)));
}
