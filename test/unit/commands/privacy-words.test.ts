// What people type behind /privacy, and what they are told.

import { expect, it } from 'vitest';
import type { PrivacyHere } from '../../../src/commands/privacy-desk.js';
import { chosenWords, hereWords, readWish, usageWords } from '../../../src/commands/privacy-words.js';
import { bob, main, team } from '../../support/memory/open.js';

const nothing = { messages: 0, atLeast: false, logs: 0, snapshots: 0, longTermLines: 0, files: 0 };
const here = (more: Partial<PrivacyHere> = {}): PrivacyHere => ({
  rule: { remember: 'on' },
  remembered: nothing,
  passing: { messagesDays: 30, filesDays: 90 },
  ...more,
});

it('understands each choice in the forms that people write, and nothing else', () => {
  for (const text of ['mentions', 'mentions only', 'mentions-only', 'Mention', 'only mentions', 'mentioned']) {
    expect(readWish(text)).toEqual({ remember: 'mentioned' });
  }
  for (const text of ['30d', '30 days', '30 Days', '30', 'days 30', '３０天', '30日', '30일']) {
    expect(readWish(text), text).toEqual({ days: 30 });
  }
  expect(readWish(' ON ')).toEqual({ remember: 'on' });
  expect(readWish('off')).toEqual({ remember: 'off' });
  for (const text of ['forever', 'for ever']) expect(readWish(text)).toEqual({ days: 0 });
  expect(readWish('  ')).toBe('show');
  for (const text of ['0 days', '-3 days', '99999 days', 'off please', '3 weeks', 'on off']) {
    expect(readWish(text), text).toBeUndefined();
  }
});

it('tells each kind of chat who reads along, and what holds for how long', () => {
  const counts = {
    messages: 1_312,
    atLeast: true,
    logs: 1,
    snapshots: 2,
    longTermLines: 23,
    files: 0,
    since: '2026-09-01',
  };
  const group = hereWords(team, here({ remembered: counts, rule: { remember: 'mentioned', days: 30 } }), true);
  expect(group).toContain(
    'Remembered here: more than 1,312 messages of conversations, 1 daily log, 2 ends of conversations and 23 lines of long-term memory, since 2026-09-01.',
  );
  expect(group).toMatch(/never reaches my disk\..*30 days; then logs, conversations and files go/s);
  const person = hereWords(bob, here({ rule: { remember: 'off' } }), true);
  expect(person).toMatch(/^Remembered here: nothing yet\.\n\nWho can read it: you, and my owner\./);
  expect(person).not.toContain('mentions');
  const owner = hereWords(main, here({ elsewhere: { groups: 3, people: 1 } }), true);
  expect(owner).toContain('only you. Groups and other people never do, whoever asks there, you included.');
  expect(owner).toContain('what I remember of 3 groups and 1 person');
  expect(hereWords(main, here({ elsewhere: { groups: 0, people: 0 } }), true)).not.toContain('You may also');
  expect(usageWords(bob)).toBe('`/privacy on`, `/privacy off`, `/privacy 30 days` or `/privacy forever`');
});

it('says with each choice what becomes of what was there, and from when it holds', () => {
  for (const remember of ['off', 'mentioned'] as const) {
    const words = chosenWords(team, { remember: 'on' }, { remember });
    expect(words).toMatch(/^From the next message on/);
    expect(words).toMatch(/from before stays.*`\/forget`/);
  }
  expect(chosenWords(team, { remember: 'off' }, { remember: 'on' })).toContain('new conversation');
  expect(chosenWords(team, { remember: 'on' }, { days: 1 })).toContain('for 1 day from now on');
});
