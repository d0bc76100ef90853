// The words and names that a text could be about, of any language: stems to compare by, forms to show. Pure. What always stands
// together in characters becomes one word; particles and everyday words are none.

import { tellingTerms } from '../../../text/content.js';
import { foldText, isCjk } from '../../../text/segment.js';
import { isGrammar, isSmallTalk, isStopTerm } from '../../../text/stop-words.js';

const LOOKED_AT = 2_000;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu;
const EVERYDAY = new Set(
  `today tomorrow yesterday now later soon again still already always never often only also just very really quite more most much many
  few little lot good bad new old big small great nice fine best better next last first second other another same every each all any
  some one two three day days week weeks month months year years time times morning evening night hour hours minute minutes monday
  tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
  say says said tell tells told ask asks asked think thinks thought know knows knew want wants wanted like likes liked love loves need
  needs needed use uses used make makes made get gets got go goes went come comes came take takes took give gives gave see sees saw
  look looks looked work works worked live lives lived will would may might must let put try tried start started begin began end ended
  yes okay please thanks thank user owner assistant remember note decided decision agreed prefer prefers moved called people person
  thing things something anything nothing everything somebody someone here there back well way even because while until since before
  heute morgen gestern jetzt immer wieder schon sehr mehr gut neu alt groß klein tag tage woche wochen monat jahr zeit uhr sagt sagte
  will wollen kann können muss müssen soll sollen haben hat wird werden wurde macht machen geht gehen kommt gibt nimmt dann aber wenn weil
  aujourd hui demain hier toujours très plus bien jour jours semaine mois an année fait faire dit veut peut doit avoir être été aussi mais
  hoy mañana ayer siempre muy más bien día días semana mes año hace hacer dice quiere puede debe tiene tener fue ser está pero también
  dziś jutro wczoraj zawsze bardzo więcej dobrze dzień dni tydzień miesiąc rok czas jest są być był była było będzie ma mają mieć może
  trzeba nie tak się na w z do od po za o u i a ale że to ten ta te tego tej co jak kiedy gdzie który która które już jeszcze tylko też
  przez dla przy pod nad bez jego jej ich mój moja moje nasz nasza on ona oni ja ty my wy mi mnie ci go mu jej im nas wam`.split(
    /\s+/,
  ),
);
/** Characters in which a word of Chinese seldom begins or ends that is a theme. */
const LITTLE_HAN =
  /[的了们們着著过過吗嗎呢吧啊么麼是在和这這那哪就都也很还還我你您他她它有没沒不要会會能可以对對把被给給从從到为為与與跟说說想去来來上下个個每今明昨天日月年时時点點]/u;
/** Everyday words of two characters, in scripts without spaces. */
const EVERYDAY_CJK = new Set(
  '今天 明天 昨天 现在 現在 已经 已經 可以 需要 喜欢 喜歡 决定 決定 知道 觉得 覺得 时候 時候 今日 明日 昨日 毎日 来週 今週 先週 一緒 必要 予定 自分 오늘 내일 어제 지금 이번 다음 항상 매일 우리 저는 정말 그냥'.split(
    ' ',
  ),
);
const KOREAN_ENDS =
  /(?:에서는|에게서|이라고|입니다|이에요|에서|에게|부터|까지|으로|라고|예요|이다|은|는|이|가|을|를|에|의|로|와|과|도|만)$/u;

/** A word that a text speaks of: `key` to compare by, `shown` to people. */
export interface ThemeWord {
  key: string;
  shown: string;
}

