// How large a model's window is: what providers say of it, in their many words, and what follows. Pure.

import { z } from 'zod';
import { ModelError } from '../contracts/index.js';

/** A smaller window is refused: prompt, tools and an answer would leave no room for a conversation. Tokens. */
const SMALLEST_WINDOW = 16_000;
/** Below this a window works, and is tight. Tokens. */
const ROOMY_WINDOW = 32_000;

const record = z.record(z.string(), z.unknown()).catch({});
/** Beyond these a number means something else. */
const tokens = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1_000).max(20_000_000));
const listed = z.object({ data: z.array(z.unknown()).catch([]), models: z.array(z.unknown()).catch([]) });

/** Where the window stands: OpenRouter, vLLM, Groq, Mistral, LM Studio, Copilot, Anthropic and others. */
const FIELDS = [
  'context_length',
  'max_model_len',
  'context_window',
  'max_context_length',
  'loaded_context_length',
  'context_size',
  'max_context',
  'max_context_window_tokens',
  'max_input_tokens',
];
/** Parts of a description that hold it too; llama.cpp says in `meta` what it was started with. */
const PARTS = ['meta', 'top_provider', 'limits', 'capabilities'];
const PART_FIELDS = [...FIELDS, 'n_ctx', 'n_ctx_train'];

/**
 * The window in what an endpoint says of one model, in tokens; undefined where it says none. Of several numbers the
 * smallest counts: the others are what the model could do elsewhere.
 */
export function windowIn(description: unknown): number | undefined {
  const whole = record.parse(description);
  const parts = PARTS.map((part) => record.parse(whole[part]));
  const limits = record.parse(record.parse(whole.capabilities).limits);
  const said = [
    ...FIELDS.map((field) => whole[field]),
    ...[...parts, limits].flatMap((part) => PART_FIELDS.map((field) => part[field])),
  ];
  const numbers = said.map((one) => tokens.safeParse(one).data).filter((one) => one !== undefined);
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
}

/** The same in a list of models: of the one of that name, or of the only one, which answers to any name. */
export function windowInList(list: unknown, name: string): number | undefined {
  const { data = [], models = [] } = listed.safeParse(list).data ?? {};
  const all = (Array.isArray(list) ? list : [...data, ...models]).map((one) => record.parse(one));
  const ids = [name, `models/${name}`, `${name}:latest`];
  const named = all.find((one) =>
    [one.id, one.name, one.model].some((id) => typeof id === 'string' && ids.includes(id)),
  );
  const chosen = named ?? (all.length === 1 ? all[0] : undefined);
  return chosen && windowIn(chosen);
}

/** The window to use: what was found, else what is set or assumed, and no more than is wanted. */
export function windowOf(
  { contextTokens, largestWindow }: { contextTokens: number; largestWindow?: number },
  found: number | undefined,
): number {
  return Math.min(found ?? contextTokens, largestWindow ?? Number.POSITIVE_INFINITY);
}

/** Why a model with that window is not asked; undefined where it may be. */
export function tooSmall(id: string, window: number | undefined): ModelError | undefined {
  if (window === undefined || window >= SMALLEST_WINDOW) return undefined;
  const least = withCommas(SMALLEST_WINDOW);
  return new ModelError('bad-request', `${id} has a window of only ${withCommas(window)} tokens.`, {
    remedy: `Its window is said to be ${withCommas(window)} tokens, and I need ${least}. Choose a model with at least ${least}, or set contextTokens of this model in nightjar.yaml if that number is wrong.`,
  });
}

/** One sentence for each model whose window is known and small. */
export function windowNotes(
  models: readonly { id: string; contextTokens: number; windowIsGuess?: boolean }[],
): string[] {
  const notes = models.map((model) => (model.windowIsGuess ? undefined : windowNote(model.id, model.contextTokens)));
  return [...new Set(notes.filter((note) => note !== undefined))];
}

function windowNote(id: string, tokens: number): string | undefined {
  const has = `${id} has a window of only ${withCommas(tokens)} tokens`;
  if (tokens < SMALLEST_WINDOW) return `${has} and is not used: at least ${withCommas(SMALLEST_WINDOW)} are needed.`;
  return tokens < ROOMY_WINDOW ? `${has}; long conversations are summed up often.` : undefined;
}

/** 8192 → `8,192`. */
function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
