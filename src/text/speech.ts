// What a sentence does, by its form: it instructs for good, promises, decides, asks. Pure. Wrong now and then by nature:
// only to choose what is kept word for word, never to decide what may be done.

import { ACKNOWLEDGED, DECIDED, ORDERED, PROMISED, STANDING, UNKNOWN } from './speech-words.js';

const QUESTION = /[?？؟][)\]"'”’」』*_]*$|^¿/u;
const QUESTION_CJK = /(?:[吗嗎呢]|ですか|ますか|でしょうか|니까|나요|까요)[。.]?$/u;
/** Of a sentence; behind it stands nothing that changes what it does. */
const LOOKED_AT = 2_000;

/** 2: an order or a ban by its form; 1: it says what always or never holds; 0: neither. */
export function instructs(sentence: string): 0 | 1 | 2 {
  const said = sentence.slice(0, LOOKED_AT);
  if (isQuestion(sentence)) return 0;
  if (ORDERED.test(said)) return 2;
  return STANDING.test(said) ? 1 : 0;
}

export function promises(sentence: string): boolean {
  const said = sentence.slice(0, LOOKED_AT);
  return !isQuestion(sentence) && (PROMISED.test(said) || promisesInKorean(said));
}

export function decides(sentence: string): boolean {
  return DECIDED.test(sentence.slice(0, LOOKED_AT));
}

export function isQuestion(sentence: string): boolean {
  const end = sentence.slice(-20).trimEnd();
  return QUESTION.test(end) || sentence.startsWith('¿') || QUESTION_CJK.test(end);
}

/** Whether a reply leaves a question as it was: bare words of courtesy, a promise, an "I do not know". */
export function leavesOpen(reply: string): boolean {
  const said = reply.trim();
  if (said.length > 200) return false;
  if (UNKNOWN.test(said) || promises(said)) return true;
  const parts = said.split(/[.!,;:。！，、；\s]+/u).filter((part) => part !== '');
  const whole = parts.join(' ');
  return (
    said === '' || ACKNOWLEDGED.test(whole) || (parts.length <= 4 && parts.every((part) => ACKNOWLEDGED.test(part)))
  );
}

/** 할게요, 보낼게: a syllable that ends in ㄹ before 게. */
function promisesInKorean(said: string): boolean {
  for (const { index } of said.matchAll(/(?<=[가-힣])게요?(?![가-힣])/gu)) {
    if ((said.charCodeAt(index - 1) - 0xac00) % 28 === 8) return true;
  }
  return false;
}
