// Secrets that were said in the turn that runs: the model is shown them in its requests, and whatever is written of what it and
// its tools say has the marks again. Holds nothing by itself; never touches what is on disk.

import { type ModelMessage, type ModelRequest, ToolError } from '../contracts/index.js';
import { marksIn } from '../text/secret-mark.js';
import { addsSecret, holdsSecretOrMark } from '../text/secrets.js';
import { type KnownValue, pieceFilter, type ValueFilter, valueFilter } from '../text/value-filter.js';

export interface TurnSecrets {
  /** The request with the values in the place of their marks. */
  shown(request: ModelRequest): ModelRequest;
  shownText(text: string): string;
  /** The arguments of a call, as JSON, for a tool that may use the values. */
  shownArgs(args: string): string;
  hidden(text: string): string;
  hiddenArgs(args: string): string;
  /** A copy of plain data. */
  hiddenIn<T>(data: T): T;
  /** For an answer that comes piece by piece. */
  pieces(): { push(piece: string): string; end(): string };
}

/** `values` is asked at each step: a message that joins the turn brings its own. What was there once stays to the end. */
export function turnSecrets(values: () => readonly KnownValue[]): TurnSecrets {
  const known = new Map<string, string>();
  let made: ValueFilter = valueFilter([]);

  function filter(): ValueFilter {
    const before = known.size;
    for (const { mark, value } of values()) known.set(mark, value);
    if (known.size !== before) {
      made = valueFilter(
        [...known].map(([mark, value]) => ({ mark, value })),
        { words: true },
      );
    }
    return made;
  }

  const isEmpty = () => {
    filter();
    return known.size === 0;
  };
  const hide = (text: string) => filter().hide(text);
  const show = (text: string) => withValues(text, known);

  return {
    shown: (request) =>
      isEmpty() ? request : { ...request, messages: request.messages.map((one) => shownIn(one, show)) },
    shownText: (text) => (isEmpty() ? text : withPlain(text, known)),
    shownArgs: (args) => (isEmpty() ? args : inArgs(args, (text) => withPlain(text, known))),
    hidden: (text) => (isEmpty() ? text : hide(text)),
    hiddenArgs: (args) => (isEmpty() ? args : hide(inArgs(args, hide))),
    hiddenIn: (data) => (isEmpty() ? data : (deep(data, hide) as typeof data)),
    pieces: () => pieceFilter(filter),
  };
}

function shownIn(message: ModelMessage, show: (text: string) => string): ModelMessage {
  if (message.role === 'assistant') {
    const calls = message.calls?.map((call) => ({ ...call, args: inArgs(call.args, show) }));
    return { ...message, text: show(message.text), ...(calls ? { calls } : {}) };
  }
  return { ...message, text: show(message.text) };
}

/** A value of several lines begins each as its place demands: what is quoted stays so, and no line can pass for one of ours. */
function withValues(text: string, known: ReadonlyMap<string, string>): string {
  return replaceMarks(text, (mark, at) => {
    const value = known.get(mark);
    if (value === undefined || !/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) return value;
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (line.startsWith('[')) return JSON.stringify(value).slice(1, -1);
    if (!isBlock(value)) return undefined;
    const lead = /^(?:>\s*)*/.exec(line)?.[0] ?? '';
    return value.replaceAll('\n', `\n${lead}`);
  });
}

function withPlain(text: string, known: ReadonlyMap<string, string>): string {
  return replaceMarks(text, (mark) => known.get(mark));
}

function replaceMarks(text: string, find: (mark: string, at: number) => string | undefined): string {
  let made = '';
  let done = 0;
  for (const { from, to } of marksIn(text)) {
    const value = find(text.slice(from, to), from);
    if (value === undefined) continue;
    made += text.slice(done, from) + value;
    done = to;
  }
  return made + text.slice(done);
}

/** A key block, or words of a seed: nothing in which somebody could be made to speak. */
function isBlock(value: string): boolean {
  return value
    .split(/\r\n|[\n\r]/)
    .every((line) =>
      /^[A-Za-z0-9+/=]*$|^-{2,5} ?(?:BEGIN|END)[A-Z0-9 ]+-{2,5}$|^(?:Proc-Type|DEK-Info|Version): [\w.,/ -]*$|^[a-z ]*$/.test(
        line,
      ),
    );
}

/** Through every string of a call's arguments; what is no JSON is taken as text. */
function inArgs(args: string, change: (text: string) => string): string {
  let data: unknown;
  try {
    data = JSON.parse(args);
  } catch {
    return change(args);
  }
  const before = JSON.stringify(data);
  const after = JSON.stringify(deep(data, change));
  return after === before ? args : after;
}

function deep(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((one) => deep(one, change));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [change(key), deep(value, change)]));
}

const NOT_KEPT =
  'That holds a secret, or the mark of one, and cannot be kept or passed on. Leave it out, and tell whoever asked that passwords, keys and card numbers are not stored here.';

/** Throws a ToolError where a text that is to be kept holds a secret, or what only stands for one. */
export function mustHoldNoSecret(...texts: readonly (string | undefined)[]): void {
  if (texts.some((text) => text !== undefined && holdsSecretOrMark(text))) throw new ToolError(NOT_KEPT);
}

/** The same for a file: what stood there before may stay. */
export function mustAddNoSecret(before: string, after: string): void {
  if (addsSecret(before, after)) throw new ToolError(NOT_KEPT);
}
