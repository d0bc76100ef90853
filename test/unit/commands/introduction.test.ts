// What the bot says of itself in a group is what holds there.

import { expect, it } from 'vitest';
import { introduction } from '../../../src/commands/introduction.js';
import { openAccess } from '../../support/access.js';

const READ_ALONG = /are read along/;

it.each([
  ['mentioned', 50, [/mention me or reply to me, and I answer/, /learn from being spoken to/, READ_ALONG]],
  ['mentioned', 0, [/mention me or reply to me, and I answer/, /I do not read what is not written to me/]],
  ['always', 50, [/I read and answer everything that is written here/, /learn from being spoken to/]],
  ['always', 0, [/I read and answer everything that is written here/]],
  ['commands', 50, [/I answer commands, and read nothing else/, /with \/memory add goes into a memory of this group/]],
] as const)('respond: %s, context: %d', (respond, context, said) => {
  const text = introduction({ respond, context });
  expect(text).toMatch(/^Hello! I take part here from now on: /);
  for (const one of [...said, /memory of this group alone.*\/memory show/, /in private stays there/]) {
    expect(text).toMatch(one);
  }
  expect(READ_ALONG.test(text)).toBe(respond === 'mentioned' && context > 0);
  expect(/mention me/.test(text)).toBe(respond === 'mentioned');
});

it('is taken from what is configured for the place', async () => {
  const { say } = await openAccess({
    groups: { '-1': { respond: 'always' }, '-2': { respond: 'commands' }, '-3': { context: 0 } },
  });
  const heard = async (group: string) => (await say('telegram:8', 'x', { group }))[0]?.text;
  expect(await heard('-1')).toMatch(/answer everything/);
  expect(await heard('-2')).toMatch(/answer commands/);
  expect(await heard('-3')).toMatch(/do not read/);
});
