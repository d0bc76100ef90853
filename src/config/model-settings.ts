// What the configuration says of models, in the units and with the secrets that src/models takes. Pure.

import type { Config } from './schema.js';
import { DEFAULT_WINDOW } from './schema-model.js';

type OneModel = Omit<Config['model'], 'fallbacks'>;

/** The configured model with its fallbacks, in order; no window larger than `agent.contextTokens` allows. */
export function modelSettings({ model, agent }: Pick<Config, 'model' | 'agent'>) {
  const choice = (settings: OneModel) => oneModel(settings, agent.contextTokens);
  return { ...choice(model), fallbacks: model.fallbacks.map(choice) };
}

function oneModel(settings: OneModel, largest: number | undefined) {
  const { provider, name, baseUrl, apiKey, timeoutSeconds, contextTokens, retries } = settings;
  if (provider === 'offline' || name === undefined) return { provider: 'offline' as const };
  return {
    provider,
    name,
    retries,
    contextTokens: Math.min(contextTokens ?? DEFAULT_WINDOW, largest ?? Number.POSITIVE_INFINITY),
    ...(contextTokens === undefined ? { windowIsGuess: true } : {}),
    ...(largest === undefined ? {} : { largestWindow: largest }),
    timeoutMs: timeoutSeconds * 1_000,
    ...(baseUrl ? { baseUrl } : {}),
    ...(apiKey ? { apiKey: apiKey.reveal() } : {}),
    ...(apiKey?.variable ? { keyVariable: apiKey.variable } : {}),
  };
}

/** The windows that the configuration knows of, under the ids of their models. */
export function knownWindows(config: Pick<Config, 'model' | 'agent'>): { id: string; contextTokens: number }[] {
  const { fallbacks, ...first } = modelSettings(config);
  return [first, ...fallbacks].flatMap((one) =>
    one.provider === 'offline' || (one.windowIsGuess && one.largestWindow === undefined)
      ? []
      : [{ id: `${one.provider}/${one.name}`, contextTokens: one.contextTokens }],
  );
}

/** Who writes down speech; undefined where nobody does. */
export function transcriptionSettings({ transcription }: Pick<Config, 'transcription'>) {
  if (!transcription) return undefined;
  const { name, baseUrl, apiKey } = transcription;
  return { name, ...(baseUrl ? { baseUrl } : {}), ...(apiKey ? { apiKey: apiKey.reveal() } : {}) };
}
