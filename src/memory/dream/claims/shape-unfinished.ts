// What says too little to be remembered: greetings, headings, words that break off, a date alone. Pure tables, in the languages
// that people write here.

import { ACKNOWLEDGED } from '../../../text/speech-words.js';

const COURTESIES = [
  "good (?:morning|night|evening|afternoon|day)|thanks?(?: (?:you|so much|a lot|very much|again)){0,2}|thx|ty|hi|hello|hey|yo|bye(?:[ -]?bye)?|see (?:you|ya)(?: (?:later|soon|tomorrow|then))?|ok(?:ay)?|yes|yeah|yep|no|nope|lol|lmao|rofl|(?:ha|he|hi|ho){2,}h?|how are you(?: (?:doing|today))?|you['’]?re welcome|no (?:problem|worries)|never ?mind|got it|sounds good|nice(?: one)?|cool|great|perfect|awesome|wow|sorry|please|welcome|well done|good (?:job|luck)|congrat(?:s|ulations)|have a (?:nice|good|great) (?:day|evening|weekend|night|one)|happy birthday|same here|me too",
  "guten? (?:morgen|tag|abend|nacht)|hallo|moin|servus|danke(?: (?:schön|dir|sehr|euch|ihnen)){0,2}|dankeschön|vielen dank|bitte(?: schön| sehr)?|bis (?:bald|später|morgen|dann|gleich)|tschüss?|ciao|alles klar|kein problem|schönen? (?:tag|abend|wochenende)(?: noch)?|super|toll|prima|ja|nein|genau|schlaf gut|wie geht(?: es|[’']?s)(?: dir)?",
  "bonjour|bonsoir|bonne (?:nuit|journée|soirée)|salut|coucou|merci(?: (?:beaucoup|bien|à toi))?|au revoir|à (?:bientôt|demain|plus)|de rien|oui|non|d['’]accord|parfait|génial|ça va",
  'hola|buen[oa]s (?:días|tardes|noches)|(?:muchas |mil )?gracias|de nada|adiós|hasta (?:luego|mañana|pronto)|sí|vale|perfecto|genial|(?:ja){2,}|(?:je){2,}|qué tal',
  'dzień dobry|dobry wieczór|cześć|hej|siema|dobranoc|dziękuję(?: bardzo)?|dzięki|do (?:zobaczenia|widzenia|jutra)|na razie|tak|nie|super|świetnie|nie ma za co',
  '你好|您好|大家好|嗨+|哈+|呵+|嘿+|嘻+|早安?|早上好|晚安|晚上好|下午好|中午好|(?:谢|謝){1,4}(?:你|您|大家|啦|了)?|多(?:谢|謝)|非常感(?:谢|謝)|感(?:谢|謝)(?:您|你)?|不客气|不客氣|没关系|沒關係|没事|沒事|没问题|沒問題|好的?(?:呀|啊|吧|哒)?|行|嗯+|哦+|噢+|对(?:的|啊)?|對(?:的|啊)?|是的|再见|再見|拜拜|明天见|明天見|辛苦(?:了|啦)?|加油|恭喜|抱歉|对不起|對不起',
  'こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|おやすみ(?:なさい)?|ありがとう(?:ございま(?:す|した))?|どうも|どういたしまして|すみません|ごめん(?:なさい|ね)?|お疲れ(?:様|さま)?(?:です|でした)?|おつかれ(?:さま)?(?:です|でした)?|よろしく(?:お願い(?:し|いたし)ます)?|はい|いいえ|うん|了解(?:です|しました)?|わかりました|じゃあ?ね|また(?:ね|明日)|いってきます|ただいま|おかえり(?:なさい)?|いただきます|ごちそう(?:さま|様)(?:でした)?|w+|笑+|すごい|いいね|なるほど|おめでとう(?:ございます)?',
  '안녕(?:하세요|히 (?:가세요|계세요))?|고마워(?:요)?|고맙습니다|감사(?:합니다|해요)|천만에요|괜찮아(?:요)?|미안(?:해요?|합니다)?|죄송(?:해요|합니다)|네+|예|응+|아니요?|알겠(?:습니다|어요)|알았어(?:요)?|잘 ?자(?:요)?|수고(?:했어요?|하셨습니다|하세요)?|ㅋ+|ㅎ+|하하+|좋아(?:요)?|화이팅|파이팅|축하(?:해요?|합니다)|또 ?봐(?:요)?',
].join('|');
const BETWEEN = '[\\s,.!~…・、。，！～ー♪)（(]*';
/** Courtesies alone. */
const SMALL_TALK = new RegExp(`^${BETWEEN}(?:(?:${COURTESIES})(?!\\p{L}(?<=[a-zà-ž]))${BETWEEN}){1,8}$`, 'iu');
/** Whom they are said to. */
const ADDRESSED =
  /(?<=\p{L}[,\s]{1,3})(?:\p{Lu}\p{Ll}{1,20}|zusammen|all|everyone|everybody|guys|team|there|again)[.!~\s]*$/u;

