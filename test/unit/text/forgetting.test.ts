// How words that are to be gone are found, in any script, and taken out of texts and JSON.

import { expect, it } from 'vitest';
import {
  changeJson,
  FORGOTTEN,
  findsRuns,
  findsText,
  runsOf,
  tooShort,
  withoutFound,
} from '../../../src/text/forgetting.js';
import { tellingOf, tellingWords } from '../../../src/text/telling-words.js';

it('finds a text whatever its case, width and white space, in scripts without spaces over a break too', () => {
  expect(findsText('Heron  Code')('the HERON code is')).toBe(true);
  expect(findsText('ﾊﾞｽ停')('駅のバス停で')).toBe(true);
  expect(findsText('蓝色长颈鹿')('我的蓝色\n长颈鹿')).toBe(true);
  expect(findsText('heron')('egret')).toBe(false);
});

it('refuses what is so short that it would take too much with it', () => {
  for (const text of ['', 'abc', '  -- ', '鹿']) expect(tooShort(text)).toMatch(/too short/);
  for (const text of ['abcd', '2024', '长颈', '숨김', 'ねこ']) expect(tooShort(text)).toBeUndefined();
});

it('takes whole lines, and all of a text in which only several lines together say it', () => {
  expect(withoutFound('a\nthe heron\nb', findsText('heron'))).toBe(`a\n${FORGOTTEN}\nb`);
  expect(withoutFound('x heron\ny heron', findsText('heron'))).toBe(FORGOTTEN);
  expect(withoutFound('the grey\nheron', findsText('grey heron'))).toBe(FORGOTTEN);
  expect(withoutFound('egret', findsText('heron'))).toBe('egret');
});

it('changes words in JSON, and no name by which a row is found', () => {
  const change = (text: string) => withoutFound(text, findsText('telegram'));
  const event = JSON.stringify({ chat: { channel: 'telegram' }, from: { name: 'telegram' }, text: 'on telegram' });
  expect(JSON.parse(changeJson(event, change))).toEqual({
    chat: { channel: 'telegram' },
    from: { name: 'telegram' },
    text: FORGOTTEN,
  });
  expect(changeJson('{"a": 1}', change)).toBe('{"a": 1}');
});

it('knows again what was said, line by line and sentence by sentence, and not what everybody says', () => {
  const finds = findsRuns(runsOf('Hi! The vault code is heron. Ok\n我的密码是蓝色长颈鹿。'));
  expect(finds('- 10:00 bob said: the vault code is HERON (noted)')).toBe(true);
  expect(finds('他说我的密码是蓝色长颈鹿')).toBe(true);
  for (const line of ['Hi!', 'ok', 'The vault is shut.', '你好']) expect(finds(line)).toBe(false);
});

it('tells by words that only they used', () => {
  const said = new Set([...tellingWords('my code is heron-zq81 near the lighthouse'), ...tellingWords('蓝色长颈鹿')]);
  const others = tellingWords('we met near the harbour');
  const telling = tellingOf({ said, others, machine: tellingWords('a lighthouse stands there'), names: ['bob'] });
  expect(telling.inOthers('It is heron-zq81.')).toBe(true);
  expect(telling.inOthers('他有蓝色长颈鹿')).toBe(true);
  expect(telling.inOthers('The lighthouse is nice.')).toBe(false);
  expect(telling.inOthers('Bob likes the lighthouse.')).toBe(true);
  expect(telling.inMixture('The harbour is far.')).toBe(false);
});
