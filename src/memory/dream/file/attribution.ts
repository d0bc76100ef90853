// Whose statement a line is: in a group everybody's but the owner's says so itself, in words that code puts in front. Pure.
// A member's statement is kept as theirs and never as an order.

import type { Claim, Scope, Trust } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';
import { sentencesOf } from '../../../text/sentences.js';
import { instructs } from '../../../text/speech.js';
import { lowestTrust } from '../../../text/trust.js';
import { noteBullets } from '../../daily-log.js';

/** How far the words of a scope's own people can be relied on; in a group those of members, which stand under their names. */
export function ownTrust(scope: Scope): Trust {
  return scope.kind === 'main' ? 'owner' : 'member';
}

export function isBelow(trust: Trust, own: Trust): boolean {
  return lowestTrust([trust, own]) !== own;
}

/** How far words can be relied on, and whether somebody only passed them on. */
export interface Reliance {
  trust: Trust;
  passedOn: boolean;
}

/** Of the best of its entries. A claim's own trust may be that of words that were quoted. */
export function relianceOf(claim: Claim): Reliance {
  const own = claim.entries.filter(({ passedOn }) => !passedOn);
  const passedOn = own.length === 0;
  return bestOf((passedOn ? claim.entries : own).map(({ trust }) => ({ trust, passedOn })));
}

/** One's own words before those passed on, then the most trusted; of none what nobody can rely on. */
export function bestOf(all: readonly Reliance[]): Reliance {
  return all.reduce((best, one) => (isBetter(one, best) ? one : best), { trust: 'web', passedOn: true });
}

function isBetter(one: Reliance, other: Reliance): boolean {
  if (one.passedOn !== other.passedOn) return !one.passedOn;
  return one.trust !== other.trust && lowestTrust([one.trust, other.trust]) === other.trust;
}

/** The lowest of all, for what needs every one of them. */
export function allOf(all: readonly Reliance[]): Reliance {
  return { trust: lowestTrust(all.map(({ trust }) => trust)), passedOn: all.some(({ passedOn }) => passedOn) };
}

const SOURCES: Readonly<Partial<Record<Trust, string>>> = {
  model: 'The assistant',
  tool: 'A tool',
  web: 'A web page',
};

/** `bob said: `, or '' where the words stand bare: a scope's own people speak for themselves. */
export function leadOf(scope: Scope, speaker: string | undefined, { trust, passedOn }: Reliance): string {
  if (speaker !== undefined) {
    const [bullet = ''] = noteBullets('x', { said: speaker });
    return bullet.slice('- '.length, -1);
  }
  if (scope.kind !== 'group' || (trust === 'owner' && !passedOn)) return '';
  return `${SOURCES[trust] ?? 'somebody'} said: `;
}

/** The lead that a line of a file begins with, or ''. */
export function leadIn(text: string): string {
  return /^(?:“[^”\n]{1,60}”|[\p{L}\p{N}\p{M}-]{1,60}|The assistant|A tool|A web page) said: /u.exec(text)?.[0] ?? '';
}

