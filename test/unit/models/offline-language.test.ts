// Which language the stand-in answers in, and whether it takes a text for a question.

import { describe, expect, it } from 'vitest';
import { asks } from '../../../src/models/offline/asks.js';
import { languageOf } from '../../../src/text/language.js';

describe('languageOf', () => {
  it.each([
    ['Where does my sister live?', 'en'],
    ['我妹妹住在哪里？', 'zh'],
    ['我妹妹住在哪裡？', 'zh-Hant'],
    ['幫我記住鑰匙在花盆下面', 'zh-Hant'],
    ['东京', 'zh'],
    ['妹はどこに住んでいますか', 'ja'],
    ['여동생은 어디에 살아?', 'ko'],
    ['Wo wohnt meine Schwester?', 'de'],
    ['Où habite ma sœur ?', 'fr'],
    ['¿Dónde vive mi hermana?', 'es'],
    ['Kyoto', 'en'],
  ])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    'no newline at end',
    'No, I meant something else',
    'no',
    'no thanks',
    'Tell me about es modules',
    'no es module found',
    'no, me too',
    'I moved to Zürich',
    'José',
    'Los Angeles',
    'The die is cast',
    'run du -sh',
    'note: call Bob',
    'Bob lies',
    "D'Angelo",
    'Remember that my friend is called 王伟',
  ])('%s is English: a name or one word that English has too is no evidence', (text) => {
    expect(languageOf(text)).toBe('en');
  });

  it.each([
    ['no, gracias', 'es'],
    ['no me gusta', 'es'],
    ['hola', 'es'],
    ['Danke', 'de'],
    ['lies die Datei notes.md', 'de'],
    ['Qui est Ada ?', 'fr'],
    ['merci', 'fr'],
  ])('%s is still %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('asks', () => {
  it.each([
    'Where is Ada',
    'tell me about Ada',
    'Hi, where does my sister live',
    'Ada lives in Kyoto?',
    '我妹妹住在哪里',
    '你記得嗎',
    '妹はどこ',
    '妹は京都にいますか',
    '여동생은 어디에 살아',
    'wo wohnt Ada',
    'Où habite Ada',
    'dónde vive Ada',
  ])('%s asks', (text) => {
    expect(asks(text)).toBe(true);
  });

  it.each(['I live in Berlin', 'foo', '我住在柏林', 'ベルリンに住んでいます', '베를린에 살아', 'Ich wohne in Berlin'])(
    '%s tells',
    (text) => {
      expect(asks(text)).toBe(false);
    },
  );
});
