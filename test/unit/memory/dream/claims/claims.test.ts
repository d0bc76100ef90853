// Which entries say the same, and which only look like it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEntry, LongTermEntry } from '../../../../../src/contracts/index.js';
import { claimKey, knownEntry, mergeClaims, saysTheSame } from '../../../../../src/memory/dream/claims/claims.js';

function said(text: string, more: Partial<LogEntry> = {}): LogEntry {
  const day = more.day ?? '2026-11-01';
  return { text, day, source: { path: `memory/${day}.md`, from: 1, to: 1 }, kind: 'log', trust: 'owner', ...more };
}

const texts = (entries: readonly LogEntry[]) => mergeClaims(entries).map(({ text }) => text);

const alike: readonly (readonly [string, string])[] = [
  ['The boat is called Seeadler.', '- 14:05 the boat is called “Seeadler”'],
  ['The boat is called Seeadler', 'A boat is called Seeadler!'],
  ["Bob doesn't eat fish", 'Bob does not eat fish.'],
  ['The loan is 1,000 €', 'The loan is 1.000 €'],
  ['Tomorrow we meet Dr. Kim at 5 near the harbour office', 'We meet Dr. Kim at 5 near the harbour office tomorrow'],
  [
    'Our neighbour keeps the spare key of the garden shed under the blue pot',
    'Our neighbour keeps the spare key of the garden shed under the blue flower pot',
  ],
  ['Das Boot heißt Seeadler.', 'Boot heißt Seeadler'],
  ['项目代号是苍鹭', '项目的代号是苍鹭。'],
  ['我妹妹住在京都', '我的妹妹住在京都！'],
  ['周五開會', '周五 開會。'],
  ['プロジェクトのコードはサギです', 'プロジェクトコードはサギ。'],
  ['牛乳アレルギーがある', '牛乳アレルギーがあります。'],
  ['妹は京都に住んでいる', '妹が京都に住んでいます'],
  ['생일은 3월 2일이다', '생일은 3월 2일입니다.'],
  ['ＷｉＦｉ は ４７１１', 'wifi は 4711'],
];

const different: readonly (readonly [string, string])[] = [
  ['Ann likes tea', 'Bob likes tea'],
  ['Ann likes Bob', 'Bob likes Ann'],
  [
    'The old dog bites the young cat in the garden of the house every single morning',
    'The old cat bites the young dog in the garden of the house every single morning',
  ],
  ['The gate code is 4711', 'The gate code is 4712'],
  ['It takes 35 minutes', 'It takes 3.5 minutes'],
  ['It is 5 degrees in the shed', 'It is -5 degrees in the shed'],
  ['Bob eats fish', 'Bob does not eat fish'],
  ['Take the pill before dinner', 'Take the pill after dinner'],
  ['The parcel goes to Anna', 'The parcel comes from Anna'],
  ['My sister is ill', 'Her sister is ill'],
  ['Anna lives in Oslo', 'Anna lived in Oslo'],
  ['I write in C++', 'I write in C'],
  ['Only Ann may open the big safe', 'Ann may open the big safe only'],
  [
    'Our neighbour keeps the spare key of the garden shed under the blue pot',
    'Our neighbour keeps the spare key of the garden shed under the red pot',
  ],
  ['Bob drinks tea', 'Does Bob drink tea?'],
  ['Der Hund beißt den Mann', 'Den Hund beißt der Mann'],
  ['Anna schreibt an Bob', 'An Anna schreibt Bob'],
  ['Ana ve a Bob', 'A Ana ve Bob'],
  ['We meet at 5', 'We meet at 5 am'],
  ['The tea is hot', 'The tea is too hot'],
  ['ここに触る', 'ここに触るな'],
  ['项目代号是苍鹭', '项目代号是白鹭'],
  ['我妹妹住在京都', '我妹妹不住在京都'],
  ['我妹妹住在京都', '我姐姐住在京都'],
  ['张三喜欢李四', '李四喜欢张三'],
  ['李明住在北京市海淀区中关村的一栋老房子里', '李明华住在北京市海淀区中关村的一栋老房子里'],
  ['门牌号是4711', '门牌号是4712'],
  ['猫が犬を追う', '犬が猫を追う'],
  ['猫が犬を追う', '猫を犬が追う'],
  ['牛乳が飲める', '牛乳が飲めない'],
  ['앤이 밥을 좋아한다', '밥이 앤을 좋아한다'],
  ['앤이 밥을 좋아한다', '앤을 밥이 좋아한다'],
  ['생일은 3월 2일이다', '생일은 3월 3일이다'],
  ['국은 맛있다', '국가 맛있다'],
];