/** What a model may have put in front itself goes, so that it is not said twice. */
export function withoutLead(text: string, lead: string): string {
  const name = lead.slice(0, -' said: '.length).replace(/[“”]/g, '');
  if (name === '') return text;
  const begin = /^["'“”„«「]?(.{1,60}?)["'“”„»」]?\s+(?:said|says)\s*(?:[:：,]|that\s)\s*/iu.exec(text);
  return begin && foldText(begin[1] ?? '') === foldText(name) ? text.slice(begin[0].length) : text;
}

const VERBS =
  'send|forward|transfer|wire|pay|run|execute|delete|erase|wipe|sende?|schicke?|leite|überweise?|zahle?|bezahle?|führe?|lösche?|envo(?:ie|yez|yer)|transf(?:ère|érez|érer|iere|erir)|paye[rz]?|supprime[rz]?|efface[rz]?|exécute[rz]?|env[ií]a(?:r|d)?|reenv[ií]a(?:r)?|pag(?:a|ar|ue)|borra(?:r)?|elimina(?:r)?|ejecuta(?:r)?|wyślij|prześlij|przelej|zapłać|usuń|skasuj|uruchom';
const ASKED = new RegExp(
  `(?<!(?<!\\p{L})(?:i|we|he|she|they|ich|wir|je|nous|yo|ja)(?:['’]ll|\\s(?:will|can|could|must|did|do|would|have to|had to))?\\s)(?<!\\p{L})(?:${VERBS})(?!\\p{L})`,
  'iu',
);
const ASKED_UNSPACED =
  /发送|發送|发给|發給|寄给|寄給|转发|轉發|转账|轉賬|汇款|匯款|付款|支付|删除|刪除|删掉|刪掉|运行|運行|执行|執行|送信|送って|転送|振り?込|支払|払って|削除|消して|実行|보내|전달|송금|이체|지불|결제|삭제|지워|실행/u;

/** Whether somebody else's statement would tell the bot what to do. Rather too often than once too few. */
export function asksToAct(text: string): boolean {
  if (ASKED.test(text) || ASKED_UNSPACED.test(text)) return true;
  return [text, ...sentencesOf(text)].some((sentence) => {
    return instructs(sentence) >= 1 && !describes(sentence);
  });
}

/** Who does something always or never: a name or "my sister" in front of a verb that says what somebody does, not what to do. */
const DESCRIBES =
  /^(?!(?:nightjar|assistant|bot|you|please|always|never|bitte|du|sie|tu|vous|toi|usted|ty|pan|pani)(?!\p{L}))(?:(?:the|my|our|his|her|mein|meine|unser|unsere|die|der|das|mon|ma|notre|le|la|mi|nuestr[oa]|el|mój|moja|nasz|nasza)\s)?[\p{L}\p{M}’'-]{2,30}(?:\s[\p{Lu}][\p{L}\p{M}-]{1,30})?\s(?:(?:(?:almost )?(?:always|never|usually)\s)?(?:is|was|has|had|(?!(?:always|toujours|jamais|plus|this|its|us|as|les|des|nos|vos)(?!\p{L}))\p{Ll}{2,20}(?<!s)s(?!s))|(?:mag|trinkt|isst|nimmt|fährt|wohnt|arbeitet|geht|kommt|hat|ist|spielt|liest|schläft)|(?:ne\s|n['’])?(?:prend|boit|mange|aime|préfère|va|vient|est|habite|travaille|a)|(?:(?:nunca|siempre|no)\s)?(?:prefiere|toma|bebe|come|va|viene|es|está|vive|trabaja|tiene|lleva)|(?:(?:nigdy nie|nigdy|zawsze|nie)\s)?(?:woli|pije|je|jeździ|chodzi|mieszka|pracuje|ma|jest|lubi))(?=[\s.!,]|$)/iu;
/** What makes a rule of a statement, or speaks to the bot, whoever it begins with. */
const BINDS =
  /(?<!\p{L})(?:must|should|shall|needs?|has to|have to|is to|are to|wants?|expects?|asks?|requires?|orders?|says|you|your|from now on|in future|in the future|answers? to|please|muss|soll|sollen|darf|will|möchte|verlangt|dich|dir|du|ab jetzt|ab sofort|künftig|bitte|doit|veut|faut|tu|vous|désormais|dorénavant|debe|quiere|tiene que|hay que|a partir|musi|chce|powinien|powinna|trzeba|od teraz|proszę|nightjar|bot|assistant)(?!\p{L})|[你您]|以后|以後|从现在|從現在|今后|今後|これから|ください|なければ|べき|앞으로|주세요|해야|하세요/iu;
const DESCRIBES_UNSPACED =
  /^(?![不别別请請每]|以后|以後|永远|永遠|总是|總是|一直|必须|いつも|常に|必ず|항상|언제나|절대|꼭)[^，。、,.]{1,12}(?:(?:总是|總是|一直|从来|從來|永远|永遠)(?:都)?(?:不)?(?:喜欢|喜歡|喝|吃|坐|住|穿|用|带|帶|骑|騎|戴|睡|起|去)|は(?:いつも|常に).{1,30}(?:ます|です|いる|む|る|く|う)[。.]?$|[은는이가]\s(?:항상|언제나|늘)\s.{1,30}(?:는다|한다|신다|쓴다|산다|탄다|간다|온다|좋아한다|아요|어요|습니다)[.]?$)/u;

function describes(sentence: string): boolean {
  if (BINDS.test(sentence) || sentence.length > 200) return false;
  return DESCRIBES.test(sentence) || DESCRIBES_UNSPACED.test(sentence);
}
