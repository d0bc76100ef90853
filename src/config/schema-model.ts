// The sections `model` and `embedding`: who answers, who embeds.

import { z } from 'zod';
import { isMark, ONLY_A_MARK, Secret } from './secret.js';

const SMALLEST_WINDOW = 16_000;
/** What current hosted models have; a smaller local one should be said. */
export const DEFAULT_WINDOW = 200_000;

const DEFAULT_NAME = 'gpt-5-mini';

const name = z
  .string()
  .min(1, 'must not be empty')
  .describe('The model’s name at the provider, such as gpt-5-mini, which is the default with a baseUrl.');
const baseUrl = z
  .string()
  .regex(/^https?:\/\/[^\s/@]+(\/\S*)?$/, 'must be an address such as https://api.example.com/v1, without a key in it')
  .describe('Root of any OpenAI-compatible API. Default: OpenAI’s own.');
const apiKey = z
  .string()
  .min(1, 'must not be empty')
  .regex(/^\S*$/, 'must be the key alone, without spaces')
  .refine((key) => !isMark(key), ONLY_A_MARK)
  .meta({ writeOnly: true, description: 'The key; best kept in .env.' })
  .transform((value) => new Secret(value));

const oneModel = z.strictObject({
  provider: z
    .enum(['offline', 'openai'])
    .optional()
    .describe('openai: any compatible endpoint. Default: openai when a name or baseUrl is given, else offline.'),
  name: name.optional(),
  baseUrl: baseUrl.optional(),
  apiKey: apiKey.optional(),
  contextTokens: z
    .int()
    .min(SMALLEST_WINDOW, `must be at least ${SMALLEST_WINDOW}. Choose a model with a larger window`)
    .optional()
    .describe(
      `The model’s window: request and answer together, in tokens. Default: what the provider says, else ${DEFAULT_WINDOW}, taken as a guess.`,
    ),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('The longest silence before a request is given up.'),
  retries: z.int().min(0).max(10).default(2).describe('How often a failed request is tried again.'),
});

type OneModel = z.output<typeof oneModel>;

function withProvider<M extends OneModel>(model: M): M & { provider: 'offline' | 'openai' } {
  const provider = model.provider ?? (model.name || model.baseUrl ? 'openai' : 'offline');
  // An address alone is enough: a server with one model takes any name, and OpenAI's own has this one.
  const named = provider === 'openai' && model.baseUrl ? { name: model.name ?? DEFAULT_NAME } : {};
  return { ...model, provider, ...named };
}

function needsName(model: OneModel, context: z.RefinementCtx): void {
  const { provider, name } = withProvider(model);
  if (provider === 'openai' && !name) {
    context.addIssue({
      code: 'custom',
      path: ['name'],
      message: 'is missing. Add the name of the model, such as gpt-5-mini',
    });
  }
}

export const modelSection = oneModel
  .extend({
    fallbacks: z
      .array(oneModel.superRefine(needsName).transform(withProvider))
      .default([])
      .describe('Models to try in this order when the first one fails.'),
  })
  .superRefine(needsName)
  .transform(withProvider)
  .prefault({})
  .describe('The language model. Absent: a simple rule-driven stand-in that needs no network.');

export const embeddingSection = z
  .strictObject({
    provider: z
      .enum(['none', 'openai'])
      .optional()
      .describe('openai: any compatible endpoint. Default: openai when a name or baseUrl is given, else none.'),
    name: z
      .string()
      .min(1, 'must not be empty')
      .optional()
      .describe('The model’s name at the provider, such as bge-m3.'),
    baseUrl: baseUrl.optional(),
    apiKey: apiKey.optional(),
    dimensions: z
      .int()
      .min(1)
      .max(8_192)
      .optional()
      .describe('Size of a vector, where the model can be told. Default: the model’s own.'),
    vectorWeight: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .describe('Share of the vectors in a score, the rest is the words’. A small model earns less: 0.3 to 0.5.'),
    batchSize: z.int().min(1).max(2_048).default(64).describe('Texts in one request; fewer for a slow machine.'),
    timeoutSeconds: z.number().min(1).max(600).default(60).describe('A request that takes longer is given up.'),
    queryBudgetMs: z
      .int()
      .min(50)
      .max(30_000)
      .default(500)
      .describe('A search waits so long for its vector, then it goes by words alone.'),
    cacheEntries: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(50_000)
      .describe('How many vectors are kept for later; 0: none.'),
  })
  .transform((embedding) => {
    const provider: 'none' | 'openai' = embedding.name || embedding.baseUrl ? 'openai' : 'none';
    return { ...embedding, provider: embedding.provider ?? provider };
  })
  .superRefine(({ provider, name }, context) => {
    if (provider !== 'openai' || name) return;
    const message = 'is missing. Add the name of the model, such as bge-m3';
    context.addIssue({ code: 'custom', path: ['name'], message });
  })
  .prefault({})
  .describe('Who turns text into vectors. Absent: search goes by words alone.');

export const transcriptionSection = z
  .strictObject({
    name: z.string().min(1, 'must not be empty').default('whisper-1').describe('The model’s name at the provider.'),
    baseUrl: baseUrl.optional(),
    apiKey: apiKey.optional(),
  })
  .optional()
  .describe('Who writes down what is said in voice messages. Absent: they are kept as files.');
