// Whether one sentence of a person is worth a line, by rules, where no model can say: what states a fact that will be asked
// for, a preference, a decision, a promise, a prohibition. Pure. Never a question, an order for the moment, or small talk.

import { asks } from '../../models/offline/asks.js';
import { languageOf } from '../../text/language.js';
import { foldText } from '../../text/segment.js';
import { isChatter, isOrder, withoutLead } from './chatter.js';
import { isLasting, isStatedFact } from './worth-facts.js';

/** Longer ones are pasted text, of which the beginning decides. */
const MOST_CHARS = 2_000;

export function isWorthALine(said: string): boolean {
  const sentence = withoutLead(said.slice(0, MOST_CHARS).normalize('NFKC').replace(/[’‘]/g, "'").trim());
  if (!/[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(sentence) || isQuestion(sentence)) return false;
  if (isLasting(sentence)) return !NO_STATEMENT.test(sentence);
  if (isChatter(sentence)) return hasCode(sentence) && /\d{3}|\//.test(sentence);
  if (isOrder(sentence) && !namesItsThing(sentence))
    return hasCode(sentence) || (isForLater(sentence) && !isSum(sentence));
  return isStatedFact(sentence) || hasExact(sentence) || hasName(sentence);
}

/** "Order 4711 is late", "Check no. 12 …", "List is in the hall": the first word looks like an order and is a thing. */
function namesItsThing(sentence: string): boolean {
  return /^(?:order|check|list|liste|play|search|help|set|count|guess|show|stop|open|turn|look|find|add|spiel|machine|player|reader|such\p{L}+|stell\p{L}+)\s(?:(?:no\.?|nr\.?|number|nummer|#)\s?)?(?:\d{3}|(?:is|are|was|were|has|had|will be|from|ist|war|hat|vom?|der|est|es|jest)(?!\p{L}))/iu.test(
    sentence,
  );
}

/** Sums and translations are done once they are answered, whatever numbers are in them. */
function isSum(sentence: string): boolean {
  return /^(?:please |bitte )?(?:convert|calculate|compute|count|add|translate|tell|write|guess|(?:be)?rechne|übersetz|calcul|traduis|traduce|policz|oblicz|przetłumacz|(?:请|請|帮我|幫我|给我|給我)*(?:算|翻译|翻譯|讲|講|说|說|写|寫|猜))/iu.test(
    sentence,
  );
}

/** Never mind. */
const NO_STATEMENT =
  /^(?:never ?mind|you never know|i never knew|don'?t (?:worry|mind|mention)|keine sorge|macht nichts|nie im leben|no te preocupes|nie martw|pas de souci|ne t'inquiète)/iu;

function isQuestion(sentence: string): boolean {
  if (
    /[?？]["'”’」』)）]*$/u.test(sentence) ||
    /^(?:czy|kto|co|gdzie|kiedy|dlaczego|jak|ile|który)(?!\p{L})/iu.test(sentence)
  )
    return true;
  // These begin statements as well: a day in May, a person called Will, what was.
  if (
    /^(?:may \d|will (?:\p{Lu}|['’])|was(?= )(?!.*\?)|have (?:been|moved)|find )/iu.test(sentence) &&
    !sentence.endsWith('?')
  )
    return false;
  // So do lists and indexes that are somewhere.
  if (
    /^(?:list|search|find|show|look|read|open|check) .* (?:is|are|was|were|has|lies|runs|belongs|went|holds|contains)(?!\p{L})/iu.test(
      sentence,
    ) &&
    hasCode(sentence)
  )
    return false;
  return !/(?:어머니|언니|할머니)[.!]?$/u.test(sentence) && asks(sentence);
}

const MONTHS =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|february|février|march|märz|mars|marzo|april|avril|abril|may|mai|mayo|june|juni|juin|junio|july|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember)?|septembre|septiembre|o[ck]t(?:ober)?|octobre|octubre|nov(?:ember)?|novembre|noviembre|de[cz](?:ember)?|décembre|diciembre|enero|febrero|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)';
const WEEKDAYS =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|poniedziałek|wtorek|środę|czwartek|piątek|sobotę|niedzielę)';
const CODES: readonly RegExp[] = [
  // Addresses and paths.
  /https?:\/\/\S|[\w.+-]@[\w-]+\.\w|(?<![A-Za-z0-9.])~?\/[\w.-]+\/[\w./-]+|\w:\\\w|[\w-]\.(?:ya?ml|json|md|txt|pdf|docx?|xlsx?|csv|ts|js|py|sh|conf|cfg|log|sql|zip)(?!\p{L})/iu,
  // Letters and digits in one word, at least four signs.
  /(?<![A-Za-z0-9-])(?=[A-Z0-9-]{4})(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Za-z0-9])/,
  /(?<![A-Za-z0-9])[A-Z]{2,}-\d+|(?<!\w)v?\d+\.\d+\.\d+|#\d{2,}/,
];
/** Times, dates, amounts. */
const FOR_LATER: readonly RegExp[] = [
  /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?<!\d)\d{1,2}\.\d{1,2}\.(?!\d)/,
  new RegExp(
    `\\d{1,2}(?:st|nd|rd|th|\\.|er|º)?(?: of| de)? ${MONTHS}(?!\\p{L})|(?<!\\p{L})${MONTHS} \\d{1,2}(?!\\d)`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:on|by|until|till|every|next|am|bis|jeden|nächsten|le|chaque|avant|jusqu'à|el|los|cada|hasta|antes del|w|we|do|każdy|każdą) ${WEEKDAYS}(?!\\p{L})`,
    'iu',
  ),
  /[$€£¥₩]\s?\d|\d\s?(?:[$€£¥₩]|(?:euros?|dollars?|pounds?|eur|usd|chf|pln|zł|kr|yen|won|crowns)(?!\p{L})|元|块|塊|円|원|万|萬)/iu,
  /\d\s?(?:kg|km|cm|mm|gb|tb|mb|kwh|kw|mg|ml|m²|qm|liters?|litres?|years? old|jahre alt|ans(?!\p{L})|años|lat(?!\p{L})|岁|歲|歳|살)/iu,
  /\d\s?(?:uhr|o'clock|[ap]\.?m\.?(?!\p{L})|heures?|godzin)|\d+\s?(?:点|點|时|時|시)(?!间|間|候|간)|\d+\s?(?:月|월)|\d+\s?[号號](?!\p{L}?码)/iu,
  // Days and hours in characters.
  /(?:周|星期|礼拜|禮拜)[一二三四五六日天].*[点點号號前后後]|[一二三四五六七八九十]+月[一二三四五六七八九十]+[日号號]|[月火水木金土日]曜日?.*(?:時|まで|に)|[월화수목금토일]요일/u,
];

/** Any number that nobody says in passing. */
const NUMBER = /(?<![\d.,%])\d(?:[\d ]*\d){2,}(?!\s?(?:%|x(?!\p{L})|times|mal(?!\p{L})|percent))/u;

/** It is such a time now. */
const NOW = /^(?:it'?s|it is|es ist|il est|son las|es la|jest|现在|現在|今は?|もう|지금|벌써)\P{L}*\d/iu;

function hasCode(sentence: string): boolean {
  return CODES.some((one) => one.test(sentence));
}

function isForLater(sentence: string): boolean {
  return FOR_LATER.some((one) => one.test(sentence));
}

function hasExact(sentence: string): boolean {
  if (NOW.test(sentence) && [...sentence.matchAll(/\p{L}+/gu)].length < 8) return false;
  const said = [...sentence.matchAll(/\p{L}+/gu)].length;
  return said > 0 && (hasCode(sentence) || isForLater(sentence) || NUMBER.test(sentence));
}

const NO_NAMES = new Set(
  `i ok okay lol omg tv ai god jesus haha wow nightjar mr mrs ms dr christmas easter internet google english german french
  spanish polish chinese japanese korean monday tuesday wednesday thursday friday saturday sunday january february march
  april may june july august september october november december`.split(/\s+/),
);
/** In German every noun is large: a name is what stands alone behind these. */
const GERMAN_BEFORE = new Set(
  'in nach aus von bei mit für an um heißt heisst namens und kenne treffe besuche'.split(' '),
);
const GERMAN_NOUNS = new Set(
  `ordnung hause haus ruhe freude spaß liebe zukunft eile zeit gefahr arbeit bett urlaub herzen glück musik kaffee tee wasser
  geld angst sport frieden wirklichkeit pause anfang ende mittag abend morgen nacht ostern weihnachten bier wein essen fuß`.split(
    /\s+/,
  ),
);

/** A name inside the sentence that nobody is called by there. */
function hasName(sentence: string): boolean {
  const words = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu)];
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sentence);
  if (!cjk && words.length < 4) return false;
  const german =
    languageOf(sentence) === 'de' ||
    /[äöüß]|(?<!\p{L})(?:und|ist|der|das|die|ein|eine|heute|sehr|nicht|ich|wir)(?!\p{L})/iu.test(sentence);
  return words.some(([word], index) => {
    const at = words[index]?.index ?? 0;
    const bare = foldText(word.replace(/'(?:s|ll|ve|re|d|m)$/iu, ''));
    if (!/^\p{Lu}[\p{L}\p{M}-]+/u.test(word) || NO_NAMES.has(bare)) return false;
    if (cjk) return /^[A-Z][a-z]+/.test(word);
    const front = sentence.slice(0, at);
    if (index === 0 || (/[.!?:;"“„»]\s*$/u.test(front) && !/(?:dr|mr|mrs|ms|prof)\.\s*$/i.test(front))) return false;
    const before = words[index - 1];
    // "…, Tom!" is spoken to Tom.
    const behind = sentence.slice(at + word.length);
    if (/,\s*$/.test(sentence.slice(0, at)) && /^\P{L}*$/u.test(behind)) return false;
    if (!german) return true;
    return before !== undefined && GERMAN_BEFORE.has(foldText(before[0])) && !GERMAN_NOUNS.has(bare);
  });
}