describe('two wordings', () => {
  it.each(alike)('C076 %s = %s', (a, b) => {
    expect(saysTheSame(a, b)).toBe(true);
    expect(saysTheSame(b, a)).toBe(true);
    expect(mergeClaims([said(a), said(b)])).toHaveLength(1);
  });

  it.each(different)('%s is not %s', (a, b) => {
    expect(saysTheSame(a, b)).toBe(false);
    expect(saysTheSame(b, a)).toBe(false);
    expect(claimKey(a)).not.toBe(claimKey(b));
    expect(mergeClaims([said(a), said(b)])).toHaveLength(2);
    expect(knownEntry([entry(a)])(b)).toBeUndefined();
  });
});

describe('the key of a claim', () => {
  it('C076 stays the same with another particle and a full stop, and differs for another name', () => {
    expect(claimKey('项目代号是苍鹭')).toBe(claimKey('项目的代号是苍鹭。'));
    expect(claimKey('项目代号是苍鹭')).not.toBe(claimKey('项目代号是白鹭'));
    expect(claimKey('我们的目的是休息')).not.toBe(claimKey('我们目是休息'));
  });

  it('is 24 hex digits, and another one for every speaker', () => {
    const keys = [claimKey('tea'), claimKey('tea', 'Ann'), claimKey('tea', 'Bob'), claimKey('🍵'), claimKey('')];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{24}$/);
    expect(claimKey('tea', 'ann')).toBe(claimKey('tea', 'Ann'));
  });
});

