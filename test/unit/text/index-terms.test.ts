// The terms of the index and of questions: what must be found by what, in any script and however odd the text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stemOf } from '../../../src/text/english.js';
import { indexTerms, searchTerms } from '../../../src/text/index-terms.js';
import { isCjk } from '../../../src/text/segment.js';
import { synonymsOf } from '../../../src/text/synonyms.js';

const asked = (query: string) => searchTerms(query).map(({ term }) => term);

describe('indexTerms', () => {
  it('brings the forms of an English word together', () => {
    for (const forms of ['go goes going went gone', 'paint painted painting paints', 'child children', 'foot feet']) {
      expect(new Set(indexTerms(forms)).size, forms).toBe(1);
    }
    expect(indexTerms("Mel's kids don't run")).toEqual(['mel', 'kid', 'do', 'run']);
  });

  it('takes Latin letters with and without diacritics for the same', () => {
    for (const [one, other] of [
      ['café', 'cafe'],
      ['cafe\u0301', 'CAFÉ'],
      ['Zürich', 'zurich'],
      ['Straße', 'strasse'],
      ['Łódź', 'lodz'],
      ['smørrebrød', 'smorrebrod'],
    ] as const) {
      expect(indexTerms(one), one).toEqual(indexTerms(other));
    }
    expect(indexTerms('й')).not.toEqual(indexTerms('и'));
    expect(indexTerms('が')).not.toEqual(indexTerms('か'));
  });

  it('C001 C002 keeps CJK runs as bigrams, with every character at the beginning of some term', () => {
    expect(indexTerms('项目评审会议')).toEqual(['项目', '目评', '评审', '审会', '会议', '议']);
    expect(indexTerms('猫')).toEqual(['猫']);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'我妹住京都東大学生日は한국𠮷'), { minLength: 1, maxLength: 12 }),
        (characters) => {
          const terms = indexTerms(characters.join(''));
          for (const one of characters) expect(terms.some((term) => term.startsWith(one))).toBe(true);
        },
      ),
    );
  });

  it('keeps runs of other scripts without spaces in the same way', () => {
    expect(indexTerms('ประชุม')).toEqual(['ปร', 'ระ', 'ะชุ', 'ชุม', 'ม']);
    expect(searchTerms('ชุ')).toEqual([{ term: 'ชุ', prefix: true }]);
    expect(indexTerms('กี่/a+b')).toContain('=/a+b');
  });

  it('C004 takes a script change as a boundary, for symbols too', () => {
    expect(indexTerms('修改youer服务端')).toContain('youer');
    expect(indexTerms('使用C++开发')).toContain('=c++');
    expect(indexTerms('用Docker部署v2版本')).toEqual(['用', 'docker', '部署', '署', 'v2', '版本', '本']);
  });

  it('C008 C010 keeps tokens with symbols whole beside their words', () => {
    for (const token of ['2026-03-31', 'multi-agent', 'v2.8.3', 'gb/s', 'c++', 'a,b', '^x', '#42', 'api_key', '€5']) {
      expect(indexTerms(`(see **${token}**, please).`), token).toContain(`=${token}`);
    }
    expect(indexTerms('hooray🎉🎉')).toEqual(['hoorai', '=🎉', '=🎉']);
    expect(indexTerms('| a | b | --- ** … ：：：')).toEqual(['a', 'b']);
  });

  it('finds a hyphenated word written in one, and parts of a name with underscores', () => {
    expect(indexTerms('an e-mail')).toContain(indexTerms('email')[0]);
    expect(indexTerms('my_api_key')).toEqual(expect.arrayContaining(indexTerms('api key')));
  });

  it('never throws, makes no term with white space or above 64 units, and is linear', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const term of indexTerms(`${text}\ud800${text}`)) {
          expect(term).not.toMatch(/[\s\p{Cc}\p{Cs}]/u);
          expect(term.length).toBeLessThanOrEqual(66);
          expect(term).not.toBe('');
        }
      }),
    );
    for (const text of ['a'.repeat(200_000), '中'.repeat(100_000), 'a-'.repeat(100_000), '😀'.repeat(50_000)]) {
      const began = performance.now();
      indexTerms(text);
      expect(performance.now() - began).toBeLessThan(2_000);
    }
  });
});

describe('searchTerms', () => {
  it('leaves stop words out, unless nothing else is there', () => {
    expect(asked('What did Anna paint for her mother?')).toEqual(['anna', 'paint', 'mother']);
    expect(searchTerms('what is it').every(({ stop }) => stop)).toBe(true);
    expect(asked('what is it').length).toBeGreaterThan(0);
    expect(searchTerms('paint it').some(({ stop }) => stop)).toBe(false);
  });

  it('says what is a prefix and what is a literal, each once', () => {
    expect(searchTerms('会')).toEqual([{ term: '会', prefix: true }]);
    expect(searchTerms('C++ c++')).toEqual([{ term: 'c' }, { term: '=c++', literal: true }]);
  });

  it('asks for nothing that a text with the same words does not have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const held = indexTerms(text);
        for (const { term, prefix } of searchTerms(text)) {
          expect(prefix ? held.some((one) => one.startsWith(term)) : held.includes(term)).toBe(true);
        }
      }),
    );
  });
});

describe('words', () => {
  it('stems only what is English letters', () => {
    expect(stemOf('running')).toBe('run');
    expect(stemOf('v2')).toBe('v2');
    expect(stemOf('日本')).toBe('日本');
  });

  it('knows neighbours in both directions, as the index writes them', () => {
    expect(synonymsOf('kid')).toContain('child');
    expect(synonymsOf(stemOf('children'))).toContain('kid');
    expect(synonymsOf('妈妈')).toContain('母亲');
    expect(synonymsOf('母亲')).toContain('妈妈');
    expect(synonymsOf('heron')).toEqual([]);
    for (const term of synonymsOf('妈妈')) expect([...term].every((one) => isCjk(one.codePointAt(0) ?? 0))).toBe(true);
  });
});
