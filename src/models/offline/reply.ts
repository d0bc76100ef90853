// What the stand-in answers to one request: the calls that are to be made, or the words. Pure, and the same for the same
// request.

import { createHash } from 'node:crypto';
import type { ModelMessage, ModelRequest, ToolCall } from '../../contracts/index.js';
import { truncate } from '../../text/truncate.js';
import { extract } from './extract.js';
import { asksForSummary, factsOf, type Intent, intentOf, isGroup, saidIn } from './intent.js';
import { phrases } from './phrases.js';
import { quoteHits } from './quote.js';
import { type Now, nowIn } from './remind/now.js';
import type { Reminding } from './remind/remind.js';
import {
  addsAfter,
  answerSchedule,
  answerUnscheduled,
  scheduleCall,
  callFor as scheduleCallFor,
} from './remind/scheduling.js';
import { readDocument, readSearch, readWrite } from './results.js';

export type Reply = { calls: ToolCall[] } | { text: string };
type Searching = Extract<Intent, { kind: 'search' | 'forget' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** How much of a file is shown, and how long a summary is when nobody says. Characters. */
const MOST_SHOWN = 3_000;
const SUMMARY = 2_000;

/** Looks at everything since the last finished answer: first the calls that are still to make, then one answer to all. */
export function replyTo(request: ModelRequest): Reply {
  const { messages } = request;
  if (asksForSummary(request.system)) return { text: summary(allText(messages), request, 'en') };
  const start = messages.findLastIndex((one) => one.role === 'assistant' && !one.calls?.length) + 1;
  const open = messages.slice(start);
  const lastAnswer = open.findLastIndex((one) => one.role === 'assistant');
  const planned = [
    ...intentsOf(open.slice(lastAnswer + 1)).flatMap((intent) => planCall(intent, request)),
    ...addsAfter(open),
  ];
  if (planned.length > 0) return { calls: planned.map((call, at) => identified(call, at, messages)) };
  return { text: answerAll(open, request) };
}

function intentsOf(messages: readonly ModelMessage[]): Intent[] {
  return messages.flatMap((one) => (one.role === 'user' ? [intentOf(one.text)] : []));
}

type Planned = { name: string; args: Record<string, unknown> };

/** The tool call that serves an intent, none when the intent needs no tool or the tool is not there. */
function planCall(intent: Intent, request: ModelRequest): Planned[] {
  const call = isReminding(intent) ? scheduleCall(intent, nowOf(request)) : callFor(intent);
  return call && request.tools.some((tool) => tool.name === call.name) ? [call] : [];
}

function isReminding(intent: Intent): intent is Reminding {
  return intent.kind === 'remind' || intent.kind === 'reminders' || intent.kind === 'cancel-reminder';
}

/** The facts stand behind the last words of a person. */
function nowOf({ messages }: ModelRequest): Now | undefined {
  const last = messages.findLast((one) => one.role === 'user');
  return last && nowIn(factsOf(last.text));
}

function callFor(intent: Exclude<Intent, Reminding>): Planned | undefined {
  if (intent.kind === 'remember') return { name: 'memory_write', args: { target: 'long', text: intent.fact } };
  if (intent.kind === 'search') return searchFor(intent.query);
  if (intent.kind === 'forget' && intent.what !== '') return searchFor(intent.what);
  if (intent.kind === 'read') return { name: 'read', args: { path: intent.path } };
  return undefined;
}

/** In what was written down: earlier conversations are full of the questions themselves. */
function searchFor(query: string): Planned {
  return { name: 'memory_search', args: { query, corpus: 'memory' } };
}

/**
 * The number alone would come again after a compaction has taken answers away, and a call id is the identity of a
 * write: what is called is part of it.
 */
function identified(call: Planned, at: number, messages: readonly ModelMessage[]): ToolCall {
  const number = messages.filter((one) => one.role === 'assistant').length;
  const args = JSON.stringify(call.args);
  const hash = createHash('sha256').update(`${at} ${call.name} ${args}`).digest('hex').slice(0, 8);
  return { id: `offline-${number}-${hash}`, name: call.name, args };
}

/** One paragraph for every message that waits for an answer, in order. */
function answerAll(open: readonly ModelMessage[], request: ModelRequest): string {
  const parts: string[] = [];
  let waiting: Intent[] = [];
  for (const [at, message] of open.entries()) {
    if (message.role === 'user') waiting.push(intentOf(message.text));
    if (message.role !== 'assistant') continue;
    const calls = [...(message.calls ?? [])];
    for (const intent of waiting) {
      if (isReminding(intent)) {
        const call = scheduleCallFor(intent, calls);
        if (call) calls.splice(calls.indexOf(call), 1);
        parts.push(call ? answerSchedule(intent, call, open.slice(at)) : answerDirectly(intent, request));
        continue;
      }
      const call = planCall(intent, request).length > 0 ? calls.shift() : undefined;
      parts.push(
        call ? answerCall(call, resultOf(call, open.slice(at)), intent, request) : answerDirectly(intent, request),
      );
    }
    waiting = [];
  }
  parts.push(...waiting.map((intent) => answerDirectly(intent, request)));
  return parts.join('\n\n');
}

function resultOf(call: ToolCall, after: readonly ModelMessage[]): string {
  const result = after.find((one): one is ToolMessage => one.role === 'tool' && one.call === call.id);
  return result?.text ?? '';
}

function answerCall(call: ToolCall, result: string, intent: Exclude<Intent, Reminding>, request: ModelRequest): string {
  const says = phrases[intent.language];
  if (call.name === 'memory_write') {
    const written = readWrite(result);
    if ('error' in written) return says.notSaved(written.error);
    if ('odd' in written) return says.oddResult;
    return says.noted(written.value.text, `${written.value.path}:${written.value.line}`);
  }
  if (intent.kind === 'forget')
    return `${says.cannotForget}\n${answerSearch(result, intent, says.stands, says.noLine)}`;
  if (intent.kind === 'search') {
    const keeps = request.tools.some((tool) => tool.name === 'memory_write');
    const nothing = intent.asks || !keeps ? says.nothing : `${says.nothing}\n${says.hint}`;
    return answerSearch(result, intent, says.found, nothing);
  }
  if (call.name === 'read') {
    const document = readDocument(result);
    if ('error' in document) return document.error;
    const path = intent.kind === 'read' ? intent.path : call.name;
    return document.value.trim() === '' ? says.emptyFile(path) : `${path}:\n${fenced(document.value)}`;
  }
  return says.oddResult;
}

/** The lines found, behind `found`, or `nothing`. */
function answerSearch(result: string, intent: Searching, found: string, nothing: string): string {
  const says = phrases[intent.language];
  const search = readSearch(result);
  if ('error' in search) return says.searchFailed(search.error);
  if ('odd' in search) return says.oddResult;
  const said = intent.kind === 'search' ? intent.query : intent.what;
  const lines = quoteHits(said, search.value.hits, intent.kind === 'search' && intent.asks);
  return lines.length > 0 ? [found, ...lines].join('\n') : nothing;
}

/** The answer to what needs no tool, or whose tool is not there. */
function answerDirectly(intent: Intent, request: ModelRequest): string {
  const says = phrases[intent.language];
  switch (intent.kind) {
    case 'remind':
    case 'reminders':
    case 'cancel-reminder': {
      const offered = request.tools.some(({ name }) => name === 'schedule');
      return answerUnscheduled(intent, nowOf(request), offered);
    }
    case 'remember':
      return says.noTool.remember;
    case 'search':
      return says.noTool.search;
    case 'read':
      return says.noTool.read;
    case 'remember-what':
      return says.rememberWhat;
    case 'forget':
      return says.cannotForget;
    case 'introduce':
      return isGroup(request.system) ? says.introduceGroup : says.introduce;
    case 'leave':
      return says.leave;
    case 'thanks':
      return says.thanks;
    case 'summarise':
      return summary(intent.text || allText(request.messages.slice(0, -1)), request, intent.language);
  }
}

function summary(text: string, request: ModelRequest, language: Intent['language']): string {
  const budget = request.maxTokens === undefined ? SUMMARY : Math.min(SUMMARY, request.maxTokens * 2);
  return extract(text, budget) || phrases[language].nothingToSummarise;
}

/** What people and assistants said; what tools returned stands in files or can be asked for again. */
function allText(messages: readonly ModelMessage[]): string {
  return messages.flatMap((one) => (one.role === 'tool' ? [] : [saidIn(one.text)])).join('\n');
}

/** A code block whose fence is longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${truncate(text.trimEnd(), MOST_SHOWN)}\n${fence}`;
}
