// Turns transcript entries into the messages of a request, repaired so that no provider refuses them, in units that are kept
// or dropped whole. Pure.

import type { Entry, EntryOf, ModelMessage, Scope, ToolCall } from '../../contracts/index.js';
import { messageTokens } from '../../models/request-tokens.js';
import { endsWithin } from '../../text/ends.js';
import { oneLine } from '../../text/truncate.js';
import { editsOf } from './edits.js';
import { edited, quote, userText } from './user-text.js';

/** A message of a person, or an answer with its calls and their results. */
export interface Unit {
  /** Of its first entry: the history can be cut before it. */
  first: string;
  turn: string | undefined;
  isAsked: boolean;
  messages: ModelMessage[];
  /** By estimate. */
  tokens: number;
}

/** The most that one text may have, in tokens; what is longer keeps its head and tail. */
export interface Caps {
  message: number;
  answer: number;
  result: number;
  /** Of all results of one answer together. */
  results: number;
  /** Of a result that pruning has reached. */
  pruned: number;
}

export interface HistoryOptions {
  scope: Scope;
  /** Names that can be called now: calls of others are told in words, but for those of the turn that is running. Absent: all. */
  tools?: ReadonlySet<string>;
  running?: string;
  /** Of the whole history, where `entries` is a part of it. */
  edits?: ReadonlyMap<string, string | undefined>;
  /** Edits of messages that are not there: told as what their author now says. */
  late?: ReadonlySet<string>;
  /** Nothing of it runs any more: thinking is left out everywhere. */
  settled?: boolean;
  caps?: Caps;
  /** Results up to this entry are shortened further. */
  pruned?: string | undefined;
}

/** What stands where a person stopped an answer, so that the model neither takes it for whole nor begins it again. */
const STOPPED = '(I was told to stop here.)';
const INTERRUPTED = 'Error: this call was interrupted and left no result.';
const MAX_TOLD = 300;
const NO_CAPS: Caps = {
  message: Number.POSITIVE_INFINITY,
  answer: Number.POSITIVE_INFINITY,
  result: Number.POSITIVE_INFINITY,
  results: Number.POSITIVE_INFINITY,
  pruned: Number.POSITIVE_INFINITY,
};

/**
 * The history, oldest first. Every call is followed by its result and every result stands behind its call; calls of one
 * answer stay together, in the order they were asked for, however their results arrived. Empty messages are left out.
 * Thinking is kept only behind the latest message of a person, where a running tool loop wants it; up to there each message
 * depends on its own entries alone, so that a growing history keeps its beginning.
 */
