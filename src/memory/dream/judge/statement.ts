// A statement read by its form: of what matter it says what, what it denies, what it turns away from. Pure; what it cannot read
// it leaves unread, so that nothing follows from it.

import { denies } from '../../../text/denial.js';
import { stemOf } from '../../../text/english.js';
import { isCjk } from '../../../text/segment.js';
import { sentencesOf } from '../../../text/sentences.js';
import { isQuestion } from '../../../text/speech.js';
import { type About, FRAMES } from './frames.js';
import * as words from './statement-words.js';
import { type Kind, kindOf, tokensOf } from './values.js';

const LOOKED_AT = 300;

/** One thing said of one matter. */
export interface Said {
  /** Its words in one order, without articles. */
  matter: string;
  /** As it was written. */
  subject: string;
  about: About;
  value: string;
  kind: Kind;
  /** By its form, things were otherwise before. */
  moved: boolean;
}

export interface Statement {
  /** What the whole says, where it is one sentence that says one thing. */
  one: Said | undefined;
  /** What each of its clauses says. */
  all: readonly Said[];
  /** Its words in order without those of denial; undefined where a denial of it says nothing sure. */
  gist: string | undefined;
  denies: boolean;
  /** 2: it says itself that it corrects; 1: that it is so now; 0: neither. */
  marked: 0 | 1 | 2;
  /** What it turns away from ("instead of …"), as words. */
  leaves: readonly (readonly string[])[];
  /** Where it says what is used or was decided on: all its words. */
  chosen: readonly string[] | undefined;
  tokens: readonly string[];
  /** Words of what it holds for alone. */
  narrowed: readonly string[];
}

const NOTHING: Statement = {
  one: undefined,
  all: [],
  gist: undefined,
  denies: false,
  marked: 0,
  leaves: [],
  chosen: undefined,
  tokens: [],
  narrowed: [],
};

export function readStatement(text: string): Statement {
  if (text.length > LOOKED_AT || isQuestion(text)) return NOTHING;
  const written = text.normalize('NFKC').replace(/[’‘]/g, "'").replace(/\s+/gu, ' ').trim();
  if (words.UNSURE.test(written) || words.PASSING.test(written.replace(words.FROM_NOW, ' '))) return NOTHING;
  const corrected = written.replace(words.CORRECTION, '');
  const plain = corrected.replace(words.NOW, ' ').replace(/\s+/gu, ' ').trim().replace(words.ENDS, '');
  const sentences = sentencesOf(plain);
  const clauses = sentences.length > 1 ? sentences : plain.split(/[,;，；、]\s?/u);
  const turned = denies(written);
  const whole = sentences.length === 1 ? said(plain) : undefined;
  const all = [whole, ...(clauses.length > 1 ? clauses.map(said) : [])].filter((one) => one !== undefined);
  const tokens = tokensOf(plain);
  const leaves = words.LEAVES.flatMap((form) =>
    [...plain.matchAll(form)].map(({ groups }) => tokensOf(groups?.x ?? '')),
  ).filter((left) => left.length > 0 && left.length <= 16);
  const isChoice = !turned && leaves.length === 0 && sentences.length === 1 && words.CHOSEN.test(plain);
  return {
    one: turned || clauses.length > 1 || words.JOINED.test(plain) ? undefined : whole,
    all: all.filter(({ value }) => !denies(value)),
    gist: sentences.length === 1 && clauses.length === 1 ? gistOf(plain) : undefined,
    denies: turned,
    marked:
      corrected !== written || words.STRONG.test(written) ? 2 : plain !== corrected.replace(words.ENDS, '') ? 1 : 0,
    leaves,
    chosen: isChoice ? tokens : undefined,
    tokens,
    narrowed: [...plain.matchAll(words.ONLY_FOR)].flatMap(({ groups }) => tokensOf(groups?.x ?? '')),
  };
}

function said(clause: string): Said | undefined {
  const bare = clause.trim().replace(words.ENDS, '').replace(words.CLITIC, '$1e ');
  for (const { about, form, moved } of FRAMES) {
    const { s, v } = form.exec(bare)?.groups ?? {};
    if (s === undefined || v === undefined) continue;
    const value = v.trim().replace(words.ENDS, '');
    const kind = kindOf(aboutHour(bare, value));
    const matter = matterOf(s);
    if (matter === undefined || denies(s)) return undefined;
    // A thing that moves to an hour or a day, a person who is "in" a day: it is said by the value.
    const isTime = kind === 'clock' || kind === 'day';
    const of =
      isTime && (about === 'live' || about === 'place')
        ? 'be'
        : about === 'be' && isPlace(value, kind) && !moved
          ? 'place'
          : about;
    return {
      matter,
      subject: s,
      about: of,
      value: isTime ? aboutHour(bare, value) : value,
      kind,
      moved: moved === true,
    };
  }
  return undefined;
}

/** "moved to 10": the number behind such a word is an hour only with its word. */
function aboutHour(clause: string, value: string): string {
  return /^\d{1,2}$/.test(value) && /(?:\sat|\sum|\sà|\sa las?|\so)\s\d{1,2}$/iu.test(clause) ? `at ${value}` : value;
}

function isPlace(value: string, kind: Kind): boolean {
  return kind === 'words' && words.PLACE.test(value);
}

/** Undefined where it is a pronoun that only its day knew. */
function matterOf(subject: string): string | undefined {
  const found = tokensOf(subject.replace(/'s(?=\s|$)/gu, ' ').replace(/的|の(?=\p{L})/gu, '')).filter(
    (token) => !words.ARTICLES.has(token),
  );
  if (found.length === 0 || found.length > 24 || found.some((token) => words.PRONOUNS.has(token))) return undefined;
  // Characters stand in their order; words may be turned round ("the boss of Ann", "Ann's boss").
  return found.some((token) => isCjk(token.codePointAt(0) ?? 0)) ? found.join('') : [...found].sort().join(' ');
}

/** "Ann no longer lives in Kyoto" and "Ann lives in Kyoto" have one. */
function gistOf(plain: string): string | undefined {
  if (words.PAST.test(plain) || words.JOINED.test(plain)) return undefined;
  const bare = plain.replace(words.DENIAL_ENDS, '').replace(words.DENIALS, ' ').replace(words.CLITIC, '$1e ');
  const found = tokensOf(bare).filter((token) => !words.DENIAL_WORDS.has(token) && !words.ARTICLES.has(token));
  if (found.length < 2 || found.some((token) => words.PRONOUNS.has(token))) return undefined;
  return found.map(stemOf).join(' ');
}
