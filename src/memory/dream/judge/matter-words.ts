// The words by which two statements are of one matter: what carries something, in any language, small words and endings aside.
// Pure, linear; decides nothing.

import { namesIn } from '../../../text/exact-words.js';
import { foldText } from '../../../text/segment.js';
import { isStopTerm } from '../../../text/stop-words.js';

export interface MatterWords {
  all: ReadonlySet<string>;
  /** Those with digits, and names within a sentence: another one is another thing. */
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
  /** The name that it begins with. */
  first?: string;
  /** The word with a capital that it begins with, a name or not. */
  begins?: string;
}

const LOOKED_AT = 400;
const SMALL = new Set(
  `the a an is are was were be been has have had do does did of to in on at for from with by and or but not no nor that this these
  those it its he she they we us our my me you your his her their him them there here who whom which what where when if so as than
  then too also just again still any more all will would should could can may might must s t m re ve ll d
  now instead longer anymore since please always thing things one ones no nobody nothing
  der die das den dem des ein eine einen einem einer eines ist sind war hat haben im am auf aus bei mit von vom zu zum zur für um und
  oder nicht kein keine keinen auch noch schon ich du er sie es wir ihr uns mein meine unser unsere sein seine ihre dass wie so an in
  jetzt statt mehr nur wird werden immer
  le la les l un une des du de d au aux et ou est sont a ai ont avons en sur pour pas plus ne n que qu qui ce c cette se s je j il elle
  on nous vous mon ma mes ton son sa ses notre nos dans chez avec maintenant lieu non toujours
  el los las una unos unas del al y o es son está están ha han en por para con no lo que se su sus mi mis me te ya vez ahora siempre
  to jest są i w we na do z ze nie już się jak tylko o u po dla od teraz zamiast nasz nasza nasze mój moja zawsze`.split(
    /\s+/,
  ),
);
const SMALL_HAN = new Set(
  '的了是在我你您他她它们們这這那有不没沒就也还還和与與及把被给給从從由到对對为為以而但很只每一个個着著过過啊吧呢吗嗎嘛又再再已经經现現改成换換叫做要会會可能上下中来來去',
);
const JOSA =
  /(?<=[가-힣]{2}|\d)(?:입니다|이에요|예요|이다|이고|에서는?|에게서?|한테는?|께서?|으로는?|까지|부터|처럼|보다|에는?|로는?|은|는|이|가|을|를|의|도|만|와|과|다)$/u;

export function matterWords(text: string): MatterWords {
  const said = text
    .slice(0, LOOKED_AT)
    .normalize('NFKC')
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\d),(?=\d{3})/g, '');
  const all = new Set<string>();
  for (const [run] of foldText(said).matchAll(
    /\p{sc=Han}|[\p{sc=Kana}ー]+|\p{sc=Hira}+|[\p{sc=Hang}\d]*\p{sc=Hang}+|(?:(?![\p{sc=Han}\p{sc=Kana}\p{sc=Hira}\p{sc=Hang}])[\p{L}\p{M}\p{N}_])+(?:[.:@/_-](?:(?![\p{sc=Han}\p{sc=Kana}\p{sc=Hira}\p{sc=Hang}])[\p{L}\p{M}\p{N}_])+)*/gu,
  )) {
    for (const word of wordsOf(run)) all.add(word);
  }
  const names = new Set(
    namesIn(said).flatMap((name) => wordsOf(foldText(name)).filter((word) => all.has(word) && !/\d/.test(word))),
  );
  const begins = new Set(
    [...said.matchAll(/(?:^|[.!?:;]\s+)([\p{L}\p{M}]+)/gu)].flatMap(([, word = '']) => wordsOf(foldText(word))),
  );
  // A name in front is one where it has a thing, or does one; any other word has a capital there.
  const [, first = ''] =
    /^(\p{Lu}[\p{Ll}\p{M}]+)(?:'s\s|\s(?:is|has|lives|works|ist|hat|wohnt|est|a|habite|es|tiene|vive|jest|ma|mieszka)\s)/u.exec(
      said,
    ) ?? [];
  const [lead] = names.has(wordsOf(foldText(first))[0] ?? '') ? wordsOf(foldText(first)) : [];
  return {
    all,
    numbers: new Set([...all].filter((word) => /\d/.test(word))),
    names: new Set([...names].filter((word) => !begins.has(word))),
    ...(lead === undefined ? {} : { first: lead }),
    ...beginning(said),
  };
}

