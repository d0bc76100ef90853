// Who speaks when: brings a conversation into an order that chat templates and strict endpoints take. Pure. It adds short
// words of its own where a speaker is missing; it never leaves out what somebody said.

import type { ModelMessage } from '../contracts/index.js';

/** What strict endpoints want beyond the order that all take. */
export interface OrderRules {
  /** One message where the same speaker has several: some templates demand that speakers alternate. */
  joined: boolean;
  /** The assistant says something between a tool's result and a person: Mistral and its templates want it. */
  bridged: boolean;
  /** The last word is not the assistant's. */
  closed: boolean;
}

const EARLIER = '(The conversation began earlier.)';
const NO_TEXT = '(No text.)';
const NO_OUTPUT = '(No output.)';
const BRIDGE = '(A new message came in.)';
const GO_ON = '(Please go on.)';

/**
 * The messages in order, none of them empty, a person's first. Each depends on what stands before it and on the one behind
 * it, so that a conversation that grows keeps its beginning.
 */
export function inOrder(messages: readonly ModelMessage[], rules: OrderRules): ModelMessage[] {
  const ordered: ModelMessage[] = [];
  for (const message of messages) {
    const one = filled(message);
    if (!one) continue;
    const last = ordered.at(-1);
    if (!last && one.role !== 'user') ordered.push({ role: 'user', text: EARLIER });
    const whole = rules.joined && last ? joinedTo(last, one) : undefined;
    if (whole) ordered.splice(-1, 1, whole);
    else if (rules.bridged && last?.role === 'tool' && one.role === 'user') {
      ordered.push({ role: 'assistant', text: BRIDGE }, one);
    } else ordered.push(one);
  }
  return ordered.length > 0 ? ordered : [{ role: 'user', text: NO_TEXT }];
}

/** What to add where the assistant must not have the last word; nothing behind what is still to be answered. */
export function lastWord(ordered: readonly ModelMessage[]): ModelMessage[] {
  const end = ordered.at(-1);
  return end?.role === 'assistant' && !end.calls?.length ? [{ role: 'user', text: GO_ON }] : [];
}

/** The message with something in it, or undefined where it says nothing. */
function filled(message: ModelMessage): ModelMessage | undefined {
  if (message.text.trim() !== '') return message;
  switch (message.role) {
    case 'user':
      return { ...message, text: message.images?.length ? '' : NO_TEXT };
    case 'tool':
      return { ...message, text: NO_OUTPUT };
    case 'assistant':
      return message.calls?.length ? { ...message, text: '' } : undefined;
  }
}

/** Both as one message of the same speaker, or undefined where they must stay apart. */
function joinedTo(last: ModelMessage, one: ModelMessage): ModelMessage | undefined {
  const text = [last.text, one.text].filter((part) => part !== '').join('\n\n');
  if (last.role === 'user' && one.role === 'user') {
    const images = [...(last.images ?? []), ...(one.images ?? [])];
    return { role: 'user', text, ...(images.length > 0 ? { images } : {}) };
  }
  // Calls have their results right behind them, so that only words may be joined to what follows.
  if (last.role === 'assistant' && one.role === 'assistant' && !last.calls?.length) return { ...one, text };
  return undefined;
}
