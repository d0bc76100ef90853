// What cannot be said in other words: numbers, identifiers, names. In a form in which two ways of writing the same one are
// equal. Pure.

import { foldText } from './segment.js';

/** Digits with what may stand between them. */
const RUN = /\d+(?:(?:[.,:'’/_·-]|\s(?=\d{2}))?\d+)*/gu;
const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u;
const MOST_PARTS = 8;

export interface NumberIn {
  /** As it was written, without what only separates. */
  whole: string;
  /** The numbers that it is made of, without leading zeros: of `2026-03-14` three. */
  parts: string[];
}

/** The numbers of a text: `1,000`, `1.000`, `１０００` and `1000` are one, and so are `19:30` and `19.30`. */
export function numbersIn(text: string): NumberIn[] {
  return [...foldText(text).matchAll(RUN)].map(([run]) => {
    const parts = partsOf(run);
    return { whole: parts.join(''), parts: parts.map(withoutZeros) };
  });
}

/** Every way in which a number of the text can be repeated: whole, in neighbouring parts, a time without its colon. */
export function numberForms(text: string): Set<string> {
  const forms = new Set<string>();
  for (const [run] of foldText(text).matchAll(RUN)) {
    const parts = partsOf(run);
    forms.add(parts.join(''));
    for (const [from, part] of parts.entries()) {
      forms.add(withoutZeros(part));
      if (/^\d{1,2}\.\d{2}$/.test(part)) forms.add(part.replace('.', ''));
      let joined = '';
      for (const next of parts.slice(from, from + MOST_PARTS)) {
        joined += next;
        forms.add(joined);
      }
    }
  }
  return forms;
}

/** Whether a number is among the forms: as a whole, or part by part. */
export function isNumberOf({ whole, parts }: NumberIn, forms: ReadonlySet<string>): boolean {
  return forms.has(whole) || parts.every((part) => forms.has(part));
}

function partsOf(run: string): string[] {
  const [, mark = ''] = GROUPED.exec(run) ?? [];
  if (mark !== '') return [run.replaceAll(mark, '').replace(',', '.')];
  return run
    .split(/[\s'’/_·-]/u)
    .map((part) => (/[.,:]/.test(part) ? part.split(/[.,:]/).map(withoutZeros).join('.') : part));
}

function withoutZeros(part: string): string {
  return part.length <= 2 ? part.replace(/^0(?=\d)/, '') : part;
}

const TOKEN =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、；：！？「」『』（）《》“”„«»"<>]+/gu;
const AROUND = /^[^\p{L}\p{N}/~#@$€£¥]+|[^\p{L}\p{N}/+#%€£¥]+$/gu;

/** Paths, addresses, codes, versions: words that are more than letters, folded, each once. Plain numbers are none. */
export function identifiersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [token] of text.normalize('NFKC').matchAll(TOKEN)) {
    const bare = token.replace(AROUND, '').replace(/['’]s$/u, '');
    const isMixed =
      /\p{L}/u.test(bare) &&
      /\d/.test(bare) &&
      !/^\d+(?:st|nd|rd|th|am|pm|h|er|e|º|ª|-?(?:jährig|year)\w*)$/i.test(bare);
    const isPath =
      /^(?:~|\.{1,2})?\/[\w.-]|[\w-]\/[\w.-]+\/|\w:\\|:\/\/|[\w.+-]@[\w-]+\.\w|\w\.(?:[a-z]{2,5}|md|ya?ml|json)$|\w_\w/i.test(
        bare,
      );
    const isCode = /^[A-Z]{2,}[A-Z0-9]*(?:-[A-Z0-9]+)+$|\p{Ll}\p{Lu}/u.test(bare);
    if (isMixed || isPath || isCode) found.add(foldText(bare));
  }
  return [...found];
}

/** Whether folded text holds an identifier as one word, or does so once what separates is left out on both sides. */
export function holdsWord(folded: string, word: string): boolean {
  return standsIn(folded, word) || standsIn(folded.replace(/[-_]/g, ''), word.replace(/[-_]/g, ''));
}

function standsIn(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordy(text[at - 1]) && !isWordy(text[at + word.length])) return true;
  }
  return false;
}

function isWordy(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(character);
}

/** How notes begin that name nobody. */
const OPENERS = new Set(
  `we you he she they its who what when where which cooking address code plate size price rent deadline note rule goal number
  prefers likes loves hates dislikes wants needs has have had is are was were will can must should lives works moved plans
  decided decision decisions agreed promised owns uses drinks eats speaks bought sold asked said says told mentioned reported owner user
  remember never always the a an his her their my our your this that these those new old there it in on at from for with to
  and but or when since until after before by every each all any no not do don please today tomorrow yesterday allergic
  der die das ein eine mein meine dein unser ihr sein er sie es wir ich in am im um ab bis nach vor für mit von zu zum zur
  mag trinkt isst wohnt arbeitet hat ist will muss soll darf nie niemals immer keine kein nicht bitte merke
  le la les un une mon ma mes son sa ses notre nos il elle je nous on en au aux à de du des ne pas aime préfère habite
  el los las un una mi mis su sus nuestro nuestra yo él ella no le gusta prefiere vive trabaja quiere en del
  mój moja moje nasz nasza on ona ja my w na do od z nie lubi woli mieszka pracuje`.split(/\s+/),
);

/**
 * Words that look like names, folded, each once: capitals inside a sentence, the first word where it is no usual opening of a
 * note, runs of Katakana. Where a language writes all nouns large, those are among them.
 */
export function namesIn(text: string): string[] {
  const found = new Set<string>();
  const plain = text.normalize('NFKC');
  let begins = true;
  for (const match of plain.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*|[.!?:;\n。！？：；]/gu)) {
    const [word] = match;
    if (/^[^\p{L}\p{N}]/u.test(word)) {
      begins = true;
      continue;
    }
    const bare = foldText(word.replace(/['’](?:s|ll|ve|re|d|m)$/iu, ''));
    const isLarge = /^\p{Lu}/u.test(word) && !/^I(?:['’]|$)/.test(word);
    if (isLarge && !/^\P{L}*$/u.test(bare) && !(begins && OPENERS.has(bare))) found.add(bare);
    begins = false;
  }
  for (const [run] of plain.matchAll(/[\p{Script=Katakana}ー]{2,}/gu)) found.add(foldText(run));
  return [...found];
}
