// What a request costs, by estimate. One count for all who decide by it: budgets, the chain, the thresholds. Pure.

import type { ModelMessage, ModelRequest } from '../contracts/index.js';
import { estimateTokens } from '../text/tokens.js';

/** What a picture costs, roughly, with the providers that publish it. */
const IMAGE = 1_000;
/** What a template writes around every message, call and tool. */
const FRAME = 4;

/** The tokens of all that goes out. The answer's share (`maxTokens`) is not in it. Linear in the length of the texts. */
export function requestTokens({ system, messages, tools }: ModelRequest): number {
  let tokens = system === '' ? 0 : estimateTokens(system) + FRAME;
  for (const message of messages) tokens += messageTokens(message);
  for (const tool of tools) tokens += estimateTokens(JSON.stringify(tool)) + FRAME;
  return tokens;
}

/** The share of one message. */
export function messageTokens(message: ModelMessage): number {
  const tokens = estimateTokens(message.text) + FRAME;
  switch (message.role) {
    case 'user':
      return tokens + IMAGE * (message.images?.length ?? 0);
    case 'tool':
      return tokens;
    case 'assistant': {
      let calls = 0;
      for (const { name, args } of message.calls ?? []) calls += estimateTokens(name) + estimateTokens(args) + FRAME;
      return tokens + calls + estimateTokens(message.thinking ?? '');
    }
  }
}
