// Recognises a wish to be reminded in Chinese, Japanese and Korean, whose verb may stand behind everything. Pure.

import { traditionalIn } from '../../../text/traditional.js';
import { type Asked, completes, timeAtEnd, unquoted, withoutEnd } from './asked.js';
import { isWhole, type Spoken } from './spoken.js';
import { japaneseTime } from './time-ja.js';
import { koreanTime } from './time-ko.js';
import { folded, readTime, type TimeWords } from './time-rule.js';
import { chineseTime } from './time-zh.js';

type Found = Omit<Asked, 'language'>;

/** What a text asks to be reminded of; undefined when it asks no such thing. */
export function askedInCjk(said: string): Asked | undefined {
  if (/\p{Script=Hangul}/u.test(said)) {
    const found = inKorean(said);
    return found && { language: 'ko', ...found };
  }
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(said)) {
    const found = inJapanese(said);
    return found && { language: 'ja', ...found };
  }
  if (!/\p{Script=Han}/u.test(said)) return undefined;
  const found = inChinese(said);
  return found && { language: traditionalIn(said) ? 'zh-Hant' : 'zh', ...found };
}

const zhPolite =
  /^(?:[\s,，]|请|請|麻烦|麻煩|帮我|幫我|帮忙|幫忙|给我|給我|能不能|可不可以|可以|能否|你能|你可以|你要|你|记得要?|記得要?|别忘了|別忘了|不要忘[了记記]|到时候?|到時候?|再|都|就|要|来|來|和我说|設|设)+/u;
const zhVerb =
  /(?:(?:提醒)(?:一下|一声|一聲)?(?:我们|我們|咱们|咱們|我|咱|大家)(?:一下|一声|一聲)?|(?:设|設|设置|設置|设定|設定|建|加|定|弄)(?:一)?[个個](?:提醒|闹钟|鬧鐘)|(?<=[点點钟鐘半分刻后後早晚\d天五])(?:叫|喊)(?:我们|我們|我))/u;
const zhTail = /(?:[,，\s]*(?:好吗|好嗎|好不好|可以吗|可以嗎|行吗|行嗎|谢谢你?|謝謝你?|吧|哦|啊))*[。.!！?？\s]*$/u;
const zhPoliteQuestion = /^(?:请|請)?(?:你?能|你?可以|可不可以|能不能)/u;
/** Somebody tells of a reminder, or it is not about this person's. */
const zhTold = /昨|刚才|剛才|[他她谁誰]|[我你]会|会不会|會不會|已经|已經|没有|沒有|的时候才|曾/u;
const zhVague =
  /^(?:过一?会儿?|過一?會兒?|等一?下|等会儿?|等會兒?|一会儿?|一會兒?|待会儿?|待會兒?|晚[点點一]|稍后|稍後|有空|改天|下次|以后|以後|每次|的?之前|以前)/u;
