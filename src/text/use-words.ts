// What models were used for in words: kinds, sums, and which prices are not known. Pure.

import type { CapHit, WorkKind } from '../contracts/index.js';
import { amount, counted } from './amount.js';
import { money } from './money.js';
import { workName } from './work-words.js';

interface Sum {
  requests: number;
  input: number;
  cached: number;
  output: number;
  cost?: number;
}

export function useKindName(kind: string): string {
  if (kind === 'talk') return 'answering';
  if (kind === 'apart') return 'skills that run apart';
  return workName(kind as WorkKind) ?? kind;
}

/** `3 requests, 12,300 tokens in (10,000 cached), 540 out, 0.02 USD`; `nothing`. */
export function sumWords({ requests, input, cached, output, cost }: Sum, currency: string): string {
  if (requests === 0) return 'nothing';
  const known = cached > 0 ? ` (${amount(cached)} cached)` : '';
  const used = `${counted(requests, 'request')}, ${amount(input)} tokens in${known}, ${amount(output)} out`;
  return cost === undefined ? used : `${used}, ${money(cost, currency)}`;
}

/** `today 6.00 of 5.00 EUR, reached`. */
export function capWords({ cap, used, limit }: CapHit, currency: string): string {
  const span = cap.startsWith('month') ? 'this month' : 'today';
  const sums = cap.endsWith('Tokens')
    ? `${amount(used)} of ${counted(limit, 'token')}`
    : `${money(used, currency).replace(` ${currency}`, '')} of ${money(limit, currency)}`;
  return `${span} ${sums}${used >= limit ? ', reached' : ''}`;
}

/** One sentence; undefined where every price is known. */
export function unpricedWords(models: readonly string[]): string | undefined {
  return models.length === 0 ? undefined : `No price known for ${models.join(', ')}.`;
}
