// Search terms of several scripts: what must be found by what.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCjk, isUnspaced, queryTerms, terms } from '../../../src/text/segment.js';

describe('isCjk', () => {
  it('is true for exactly the letters of Han, kana and Hangul that Unicode knows', () => {
    const letter = /(?=[\p{L}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x3347f; code++) {
      const character = String.fromCodePoint(code);
      if (letter.test(character) && !isCjk(code)) wrong.push(code.toString(16));
      if (isCjk(code) && /[\p{L}\p{N}\p{P}]/u.test(character) && !letter.test(character)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('knows iteration marks and rare extensions, and leaves punctuation alone', () => {
    for (const character of '々〆〇ゝヾー㐀𠮷𰻞한ﾊ') expect(isCjk(character.codePointAt(0) ?? 0), character).toBe(true);
    for (const character of '。、「」・Aéя') expect(isCjk(character.codePointAt(0) ?? 0), character).toBe(false);
  });
});

describe('terms', () => {
  it('cuts Latin words, digits and underscores, lower case', () => {
    expect(terms("My sister's API_KEY_2 lives in Zürich, foo-bar!")).toEqual(
      'my sister s api_key_2 lives in zürich foo bar'.split(' '),
    );
  });

  it('turns CJK runs into bigrams, single characters into themselves', () => {
    expect(terms('我妹妹住在京都。')).toEqual(['我妹', '妹妹', '妹住', '住在', '在京', '京都']);
    expect(terms('猫')).toEqual(['猫']);
    expect(terms('東京タワー')).toEqual(['東京', '京タ', 'タワ', 'ワー']);
    expect(terms('서울에 산다')).toEqual(['서울', '울에', '산다']);
    expect(terms('𠮷野家')).toEqual(['𠮷野', '野家']);
  });

  it('turns runs of Thai, Lao, Khmer and Burmese into bigrams of letters with their marks', () => {
    expect(terms('ประชุม')).toEqual(['ปร', 'ระ', 'ะชุ', 'ชุม']);
    expect(terms('ที่')).toEqual(['ที่']);
    expect(terms('အစည်းအဝေး')).toEqual(['အစ', 'စည်း', 'ည်းအ', 'အဝေး']);
    for (const character of '๕໕៥၅฿Aहا') expect(isUnspaced(character.codePointAt(0) ?? 0), character).toBe(false);
    for (const character of 'กກកက中あ한') expect(isUnspaced(character.codePointAt(0) ?? 0), character).toBe(true);
  });

  it('takes a script change as a boundary', () => {
    expect(terms('用Docker部署v2版本')).toEqual(['用', 'docker', '部署', 'v2', '版本']);
    expect(terms('3年2班')).toEqual(['3', '年', '2', '班']);
  });

  it('gives one form for what looks the same', () => {
    expect(terms('ＡＢＣ１２３')).toEqual(terms('abc123'));
    expect(terms('ｶﾞﾗｽ')).toEqual(terms('ガラス'));
    expect(terms('cafe\u0301')).toEqual(terms('café'));
    expect(terms('か\u3099く')).toEqual(['がく']);
    expect(terms('葛\u{e0100}城')).toEqual(['葛城']);
    expect(terms('co\u00adoperate')).toEqual(['cooperate']);
  });

  it('keeps combining marks with their letter', () => {
    expect(terms('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा']);
    expect(terms('x\u0323\u0331y')).toHaveLength(1);
  });

  it('finds every two-character substring of a CJK text by its terms', () => {
    const han = fc.constantFrom(...'我妹住京都東大学生日は한국');
    fc.assert(
      fc.property(fc.array(han, { minLength: 2, maxLength: 30 }), fc.nat(), (text, at) => {
        const start = at % (text.length - 1);
        const inner = text.slice(start, start + 2).join('');
        expect(terms(text.join(''))).toEqual(expect.arrayContaining(terms(inner)));
      }),
    );
  });

  it('never throws and never gives an empty term', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => terms(text).every((term) => term.length > 0)));
  });

  it('stays linear on unbroken text: anything else would not end before the test does', () => {
    expect(terms('京都'.repeat(500_000))).toHaveLength(999_999);
  });
});

describe('queryTerms', () => {
  it('drops what says nothing, in English', () => {
    expect(queryTerms('Where does my sister live?')).toEqual(['sister', 'live']);
    expect(queryTerms("What's the name of Ada's dog, Ada's?")).toEqual(['name', 'ada', 'dog']);
  });

  it('drops what says nothing, in Chinese', () => {
    const asked = queryTerms('我妹妹住在哪里？');
    expect(asked).toContain('妹妹');
    expect(asked).not.toContain('哪里');
    expect(queryTerms('哪里吗什么怎么')).not.toEqual([]);
    expect(queryTerms('生日是什么时候吗')).toContain('生日');
    expect(queryTerms('生日的')).not.toContain('的');
    expect(queryTerms('吗啡和酒吧')).toEqual(expect.arrayContaining(['吗啡', '酒吧']));
  });

  it('drops what says nothing, in Japanese and Korean', () => {
    const japanese = queryTerms('妹はどこに住んでいますか');
    expect(japanese).toContain('に住');
    for (const stop of ['どこ', 'ます', 'すか']) expect(japanese).not.toContain(stop);
    const korean = queryTerms('여동생은 어디에 살아요?');
    expect(korean).toContain('동생');
    expect(korean).not.toContain('어디');
  });

  it('drops whose something is', () => {
    const whose = {
      私の鍵: ['の鍵'],
      僕は猫: ['は猫'],
      あなたの鍵: ['の鍵'],
      我的钥匙: ['的钥', '钥匙'],
      '내 차는': ['차는'],
    };
    for (const [asked, telling] of Object.entries(whose)) expect(queryTerms(asked), asked).toEqual(telling);
    expect(queryTerms('no, not my car')).toEqual(['car']);
    // A noun of one character is found only by its bigrams with particles.
    expect(queryTerms('私の妹は')).toEqual(['の妹', '妹は']);
  });

  it('keeps everything when only stop words were asked', () => {
    expect(queryTerms('who am I')).toEqual(['who', 'am', 'i']);
    expect(queryTerms('什么')).toEqual(['什么']);
    expect(queryTerms('?!')).toEqual([]);
  });
});
