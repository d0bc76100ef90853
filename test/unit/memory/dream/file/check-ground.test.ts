// Which sentences a night may make of what was said: a rewording of it, in any language, and nothing that was exchanged,
// turned round or added.

import { describe, expect, it } from 'vitest';
import { check, said, textsOf } from '../../../../support/memory/dream-words.js';

/** What was said, what may be made of it, and what may not. */
type Pair = [source: string, honest: string[], lying: string[]];

const pairs: Record<string, Pair[]> = {
  English: [
    [
      'No wait, the door number is 8254 now, not 3105.',
      ['The door number is 8254.', 'The door number is 8254, not 3105.'],
      [
        'The door number is 3105.',
        'The door number is not 8254.',
        'The door number is 3105, not 8254.',
        'The door number is 8245.',
      ],
    ],
    [
      'The paper bin is now collected every second Friday and no longer every Thursday.',
      ['The paper bin is collected every second Friday.'],
      ['The paper bin is collected every Thursday.', 'The paper bin is collected every second Monday.'],
    ],
    [
      'Ruth has changed jobs: no longer Novatek but Helios Optics.',
      ['Ruth works at Helios Optics.', "Ruth's employer is Helios Optics."],
      ['Ruth works at Novatek.', 'Ruth lives at Helios Optics.'],
    ],
    [
      "The allergist says Declan isn't allergic to cashews after all, it is sesame.",
      ['Declan is allergic to sesame.'],
      [
        'Declan is allergic to cashews.',
        'Declan is not allergic to sesame.',
        'Declan is allergic to sesame and cashews.',
      ],
    ],
    ['Ada has moved from Oslo to Bergen.', ['Ada lives in Bergen.'], ['Ada lives in Oslo.', 'Ada works in Bergen.']],
    [
      'The keys are not in the shed any more, they moved to the bakery.',
      ['The keys are in the bakery.'],
      ['The keys are in the shed.', 'The keys are not in the bakery.'],
    ],
    [
      'Ruth is allergic to sesame.',
      ['Ruth has a sesame allergy.'],
      ['Ruth is allergic to latex.', 'Ruth is not allergic to sesame.'],
    ],
    [
      "The print shop's plotter only takes PDF/X-4.",
      ['The print shop only takes PDF/X-4.'],
      ['The print shop only takes PDF/X-3.'],
    ],
  ],
  German: [
    [
      'Nachts heizen wir das Büro nur noch auf 20,5 Grad, nicht mehr auf 21 Grad.',
      ['Das Büro wird nachts auf 20,5 Grad geheizt.'],
      ['Das Büro wird nachts auf 21 Grad geheizt.', 'Das Büro wird nachts nicht auf 20,5 Grad geheizt.'],
    ],
    [
      'In der Tiefgarage haben wir jetzt Stellplatz 3 statt Stellplatz 27.',
      ['In der Tiefgarage: Stellplatz 3.'],
      ['In der Tiefgarage: Stellplatz 27.', 'In der Tiefgarage: Stellplatz 4.'],
    ],
    [
      'Lena wohnt nicht mehr in Ulm, sondern in Kassel.',
      ['Lena wohnt in Kassel.'],
      ['Lena wohnt in Ulm.', 'Lena wohnt nicht in Kassel.', 'Lena arbeitet in Kassel.'],
    ],
    [
      'Wiebke mag keinen Rosenkohl.',
      ['Wiebke mag also keinen Rosenkohl.'],
      ['Wiebke mag Rosenkohl.', 'Wiebke mag kein Lamm.'],
    ],
  ],
  French: [
    [
      'Le marché a changé de jour : le lundi et non plus le vendredi.',
      ['Le marché, c’est le lundi.'],
      ['Le marché, c’est le vendredi.', 'Le marché, ce n’est pas le lundi.'],
    ],
    [
      'J’ai changé de kiné : M. Garnier au lieu de Mme Diallo.',
      ['Mon kiné est M. Garnier.'],
      ['Mon kiné est Mme Diallo.'],
    ],
  ],
  Spanish: [
    [
      'Inés ya no vive en Montevideo, ahora vive en Bilbao.',
      ['Inés vive en Bilbao.'],
      ['Inés vive en Montevideo.', 'Inés no vive en Bilbao.'],
    ],
    [
      'Mateo se mudó de Sevilla a Valencia.',
      ['Mateo vive en Valencia.'],
      ['Mateo vive en Sevilla.', 'Mateo trabaja en Valencia.'],
    ],
  ],
  Polish: [
    [
      'Nasza ulubiona restauracja to już nie Pod Lipą, tylko Stara Młynarnia.',
      ['Nasza ulubiona restauracja to Stara Młynarnia.'],
      ['Nasza ulubiona restauracja to Pod Lipą.', 'Nasza ulubiona restauracja to nie Stara Młynarnia.'],
    ],
  ],
  Chinese: [
    [
      '更正:陈静不是对花生过敏,是对虾过敏',
      ['陈静对虾过敏。'],
      ['陈静对花生过敏。', '陈静不对虾过敏。', '张静对虾过敏。', '陈静对蟹过敏。'],
    ],
    [
      '表哥已经不住成都了，现在住在新加坡。',
      ['表哥住在新加坡。'],
      ['表哥住在成都。', '表哥不住在新加坡。', '表弟住在新加坡。'],
    ],
    [
      '办公室的门禁码换成7406了，5190不能用了。',
      ['办公室的门禁码是7406。'],
      ['办公室的门禁码是5190。', '办公室的门禁码不是7406。'],
    ],
    ['设计组的例会从周一改到周二。', ['设计组的例会在周二。'], ['设计组的例会在周一。']],
    ['我的儲物櫃從三樓右邊搬到二樓靠窗了。', ['我的儲物櫃在二樓靠窗。'], ['我的儲物櫃在三樓右邊。']],
  ],
  Japanese: [
    [
      '新幹線の席、もう非常口の横ではなく窓側がいい。',
      ['新幹線の席は窓側がいい。'],
      ['新幹線の席は非常口の横がいい。', '新幹線の席は通路側がいい。'],
    ],
    [
      '田中さんは金沢から福岡に引っ越しました。',
      ['田中さんは福岡に住んでいる。'],
      ['田中さんは金沢に住んでいる。', '田中さんは札幌に住んでいる。'],
    ],
    [
      '健太はそばアレルギーがあります。',
      ['健太のアレルギー：そば'],
      ['健太のアレルギー：えび', '健太はそばアレルギーがありません。'],
    ],
  ],
  Korean: [
    [
      '시어머니는 이제 경주가 아니라 제주에 사신다.',
      ['시어머니는 제주에 사신다.'],
      ['시어머니는 경주에 사신다.', '시어머니는 제주에 안 사신다.'],
    ],
    [
      '사무실 현관 번호가 3105에서 8254로 바뀌었다.',
      ['사무실 현관 번호는 8254이다.', '현관 번호: 8254 (사무실)'],
      ['사무실 현관 번호는 3105이다.', '사무실 현관 번호는 8254가 아니다.'],
    ],
    ['회의할 때 이제 보리차 말고 유자차를 마신다.', ['회의할 때 유자차를 마신다.'], ['회의할 때 보리차를 마신다.']],
  ],
};

