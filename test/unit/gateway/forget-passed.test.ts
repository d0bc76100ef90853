// Two people of one name: what one of them said goes, what the other said stays, wherever a name is all that tells.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { EntryOf } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { namesIn, passingOf } from '../../../src/gateway/forget-passed.js';
import { planFile } from '../../../src/memory/forget/plan-file.js';
import { tellingOf } from '../../../src/text/telling-words.js';
import { tempDir } from '../../support/temp-dir.js';

const says = (account: string, name: string, around?: EntryOf<'user'>['around']): EntryOf<'user'> => ({
  ...{ type: 'user', id: `${account}${name}`, at: 1, fence: 1, text: 'x', message: 'm' },
  from: { account, name, role: 'member' },
  ...(around ? { around } : {}),
});

it('an account tells whose words are passed on; a name only where it is nobody else’s', async () => {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const person = { accounts: new Set(['t:1']), names: ['old name'], others: new Set<string>() };
  const seen = namesIn([[says('t:1', 'Ann'), says('t:2', 'Ann', [{ from: 'Ａnnie', text: 'y', account: 't:1' }])]]);
  const { names, shared, whose } = passingOf(db, person, seen);
  expect([names, shared]).toEqual([['old name', 'annie'], ['ann']]);
  expect(whose({ from: 'Ann' }, 'm')).toBe('perhaps');
  expect(whose({ from: 'Ann', account: 't:1' }, 'm')).toBe('theirs');
  expect(whose({ from: 'Annie', account: 't:2' }, 'm')).toBe('others');
  expect(whose({ from: 'annie' }, 'm')).toBe('theirs');
  expect(whose({ from: 'Anna' }, 'm')).toBe('others');
});

it('in the end of a conversation the lines of one Ann go, and those of the other stand', () => {
  const text = [
    ...['# 2026-11-30 22:57', '', 'The end of a conversation, word for word.', ''],
    ...['Ann, 22:57:', '', '> ok then', '> 我的秘密是紫色河马。', ''],
    ...['Ann, 22:58:', '', '> > Ann: ok then', '>', '> walnut-55', ''],
  ];
  const mine = new Set(['ok then', '我的秘密是紫色河马。']);
  const plan = planFile('memory/2026-11-30-2257.md', `${text.join('\n')}\n`, {
    ...{ finds: () => false, whose: () => undefined, inMixture: () => false, touches: () => false, tells: () => false },
    ...{ isSpeaker: () => false, isPerhapsSpeaker: (name) => name === 'Ann', isSaid: (line) => mine.has(line) },
    isAnswer: () => false,
  });
  expect([...plan.goes].map((at) => text[at])).toEqual(expect.arrayContaining(['> ok then', '> > Ann: ok then']));
  expect(text.filter((_, at) => !plan.goes.has(at)).join('\n')).toMatch(/^(?![\s\S]*(?:ok then|紫色))[\s\S]*walnut-55/);
});

it('Ann is not named by what is said of Anna', () => {
  const words = { said: ['marmalade'], others: new Set<string>(), machine: new Set(['marmalade']) };
  const ann = tellingOf({ ...words, names: ['ann'] });
  expect(ann.inOthers('Ann likes marmalade')).toBe(true);
  expect(ann.inOthers('Anna likes marmalade')).toBe(false);
  expect(ann.inOthers('Planning marmalade')).toBe(false);
  expect(tellingOf({ ...words, names: ['小明'] }).inOthers('我们的小明喜欢 marmalade')).toBe(true);
});
