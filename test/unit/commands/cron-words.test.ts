// What people type behind `/cron add`, and what is understood.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWish } from '../../../src/commands/cron-words.js';

const answer = { deliver: 'answer' };

describe('/cron add', () => {
  it.each([
    ['"0 8 * * 1-5" what is new', { cron: '0 8 * * 1-5' }, 'what is new'],
    ['“0 8 * * 1-5” what is new', { cron: '0 8 * * 1-5' }, 'what is new'],
    ['`30 0 8 * * *` six', { cron: '30 0 8 * * *' }, 'six'],
    ['0 8 * * 1-5 what is new', { cron: '0 8 * * 1-5' }, 'what is new'],
    ['cron 0 8 * * 1-5 what is new', { cron: '0 8 * * 1-5' }, 'what is new'],
    ['cron 0 8 * * mon-fri 5 apples', { cron: '0 8 * * mon-fri' }, '5 apples'],
    ['cron 30 0 8 * * 1-5 | 5 apples', { cron: '30 0 8 * * 1-5' }, '5 apples'],
    ['cron 0 8 * * * | what is new', { cron: '0 8 * * *' }, 'what is new'],
    ['@daily look', { cron: '@daily' }, 'look'],
    ['every 2h TEXT', { every: '2h' }, 'TEXT'],
    ['every 2 hours TEXT', { every: '2 hours' }, 'TEXT'],
    ['every 1h 30m TEXT', { every: '1h 30m' }, 'TEXT'],
    ['every hour TEXT', { every: 'hour' }, 'TEXT'],
    ['every day at 8 feed the cat', { cron: '0 8 * * *' }, 'feed the cat'],
    ['every day 8:05 feed the cat', { cron: '5 8 * * *' }, 'feed the cat'],
    ['every weekday at 18:30 go home', { cron: '30 18 * * 1-5' }, 'go home'],
    ['every Monday at 9:00 plan', { cron: '0 9 * * 1' }, 'plan'],
    ['at 2026-12-01 09:00 TEXT', { at: '2026-12-01 09:00' }, 'TEXT'],
    ['2026-12-01T09:00 TEXT', { at: '2026-12-01T09:00' }, 'TEXT'],
    ['at 2026-12-01T09:00+02:00 TEXT', { at: '2026-12-01T09:00+02:00' }, 'TEXT'],
    ['at 18:30 TEXT', { at: '18:30' }, 'TEXT'],
    ['tomorrow at 9:00 call Ann', { at: 'tomorrow 9:00' }, 'call Ann'],
    ['in 20 minutes 茶', { at: 'in 20 minutes' }, '茶'],
    ['in 1h 30m TEXT', { at: 'in 1h 30m' }, 'TEXT'],
  ])('reads %s', (typed, when, text) => {
    expect(readWish(typed)).toEqual({ ...answer, when, text });
  });

  it('takes what is said about the run, before or behind the time, and never out of the text', () => {
    const all = { zone: 'Europe/Berlin', to: 'telegram:-100123', missed: 'skip', deliver: 'text' };
    const when = { every: '2h' };
    expect(readWish('every 2h tz=Europe/Berlin to=telegram:-100123 say skip Hi')).toEqual({ ...all, when, text: 'Hi' });
    expect(readWish('say skip tz=Europe/Berlin to=telegram:-100123 every 2h Hi')).toEqual({ ...all, when, text: 'Hi' });
    expect(readWish('every 2h Hi to=telegram:-5 tz=UTC say')).toEqual({
      ...answer,
      when,
      text: 'Hi to=telegram:-5 tz=UTC say',
    });
    expect(readWish('every 2h | say to=telegram:-5 x')).toEqual({ ...answer, when, text: 'say to=telegram:-5 x' });
    expect(readWish('every 2h say say hello')).toEqual({ when, deliver: 'text', text: 'say hello' });
  });

  it('keeps the lines and blanks of a text', () => {
    expect(readWish('every 2h say  one\n\n  two  *x*')?.text).toBe('one\n\n  two  *x*');
  });

  it('without a time is none', () => {
    for (const typed of ['', 'feed the cat', 'say hello', '| x', 'tz=UTC']) expect(readWish(typed)).toBeUndefined();
  });

  it('never throws, and what it takes for the text is the end of what was typed', () => {
    const piece = fc.constantFrom(
      'every',
      'cron',
      'at',
      '"',
      '“',
      '*',
      '1-5',
      'say',
      'skip',
      '|',
      'to=',
      'tz=x',
      '2h',
      '9:00',
      'ж',
    );
    const typed = fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(typed, (text) => {
        const wish = readWish(text);
        expect(wish === undefined || text.trim().endsWith(wish.text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
