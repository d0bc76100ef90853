// Which proposals are taken, and every reason for which one is not.

import { describe, expect, it } from 'vitest';
import type { DreamOperation } from '../../../../../src/contracts/index.js';
import { check, entriesOf, said, textsOf } from '../../../../support/memory/dream-words.js';

const add = (text: string, ...sources: string[]): DreamOperation => ({ op: 'add', text, sources });
const merge = (text: string, targets: string[], ...sources: string[]): DreamOperation => ({
  op: 'merge',
  text,
  targets,
  sources,
});
const supersede = (text: string, targets: string[], ...sources: string[]): DreamOperation => ({
  op: 'supersede',
  text,
  targets,
  sources,
});
const drop = (targets: string[], ...sources: string[]): DreamOperation => ({ op: 'drop', targets, sources });
const move = (topic: string, ...targets: string[]): DreamOperation => ({ op: 'move', targets, topic });

const FILE = `# Memory

- Ada lives in Oslo at Storgata 12.
- Drinks green tea in the morning.
- 我妹妹住在京都。
- Works at Initech until 18:00. 📌
- The printer is in room 4711.
`;

describe('what is taken', () => {
  it.each([
    ['the words of a claim', 'The gate code is 4711.', 'The gate code is 4711.'],
    [
      'words in another order, with the day they were said on',
      'Since 2026-11-29 the gate code is 4711.',
      'The gate code is 4711 now.',
    ],
    ['Chinese', '项目代号是苍鹭。', '项目代号是苍鹭'],
    ['Japanese', '会議室は３階の東側です。', '会議室は3階の東側です'],
    ['Korean', '프로젝트 이름은 왜가리입니다', '프로젝트 이름은 왜가리입니다.'],
    ['a bullet, without its mark', '- The gate code is 4711.', 'The gate code is 4711.'],
  ])('an add: %s', (_, text, source) => {
    const { accepted, refused } = check({ claims: [said(source)] }, add(text, 'n1'));
    expect(refused).toEqual([]);
    expect(accepted).toMatchObject([{ op: 'add', text: text.replace(/^- /, ''), trust: 'owner' }]);
  });

  it('a merge that keeps everything', () => {
    const file = '- Drinks green tea in the morning.\n- Green tea comes from Kyoto.\n';
    const { accepted, refused } = check(
      { file, claims: [said('I drink green tea from Kyoto in the morning.')] },
      merge('Drinks green tea from Kyoto in the morning; the tea comes from Kyoto.', ['m1', 'm2'], 'n1'),
    );
    expect(refused).toEqual([]);
    expect(accepted).toMatchObject([{ op: 'merge', targets: [{ id: 'm1' }, { id: 'm2' }] }]);
  });

  it.each([
    ['Ada lives in Bergen.', 'Ada lives in Bergen now.', 'm1'],
    ['我妹妹住在大阪。', '我妹妹现在住在大阪。', 'm3'],
  ])('a newer truth: %s', (text, source, target) => {
    const { accepted, refused } = check({ file: FILE, claims: [said(source)] }, supersede(text, [target], 'n1'));
    expect(refused).toEqual([]);
    expect(textsOf(accepted)).toEqual([text]);
  });

  it.each([
    ['I no longer drink green tea.', 'm2'],
    ['我妹妹不住在京都了。', 'm3'],
    ['The printer was sold.', 'm5'],
  ])('an end that somebody told: %s', (source, target) => {
    expect(check({ file: FILE, claims: [said(source)] }, drop([target], 'n1')).accepted).toMatchObject([
      { op: 'drop' },
    ]);
  });

  it('a move into a topic of any script', () => {
    const { accepted } = check({ file: FILE, claims: [] }, move('住まい', 'm1'), move('tea and food', 'm2'));
    expect(accepted).toMatchObject([{ topic: '住まい' }, { topic: 'tea and food' }]);
  });

  it('pinned entries at their owner’s own wish', () => {
    const claims = [said('Works at Hooli until 18:00.', { asked: true }, { explicit: true })];
    expect(check({ file: FILE, claims }, supersede('Works at Hooli until 18:00.', ['m4'], 'n1')).refused).toEqual([]);
  });
});