/** The words of one text that has spaces, and its runs of Han and Katakana, which need all texts to be cut. */
export function wordsOf(text: string): { words: ThemeWord[]; runs: string[] } {
  const said = text.slice(0, LOOKED_AT).normalize('NFKC').replace(/[’‘]/g, "'");
  const telling = new Set(tellingTerms(said));
  const words: ThemeWord[] = [];
  const runs: string[] = [];
  for (const [written] of said.matchAll(WORDS)) {
    for (const part of written.match(
      /[\p{sc=Hang}]+|[\p{sc=Han}々〇]+|[\p{sc=Kana}ー]+|[^\p{sc=Hang}\p{sc=Han}\p{sc=Kana}\p{sc=Hira}ー々〇]+/gu,
    ) ?? []) {
      const first = part.codePointAt(0) ?? 0;
      if (/^\p{sc=Hang}/u.test(part)) {
        const bare = part.length > 2 ? part.replace(KOREAN_ENDS, '') : part;
        if (bare.length > 1 && !isUsual(bare)) words.push({ key: bare, shown: bare });
      } else if (/^[\p{sc=Kana}ー]/u.test(part)) {
        if ([...part].length > 1) words.push({ key: part, shown: part });
      } else if (isCjk(first)) {
        if ([...part].length > 1) runs.push(part);
      } else {
        for (const word of part.split(/[-']+/u)) {
          const folded = foldText(word);
          const stem = stemIn(folded, telling);
          if (stem === undefined) continue;
          if (folded.length > 2 && !/^\d+$/.test(folded) && !isUsual(folded) && !isSmallTalk(stem))
            words.push({ key: stem, shown: word });
        }
      }
    }
  }
  return { words, runs };
}

/** As `tellingTerms` shortens a word. */
function stemIn(word: string, telling: ReadonlySet<string>): string | undefined {
  if (telling.has(word)) return word;
  const stems = ['ing', 'ies', 'ed', 'es', 's', 'e', 'y'].flatMap((end) =>
    word.endsWith(end) ? word.slice(0, -end.length) : [],
  );
  return stems.find((stem) => stem.length >= 3 && telling.has(stem));
}

function isUsual(word: string): boolean {
  return EVERYDAY.has(word) || EVERYDAY_CJK.has(word) || isStopTerm(word);
}

/**
 * Cuts runs of characters into words: neighbouring bigrams that stand in the same texts, and only together, are one word.
 * `runs`: of each text. Linear in their length.
 */
export function cutRuns(runs: readonly (readonly string[])[]): ThemeWord[][] {
  const texts = new Map<string, number>();
  const pairs = new Map<string, number>();
  const cut = runs.map((all) => all.map(bigramsOf));
  for (const all of cut) {
    const seen = new Set<string>();
    for (const bigrams of all) {
      for (const [at, bigram] of bigrams.entries()) {
        seen.add(bigram);
        const next = bigrams[at + 1];
        if (next !== undefined) seen.add(`${bigram}+${next}`);
      }
    }
    for (const one of seen) count(one.includes('+') ? pairs : texts, one);
  }
  const isOne = (bigram: string, next: string) =>
    texts.get(bigram) === texts.get(next) && pairs.get(`${bigram}+${next}`) === texts.get(bigram);
  return cut.map((all) => all.flatMap((bigrams) => joined(bigrams, isOne)));
}

function joined(bigrams: readonly string[], isOne: (bigram: string, next: string) => boolean): ThemeWord[] {
  const found: string[] = [];
  let word = '';
  let last = '';
  for (const bigram of bigrams) {
    if (word !== '' && isOne(last, bigram) && isWord(bigram)) word += [...bigram].at(-1) ?? '';
    else {
      found.push(word);
      word = isWord(bigram) ? bigram : '';
    }
    last = bigram;
  }
  found.push(word);
  return found.filter((one) => one !== '' && [...one].length <= 8).map((one) => ({ key: one, shown: one }));
}

function isWord(bigram: string): boolean {
  return (
    !isGrammar(bigram) &&
    !isUsual(bigram) &&
    !LITTLE_HAN.test(bigram) &&
    !/^[一二三四五六七八九十周週月火水木金土日]+$/u.test(bigram)
  );
}

function bigramsOf(run: string): string[] {
  const letters = [...run];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
