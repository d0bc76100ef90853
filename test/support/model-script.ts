// A model stand-in that answers by what it was asked last: rules that a test writes, the newest first, and an echo for the
// rest. Keeps every request, so that a test can say what no request may hold.

import { type ChatRequest, type ModelReply, type ModelServer, startModelServer } from './model-server.js';

/** What a rule is given: the words that the turn answers, without what is only quoted to the model. */
export interface Asked {
  text: string;
  /** Everything that stands behind the model's last answer, quotations and facts too. */
  whole: string;
  /** What tools said in this turn, oldest first. */
  results: string[];
  request: ChatRequest;
}

export type Rule = ModelReply | ((asked: Asked) => ModelReply | Promise<ModelReply>);

/** A request that waits for the test. */
export interface Held {
  /** Resolves once the request has arrived. */
  asked: Promise<Asked>;
  /** Lets it be answered; the usual answer without a reply. */
  release(reply?: ModelReply): void;
}

export interface ModelScript extends Omit<ModelServer, 'reply'> {
  when(asked: RegExp, rule: Rule): void;
  /** The next request that asks for this waits, however the others go on. */
  hold(asked: RegExp): Held;
  /** Every request whose turn asks for this, so far. */
  asked(pattern: RegExp): Asked[];
  /** The newest of them; throws without one. */
  last(pattern: RegExp): Asked;
}

/** Calls a tool, and says something once it has answered. */
export function calling(name: string, args: Record<string, unknown>, then = 'Done.'): Rule {
  return ({ results }) => (results.length === 0 ? { calls: [{ name, args }] } : { text: then });
}

/** Calls a tool and says what it answered. */
export function tellingOf(name: string, args: Record<string, unknown>): Rule {
  return ({ results }) =>
    results.length === 0 ? { calls: [{ name, args }] } : { text: `It says: ${results.join(' ')}` };
}

export async function startModelScript(): Promise<ModelScript> {
  const rules: { pattern: RegExp; rule: Rule }[] = [];
  const holds: { pattern: RegExp; meet(asked: Asked): Promise<ModelReply | undefined> }[] = [];
  const server = await startModelServer(async (request) => {
    const asked = readAsked(request);
    const at = holds.findIndex(({ pattern }) => pattern.test(asked.text));
    const [held] = at < 0 ? [] : holds.splice(at, 1);
    const given = await held?.meet(asked);
    if (given) return given;
    const rule = rules.find(({ pattern }) => pattern.test(asked.text))?.rule ?? { text: `Echo: ${asked.text}` };
    return typeof rule === 'function' ? await rule(asked) : rule;
  });
  const all = (pattern: RegExp): Asked[] =>
    server.requests.map(({ body }) => readAsked(body)).filter(({ text }) => pattern.test(text));
  return {
    ...server,
    when: (pattern, rule) => void rules.unshift({ pattern, rule }),
    hold(pattern) {
      let arrived = (_: Asked): void => {};
      let release = (_?: ModelReply): void => {};
      const asked = new Promise<Asked>((resolve) => {
        arrived = resolve;
      });
      const released = new Promise<ModelReply | undefined>((resolve) => {
        release = resolve;
      });
      holds.push({
        pattern,
        meet(one) {
          arrived(one);
          return released;
        },
      });
      return { asked, release };
    },
    asked: all,
    last(pattern) {
      const found = all(pattern).at(-1);
      if (!found) throw new Error(`no request asks for ${pattern}`);
      return found;
    },
  };
}

function readAsked(request: ChatRequest): Asked {
  const { messages } = request;
  const answered = messages.findLastIndex((one) => one.role === 'assistant' && !one.tool_calls);
  const turn = messages.slice(answered + 1);
  const said = turn.flatMap((one) => (one.role === 'user' ? [textOf(one.content)] : []));
  const results = turn.flatMap((one) => (one.role === 'tool' ? [one.content] : []));
  return { text: said.map(ownWords).join('\n'), whole: said.join('\n'), results, request };
}

function textOf(content: string | { type: string; text?: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n');
}

function ownWords(text: string): string {
  const lines = text.replace(/<turn-facts>[\s\S]*$/, '').split('\n');
  const own = lines.filter((line) => !/^> |^\[.*\]$|^From .* \(\w+\):$/.test(line));
  return own.join('\n').trim();
}