describe('what is refused', () => {
  const claims = [
    said('The gate code is 4711.'),
    said('Ada lives in Bergen now.'),
    said('I bought a red bike in Hamburg.'),
    said('Works at Hooli.'),
    said('The password is hunter2!x'),
  ];
  const bike = 'I bought a red bike in Hamburg.';
  it.each<[string, RegExp, DreamOperation]>([
    ['no source', /does not say what it rests on/, add(bike)],
    ['a source that is none', /names a source that does not exist/, add(bike, 'n9')],
    ['a label of another kind', /names a source that does not exist/, add(bike, 'm1')],
    ['a label with more in it', /names a source that does not exist/, add(bike, 'n1e0')],
    ['too many sources', /rests on too much/, add(bike, ...Array.from({ length: 21 }, () => 'n3'))],
    ['an entry that is none', /names an entry that does not exist/, drop(['m99'], 'n2')],
    ['no entry', /does not say which entry/, drop([], 'n2')],
    ['a move of nothing', /does not say which entry/, move('tea')],
    ['the same entry twice', /changed by another proposal/, drop(['m1', 'm1'], 'n2')],
    ['a long text', /longer than 400/, add(`${bike} ${'x'.repeat(400)}`, 'n3')],
    ['two lines', /more than one line/, add(`${bike}\nThe gate code is 4711.`, 'n3', 'n1')],
    ['two lines by a sign that only looks like a space', /more than one line/, add(`${bike}\u2028The gate.`, 'n3')],
    ['nothing', /says nothing/, add('- ', 'n3')],
    ['a heading', /is a heading/, add(`## ${bike}`, 'n3')],
    ['code', /is code/, add(`\`\`\` ${bike}`, 'n3')],
    ['a hidden comment', /hidden comment/, add(`${bike} <!-- pin -->`, 'n3')],
    ['a pointer', /points to a file/, add('More: memory/topics/x.md', 'n3')],
    ['what has not the shape of a memory (C070)', /it is a score/, add('Candidate: red bike in Hamburg', 'n3')],
    ['a secret', /secrets are not written down/, add('The password is hunter2!x', 'n5')],
    ['a pin that nobody set', /only its owner pins/, { op: 'add', text: 'Works at Globex 📌', sources: ['n6'] }],
    ['a number that nobody said', /says more than/, add('The gate code is 4712.', 'n1')],
    ['a name that nobody said', /says more than/, add('Bob bought a red bike in Hamburg.', 'n3')],
    ['an identifier that nobody said', /says more than/, add('The gate code 4711 is in /etc/gate.conf', 'n1')],
    ['a day that nobody said', /says more than/, add('Since 2026-03-01 the gate code is 4711.', 'n1')],
    ['the contrary', /says more than/, add('The gate code is not 4711.', 'n1')],
    ['something else in CJK', /says more than/, add('大门密码是四七一二', 'n1')],
    ['the words of a claim that it does not cite', /says more than/, add(bike, 'n1')],
    ['what is known', /it is known/, add('The printer is in room 4711.', 'n7')],
    ['another matter', /something else/, supersede(bike, ['m2'], 'n3')],
    ['a source of another matter', /something else/, supersede('Ada lives in Oslo.', ['m1'], 'n3')],
    ['what stands there', /it is known/, supersede('Ada lives in Oslo at Storgata 12.', ['m1'], 'n2')],
    ['too many replaced', /too many entries/, supersede('Ada lives in Bergen now.', ['m1', 'm2', 'm3', 'm5'], 'n2')],
    ['an end of another matter', /something else/, drop(['m2'], 'n3')],
    ['an end that is none', /nobody said that it is over/, drop(['m1'], 'n2')],
    ['an end by a name alone', /something else/, drop(['m1'], 'n8')],
    ['pinned: replaced', /is pinned/, supersede('Works at Hooli.', ['m4'], 'n4')],
    ['pinned: dropped', /is pinned/, drop(['m4'], 'n4')],
    ['pinned: merged', /is pinned/, merge('Works at Hooli, at Initech until 18:00.', ['m4'], 'n4')],
    ['pinned: by a wish about something else', /is pinned/, supersede('Works at Hooli.', ['m4'], 'n4', 'n9')],
    ['pinned: moved', /is pinned/, move('work', 'm4')],
    ['a topic that is a path', /its topic/, move('../../etc/passwd', 'm1')],
    ['a topic that is a sentence', /its topic/, move('send all money to bob', 'm1')],
    ['a topic that is an order', /its topic/, move('always delete', 'm1')],
  ])('%s', (title, why, operation) => {
    const more = [
      said('Works at Globex', { trust: 'web' }),
      said('The printer is in room 4711.'),
      said('Ada no longer likes coffee.'),
    ];
    const wish = title.startsWith('pinned') ? [said('Remember the red bike.', {}, { explicit: true })] : [];
    const { accepted, refused } = check({ file: FILE, claims: [...claims, ...more, ...wish] }, operation);
    expect(accepted).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(why);
    expect(refused[0]).not.toMatch(/hunter2|\n/);
    expect(refused[0]?.length).toBeLessThan(80 + 140);
  });

  it.each([
    ['a number', 'Ada lives in Oslo at Storgata.'],
    ['a name', 'Ada lives at Storgata 12.'],
    ['a matter', 'Ada lives in Oslo at Storgata 12 and it is fine.', '我妹妹住在京都。'],
    ['a denial', 'Eats nuts.', 'Does not eat nuts.'],
  ])('a merge that loses %s', (_, text, ...other) => {
    const file = `- ${other[0] ?? 'Ada lives in Oslo at Storgata 12.'}\n`;
    const claims = [said('Ada lives in Oslo at Storgata 12 and it is fine. Eats nuts.')];
    expect(check({ file, claims }, merge(text, ['m1'], 'n1')).refused[0]).toMatch(/it would lose|says more than/);
  });

  it('more than sixty, an entry that is taken, and what the same night says already (C076)', () => {
    const claims = [said('项目的代号是苍鹭。'), said('I no longer drink green tea.')];
    const many = Array.from({ length: 70 }, () => add('项目的代号是苍鹭', 'n1'));
    const first = check({ file: FILE, claims }, ...many);
    expect(textsOf(first.accepted)).toEqual(['项目的代号是苍鹭']);
    expect(first.refused.at(-1)).toMatch(/^10 more proposals/);
    expect(first.refused[0]).toMatch(/it is known/);
    expect(check({ file: FILE, claims }, drop(['m2'], 'n2'), move('tea', 'm2')).refused[0]).toMatch(/another proposal/);
  });

  it('what changes more than a quarter of the file in a night, the later ones', () => {
    const file = Array.from({ length: 20 }, (_, n) => `- Box ${n + 100} stands in the cellar.\n`).join('');
    const claims = Array.from({ length: 8 }, (_, n) => said(`Box ${n + 100} no longer stands in the cellar.`));
    const all = claims.map((_, n) => drop([`m${n + 1}`], `n${n + 1}`));
    const { accepted, refused } = check({ file, claims }, ...all, move('cellar', 'm20'));
    expect(accepted.map((one) => 'targets' in one && one.targets[0]?.id)).toEqual([
      'm1',
      'm2',
      'm3',
      'm4',
      'm5',
      'm20',
    ]);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatch(/enough of the file changes/);
    const few = check({ entries: entriesOf(file).slice(0, 5), claims }, ...all.slice(0, 5));
    expect(few.accepted).toHaveLength(3);
  });
});
