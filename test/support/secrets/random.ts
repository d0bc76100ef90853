// A seeded source of letters, numbers and choices for texts that tests make up. The same seed makes the same texts.

export interface Dice {
  below(n: number): number;
  of<T>(list: readonly T[]): T;
  chars(alphabet: string, length: number): string;
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const ALNUM = LOWER + UPPER + DIGITS;
export const HEX = '0123456789abcdef';
export const BASE64 = `${ALNUM}+/`;
export const BASE64URL = `${ALNUM}_-`;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (n: number) => Math.floor(next() * n);
  const of = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  return {
    below,
    of,
    chars: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  };
}

/** A number with the right last digit, as payment cards have it. */
export function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
