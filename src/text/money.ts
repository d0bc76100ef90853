// Sums of money as people read them. Pure.

import { amount } from './amount.js';

/** `1,204.50 USD`; what is less than a hundredth is never shown as nothing. */
export function money(sum: number, currency: string): string {
  if (sum > 0 && sum < 0.01) return `< 0.01 ${currency}`;
  const hundredths = Math.round(sum * 100);
  return `${amount(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')} ${currency}`;
}
