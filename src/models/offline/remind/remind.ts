// Recognises what somebody wants of reminders: to be reminded, to see what is scheduled, to take one back. Pure: what is
// meant by a time is decided when it is known what time it is.

import { type Language, languageOf } from '../../../text/language.js';
import { askedInCjk } from './ask-cjk.js';
import { askedInLatin } from './ask-latin.js';
import type { Asked } from './asked.js';

export type Reminding =
  | ({ kind: 'remind' } & Asked)
  | { kind: 'reminders'; language: Language }
  /** Without an id they did not say which. */
  | { kind: 'cancel-reminder'; language: Language; id?: string };

/** A longer text is a paste, and nobody's wish. UTF-16. */
const LONGEST = 2_000;

const greeting =
  /^(?:(?:hi|hello|hey|ok|okay|hallo|bonjour|salut|hola)(?:\s+(?:there|nightjar))?|nightjar|你好|您好|こんにちは|안녕(?:하세요)?)\s*[,!.，！。、:]+\s*/iu;

const lists: readonly RegExp[] = [
  /^(?:please\s+)?(?:(?:show|list|tell)\s+(?:me\s+)?)?(?:all\s+)?(?:(?:of\s+)?my|the|all)\s+(?:scheduled\s+)?(?:reminders?|schedules?|scheduled\s+(?:jobs|messages))(?:\s+please)?$/iu,
  /^(?:please\s+)?(?:show|list)\s+(?:me\s+)?(?:reminders|schedules)(?:\s+please)?$/iu,
  /^what\s+are\s+(?:my|the|our)\s+(?:reminders|schedules)$/iu,
  /^(?:what|which)\s+(?:reminders|schedules)\s+(?:do\s+(?:i|we)\s+have|are\s+(?:there|set|scheduled|active))(?:\s+(?:set|scheduled|here|now))*$/iu,
  /^what(?:['’]?s|\s+is|\s+(?:do\s+)?(?:i|we)\s+have)\s+(?:currently\s+)?scheduled(?:\s+(?:here|now))?$/iu,
  /^(?:do\s+(?:i|we)\s+have\s+any|are\s+there\s+any)\s+(?:reminders|schedules)(?:\s+(?:set|scheduled))?$/iu,
  /^(?:(?:请|請|帮我|幫我|给我|給我|我想)*(?:列出|查看|显示|顯示|看看|看一下|看)?(?:我的?|我们的?|我們的?|所有的?|全部的?)?(?:提醒|定时任务|定時任務)(?:列表|清单|清單|事项|事項)?|(?:我|我们|我們|现在|現在|这里|這裡)*(?:都)?(?:有|设了|設了|设置了|設置了)(?:什么|什麼|哪些|没有|沒有)(?:提醒|定时任务|定時任務)|(?:有|安排了)(?:什么|什麼|哪些)(?:安排|计划|計劃)(?:了)?)(?:吗|嗎)?$/u,
  /^(?:(?:私|僕|俺)の)?(?:リマインダー|リマインド|予約)(?:の)?(?:一覧|リスト)?(?:を)?(?:見せて|表示して|教えて|出して|は何|は何が|は)?(?:ください|くれ|ですか|ある|ありますか|か)*$/u,
  /^(?:何|なに)が(?:予定|予約|スケジュール)されて(?:いる|いますか|る)(?:か|の)?$/u,
  /^(?:내\s*|제\s*)?(?:알림|리마인더)(?:들)?(?:\s*(?:목록|리스트))?(?:을|를|이|은)?\s*(?:(?:보여|알려)\s*(?:줘요?|주세요)|뭐\s?(?:있어요?|야)|있어요?|있나요)?$/u,
  /^(?:예약된|설정된)\s*(?:알림|리마인더|것)(?:을|를|이|은)?\s*(?:(?:보여|알려)\s*(?:줘요?|주세요)|뭐\s?(?:있어요?|야|예요)|있어요?)?$/u,
  /^(?:bitte\s+)?(?:zeige?|liste|nenne?)\s+(?:mir\s+|uns\s+)?(?:alle\s+|meine\s+|unsere\s+|die\s+)*erinnerungen(?:\s+auf)?(?:\s+bitte)?$/iu,
  /^(?:welche|was\s+für)\s+erinnerungen\s+(?:habe\s+ich|haben\s+wir|gibt\s+es)$|^was\s+ist\s+(?:alles\s+)?geplant$|^meine\s+erinnerungen$/iu,
  /^(?:montre|affiche|liste)(?:-moi|-nous)?\s+(?:tous\s+)?(?:mes|les|nos)\s+rappels$|^quels\s+(?:sont\s+(?:mes|les|nos)\s+rappels|rappels\s+(?:ai-je|j['’]ai|avons-nous))$|^mes\s+rappels$/iu,
  /^(?:muestra|muéstrame|lista|enseña|enséñame)\s+(?:todos\s+)?(?:mis|los|nuestros)\s+recordatorios$|^(?:qué|cuáles)\s+(?:recordatorios\s+(?:tengo|hay|tenemos)|son\s+mis\s+recordatorios)$|^mis\s+recordatorios$/iu,
];

const ID = '(?:\\s*[#:：]?\\s*[`"「“]?(?!(?:please|bitte|now)\\b)(?<id>[a-z0-9][a-z0-9_-]{0,63})[`"」”]?)?';
const cancels: readonly (readonly [Language, RegExp])[] = [
  [
    'en',
    new RegExp(
      `^(?:please\\s+|can you\\s+|could you\\s+)*(?:cancel|delete|remove|stop|drop)\\s+(?:the\\s+|my\\s+|that\\s+)?(?:reminder|schedule)(?:\\s+(?:number|id|no\\.?))?(?!\\p{L})${ID}(?:\\s+please)?$`,
      'iu',
    ),
  ],
  [
    'de',
    new RegExp(
      `^(?:bitte\\s+)?(?:lösche?|streiche?|storniere?|entferne?)\\s+(?:bitte\\s+)?(?:die\\s+|meine\\s+)?erinnerung(?!\\p{L})${ID}(?:\\s+bitte)?$`,
      'iu',
    ),
  ],
  [
    'de',
    /^(?:bitte\s+)?(?:die\s+)?erinnerung\s+[`"„]?(?<id>[a-z0-9][a-z0-9_-]{0,63})[`"“]?\s+(?:löschen|streichen|stornieren|entfernen)$/iu,
  ],
  ['fr', new RegExp(`^(?:annule|supprime|efface)[rz]?\\s+(?:le\\s+|mon\\s+)?rappel(?!\\p{L})${ID}$`, 'iu')],
  ['es', new RegExp(`^(?:cancela|borra|elimina|quita)\\s+(?:el\\s+|mi\\s+)?recordatorio(?!\\p{L})${ID}$`, 'iu')],
  [
    'zh',
    new RegExp(
      `^(?:请|請|帮我|幫我|麻烦|麻煩)*(?:取消|删除|刪除|删掉|刪掉|停止|关掉|關掉)(?:这个|這個|那个|那個|我的)?(?:提醒|定时任务|定時任務)${ID}(?:吧)?$`,
      'iu',
    ),
  ],
  [
    'zh',
    /^(?:请|請|帮我|幫我)*(?:把)?(?:提醒)\s*[`"「“]?(?<id>[a-z0-9][a-z0-9_-]{0,63})[`"」”]?\s*(?:取消|删除|刪除|删掉|刪掉)(?:掉)?(?:吧)?$/iu,
  ],
  [
    'ja',
    /^(?:リマインダー|リマインド)(?:の)?\s*[`"「“]?(?<id>[a-z0-9][a-z0-9_-]{0,63})?[`"」”]?\s*(?:を)?(?:取り消して|削除して|消して|キャンセルして|止めて|やめて)(?:ください|下さい|くれ|ね)?$/iu,
  ],
  [
    'ko',
    /^(?:알림|리마인더)\s*[`"“]?(?<id>[a-z0-9][a-z0-9_-]{0,63})?[`"”]?\s*(?:을|를)?\s*(?:취소|삭제|지워|꺼)(?:해)?\s*(?:줘요?|주세요)?$/iu,
  ],
];

/** What the person's own words want of reminders; undefined for anything else. */
export function remindingIn(ownWords: string): Reminding | undefined {
  if (ownWords.length > LONGEST) return undefined;
  const said = ownWords.normalize('NFC').trim().replace(greeting, '');
  const bare = said.replace(/^¿/u, '').replace(/[\s.!?。！？]+$/u, '');
  if (lists.some((one) => one.test(bare))) return { kind: 'reminders', language: languageOfList(bare) };
  for (const [language, pattern] of cancels) {
    const found = pattern.exec(bare);
    if (!found) continue;
    const id = found.groups?.id;
    const named = language === 'zh' ? languageOf(bare.replace(/[a-z0-9_-]+/giu, ' ')) : language;
    return { kind: 'cancel-reminder', language: named, ...(id === undefined ? {} : { id }) };
  }
  const asked = askedInCjk(said) ?? askedInLatin(said);
  return asked && { kind: 'remind', ...asked };
}

function languageOfList(said: string): Language {
  if (/erinnerungen|geplant/iu.test(said)) return 'de';
  if (/rappels/iu.test(said)) return 'fr';
  return /recordatorios/iu.test(said) ? 'es' : languageOf(said);
}
