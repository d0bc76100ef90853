// What a request to the stand-in is for, and what stands in it. Pure; knows our requests only by what any provider would see.

import type { ModelMessage, ModelRequest } from '../../../src/contracts/index.js';
import { requestTokens } from '../../../src/models/request-tokens.js';
import type { ChatRequest } from '../model-server.js';

export type Purpose = 'chat' | 'flush' | 'summary' | 'name';

export function purposeOf({ tools = [], messages }: ChatRequest): Purpose {
  const names = tools.map((tool) => tool.function.name);
  if (names.length === 1 && names[0] === 'note') return 'flush';
  if (names.includes('memory_search')) return 'chat';
  return textOf(messages[0]).startsWith('You sum up a conversation') ? 'summary' : 'name';
}

export function textOf(message: ChatRequest['messages'][number] | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Without what is true only now and stands behind the latest message. */
export function ownWords(text: string): string {
  return text.replace(/\n\n<(?:written-since|turn-facts)\b[\s\S]*$/, '');
}

export function latestUser({ messages }: ChatRequest): number {
  return messages.findLastIndex(({ role }) => role === 'user');
}

/** What it costs, counted as a model's server might. */
export function sizeOf({ messages, tools = [] }: ChatRequest): number {
  const request: ModelRequest = {
    system: '',
    messages: messages.map(asMessage),
    tools: tools.map(({ function: { name, description = '', parameters } }) => ({ name, description, parameters })),
  };
  return requestTokens(request);
}

function asMessage(message: ChatRequest['messages'][number]): ModelMessage {
  const text = textOf(message);
  if (message.role === 'tool') return { role: 'tool', call: message.tool_call_id, name: '', text };
  if (message.role !== 'assistant') return { role: 'user', text };
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args }));
  return { role: 'assistant', text, calls, thinking: message.reasoning_content ?? '' };
}

export interface Labelled {
  label: string;
  /** `owner (owner)`, `you, the assistant`, … */
  who: string;
  text: string;
}

/** What a flush is shown of the conversation. */
export function shownToFlush({ messages }: ChatRequest): Labelled[] {
  const text = textOf(messages[1]);
  const [, inside = ''] = /<conversation mark="[0-9a-f]+">\n([\s\S]*?)\n<\/conversation mark=/.exec(text) ?? [];
  const shown: Labelled[] = [];
  for (const line of inside.split('\n')) {
    const [, label, who] = /^\[(n\d+)\] \d\d:\d\d (.+):$/.exec(line) ?? [];
    if (label !== undefined && who !== undefined) shown.push({ label, who, text: '' });
    else if (shown.length > 0 && line.startsWith('  ')) {
      const last = shown[shown.length - 1];
      if (last) last.text += `${last.text === '' ? '' : '\n'}${line.slice(2)}`;
    }
  }
  return shown;
}

/** Not the assistant, nor a tool. */
export function isPerson(who: string): boolean {
  return /\((?:owner|admin|member)\)$/.test(who);
}

/** The first request of a flush run, not one that goes on behind a call of its tool. */
export function isFirstRound({ messages }: ChatRequest): boolean {
  return messages.length === 2;
}