export function isSmallTalk(text: string): boolean {
  const plain = text
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(ADDRESSED, '')
    // A long laugh could be cut into shorter ones in countless ways.
    .replace(/(.)\1{2,}/gu, '$1$1')
    .trim();
  return plain.length <= 120 && (SMALL_TALK.test(plain) || ACKNOWLEDGED.test(plain.replace(/[.!。！~]+$/u, '')));
}

const HEADINGS =
  /^(?:(?:key|open|main|new|other|important|action|next|daily|weekly|long-term|user|lasting)\s+){0,2}(?:decisions?|notes?|facts?|summary|preferences?|questions?|todos?|tasks?|items?|steps?|goals?|lessons?(?: learned)?|themes?|highlights?|reflections?|insights?|context|background|people|projects?|memory|memories|candidates?|truths|updates?|misc|entscheidung(?:en)?|notizen?|zusammenfassung|fakten|offene fragen|aufgaben|décisions?|résumé|faits|decisión|decisiones|notas|resumen|decyzj[ae]|notatki|podsumowanie)$/iu;
const CJK_HEADINGS =
  /^(?:今日|每日|重要|关键|關鍵|主要|其他)?(?:决定|決定|总结|總結|备注|備註|要点|要點|事实|事實|偏好|目标|目標|待办(?:事项)?|待辦(?:事項)?|笔记|筆記|まとめ|メモ|決定事項|要約|課題|요약|결정(?: ?사항)?|메모|할 ?일)$/u;
const PLACEHOLDER =
  /^(?:todo|fixme|tbd|wip|xxx|n\/a|none|nothing|nichts|rien|nada|nic|待定|待办|未定|なし|없음)[.!:：]*$/iu;

export function isHeading(text: string): boolean {
  if (/^#{1,6}(?:\s|$)|[:：]\s*(?:\*\*)?$/u.test(text) || PLACEHOLDER.test(text)) return true;
  const plain = text.replace(/^\*\*([^*]+)\*\*$/u, '$1').trim();
  if (HEADINGS.test(plain) || CJK_HEADINGS.test(plain)) return true;
  return plain !== text && plain.length <= 60 && !/[.!。！]$/u.test(plain);
}

/** Words after which something has to come; not those that also end a sentence ("it is on"). Lower case only: "vitamin A". */
const OPEN_WORDS =
  /(?<![\p{L}\p{N}'’-])(?:the|an?|is|are|was|were|and|or|but|of|than|because|if|my|your|their|our|der|die|das|den|dem|ein|eine[nmr]?|ist|sind|und|oder|für|von|weil|dass|mein|meine|le|la|les|une?|est|sont|et|ou|du|des?|que|mon|ma|el|los|las|una?|y|del|con|para|porque|jest|są|oraz|że|ponieważ)$/u;
const CJK_OPEN: readonly RegExp[] = [
  /(?<!是[^，。]{1,16})(?<!\d[，,][^，。,]{1,8})的$|(?<![暖温溫平柔缓緩总總饱飽柔])和$|(?<!不)是$|(?<![不还還都存现現实實内內外自潜潛正])在$|(?:因为|因為|但是|所以|而且|以及|比如|例如|如果|还有|還有)$/u,
  /(?<=[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}])(?:[をはがの]|(?:という|けど|ので))$/u,
  /(?<=[가-힣])(?:(?<![마가노고])을|를|는|그리고|하지만)$/u,
];

/** Ends, or begins, in the middle. */
export function isCutOff(text: string): boolean {
  if (/(?:…|\.\.\.|[,，、;；]|\s[-–—&+]|[([（「『“【])$/u.test(text) || /^(?:…|\.\.\.|[,;)，、；）。」])/u.test(text))
    return true;
  if (OPEN_WORDS.test(text) || CJK_OPEN.some((form) => form.test(text))) return true;
  const brackets = text.replace(/[:;8]-?\(/g, '');
  return PAIRS.some(([open = '', close = '']) => brackets.split(open).length > brackets.split(close).length);
}

const PAIRS: readonly (readonly string[])[] = [
  ['(', ')'],
  ['（', '）'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
];

const CALENDAR =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|today|tomorrow|yesterday|heute|morgen|gestern|am|pm|uhr|st|nd|rd|th|of|de)(?!\p{L})|[年月日号號时時分秒点點년월일시분]|星期.?|周[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일|今天|明天|昨天|今日|明日|昨日|오늘|내일|어제/giu;

/** Digits, days and months, and nothing about them. */
export function isDateAlone(text: string): boolean {
  return text.length <= 80 && /\p{N}|\p{L}/u.test(text) && !/\p{L}/u.test(text.replace(CALENDAR, ''));
}