const HAN = /^\p{sc=Han}+$/u;
/** 刘琳住在…, 王芳不对…, 妹は…: in front of what is said of it. */
const THING =
  /^(\p{sc=Han}{1,4}(?=さん|[のはが])|\p{sc=Han}{2,4}?)(?=さん|(?:现在|現在|已经|已經|也|都|不|没|還|还)*(?:[对對住是在叫说說的]|の|は|が))/u;
const SMALL_THINGS =
  /^(?:我们|我們|他们|她们|咱们|大家|现在|現在|今天|昨天|明天|以后|以後|其实|已经|還是|还是|医生|醫生)|[从從由把给給改换換]/u;

/** Small words and requests aside, which begin any sentence. */
function beginning(said: string): { begins?: string } {
  const [, thing = ''] = THING.exec(said) ?? [];
  if (thing !== '') return SMALL_THINGS.test(thing) ? {} : { begins: thing };
  const [, word = ''] = /^(\p{Lu}[\p{Ll}\p{M}]+)(?=\s|'s\s)/u.exec(said) ?? [];
  const [begins] = word === '' ? [] : wordsOf(foldText(word));
  return begins === undefined ? {} : { begins };
}

function wordsOf(run: string): readonly string[] {
  if (/^\p{sc=Han}$/u.test(run)) return SMALL_HAN.has(run) ? [] : [run];
  if (/^[\p{sc=Kana}ー]+$/u.test(run)) return [run];
  if (/^\p{sc=Hira}+$/u.test(run)) return hiragana(run);
  if (/\p{sc=Hang}$/u.test(run)) return hangul(run.replace(JOSA, ''));
  if (SMALL.has(run) || isStopTerm(run)) return [];
  return [stemOf(run)];
}

/** The beginning of a word, which its endings leave alone. */
function hangul(word: string): string[] {
  if (word.length < 2) return [];
  return [/\d/.test(word) ? word : word.slice(0, word.length > 3 ? 3 : 2)];
}

/** Pairs without the characters that arrange a sentence. */
function hiragana(run: string): string[] {
  const found: string[] = [];
  for (let at = 0; at + 2 <= run.length; at++) {
    const pair = run.slice(at, at + 2);
    if (
      !/[はがをにでとのもへやかてたしまっいるれらりすせんだよねなうこそえ]/u.test(pair.slice(1)) ||
      /^[ごそえくぶ]/u.test(pair)
    )
      found.push(pair);
  }
  return found;
}

/** Endings aside: "deployed" and "deployments", "restauracja" and "restauracji". */
function stemOf(word: string): string {
  if (/\d/.test(word) || word.length < 4) return word;
  const short = word.replace(/(?:ings?|ies|ed|es|'s|s)$/u, '').replace(/(?<=.{3})[ey]$/u, '');
  return (short.length >= 3 ? short : word).slice(0, 6);
}

export function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return shared;
}

/** Whether each begins with a thing that the other does not speak of: what is said of the one says nothing of the other. */
export function areOfTwo(one: MatterWords, other: MatterWords): boolean {
  if (one.begins === undefined || other.begins === undefined || one.begins === other.begins) return false;
  return !isSpokenOf(one.begins, other) && !isSpokenOf(other.begins, one);
}

/** A thing of several characters is spoken of by each of them. */
function isSpokenOf(begins: string, { all }: MatterWords): boolean {
  return all.has(begins) || (HAN.test(begins) && [...begins].every((character) => all.has(character)));
}
