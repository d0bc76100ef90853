// What the configuration says of costs, as the rest of the program takes it, and what it leaves unsaid. Pure.

import type { Prices } from '../contracts/index.js';
import { modelSettings, transcriptionSettings } from './model-settings.js';
import type { Config } from './schema.js';

export function priceSettings({ usage }: Pick<Config, 'usage'>): Prices {
  return { currency: usage.currency, models: usage.prices };
}

/** One plain warning line a model that costs what no cap can count; `hasPrice` tells of one by its id. */
export function unpricedWarnings(
  config: Pick<Config, 'usage' | 'model' | 'agent' | 'transcription'>,
  hasPrice: (prices: Prices, id: string) => boolean,
): string[] {
  const { caps, currency } = config.usage;
  const inMoney = (['day', 'month', 'chatDay', 'personDay'] as const).find((cap) => caps[cap] !== undefined);
  if (inMoney === undefined) return [];
  const { fallbacks, ...first } = modelSettings(config);
  const models = [first, ...fallbacks].flatMap((one) => ('name' in one ? [`${one.provider}/${one.name}`] : []));
  const speech = transcriptionSettings(config)?.name;
  const prices = priceSettings(config);
  return [...new Set([...models, ...(speech === undefined ? [] : [speech])])]
    .filter((id) => !hasPrice(prices, id))
    .map(
      (id) =>
        `nightjar.yaml: usage.caps.${inMoney} counts ${currency}, and no price is known for ${id}: it counts as free. Set it in usage.prices, or use usage.caps.${inMoney}Tokens.`,
    );
}