/** What behind a time makes it none: before, or, until, while something goes on. */
const zhUnsure = /^(?:之?前|以前|或|和|跟|到|至|~|-|差|晚|早|多|几|幾|之?间|不)|(?:前|时|時|时候|時候|后|後)$/u;
const zhAsks = /什么|什麼|哪|谁|誰|多少|几[个個点點号號]|幾[個個點點號]|怎么|怎麼|为什么|為什麼|吗[?？]?$|嗎[?？]?$/u;
const zhWords = /^(?:[\s,，、:：]|[说說](?=[：:「"“]))+/u;
const anywhere = /[\s,，、。;；]+/gu;

function inChinese(said: string): Found | undefined {
  const plain = said.replace(zhTail, '').trim();
  const text = zhPoliteQuestion.test(plain) ? plain.replace(/[吗嗎]$/u, '') : plain;
  const verb = zhVerb.exec(text);
  if (!verb) return undefined;
  const before = text.slice(0, verb.index).replace(zhPolite, '');
  const after = text.slice(verb.index + verb[0].length);
  if (zhTold.test(before)) return undefined;
  const front = readFront(before, chineseTime, zhPolite);
  const words = after.replace(zhWords, '');
  const reply = (spoken: Spoken): Found => ({ text: unquoted(words), spoken });
  if (before !== '') {
    if (front === undefined) {
      const { end } = readTime(folded(before), chineseTime);
      // "…八点开会，提醒我": at that time, or in good time before it.
      const vague = zhVague.test(before) || (end > 0 && (words === '' || zhUnsure.test(before.slice(end))));
      return vague && before.length <= 20 ? { text: words } : undefined;
    }
    const next = readTime(folded(words), chineseTime);
    const end = timeAtEnd(folded(words), chineseTime, anywhere);
    return completes(front, next.end > 0 ? next.spoken : end?.spoken) ? { text: words } : reply(front);
  }
  return withTime(words, chineseTime, { vague: zhVague, asks: zhAsks, start: zhWords });
}

/** A text that is nothing but a time, politeness aside; undefined for any other. */
function readFront(text: string, words: TimeWords, polite: RegExp): Spoken | undefined {
  const { spoken, end } = readTime(folded(text), words);
  return end > 0 && text.slice(end).replace(polite, '').trim() === '' ? spoken : undefined;
}

/** Chinese behind its verb: a time and the words, or the words and a time behind a comma. */
function withTime(
  words: string,
  time: TimeWords,
  { vague, asks, start }: { vague: RegExp; asks: RegExp; start: RegExp },
): Found | undefined {
  const plain = folded(words);
  const lead = readTime(plain, time);
  if (lead.end > 0) {
    const body = words.slice(lead.end).replace(start, '');
    // "…九点或十点…", "…九点之前…"
    if (/^(?:或|到|至|~|-|之?前|以前|之?间|多|几|幾)/u.test(body)) return { text: body };
    const other = timeAtEnd(folded(body), time, anywhere);
    return completes(lead.spoken, other?.spoken) ? { text: body } : { text: unquoted(body), spoken: lead.spoken };
  }
  const end = timeAtEnd(plain, time, anywhere);
  if (end) return { text: unquoted(words.slice(0, end.before.length).trim()), spoken: end.spoken };
  if (words !== '' && asks.test(words) && !vague.test(words)) return undefined;
  return { text: words };
}

const jaAsk =
  '(?:ほしい(?:です)?|欲しい(?:です)?|もらえますか|もらえませんか|もらえる|くれますか|くれませんか|くれる|いただけますか|いただけませんか|ください|下さい|くれ|お願い(?:します)?|おねがい(?:します)?|ちょうだい|ね|よ|です)*[。.!！?？\\s]*$';
const jaSure = new RegExp(
  `^(?<body>.*?)(?:リマインド(?:を)?(?:して)?|リマインダー(?:を|に)?(?:セット|設定|登録|追加)?(?:して)?|思い出させて)${jaAsk}`,
  'su',
);
const jaWeak = new RegExp(`^(?<body>.*?)(?:知らせて|通知して|教えて)${jaAsk}`, 'su');
const jaFirst = /^(?:リマインド|リマインダー)(?:して)?(?:ください)?[:：、,\s]+(?<body>.+)$/su;
const jaPolite = /^(?:[\s、,]|すみません|ねえ|お願い|悪いけど|あと|それと)+/u;
const jaTo = /^(?:[\s、,]|(?:私たち|私|僕|俺|わたし|みんな|皆|うちら)(?:に|へ)(?![てっ]))+/u;
const jaAsks = /何|なに|誰|だれ|どこ|いつ|どう|どの|どれ|なぜ|いくつ|いくら|か(?:を|どうか)?$|天気|予定/u;
/** What belongs to the verb behind the words, as "to" does in English. */
const jaTails: readonly RegExp[] = [
  /(?<=[うくぐすつぬぶむる])(?:の|こと)を忘れない(?:ように|よう)?$/u,
  /(?<=[うくぐすつぬぶむるい])(?:ように|よう)(?:に)?(?:と)?$/u,
  /(?<=[うくぐすつぬぶむる])(?:こと|の)(?:を|について)?$/u,
  /(?:って|と)$/u,
  /(?:を|の|について|の件(?:を|で)?)$/u,
];

function inJapanese(said: string): Found | undefined {
  const first = jaFirst.exec(said)?.groups?.body;
  if (first !== undefined) return japaneseWish(withoutEnd(first), true);
  const sure = jaSure.exec(said)?.groups?.body;
  if (sure !== undefined) return japaneseWish(sure, true);
  const weak = jaWeak.exec(said)?.groups?.body;
  return weak === undefined ? undefined : japaneseWish(weak, false);
}

function japaneseWish(body: string, sure: boolean): Found | undefined {
  const plain = body.replace(jaPolite, '').replace(jaTo, '');
  const lead = readTime(folded(plain), japaneseTime);
  const words = plain.slice(lead.end).replace(jaTo, '').trim();
  const tail = jaTails.find((one) => one.test(words));
  const text = unquoted((tail ? words.replace(tail, '') : words).trim());
  if (!sure && (lead.end === 0 || !isWhole(lead.spoken) || jaAsks.test(words))) return undefined;
  if (lead.end === 0) return sure && jaAsks.test(words) ? undefined : { text };
  // "9時から", "9時か10時"; behind a particle such a word begins the text.
  const closed = /[には、,\s]$/u.test(plain.slice(0, lead.end));
  if (!closed && /^(?:まで|から|前|以前|以降|か|または|過ぎ|すぎ)/u.test(words)) return { text };
  return { text, spoken: lead.spoken };
}

const koAsk =
  '\\s*(?:줘요?|주세요|주십시오|주라|줄래요?|줄\\s?수\\s?있(?:어요?|나요|을까요)|주시겠어요|주실래요|주실\\s?수\\s?있(?:나요|어요|을까요))[.!?~\\s]*$';
const koSure = new RegExp(
  `^(?<body>.*?)\\s*(?:다시\\s*)?(?:상기시켜|일깨워|리마인드(?:를|을)?\\s*(?:해)?|(?:알림|리마인더)(?:을|를|으로)?\\s*(?:설정해|맞춰|보내|등록해|해))${koAsk}`,
  'su',
);
const koWeak = new RegExp(`^(?<body>.*?)\\s*(?:알려)${koAsk}`, 'su');
const koPolite = /^(?:[\s,]|저기|혹시|부탁인데|그리고|꼭)+/u;
const koTo = /^(?:(?:나|저|우리|내)(?:한테|에게|게)?\s+|내게\s+|제게\s+|꼭\s+|[\s,])+/u;
const koAsks = /뭐|뭘|무엇|무슨|어디|언제|누구|누가|왜|어떻|어떤|몇|(?:는지|은지|ㄴ지|인지|할지|까)(?:를|도)?$|날씨/u;

function inKorean(said: string): Found | undefined {
  const sure = koSure.exec(said)?.groups?.body;
  if (sure !== undefined) return koreanWish(sure, true);
  const weak = koWeak.exec(said)?.groups?.body;
  return weak === undefined ? undefined : koreanWish(weak, false);
}

function koreanWish(body: string, sure: boolean): Found | undefined {
  const plain = body.replace(koPolite, '').replace(koTo, '');
  const lead = readTime(folded(plain), koreanTime);
  const words = plain.slice(lead.end).replace(koTo, '').trim();
  const text = unquoted(koreanWords(words));
  if (!sure && (lead.end === 0 || !isWhole(lead.spoken) || koAsks.test(words))) return undefined;
  if (lead.end === 0) return koAsks.test(words) ? undefined : { text };
  if (/^(?:까지|부터|전에?|이전에?|이후에?|이나|또는|넘어서?)(?![가-힣])/u.test(words)) return { text };
  return { text, spoken: lead.spoken };
}

/** The ending that hangs on the verb of the request becomes the plain form; a noun loses its particle. */
function koreanWords(words: string): string {
  return words
    .replace(/\s(?:꼭|좀|다시)$/u, '')
    .replace(/하(?:라고|도록)$/u, '하기')
    .replace(/으라고$/u, '기')
    .replace(/는\s?(?:것을?|걸|거)$/u, '는 것')
    .replace(/(?<=[가-힣])(?:을|를)$/u, '')
    .trim();
}
