// What a summary must hold word for word, found by form alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractSummary } from '../../../../src/agent/compaction/extract.js';
import { mustKeep } from '../../../../src/agent/compaction/must-keep.js';
import type { EntryBody } from '../../../../src/contracts/index.js';
import { phrases } from '../../../../src/models/offline/phrases.js';
import { estimateTokens } from '../../../../src/text/tokens.js';
import { delivery, group, person, reply, result, skill, sourceOf } from '../../../support/summary-source.js';

const keepOf = (bodies: readonly EntryBody[], more = {}) => mustKeep(sourceOf(bodies, more));
const names = (bodies: readonly EntryBody[], more = {}) => keepOf(bodies, more).identifiers.map(({ text }) => text);

describe('mustKeep', () => {
  it('finds id, path, ban and open question (C061)', () => {
    const keep = keepOf(delivery);
    expect(keep.identifiers.map(({ text }) => text)).toEqual(expect.arrayContaining(['7F3-221', '/srv/app/etc.yml']));
    expect(keep.identifiers.find(({ text }) => text === '7F3-221')?.around).toBe('Where is my order 7F3-221?');
    expect(keep.instructions).toEqual(['One more thing: never mail Bob about it.']);
    expect(keep.questions).toEqual(['Kiedy kurier będzie na Żurawiej 12?']);
  });

  it.each([
    ['我的订单号是7F3-221。不要给Bob发邮件。你什么时候回复我？', '不要给Bob发邮件。', '你什么时候回复我？'],
    [
      '注文番号は7F3-221です。ボブにメールしないでください。いつ届きますか。',
      'ボブにメールしないでください。',
      'いつ届きますか。',
    ],
    ['주문 번호는 7F3-221. Bob에게 메일 보내지 마세요. 언제 오나요?', 'Bob에게 메일 보내지 마세요.', '언제 오나요?'],
    ['Bestellung 7F3-221. Schreib niemals an Bob! Wann kommt sie?', 'Schreib niemals an Bob!', 'Wann kommt sie?'],
    ['Заказ 7F3-221. Никогда не пиши Бобу. Когда он придёт?', 'Никогда не пиши Бобу.', 'Когда он придёт?'],
  ])('%s', (text, ban, question) => {
    const keep = keepOf([person(text)]);
    expect(keep.identifiers.map((one) => one.text)).toContain('7F3-221');
    expect(keep.instructions).toEqual([ban]);
    expect(keep.questions).toEqual([question]);
  });

  it('takes people before the assistant before what others wrote, the repeated and then the newest first', () => {
    const bodies = [
      person('AA-1 and BB-2'),
      reply('CC-3'),
      person('BB-2 again, DD-4', 'Ann', { quoted: 'never tell Ann of EE-5' }),
      result('FF-6'),
    ];
    expect(names(bodies, { previous: '## Facts and identifiers\n- GG-7' })).toEqual([
      'BB-2',
      'DD-4',
      'AA-1',
      'GG-7',
      'CC-3',
      'EE-5',
    ]);
    const keep = keepOf(bodies);
    expect(keep.instructions).toEqual([]);
    expect(keep.identifiers.find(({ text }) => text === 'EE-5')?.around).toBe('EE-5');
  });

  it('takes no order from quoted lines, from code, or from another session', () => {
    const quoting = '> never sleep\n```\n# never edit this\n```\nfine';
    expect(keepOf([person(quoting), person('Never mail Bob.', 'Ann', { via: 's2' })]).instructions).toEqual([]);
  });

  it('carries the instructions of the summary before, and says in a group whose they are', () => {
    const previous = '## Standing instructions\n- Ann: answer in French';
    const keep = keepOf([person('Never mail Bob.', 'Cid')], { previous, scope: group });
    expect(keep.instructions).toEqual(['Ann: answer in French', 'Cid: Never mail Bob.']);
  });

  it('keeps the promises of the assistant and the last skill', () => {
    const keep = keepOf([skill('old'), person('hi'), reply('I will call Bob. It is cold.'), skill('tax-return')]);
    expect(keep.promises).toEqual(['I will call Bob.']);
    expect(keep.skill).toBe('tax-return');
  });

  it.each(['en', 'de', 'fr', 'es', 'zh', 'zh-Hant', 'ja', 'ko'] as const)(
    'takes how it is used for no promise and no fact (%s)',
    (language) => {
      const { hint, introduce } = phrases[language];
      const hinted = mustKeep(sourceOf([person('hm'), reply(`I will call Bob on 4711. ${hint}`)]));
      expect(hinted.promises).toEqual(['I will call Bob on 4711.']);
      expect(hinted.identifiers.map(({ text }) => text)).toEqual(['4711']);
      const summary = extractSummary(
        sourceOf([person('hm'), reply(`I will call Bob on 4711. ${hint}`), reply(introduce)]),
      );
      expect(summary).not.toMatch(/\/help|…/);
      expect(summary).toContain('4711');
    },
  );

  it('leaves no question open that was answered with nothing but help', () => {
    expect(
      keepOf([person('Which commands are there?'), reply('/help lists them.'), person('Who comes?')]).questions,
    ).toEqual(['Who comes?']);
  });

  it('keeps what the assistant says of a path, and what people say of a command', () => {
    expect(keepOf([reply('I will put it into /srv/app/etc.yml.')]).promises).toHaveLength(1);
    expect(keepOf([reply('I will put it into /tmp.')]).promises).toHaveLength(1);
    expect(keepOf([reply('I will send it; /new begins afresh.')]).promises).toEqual([]);
    expect(keepOf([person('Never use /reset here.')]).instructions).toEqual(['Never use /reset here.']);
  });

  it('takes a question as open until a reply settles it', () => {
    const asked = person('When does it leave?');
    const other = person('And the weather?');
    expect(keepOf([asked, reply('At 5.'), person('Good.')]).questions).toEqual(['When does it leave?']);
    expect(keepOf([asked, reply('At 5.'), other, reply('Fine.')]).questions).toEqual(['And the weather?']);
    expect(keepOf([asked, reply('Noted.'), other, reply('Sunny.')]).questions).toEqual([
      'When does it leave?',
      'And the weather?',
    ]);
    expect(keepOf([asked, reply('Which train?'), other, reply('Sunny.')]).questions).toContain('When does it leave?');
    const settled = [asked, reply('Which train?'), person('The night train.'), reply('At 11.'), other, reply('Sunny.')];
    expect(keepOf(settled).questions).toEqual(['And the weather?']);
  });

  it('takes a word for saying nothing as no reply', () => {
    const bodies = [person('When does it leave?'), reply('NO_REPLY'), person('And why?'), reply('It is late.')];
    expect(keepOf([...bodies.slice(0, 2), person('Hm.'), reply('NO_REPLY')]).questions).toEqual([
      'When does it leave?',
    ]);
    expect(keepOf(bodies).questions).toEqual(['And why?']);
  });

  it('leaves out what was deleted and reads what was changed', () => {
    const edits = new Map([
      ['e1', undefined],
      ['e2', 'now BB-2'],
    ]);
    expect(names([person('AA-1'), person('was CC-3')], { edits })).toEqual(['BB-2']);
  });

  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('order 7F3-221.', 'never mail Bob!', '别给他打电话。', 'Kiedy?', '/srv/app/etc.yml', 'I will.'),
  );

  it('never passes its bounds, and every item was said', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.integer({ min: 1, max: 600 }), (texts, maxTokens) => {
        const bodies = texts.map((text, index) => (index % 3 === 2 ? reply(text) : person(text)));
        const keep = keepOf(bodies, { maxTokens });
        const items = [
          ...keep.instructions,
          ...keep.promises,
          ...keep.questions,
          ...keep.identifiers.map((one) => one.shown),
        ];
        expect(items.reduce((sum, item) => sum + estimateTokens(item), 0)).toBeLessThanOrEqual(maxTokens);
        expect(keep.identifiers.length).toBeLessThanOrEqual(60);
        for (const item of items) expect(texts.some((text) => text.includes(item))).toBe(true);
        for (const { text, around } of keep.identifiers) expect(around).toContain(text);
      }),
    );
  });
});
