// The terms of a text that carry what it is about, so that "my" or "私の" alone never makes a hit. Pure.

import { type Language, languageOf } from './language.js';
import { queryTerms, terms } from './segment.js';
import { isStopTerm } from './stop-words.js';

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Function words that are content words of another language, so that the search itself must keep them. */
const functionWords: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  de: words(`
    ich du er sie es wir ihr man mich dich mir dir uns mein meine meinen meinem meiner meines dein deine deinen deinem
    deiner sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere der die das den dem des ein eine einen
    einem einer dass daß ist sind bin bist war waren hat habe haben hast hatte und oder nicht auch noch wo wer wen wem wie
    wann warum was welche welcher welches in im an am auf zu zum zur von vom bei mit für um heißt gibt
  `),
  fr: words(`
    je tu il elle on nous vous ils elles me te se moi toi mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs
    le la les un une des du de au aux et ou est sont suis es ai a as ont que qui quoi où quand comment pourquoi quel
    quelle ce cette dans en à sur avec pour pas ne l d j m t s n c qu
  `),
  es: words(`
    yo tú él ella nosotros ellos me te se mi mis tu tus su sus nuestro nuestra el la los las un una unos unas de del al y
    o es son soy está están estoy hay que qué quién quien dónde donde cuándo cuál cómo por para con en no lo le
  `),
};
/** What a question says of itself. */
const frame = words(`
  know tell say said told find show search look wrote written note notes noted remember mean meant anything something
  else info information thing things
`);

/** The content terms of a line of memory, stems of Latin words. */
export function contentOf(line: string): Set<string> {
  return new Set(contentTerms(line, terms(line)));
}

/** The terms of a question of which a line must have one to be an answer. */
export function wantedBy(question: string): ReadonlySet<string> {
  const all = contentTerms(question, queryTerms(question), languageOf(question));
  const telling = all.filter((term) => !frame.has(term));
  return new Set(telling.length > 0 ? telling : all);
}

function contentTerms(text: string, found: readonly string[], language?: Language): string[] {
  const lone = new Set(text.normalize('NFKC').match(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu) ?? []);
  return found.flatMap((term) => {
    if (isStopTerm(term) || (language && functionWords[language]?.has(term))) return [];
    if (!/^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u.test(term)) return [stem(term)];
    // Half of "の妹" is a particle: the word is 妹, if it is one character long, and else another bigram has it.
    return [...term].filter((character) => lone.has(character) && !isStopTerm(character));
  });
}

/** "lives" and "live", "worked" and "work" are one word to somebody who asks; other scripts stay as they are. */
function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  const short = term.replace(/(?:ing|ies|ed|es|s|e|y)$/, '');
  return short.length >= 3 ? short : term;
}

/** The content terms of whatever somebody wrote, small words of its language aside; in their order, repeats included. */
export function tellingTerms(text: string): string[] {
  return contentTerms(text, terms(text), languageOf(text));
}
