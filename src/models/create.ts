// From settings to a ready model, chain included. Knows the providers; never talks to one.

import type { ChatModel } from '../contracts/index.js';
import { withFallbacks } from './fallback.js';
import { offlineModel } from './offline/offline-model.js';
import { type ModelDeps, type OpenAiSettings, openaiModel } from './openai.js';

export type ModelChoice = { provider: 'offline' } | (OpenAiSettings & { provider: 'openai' });

/** The configured model and those that stand in for it, in order. */
export type ModelSettings = ModelChoice & { fallbacks: readonly ModelChoice[] };

/** Builds the model. Connects to nothing and imports no SDK before the first call; never throws. */
export function createModel(settings: ModelSettings, deps: ModelDeps): ChatModel {
  const fallbacks = settings.fallbacks.map((one) => oneModel(one, deps));
  return withFallbacks(oneModel(settings, deps), fallbacks, deps);
}

function oneModel(choice: ModelChoice, deps: ModelDeps): ChatModel {
  return choice.provider === 'offline' ? offlineModel() : openaiModel(choice, deps);
}
