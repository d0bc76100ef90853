// "Forget this" is understood as what the stand-in cannot do, and never as a wish to remember or a question.

import { describe, expect, it } from 'vitest';
import { intentOf } from '../../../src/models/offline/intent.js';

describe('forget', () => {
  it.each([
    ['forget that I prefer tea', 'I prefer tea'],
    ['Hi, please forget about my old address', 'my old address'],
    ['Can you forget what I told you about tea?', 'tea?'],
    ['delete the note about tea', 'tea'],
    ['Vergiss, dass ich Tee mag', 'ich Tee mag'],
    ['Vergiss bitte die alte Adresse', 'die alte Adresse'],
    ['oublie que je préfère le thé', 'je préfère le thé'],
    ['olvida que prefiero el té', 'prefiero el té'],
    ['忘记我喜欢茶', '我喜欢茶'],
    ['请忘掉我的旧地址', '我的旧地址'],
    ['忘記我喜歡茶', '我喜歡茶'],
    ['把我喜欢茶这件事忘掉吧', '我喜欢茶'],
    ['お茶のことは忘れてください', 'お茶のことは'],
    ['忘れて：古い住所', '古い住所'],
    ['내가 차를 좋아한다는 걸 잊어줘', '내가 차를 좋아한다는 걸'],
    ['옛 주소는 잊어버려', '옛 주소는'],
  ])('%s', (said, what) => {
    expect(intentOf(said)).toMatchObject({ kind: 'forget', what });
  });

  it.each(['forget it', 'Forget everything!', 'vergiss das', '请忘掉', '忘れて', '잊어'])(
    '%s names nothing',
    (said) => {
      expect(intentOf(said)).toMatchObject({ kind: 'forget', what: '' });
    },
  );

  it.each([
    "don't forget that I like tea",
    'please do not forget the tea',
    'Vergiss nicht, dass ich Tee mag',
    'Vergiss den Termin nicht',
    "n'oublie pas que j'aime le thé",
    'no olvides que me gusta el té',
    '别忘了我喜欢茶',
    '不要忘記我喜歡茶',
    '紅茶が好きだと忘れないで',
    '차를 좋아한다는 걸 잊지 마',
  ])('%s is a wish to remember', (said) => {
    expect(intentOf(said).kind).toBe('remember');
  });

  it.each([
    'I forget where I parked',
    'Did you forget my birthday?',
    'forget-me-nots are blue',
    'I forgot my keys',
    '我忘了密码',
    '你忘了我妹妹住在哪里吗',
    '傘を忘れてしまった',
    '열쇠를 잊어버렸어',
  ])('%s is neither', (said) => {
    expect(intentOf(said).kind).toBe('search');
  });
});
