// Recognises "remember this" in the languages the stand-in speaks, and takes out what is to be remembered, as said. Pure.

import { asMainClause } from './dass-clause.js';

/** What a text asks to be stored: a fact, `nothing` when the request is there without one, undefined for any other text. */
type Remember = { fact: string } | { nothing: true } | undefined;

/** In a longer text a last "remember that" is about more than one fact, and the patterns would be slow. */
const LONGEST_WITH_TRAILING = 1_000;

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const EVERY_HAN = new RegExp(HAN, 'gu');

/** A request in front of the fact, which is the named group `fact`. */
const leading: readonly RegExp[] = [
  /^(?:(?:please|kindly|can you|could you|will you|would you|you should|i want you to|i need you to)[,\s]+)*(?:remember|memori[sz]e|keep in mind|bear in mind|note down|note|take note|make a note|write down|do not forget|don['’]?t forget|never forget)(?:\s+please)?(?:\s*[:,]\s*|\s+(?:that|of|this|to)\b\s*[:,]?\s*|\s+|$)(?:this\s*:\s*)?(?<fact>.*)$/isu,
  /^(?:(?:请|請|麻烦|麻煩|帮我|幫我|给我|給我|替我|你|你要|你得|一定要|能不能|可以|可不可以)\s*)*(?:记住|記住|记得|記得|记下来?|記下來?|记一下|記一下|记着|記著|牢记|牢記|记录一下|記錄一下|记录|記錄|备忘|備忘|(?:别|別|不要)忘[了记記]?)(?:一下|了)?[\s:：,，、。]*(?<fact>.*)$/su,
  /^(?:覚えておいて|覚えといて|覚えて|メモして(?:おいて)?|記憶して(?:おいて)?|忘れないで)(?:ください|下さい|ね|くれ)?[\s:：、。,]+(?<fact>.+)$/su,
  /^(?:기억해|메모해|잊지\s*마|적어)\s*(?:줘|주세요|둬|두세요|요|세요)?\s*[:：,.]\s*(?<fact>.+)$/su,
  /^(?:bitte\s+|kannst du\s+)*(?:merke?n?(?:\s+sie\s+sich|\s+dir)|notiere?(?:\s+dir)?|schreib(?:e)?\s+dir\s+auf|vergiss\s+(?:bitte\s+)?nicht|vergessen\s+sie\s+nicht|denke?\s+(?:bitte\s+)?daran|behalte?\s+im\s+kopf)(?![\p{L}])(?:\s+bitte)?(?:\s*[:,]?\s*(?<dass>dass|daß)(?!\p{L})|\s*[:,])?\s*(?<fact>.*)$/isu,
  /^(?:s['’]il (?:te|vous) pla[iî]t,?\s+|peux-tu\s+|veuillez\s+)*(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|note|notez|m[ée]morise[rz]?|n['’]oublie[zs]?\s+pas)(?![\p{L}])(?:\s+bien)?(?:\s+(?:de\s+ce\s+)?que\b|\s+qu['’]|\s*[:,])?\s*(?<fact>.*)$/isu,
  /^(?:por favor,?\s+|puedes\s+)*(?:recuerda|recuerde|recordar|acu[ée]rdate(?:\s+de)?|memoriza|anota|apunta|toma\s+nota(?:\s+de)?|ten\s+en\s+cuenta|no\s+(?:te\s+)?olvides?(?:\s+de)?)(?![\p{L}])(?:\s+que\b|\s*[:,])?\s*(?<fact>.*)$/isu,
];

/** A request behind the fact. */
const trailing: readonly RegExp[] = [
  /^(?:bitte\s+)?(?:vergiss|vergesst|vergessen\s+sie)(?:\s+bitte)?\s+(?!dass\b|daß)(?<fact>.+?)\s+nicht\s*[.!]*$/isu,
  /^(?<fact>.+?)\s*[,.;–—-]\s*(?:(?:and|so|please|now)\s+)*(?:please\s+)?(?:remember|note|memori[sz]e|do not forget|don['’]?t forget)\s+(?:that|this|it)(?:,?\s+please)?\s*[.!]*$/isu,
  /^(?<fact>.+?)[,，。;；、\s]+(?:请|請|帮我|幫我|你要?)*(?:记住|記住|记下来?|記下來?|记一下|記一下|别忘了?|別忘了?)(?:了|哦|啊|吧|这件事|這件事|这一点|這一點)*[。!！.]*$/su,
  /^(?<fact>.+?)[\s、，,。]*(?:覚え(?:て(?:おいて|て)?|といて)|メモして(?:おいて)?|メモっといて|記憶して(?:おいて)?|忘れないで(?:いて)?)(?:ほしい|欲しい|もらえますか|くれますか|くださいね?|下さいね?|くれ|ね|よ)*[。.!！]*$/su,
  /^(?<fact>.+?)[\s,.]*(?:기억해|메모해|외워|적어|잊지\s*마|잊지\s*말아)\s*(?:줘요?|주세요|줄래|주십시오|둬요?|두세요|요|세요|라)?\s*[.!]*$/su,
];

/**
 * What is left of a sentence when the verb behind it is gone: 「…ことを」「…と」, 「…는 것을」「…라고」. After a whole
 * sentence 라고 only quotes; after a noun it holds the copula.
 */
const tails: readonly (readonly [RegExp, string])[] = [
  [/(?:(?:という|っていう|って)?(?:こと|の|ん))?(?:を|は)$/u, ''],
  [/(?<=[うくすつぬふむゆるただい])(?:と|って)$/u, ''],
  [/^["'“‘「『](.+)["'”’」』]\s*(?:이)?라고$/u, '$1'],
  [/(?<=[다요까죠지네해어아야])라고$/u, ''],
  [/(?<=["'”’」』.!])\s*(?:이)?라고$/u, ''],
  [/이라고$/u, '이다'],
  [/(?<=[가-힣])라고$/u, '다'],
  [/(?<=[\p{L}\p{N}])라고$/u, '이다'],
  [/이라는\s*(?:것을?|걸|거|점을?|사실을?)$/u, '이다'],
  [/라는\s*(?:것을?|걸|거|점을?|사실을?)$/u, '다'],
  [/다는\s*(?:것을?|걸|거|점을?|사실을?)$/u, '다'],
  [/다고$/u, '다'],
  [/(?<=[가-힣])(?:을|를)$/u, ''],
];

const asksWhat =
  /^(?:when|where|what|who|whom|whose|which|why|how|if|whether|(?:me|us)(?=[\s.!…]*$|\s+(?:when|to|at|from|as|going|being)\b)|wo|wer|was|wann|wie|warum|où|qui|quoi|quand|pourquoi|comment|dónde|quién|qué|cuándo|cómo)(?![\p{L}])(?!.*:)/iu;
export const pointsNowhere =
  /^(?:that|this|it|me|something|everything|das|es|etwas|ça|cela|ceci|esto|eso|这个|這個|这|這|这件事|这一点|它|那个|これ|それ|この事|이거|이것|그거)?[\s.!。！…,，]*$/iu;
const question =
  /[?？]\s*$|[吗嗎呢][。.!！]?\s*$|(?:覚えて(?:る|いる|ます|います)|記憶して(?:る|いる))か?[。.]?$|^(?:你?还|你?還)记得|^你?還?記得.*(?:哪|什麼|誰|幾|多少)|^你?还?记得.*(?:哪|什么|谁|几|多少|怎么|为什么)|(?:기억하|기억나)/u;
/** A question only by form: "Could you remember that …?" */
const politeRequest =
  /^(?:can|could|will|would) you (?:please )?(?:remember|note|memori[sz]e|keep in mind|write down)(?: down)?(?::| that\b| this\s*:)/iu;
const greeting =
  /^(?:(?:hi|hello|hey|ok|okay|hallo|bonjour|salut|hola)(?:\s+(?:there|nightjar))?|nightjar|你好|您好|こんにちは|안녕(?:하세요)?)\s*[,!.，！。、:]+\s*/iu;

/** A text in one line and without a greeting in front, as requests are recognised. */
export function requestIn(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(greeting, '');
}

/** Whether `text` asks for something to be stored, and what. A question about memory is no such request. */
export function rememberIn(text: string): Remember {
  const said = requestIn(text);
  if (question.test(said) && !politeRequest.test(said)) return undefined;
  for (const pattern of said.length > LONGEST_WITH_TRAILING ? [] : trailing) {
    const fact = pattern.exec(said)?.groups?.fact;
    if (fact === undefined || isRequestItself(fact)) continue;
    return stored(leadingFact(fact) ?? withoutTail(fact.trim()), said);
  }
  const fact = leadingFact(said);
  if (fact === undefined) return bareRequest.test(said) ? { nothing: true } : undefined;
  return asksWhat.test(fact) ? undefined : stored(fact, said);
}

function leadingFact(said: string): string | undefined {
  for (const pattern of leading) {
    const { fact, dass } = pattern.exec(said)?.groups ?? {};
    if (fact === undefined) continue;
    return dass === undefined || fact.trim() === '' ? fact.trim() : withoutDass(fact.trim());
  }
  return undefined;
}

/** A clause is no sentence: it becomes one, or stays whole behind a word that needs it. */
function withoutDass(clause: string): string {
  return asMainClause(clause) ?? `Merke: dass ${clause}`;
}

const bareRequest =
  /^(?:これ|それ|この事|이거|이것|그거)?(?:を|는|를|을)?\s*(?:覚え(?:て(?:おいて)?|といて)|メモして|기억해|메모해)\s*(?:ください|ね|줘|주세요|둬)?[。.!！]*$/u;

/** "please, remember that …": what stands before the verb is only politeness. */
function isRequestItself(fact: string): boolean {
  return /^(?:please|ok|okay|now|and|so|请|請|bitte|por favor|これ|それ|この事|이거|이것|그거)?(?:を|를|을)?$/iu.test(
    fact.trim(),
  );
}

function stored(raw: string, said: string): Remember {
  const fact = raw.trim().replace(/[,\s]+please[.!]*$/iu, '');
  return pointsNowhere.test(fact) ? { nothing: true } : { fact: asSentence(fact, isHanText(said, fact)) };
}

function withoutTail(fact: string): string {
  const bare = fact.replace(/\s(?:꼭|좀|잘)$/u, '');
  for (const [pattern, instead] of tails) {
    const shorter = bare.replace(pattern, instead);
    if (shorter !== bare) return shorter;
  }
  return bare;
}

/** Chinese or Japanese, whatever Latin words or digits are in it: it begins so, or has more of it. */
function isHanText(said: string, fact: string): boolean {
  return (
    HAN.test(/\p{L}/u.exec(said)?.[0] ?? '') ||
    (fact.match(EVERY_HAN)?.length ?? 0) > (fact.match(/[a-z]+/giu)?.length ?? 0)
  );
}

/** With a capital where a plain Latin word begins it, and a full stop of its script at the end. */
function asSentence(fact: string, han: boolean): string {
  const politeEnd = fact.replace(/[?？]$/u, '').trimEnd();
  const begun = politeEnd.replace(
    /^\p{Ll}\p{L}*(?=[\s,'’]|$)/u,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  const ended = han ? begun.replace(/(?<!\.)\.$/u, '。') : begun;
  if (/[.!…。！]["'”’」』)）]?$/u.test(ended)) return ended;
  return ended + (han ? '。' : '.');
}
