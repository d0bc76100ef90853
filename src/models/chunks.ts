// Reads the chunks of a Chat Completions stream and says what they mean as ModelEvents. Pure but for the ids it is lent.

import { z } from 'zod';
import type { ModelEvent, Usage } from '../contracts/index.js';
import { ModelError } from '../contracts/index.js';
import { ToolCallSlots } from './tool-call-slots.js';

const words = z.string().nullish().catch(undefined);
const count = z.number().nullish().catch(undefined);
const content = z
  .union([
    z.string(),
    z.array(z.looseObject({ text: words })).transform((parts) => parts.map((one) => one.text ?? '').join('')),
  ])
  .nullish()
  .catch(undefined);
const args = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .nullish();
const fragment = z.object({
  index: count,
  id: words,
  function: z.object({ name: words, arguments: args }).nullish(),
});
const usage = z
  .object({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(undefined),
    prompt_cache_hit_tokens: count,
    cached_tokens: count,
  })
  .nullish()
  .catch(undefined);
const delta = z.object({
  content,
  refusal: words,
  reasoning_content: words,
  reasoning: words,
  tool_calls: z.array(fragment).nullish(),
});
const chunk = z.object({
  choices: z.array(z.object({ delta: delta.nullish(), finish_reason: words, usage })).nullish(),
  usage,
});

type Finish = 'end' | 'tools' | 'length' | 'refusal' | 'overflow' | 'broken';

/** The reasons that endpoints give for stopping; any other means an ordinary end. */
const finishes: Readonly<Record<string, Finish>> = {
  tool_calls: 'tools',
  function_call: 'tools',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'refusal',
  sensitive: 'refusal',
  model_context_window_exceeded: 'overflow',
  insufficient_system_resource: 'broken',
  network_error: 'broken',
  error: 'broken',
};

interface ChunkReader {
  /** The events of one chunk. Throws a ModelError for what is no chunk of a completion. */
  read(raw: unknown): ModelEvent[];
  /** The answer is whole; only token counts may follow. */
  readonly finished: boolean;
  /**
   * The events at the end of the stream: the calls and `done`. `sawDone` says that the server closed it properly; a
   * stream that did neither that nor give a reason was cut. Throws a ModelError when there is no answer.
   */
  end(sawDone: boolean): ModelEvent[];
}

/** Reads one stream of the model `id`. `taken` are the call ids that the conversation has already. */
export function chunkReader(id: string, taken: ReadonlySet<string>, newId: () => string): ChunkReader {
  const slots = new ToolCallSlots();
  let finish: Finish | undefined;
  let refused = false;
  let counted: Usage | undefined;

  function end(sawDone: boolean): ModelEvent[] {
    if (refused || finish === 'refusal') throw new ModelError('refusal', `${id} declined to answer this.`);
    if (finish === 'overflow') throw new ModelError('overflow', `The request is longer than the window of ${id}.`);
    if (finish === 'broken') throw mayRetry('unavailable', `${id} gave up in the middle of its answer.`);
    if (finish === undefined && !sawDone) throw mayRetry('network', `The connection to ${id} was cut.`);
    const cut = finish === 'length';
    const calls = slots.calls({ taken, newId, cut });
    const stop = cut ? 'length' : calls.length > 0 ? 'tools' : 'end';
    return [
      ...calls.map((call): ModelEvent => ({ type: 'tool-call', call })),
      { type: 'done', stop, ...(counted && { usage: counted }) },
    ];
  }

  return {
    read(raw) {
      const parsed = chunk.safeParse(raw);
      if (!parsed.success) throw mayRetry('unavailable', `${id} sent something that is no answer.`);
      const events: ModelEvent[] = [];
      const choice = parsed.data.choices?.[0];
      const part = choice?.delta;
      counted = toUsage(parsed.data.usage ?? choice?.usage) ?? counted;
      const thought = part?.reasoning_content || part?.reasoning;
      if (thought) events.push({ type: 'thinking', delta: thought });
      if (part?.content) events.push({ type: 'text', delta: part.content });
      if (part?.refusal) refused = true;
      for (const one of part?.tool_calls ?? []) {
        slots.add({
          index: one.index ?? undefined,
          id: one.id ?? undefined,
          name: one.function?.name ?? undefined,
          args: one.function?.arguments ?? undefined,
        });
      }
      if (choice?.finish_reason) finish = finishes[choice.finish_reason] ?? 'end';
      return events;
    },
    get finished() {
      return finish !== undefined;
    },
    end,
  };
}

function mayRetry(kind: ModelError['kind'], message: string): ModelError {
  return new ModelError(kind, message, { retryable: true });
}

function toUsage(raw: z.infer<typeof usage>): Usage | undefined {
  if (!raw) return undefined;
  const cached = raw.prompt_tokens_details?.cached_tokens ?? raw.prompt_cache_hit_tokens ?? raw.cached_tokens;
  return { input: raw.prompt_tokens, output: raw.completion_tokens, ...(typeof cached === 'number' && { cached }) };
}
