// Numbered tasks that people set in chats, a model that answers each in numbered paragraphs, and what must hold for the
// answers whatever happened meanwhile: every paragraph is there, once but for what is marked, in order.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../src/db/database.js';
import { newReading, readLines } from '../../src/sessions/parse.js';
import type { ChatRequest, ModelReply } from './model-server.js';
import type { Conversation } from './stages.js';

const MARK = '(possibly repeated)';
/** How the bot introduces itself to a group. */
const GREETING = /^(?:\(possibly repeated\) )?Hello!/;
const TASK = /\btask (\d{4})\b/g;
const PARAGRAPH = /A(\d{4})\/(\d\d)/g;
/** Every so many-th answer is several messages long. */
const LONG_EVERY = 7;
const LONG = 30;
const SHORT = 2;

export interface Verdict {
  asked: number;
  answered: number;
  /** Messages that came with the mark. */
  marked: number;
  /** Everything that must not be, in words. Empty when all held. */
  faults: string[];
}

export interface Tasks {
  /** Sets the next task there. */
  ask(chat: Conversation): void;
  /** How many are not answered to the end. */
  outstanding(): number;
  /** What became of them all, also in the home. For a bot that has stopped, or rests. */
  inspect(home: string): Verdict;
}

/** `words` is what somebody says with a task beside its number. */
export function newTasks(words: (number: number, chat: Conversation) => string = () => 'please 请'): Tasks {
  const asked = new Map<number, Conversation>();
  const open = new Set<number>();
  return {
    ask(chat) {
      const number = asked.size + 1;
      asked.set(number, chat);
      open.add(number);
      chat.say(`task ${digits(number)} ${words(number, chat)}`);
    },
    outstanding() {
      const texts = new Map<Conversation, string>();
      for (const number of open) {
        const chat = asked.get(number);
        if (!chat) continue;
        const text = texts.get(chat) ?? chat.shown().join('\n');
        texts.set(chat, text);
        if (text.includes(endOf(number))) open.delete(number);
      }
      return open.size;
    },
    inspect(home) {
      const faults: string[] = [];
      const leads = inspectInbox(home, asked.size, faults);
      inspectTranscripts(home, asked.size, new Set(leads.values()).size, faults);
      const chats = [...new Set(asked.values())];
      const marked = chats.map((chat) => {
        const numbers = [...asked].filter(([, where]) => where === chat).map(([number]) => number);
        return inspectChat(chat, numbers, leads, faults);
      });
      const answered = leads.size;
      return { asked: asked.size, answered, marked: marked.reduce((sum, one) => sum + one, 0), faults };
    },
  };
}

/** The tasks that stand behind the last answer; what the model called for is none. */
export function tasksAsked({ messages }: ChatRequest): number[] {
  const last = messages.findLastIndex((message) => message.role === 'assistant' && !message.tool_calls);
  const said = messages.slice(last + 1).filter((message) => message.role === 'user');
  const texts = said.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const numbers = texts.flatMap((text) => [...text.matchAll(TASK)].map(([, number]) => Number(number)));
  return [...new Set(numbers)];
}

/** What the model says: one paragraph after the other for each task. */
export function answerTasks(request: ChatRequest): ModelReply {
  const paragraphs = tasksAsked(request).flatMap((number) =>
    Array.from({ length: lengthOf(number) }, (_, at) => words(number, at + 1)),
  );
  return { text: paragraphs.join('\n\n') || 'There was no task.', piece: 60 };
}

function words(number: number, at: number): string {
  const more =
    lengthOf(number) === LONG ? ' It takes a while to say all of it, and **none** may be lost.'.repeat(3) : '';
  return `${paragraph(number, at)}. An answer, 第${at}段。${more}`;
}

function paragraph(number: number, at: number): string {
  return `A${digits(number)}/${String(at).padStart(2, '0')}`;
}

/** The words with which the answer to a task is there to its end. */
export function endOf(number: number): string {
  return `${paragraph(number, lengthOf(number))}.`;
}

function lengthOf(number: number): number {
  return number % LONG_EVERY === 0 ? LONG : SHORT;
}

function digits(number: number): string {
  return String(number).padStart(4, '0');
}

