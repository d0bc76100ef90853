// The silent run of a model over a piece: a few rounds with the one tool, until it answers without calling it. Writes nothing;
// what it noted comes back. Must never run longer than its time.

import { type ChatModel, type Clock, ModelError, type ModelMessage, type ToolCall } from '../../contracts/index.js';
import { type NoteCall, type NotedLine, notedLines, noteTool } from './note-tool.js';

const MOST_ROUNDS = 4;

export interface AskParts {
  model: ChatModel;
  clock: Clock;
  /** For all rounds together. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface FlushPrompt {
  system: string;
  text: string;
  /** For the answer, in tokens. */
  maxTokens: number;
}

/** What the model noted, in its order. Rejects with a ModelError, or with the reason of `signal`. */
export async function askForNotes(parts: AskParts, { system, text, maxTokens }: FlushPrompt): Promise<NotedLine[]> {
  const late = new AbortController();
  const cancel = parts.clock.after(parts.timeoutMs, () => late.abort());
  const signal = AbortSignal.any([parts.signal, late.signal]);
  const messages: ModelMessage[] = [{ role: 'user', text }];
  const notes: NotedLine[] = [];
  let warned = false;
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const request = { system, messages: [...messages], tools: [noteTool], maxTokens };
      const answer = await answerOf(parts, request, signal, late.signal);
      if (answer.calls.length === 0) return notes;
      const taken = answer.calls.map((call) => (call.name === noteTool.name ? notedLines(call.args) : undefined));
      notes.push(...taken.flatMap((noted) => noted?.lines ?? []));
      const refused = taken.some(isRefused);
      if (refused && warned && taken.every(isRefused)) return notes;
      const { calls, thinking } = answer;
      messages.push({ role: 'assistant', text: answer.text, calls, ...(thinking === '' ? {} : { thinking }) });
      for (const [index, { id, name }] of calls.entries()) {
        const noted = taken[index];
        messages.push({ role: 'tool', call: id, name, text: noted ? answerTo(noted) : warned ? IGNORED : REFUSED });
      }
      warned ||= refused;
    }
    return notes;
  } finally {
    cancel();
  }
}

const REFUSED =
  'Error: there is only the tool note, and its arguments are {"lines": [{"text": "One full sentence.", "from": ["n1"]}]}. Call it so, or answer NO_REPLY.';
const IGNORED = 'Error: ignored.';

/** So many lines that were not taken are named. */
const MOST_NAMED = 20;

/** It took nothing of what it was given. */
function isRefused(noted: NoteCall | undefined): boolean {
  return noted === undefined || (noted.lines.length === 0 && noted.refused.length > 0);
}

function answerTo({ lines, refused }: NoteCall): string {
  const taken = `Taken: ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}.`;
  if (refused.length === 0) return `${taken} Call note again only for what is still missing; else answer NO_REPLY.`;
  const more = refused.length > MOST_NAMED ? ` And ${refused.length - MOST_NAMED} more.` : '';
  return `${taken} Not taken: ${refused.slice(0, MOST_NAMED).join(' ')}${more} Call note again with those lines alone, put right; else answer NO_REPLY.`;
}

interface Answer {
  text: string;
  thinking: string;
  calls: ToolCall[];
}

async function answerOf(
  { model, signal: outer }: AskParts,
  request: Parameters<ChatModel['stream']>[0],
  signal: AbortSignal,
  late: AbortSignal,
): Promise<Answer> {
  let answer: Answer = { text: '', thinking: '', calls: [] };
  for await (const event of model.stream(request, signal)) {
    if (event.type === 'restart') answer = { text: '', thinking: '', calls: [] };
    else if (event.type === 'text') answer.text += event.delta;
    else if (event.type === 'thinking') answer.thinking += event.delta;
    else if (event.type === 'tool-call') answer.calls.push(event.call);
    else if (event.type === 'failed') throw event.error;
    else if (event.type === 'done') return answer;
  }
  outer.throwIfAborted();
  if (late.aborted)
    throw new ModelError('timeout', 'the model took too long to write down a history', { retryable: true });
  throw new ModelError('network', 'the model stopped in mid-answer', { retryable: true });
}
