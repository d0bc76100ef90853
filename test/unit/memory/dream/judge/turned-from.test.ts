// What a statement names as over, and what lasts by its form.
import { describe, expect, it } from 'vitest';
import { lastingOf } from '../../../../../src/memory/dream/judge/lasting.js';
import { sayingIndex } from '../../../../../src/memory/dream/judge/saying-index.js';

const untrue = (newer: string, older: string) => {
  const index = sayingIndex<number>();
  index.add(older, 1);
  return index.overturnedBy(newer).length > 0;
};

describe('what a statement makes untrue', () => {
  it.each([
    ['The rehearsal is in the barn now instead of the chapel.', 'The choir rehearsal is in the chapel.'],
    ['奶奶已经不住西安了，现在住在兰州。', '奶奶住在西安。'],
    ['練習の日が水曜日から金曜日に変わりました。', '練習は毎週水曜日です。'],
    ['창고 번호는 이제 5528이 아니라 9017이다.', '창고 번호는 5528이다.'],
    ['田中さんは福岡から金沢に引っ越しました。', '田中さんは福岡に住んでいます。'],
    ['办公室门禁码从8823改成7406。', '办公室的门禁码是8823。'],
    ['我最喜欢的茶是铁观音。', '我最喜欢的茶是普洱。'],
    ['Mila was moved from class 5c to class 4a.', 'Mila goes to class 5c, with Mrs. Tanner.'],
    ['Heron is the name of the billing rewrite.', 'Quince is the name of the billing rewrite.'],
    ['Garden gate opens with 4471, same as last year.', 'Garden gate opens with 2158, same as last year.'],
    ['Le club se réunit le jeudi au lieu du mardi.', 'Le club se réunit le mardi.'],
  ])('%s', (newer, older) => expect(untrue(newer, older)).toBe(true));

  it.each([
    ['Ben is allergic to latex.', 'Ben is allergic to walnuts.'],
    ['Customer 2 lives in Lyon.', 'Customer 1 lives in Lyon.'],
    ['Declan needs shoes in 37 now instead of 34.', "Ottilie's shoe size is 34."],
    ['妈妈说生日不是十月五日，是农历三月初八。', '爸爸的生日是十月五日。'],
    ['王芳不对花生过敏了，对虾过敏。', '小明对花生过敏。'],
    ['表哥已经不住台北了，现在住在新加坡。', '小王住在台北。'],
    ['妹は京都ではなく大阪に住んでいます。', '弟は京都に住んでいます。'],
    ['Mia zog von Graz nach Wien um.', 'Jonas wohnt in Graz.'],
    ['储物柜7002号的钥匙在王伟那里。', '储物柜7001号的钥匙在刘琳那里。'],
    ['房间4的密码是蓝。', '房间3的密码是红。'],
    ['Locker 4002 belongs to Jonas.', 'Locker 4001 belongs to Mia.'],
    ['4호실 열쇠는 지아가 갖고 있다.', '3호실 열쇠는 민준이 갖고 있다.'],
    ['B組の担任は鈴木先生です。', 'A組の担任は佐藤先生です。'],
    ['Ann lives in Bonn and no longer smokes.', 'Ann lives in Bonn.'],
  ])('but not: %s', (newer, older) => expect(untrue(newer, older)).toBe(false));
});

describe('lastingOf', () => {
  it.each(['Dropped my glasses in the lake.', '记得交水费。', 'さっき荷物が届いた。'])('passes: %s', (text) =>
    expect(lastingOf(text)).toBe('passes'),
  );
  it.each(['Meine Oma wohnt in Passau.', 'Ma tante habite à Rennes.', '奶奶住在西安。', '父は名古屋で働いています。'])(
    'stays: %s',
    (text) => expect(lastingOf(text)).toBe('stays'),
  );
});
