// Values behind options and arguments, as they were typed. Each throws commander's error, which names the option.

import { InvalidArgumentError } from 'commander';
import { isDay } from './text/local-time.js';

/** Beyond it numbers are not whole any more. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** From 1 to `most`. */
export function wholeNumber(most = NO_LIMIT): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number ${most === NO_LIMIT ? 'above 0' : `from 1 to ${most}`}.`);
  };
}

export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('A day is written as 2026-11-29, and must be one of the calendar.');
}