/** Returns how many messages carry the mark. */
function inspectChat(
  chat: Conversation,
  numbers: readonly number[],
  leads: ReadonlyMap<number, number>,
  faults: string[],
): number {
  const shown = chat.shown();
  const isMarked = shown.map((text, at) => text.startsWith(MARK) || shown[at - 1]?.trim() === MARK);
  const unmarked = new Map<string, number>();
  const order: number[] = [];
  for (const [at, text] of shown.entries()) {
    for (const found of new Set([...text.matchAll(PARAGRAPH)].map(([all]) => all))) {
      const [, number = '', part = ''] = /(\d+)\/(\d+)/.exec(found) ?? [];
      if (!unmarked.has(found))
        order.push(((leads.get(Number(number)) ?? 0) * 10_000 + Number(number)) * 100 + Number(part));
      unmarked.set(found, (unmarked.get(found) ?? 0) + (isMarked[at] ? 0 : 1));
    }
  }
  for (const number of numbers) {
    const names = Array.from({ length: lengthOf(number) }, (_, at) => paragraph(number, at + 1));
    const missing = names.filter((name) => !unmarked.has(name));
    const repeated = names.filter((name) => (unmarked.get(name) ?? 0) > 1);
    const total = names.length;
    if (missing.length > 0) faults.push(`${chat.name}: ${missing[0]} … (${missing.length} of ${total}) never shown`);
    if (repeated.length > 0)
      faults.push(`${chat.name}: ${repeated[0]} … (${repeated.length} of ${total}) twice, unmarked`);
  }
  const late = order.findIndex((one, at) => one < (order[at - 1] ?? 0));
  if (late > 0) faults.push(`${chat.name}: ${order[late]} was shown behind ${order[late - 1]} (lead, task, paragraph)`);
  const expected = (text: string) => text.search(PARAGRAPH) >= 0 || text.trim() === MARK || GREETING.test(text);
  const strange = shown.filter((text) => !expected(text));
  for (const text of strange) faults.push(`${chat.name}: it says ${JSON.stringify(text.slice(0, 200))}`);
  return isMarked.filter(Boolean).length;
}

/** Each task → the one whose turn answered it. */
function inspectInbox(home: string, asked: number, faults: string[]): Map<number, number> {
  const db = openDb(join(home, 'state.sqlite'));
  const rows = db
    .sql<{ row: number; state: string; event: string; lead: number | null }>(
      "SELECT row, state, event, lead FROM inbox WHERE event ->> '$.type' = 'message' ORDER BY row",
    )
    .all();
  const unsent = db.sql("SELECT turn, part, state, reason, message FROM outbox WHERE state <> 'sent'").all();
  db.close();
  for (const one of unsent) faults.push(`not sent: ${JSON.stringify(one)}`);
  const taskOf = new Map(rows.map(({ row, event }) => [row, Number(/task (\d{4})/.exec(event)?.[1])]));
  const leads = new Map<number, number>();
  for (const { row, state, lead } of rows) {
    const number = taskOf.get(row) ?? Number.NaN;
    if (state !== 'answered') faults.push(`task ${number} is ${state}`);
    if (leads.has(number)) faults.push(`task ${number} was accepted twice`);
    leads.set(number, taskOf.get(lead ?? row) ?? number);
  }
  if (leads.size !== asked) faults.push(`${asked} tasks were set, and ${leads.size} accepted`);
  return leads;
}

/** Every task stands in one turn, and every turn ends once. */
function inspectTranscripts(home: string, tasks: number, turns: number, faults: string[]): void {
  const folder = join(home, 'sessions');
  const seen = new Map<string, number>();
  const begun = new Set<string>();
  const ended = new Map<string, number>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const name of readdirSync(folder)) {
    const reading = newReading();
    readLines(reading, readFileSync(join(folder, name), 'utf8'));
    for (const entry of reading.entries) {
      if (entry.type === 'user') {
        begun.add(entry.turn ?? '');
        for (const [, number = ''] of entry.text.matchAll(TASK)) count(seen, number);
      }
      if (entry.type === 'assistant' && entry.final) count(ended, entry.turn ?? '');
    }
  }
  for (const [number, times] of seen)
    if (times > 1) faults.push(`task ${number} stands ${times} times in the transcripts`);
  for (const [turn, times] of ended) if (times > 1) faults.push(`turn ${turn} ends ${times} times`);
  if (seen.size !== tasks || begun.size !== turns || ended.size !== turns) {
    faults.push(
      `${tasks} tasks in ${turns} turns, but the transcripts have ${seen.size} tasks, ${begun.size} turns begun, ${ended.size} ended`,
    );
  }
}