export function unitsOf(entries: readonly Entry[], options: HistoryOptions): Unit[] {
  const { scope, tools, running, caps = NO_CAPS, pruned, edits = editsOf(entries), settled = false, late } = options;
  const results = new Map<string, { entry: EntryOf<'tool_result'>; old: boolean }>();
  const lastPruned = pruned === undefined ? -1 : entries.findIndex((entry) => entry.id === pruned);
  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'tool_result' && !results.has(entry.call)) {
      results.set(entry.call, { entry, old: index <= lastPruned });
    }
  }
  const latest = entries.findLastIndex((entry) => entry.type === 'user');
  const units: Unit[] = [];
  let open: Answer | undefined;
  let thinking: string | undefined;
  const seen = new Set<string>();

  function close(): void {
    if (!open) return;
    const answer = open;
    open = undefined;
    const { first, calls, thinking } = answer;
    const isGone = ({ name }: ToolCall) => tools !== undefined && first.turn !== running && !tools.has(name);
    const found = calls.map(({ id }) => results.get(id));
    const print = [
      ...[caps.answer, caps.result, caps.results, caps.pruned, thinking?.length, calls.length],
      ...[calls.filter(isGone).length, found.filter((one) => one).length, found.filter((one) => one?.old).length],
    ].join('/');
    const settled = once(first, print, () => answerUnit(answer, isGone));
    if (settled) units.push(settled);
  }

  function answerUnit({ first, text, calls, thinking }: Answer, isGone: (call: ToolCall) => boolean): Unit | undefined {
    const gone = calls.filter(isGone);
    const callable = calls.filter((call) => !gone.includes(call));
    const told = gone.map((call) => toldCall(call, results.get(call.id)?.entry.text));
    const said = endsWithin([text, ...told].filter((part) => part !== '').join('\n'), caps.answer);
    const messages: ModelMessage[] = [];
    if (callable.length > 0) {
      messages.push({
        role: 'assistant',
        text: said,
        calls: callable,
        ...(thinking === undefined ? {} : { thinking }),
      });
    } else if (said !== '') messages.push({ role: 'assistant', text: said });
    const most = Math.min(caps.result, caps.results / Math.max(1, callable.length));
    for (const call of callable) {
      const result = results.get(call.id);
      const shown = endsWithin(result?.entry.text ?? INTERRUPTED, result?.old ? Math.min(most, caps.pruned) : most);
      messages.push({ role: 'tool', call: call.id, name: call.name, text: shown });
    }
    return messages.length > 0 ? unit(first, false, messages) : undefined;
  }

  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'user') {
      close();
      const asked = (now: EntryOf<'user'>) =>
        unit(entry, true, [{ role: 'user', text: endsWithin(userText(now, scope), caps.message) }]);
      const message = edits.has(entry.id)
        ? asked(edited(entry, edits.get(entry.id)))
        : once(entry, `${scope.kind}/${caps.message}`, () => asked(entry));
      if (message) units.push(message);
    } else if (entry.type === 'edit' && late?.has(entry.id)) {
      close();
      units.push(unit(entry, true, [{ role: 'user', text: endsWithin(lateText(entry), caps.message) }]));
    } else if (entry.type === 'thinking') {
      thinking = index > latest && !settled ? entry.text : undefined;
    } else if (entry.type === 'assistant') {
      close();
      const text = entry.stopped ? `${entry.text}\n${STOPPED}`.trim() : entry.text;
      open = { first: entry, text, calls: [], ...(thinking === undefined ? {} : { thinking }) };
      thinking = undefined;
    } else if (entry.type === 'tool_call' && !seen.has(entry.call)) {
      seen.add(entry.call);
      open ??= { first: entry, text: '', calls: [] };
      open.calls.push({ id: entry.call, name: entry.name, args: entry.args });
    }
  }
  close();
  return units;
}

/** An answer as far as it has been read. */
interface Answer {
  first: Entry;
  text: string;
  calls: ToolCall[];
  thinking?: string;
}

/**
 * The last unit that an entry made, and what it was made under: entries never change, so a long history is not rendered and
 * counted anew for every request.
 */
const made = new WeakMap<Entry, { print: string; unit: Unit | undefined }>();

function once(first: Entry, print: string, make: () => Unit | undefined): Unit | undefined {
  const before = made.get(first);
  if (before?.print === print) return before.unit;
  const now = make();
  made.set(first, { print, unit: now });
  return now;
}

function unit(first: Entry, isAsked: boolean, messages: ModelMessage[]): Unit {
  return {
    first: first.id,
    turn: first.turn,
    isAsked,
    messages,
    tokens: messages.reduce((sum, one) => sum + messageTokens(one), 0),
  };
}

/** Behind a summary that was made from the old words. */
function lateText({ text }: EntryOf<'edit'>): string {
  if (text === undefined)
    return '[An earlier message was taken back by its author: what the summary says of it no longer holds.]';
  return `[An earlier message was changed by its author. It now says]\n${quote(text).join('\n')}`;
}

/** A call to a tool that is not there any more, which a provider would refuse as a call. */
function toldCall({ name, args }: ToolCall, result = INTERRUPTED): string {
  return `(I used ${oneLine(name, 60)}, which is not at hand any more, with ${oneLine(args, MAX_TOLD)}; it said: ${oneLine(result, MAX_TOLD)})`;
}