const allOf = (kind: 1 | 2) =>
  Object.entries(pairs).flatMap(([language, list]) =>
    list.flatMap((pair) => pair[kind].map((text): [string, string, string] => [language, pair[0], text])),
  );

describe('what a night makes of what was said', () => {
  it.each(allOf(1))('%s: %s → %s', (_, source, text) => {
    const { accepted, refused } = check({ claims: [said(source)] }, { op: 'add', text, sources: ['n1'] });
    expect(refused).toEqual([]);
    expect(textsOf(accepted)).toEqual([text]);
  });

  it.each(allOf(2))('%s: %s is not %s', (_, source, text) => {
    const { accepted } = check({ claims: [said(source)] }, { op: 'add', text, sources: ['n1'] });
    expect(accepted).toEqual([]);
  });

  it('may name the day of its source, whose numbers bear nothing else out', () => {
    const claims = [said('Stellplatz 3 in der Tiefgarage ist unserer.', { day: '2026-10-04' })];
    const added = (text: string) => check({ claims }, { op: 'add', text, sources: ['n1'] }).accepted.length;
    expect(added('Stellplatz 3 in der Tiefgarage ist unserer (4. Oktober 2026).')).toBe(1);
    expect(added('Stellplatz 4 in der Tiefgarage ist unserer.')).toBe(0);
    expect(added('Stellplatz 10 in der Tiefgarage ist unserer.')).toBe(0);
    expect(added('Stellplatz 3 in der Tiefgarage ist unserer (5. Oktober 2026).')).toBe(0);
  });
});

describe('a sentence taken as it was said', () => {
  it.each([
    'Mila was moved from class 5c to class 4a.',
    '田中さんは福岡から金沢に引っ越しました。',
    '办公室门禁码从8823改成7406。',
    'Mateo se mudó de Montevideo a Valencia.',
    "I had Milan's birthday wrong: it is 3 October, not 19 August.",
  ])('rests on itself: %s', (text) => {
    const { accepted } = check({ claims: [said(text)] }, { op: 'add', text, sources: ['n1'] });
    expect(textsOf(accepted)).toEqual([text]);
  });
});