describe('claims', () => {
  it('come in the order of their first entry, with the days they were said on', () => {
    const claims = mergeClaims([
      said('The boat is called Seeadler', { day: '2026-11-03' }),
      said('Anna lives in Oslo', { day: '2026-11-01' }),
      said('the boat is called Seeadler.', { day: '2026-11-02' }),
      said('The boat is called Seeadler!', { day: '2026-11-02' }),
    ]);
    expect(claims.map(({ days }) => days)).toEqual([['2026-11-02', '2026-11-03'], ['2026-11-01']]);
    expect(claims[0]?.entries.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-02', '2026-11-03']);
    expect(claims[0]?.text).toBe('The boat is called Seeadler');
  });

  it('have the newest words of those that can be relied on most', () => {
    const [claim] = mergeClaims([
      said('The boat is called Seeadler', { day: '2026-11-01', trust: 'member' }),
      said('the boat is called Seeadler.', { day: '2026-11-02', trust: 'member' }),
      said('THE BOAT IS CALLED SEEADLER', { day: '2026-11-03', trust: 'web' }),
    ]);
    expect(claim).toMatchObject({ text: 'the boat is called Seeadler.', trust: 'member' });
    expect(claim?.key).toBe(claimKey('The boat is called Seeadler'));
  });

  it('C079 never put two people’s words together', () => {
    const claims = mergeClaims([
      said('I like tea', { speaker: 'Ann' }),
      said('I like tea', { speaker: 'Bob' }),
      said('I like tea'),
      said('I like tea.', { speaker: 'ann' }),
    ]);
    expect(claims.map(({ speaker, entries }) => [speaker, entries.length])).toEqual([
      ['ann', 2],
      ['Bob', 1],
      [undefined, 1],
    ]);
  });

  it('C077 thirty reports of a machine are none, however often they come', () => {
    const reports = Array.from({ length: 30 }, (_, n) =>
      said('Disk is at 41 %', { day: `2026-11-${String(n + 1).padStart(2, '0')}`, machine: true }),
    );
    expect(texts([...reports, said('The boat is called Seeadler')])).toEqual(['The boat is called Seeadler']);
  });

  it('lose no entry and invent none, whatever is said', () => {
    const word = fc.constantFrom(
      'Ann',
      'Bob',
      'tea',
      'likes',
      'not',
      'the',
      '4711',
      '住',
      '在',
      '京都',
      '不',
      'は',
      '을',
      'old',
      'house',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const entries = lines.map((text) => said(text));
        const claims = mergeClaims(entries);
        expect(claims.flatMap((claim) => claim.entries)).toHaveLength(entries.length);
        expect(new Set(claims.map(({ key }) => key)).size).toBe(claims.length);
        for (const claim of claims) expect(claim.key).toBe(claimKey(claim.text));
        expect(mergeClaims(entries)).toEqual(claims);
      }),
      { numRuns: 60 },
    );
  });

  it('a change of one digit is another claim in any sentence', () => {
    const word = fc.constantFrom('boat', 'harbour', 'Oslo', 'key', 'door', '京都', '番号', '집', 'über', 'sœur');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.nat(999), fc.nat(999), (words, a, b) => {
        fc.pre(a !== b);
        const [one, other] = [`${words.join(' ')} ${a}`, `${words.join(' ')} ${b}`];
        expect(saysTheSame(one, other)).toBe(false);
        expect(mergeClaims([said(one), said(other)])).toHaveLength(2);
      }),
      { numRuns: 60 },
    );
  });

  it('ten thousand entries are merged in a moment', () => {
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      said(
        n % 2 === 0
          ? `Room ${n % 4_000} of the old house keeps ${n % 4_000} boxes of books from Oslo`
          : `第${n % 4_000}号房间的旧房子里放着很多从奥斯陆来的书`,
      ),
    );
    const begin = performance.now();
    expect(mergeClaims(entries)).toHaveLength(4_000);
    expect(performance.now() - begin).toBeLessThan(4_000);
  });
});

function entry(text: string, id = 'm1'): LongTermEntry {
  return { id, text, lines: { from: 1, to: 1 }, heading: '', hand: false, pinned: false, trust: 'owner' };
}

describe('what long-term memory says already', () => {
  const known = knownEntry([
    entry('The boat is called Seeadler; she lies in Kiel.', 'm1'),
    entry('Anna is allergic to nuts, not to milk. She lives in Oslo.', 'm2'),
    entry('项目的代号是苍鹭，五月发布。', 'm3'),
    entry('Ann said: I prefer tea', 'm4'),
    entry('Bob, who works with Carla, likes green tea.', 'm5'),
    entry('我妹妹住在京都的一座老房子里', 'm6'),
    entry('The dentist is Dr. Kim (appointments on Tuesdays, phone 030 4711).', 'm7'),
  ]);

  it.each([
    ['the boat is called Seeadler', 'm1'],
    ['Anna is allergic to nuts.', 'm2'],
    ['项目代号是苍鹭', 'm3'],
    ['Ann said: I prefer tea.', 'm4'],
    ['我的妹妹住在京都', 'm6'],
    ['The dentist is Dr. Kim.', 'm7'],
  ])('%s stands in %s', (text, id) => expect(known(text)?.id).toBe(id));

  it.each([
    'The boat is called Möwe',
    'Anna is not allergic to nuts.',
    'Anna is allergic to milk.',
    '项目代号是白鹭',
    'I prefer tea',
    'Bob said: I prefer tea',
    'Carla likes green tea',
    '我住在京都',
    '我姐姐住在京都',
    'The dentist is Dr. Kim, phone 030 4712.',
    'The boat is called Seeadler and has a red sail',
  ])('%s does not', (text) => expect(known(text)).toBeUndefined());
});
