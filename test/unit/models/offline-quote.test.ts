// What counts as a hit for a question: something it is about, never "my" or a particle alone.

import { describe, expect, it } from 'vitest';
import { quoteHits } from '../../../src/models/offline/quote.js';

const quoted = (question: string, line: string) =>
  quoteHits(question, [{ path: 'MEMORY.md', startLine: 1, endLine: 1, snippet: line }], true).length > 0;

describe('quoteHits', () => {
  it.each([
    ['私の車はどこですか', '私の妹は京都に住んでいる。'],
    ['僕の車はどこ？', '僕の妹は京都に住んでいる。'],
    ['俺の車はどこ？', '俺の鍵は植木鉢の下。'],
    ['あなたの名前は？', 'あなたの鍵は植木鉢の下。'],
    ['名前は何ですか', '以前は京都に住んでいた。'],
    ['我的车在哪里？', '我的门牌号是十七号。'],
    ['我的呢？', '我的门牌号是十七号。'],
    ['我的名字是什么', '他来的时候是什么都没有。'],
    ['내 차는 어디에 있어?', '내 여동생은 교토에 산다.'],
    ['Which are yours and which are not?', 'My sister lives in Kyoto, yours are not.'],
    ['No, not my car', 'There is no tea in my house.'],
    ['Wo ist mein Auto?', 'Mein Bruder ist in Kyoto.'],
    ['Wo ist die Garage?', 'Die Katze ist alt.'],
    ['Où est ma voiture ?', 'Ma sœur est à Kyoto.'],
    ['¿Dónde está mi coche?', 'Mi hermana está en Kioto.'],
  ])('%s is not answered by: %s', (question, line) => {
    expect(quoted(question, line)).toBe(false);
  });

  it.each([
    ['私の妹はどこに住んでいますか', '私の妹が京都に住む。'],
    ['妹の誕生日はいつ', '妹は五月三日が誕生日だ。'],
    ['僕の車はどこ？', '僕の車が車庫にある。'],
    ['りんごはどこ？', 'りんごが台所にある。'],
    ['我的门牌号是多少？', '我的门牌号是十七号。'],
    ['我的狗叫什么？', '我的狗很大。'],
    ['내 차는 어디에 있어?', '내 차는 차고에 있다.'],
    ['Wo wohnt meine Schwester?', 'Meine Schwester Ada wohnt in Kyoto.'],
    ['Où habite ma sœur ?', 'Ma sœur habite à Kyoto.'],
    ['¿Dónde vive mi hermana?', 'Mi hermana vive en Kioto.'],
    ['Where is Ada?', 'Ada lives in Kyoto.'],
    // A line that may help is quoted: the person sees at once whether it does.
    ['When did Ada move?', 'My sister Ada lives in Kyoto.'],
    ['What do you know about Ada?', 'Ada likes tea.'],
    ['Where does Ada live?', 'Ada lives in Kyoto.'],
    ['What happened in Kyoto?', 'The meeting in Kyoto was moved.'],
    ['When did the war end?', 'The war ended in 1945.'],
    ['Where does Ada live?', 'Ada wohnt in Kyoto und ist meine Schwester.'],
  ])('%s is answered by: %s', (question, line) => {
    expect(quoted(question, line)).toBe(true);
  });
});
