// A kind of durable fact: how people say it, say it again, and say that it has changed. Data and its filling; judges nothing.

import type { Random } from './random.js';

export type Language = 'en' | 'de' | 'fr' | 'es' | 'pl' | 'zh' | 'ja' | 'ko';

/** `{v}` is what is told, `{old}` what it was; every other slot is drawn once for a fact. */
export interface Family {
  name: string;
  language: Language;
  /** Whom it is about; several facts of a month may come from a family that has a slot `who`. */
  about: 'self' | 'other';
  v: readonly string[];
  /** Two of them may be so at once: without a word of change the second one contradicts nothing. */
  several?: true;
  who?: readonly string[];
  /** Wordings of the same thing; the first two are what one would ask to be remembered. */
  says: readonly string[];
  /** Wordings that say it is different now. */
  changes?: readonly string[];
  /** What a line must hold to be this fact; `|` between alternatives, `{v}` for the value. */
  telling: readonly string[];
}

/** A family with its slots filled. */
export interface Matter {
  family: Family;
  who: string;
  value: string;
  /** Another one, from before. */
  old: string;
  says: string[];
  changes: string[];
  /** The plainest wording of it, and of what it was. */
  direct: string;
  directBefore: string;
  /** The same with what it never was. */
  wrong: string;
  /** What contradicts it without a word of change. */
  before: string[];
  telling: string[][];
  tellingOld: string[][];
}

export function fill(family: Family, who: string, random: Random): Matter {
  const [value = '', old = '', never = ''] = random.some(family.v, 3);
  const put = (text: string, v: string) => text.replaceAll('{who}', who).replaceAll('{old}', old).replaceAll('{v}', v);
  const words = (v: string) => family.telling.map((one) => put(one, v).split('|'));
  const plain = random.one(family.says.slice(0, 2));
  return {
    family,
    who,
    value,
    old,
    says: random.some(family.says, family.says.length).map((one) => put(one, value)),
    changes: random.some(family.changes ?? [], 9).map((one) => put(one, value)),
    direct: put(plain, value),
    directBefore: put(plain, old),
    wrong: put(plain, never),
    before: random.some(family.says, family.says.length).map((one) => put(one, old)),
    telling: words(value),
    tellingOld: words(old),
  };
}
