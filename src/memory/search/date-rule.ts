// The shape of one way to speak of days. Types only.

import type { DayRange } from './calendar.js';

export interface DateRule {
  /** Global. */
  pattern: RegExp;
  /** The days meant; `groups` are what the pattern's groups that took part have found, in order. Undefined: no such days. */
  days(today: string, groups: readonly string[]): DayRange | undefined;
  /** The days are called by name or number, as a text about them would call them; not by how far they are from today. */
  named?: true;
  /** No year is named, so an earlier one may be meant. */
  yearly?: true;
}
