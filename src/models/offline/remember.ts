// Recognises "remember this" in the languages the stand-in speaks, and takes out what is to be remembered, as said. Pure.

/** What a text asks to be stored: a fact, `nothing` when the request is there without one, undefined for any other text. */
type Remember = { fact: string } | { nothing: true } | undefined;

/** In a longer text a last "remember that" is about more than one fact, and the patterns would be slow. */
const LONGEST_WITH_TRAILING = 1_000;

/** A request in front of the fact, which is the named group `fact`. */
const leading: readonly RegExp[] = [
  /^(?:(?:please|kindly|can you|could you|will you|would you|you should|i want you to|i need you to)[,\s]+)*(?:remember|memori[sz]e|keep in mind|bear in mind|note down|note|take note|make a note|write down|do not forget|don['’]?t forget|never forget)(?:\s+please)?(?:\s*[:,]\s*|\s+(?:that|of|this|to)\b\s*[:,]?\s*|\s+|$)(?:this\s*:\s*)?(?<fact>.*)$/isu,
  /^(?:(?:请|請|麻烦|麻煩|帮我|幫我|给我|給我|替我|你|你要|你得|一定要|能不能|可以|可不可以)\s*)*(?:记住|記住|记得|記得|记下来?|記下來?|记一下|記一下|记着|記著|牢记|牢記|记录一下|記錄一下|记录|記錄|备忘|備忘|别忘了?|別忘了?|不要忘了?|不要忘记|不要忘記)(?:一下|了)?[\s:：,，、。]*(?<fact>.*)$/su,
  /^(?:覚えておいて|覚えといて|覚えて|メモして(?:おいて)?|記憶して(?:おいて)?|忘れないで)(?:ください|下さい|ね|くれ)?[\s:：、。,]+(?<fact>.+)$/su,
  /^(?:기억해|메모해|잊지\s*마|적어)\s*(?:줘|주세요|둬|두세요|요|세요)?\s*[:：,.]\s*(?<fact>.+)$/su,
  /^(?:bitte\s+|kannst du\s+)*(?:merke?n?(?:\s+sie\s+sich|\s+dir)|notiere?(?:\s+dir)?|schreib(?:e)?\s+dir\s+auf|vergiss\s+(?:bitte\s+)?nicht|vergessen\s+sie\s+nicht|denke?\s+(?:bitte\s+)?daran|behalte?\s+im\s+kopf)(?![\p{L}])(?:\s+bitte)?(?:\s*[:,]?\s*dass\b|\s*[:,])?\s*(?<fact>.*)$/isu,
  /^(?:s['’]il (?:te|vous) pla[iî]t,?\s+|peux-tu\s+|veuillez\s+)*(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|note|notez|m[ée]morise[rz]?|n['’]oublie[zs]?\s+pas)(?![\p{L}])(?:\s+bien)?(?:\s+(?:de\s+ce\s+)?que\b|\s+qu['’]|\s*[:,])?\s*(?<fact>.*)$/isu,
  /^(?:por favor,?\s+|puedes\s+)*(?:recuerda|recuerde|recordar|acu[ée]rdate(?:\s+de)?|memoriza|anota|apunta|toma\s+nota(?:\s+de)?|ten\s+en\s+cuenta|no\s+(?:te\s+)?olvides?(?:\s+de)?)(?![\p{L}])(?:\s+que\b|\s*[:,])?\s*(?<fact>.*)$/isu,
];

/** A request behind the fact. */
const trailing: readonly RegExp[] = [
  /^(?<fact>.+?)\s*[,.;–—-]\s*(?:(?:and|so|please|now)\s+)*(?:please\s+)?(?:remember|note|memori[sz]e|do not forget|don['’]?t forget)\s+(?:that|this|it)(?:,?\s+please)?\s*[.!]*$/isu,
  /^(?<fact>.+?)[,，。;；、\s]+(?:请|請|帮我|幫我|你要?)*(?:记住|記住|记下来?|記下來?|记一下|記一下|别忘了?|別忘了?)(?:了|哦|啊|吧|这件事|這件事|这一点|這一點)*[。!！.]*$/su,
  /^(?<fact>.+?)[\s、，,。]*(?:覚え(?:て(?:おいて|て)?|といて)|メモして(?:おいて)?|メモっといて|記憶して(?:おいて)?|忘れないで(?:いて)?)(?:ほしい|欲しい|もらえますか|くれますか|くださいね?|下さいね?|くれ|ね|よ)*[。.!！]*$/su,
  /^(?<fact>.+?)[\s,.]*(?:기억해|메모해|외워|적어|잊지\s*마|잊지\s*말아)\s*(?:줘요?|주세요|줄래|주십시오|둬요?|두세요|요|세요|라)?\s*[.!]*$/su,
];

/** What is left of a sentence when the verb behind it is gone: 「…ことを」「…と」, 「…는 것을」「…라고」. */
const tails: readonly (readonly [RegExp, string])[] = [
  [/(?:(?:という|っていう|って)?(?:こと|の|ん))?(?:を|は)$/u, ''],
  [/(?<=[うくすつぬふむゆるただい])(?:と|って)$/u, ''],
  [/(?:이)?라는\s*(?:것을?|걸|거)$/u, '이다'],
  [/다는\s*(?:것을?|걸|거|점을?|사실을?)$/u, '다'],
  [/다고$/u, '다'],
  [/(?<=[가-힣])(?:을|를)$/u, ''],
];

const asksWhat =
  /^(?:when|where|what|who|whom|whose|which|why|how|if|whether|me|us|wo|wer|was|wann|wie|warum|où|qui|quoi|quand|pourquoi|comment|dónde|quién|qué|cuándo|cómo)(?![\p{L}])(?!.*:)/iu;
const pointsNowhere =
  /^(?:that|this|it|me|something|everything|das|es|etwas|ça|cela|ceci|esto|eso|这个|這個|这|這|这件事|这一点|它|那个|これ|それ|この事|이거|이것|그거)?[\s.!。！…,，]*$/iu;
const question =
  /[?？]\s*$|[吗嗎呢][。.!！]?\s*$|(?:覚えて(?:る|いる|ます|います)|記憶して(?:る|いる))か?[。.]?$|^(?:你?还|你?還)记得|^你?還?記得.*(?:哪|什麼|誰|幾|多少)|^你?还?记得.*(?:哪|什么|谁|几|多少|怎么|为什么)|(?:기억하|기억나)/u;
/** A question only by form: "Could you remember that …?" */
const politeRequest =
  /^(?:can|could|will|would) you (?:please )?(?:remember|note|memori[sz]e|keep in mind|write down)(?: down)?(?::| that\b| this\s*:)/iu;
const greeting =
  /^(?:(?:hi|hello|hey|ok|okay|hallo|bonjour|salut|hola)(?:\s+(?:there|nightjar))?|nightjar|你好|您好|こんにちは|안녕(?:하세요)?)\s*[,!.，！。、:]+\s*/iu;

/** Whether `text` asks for something to be stored, and what. A question about memory is no such request. */
export function rememberIn(text: string): Remember {
  const said = text.trim().replace(/\s+/g, ' ').replace(greeting, '');
  if (question.test(said) && !politeRequest.test(said)) return undefined;
  for (const pattern of said.length > LONGEST_WITH_TRAILING ? [] : trailing) {
    const fact = pattern.exec(said)?.groups?.fact;
    if (fact === undefined || isRequestItself(fact)) continue;
    return stored(leadingFact(fact) ?? withoutTail(fact.trim()));
  }
  const fact = leadingFact(said);
  if (fact === undefined) return bareRequest.test(said) ? { nothing: true } : undefined;
  return asksWhat.test(fact) ? undefined : stored(fact);
}

function leadingFact(said: string): string | undefined {
  for (const pattern of leading) {
    const fact = pattern.exec(said)?.groups?.fact;
    if (fact !== undefined) return fact.trim();
  }
  return undefined;
}

const bareRequest =
  /^(?:これ|それ|この事|이거|이것|그거)?(?:を|는|를|을)?\s*(?:覚え(?:て(?:おいて)?|といて)|メモして|기억해|메모해)\s*(?:ください|ね|줘|주세요|둬)?[。.!！]*$/u;

/** "please, remember that …": what stands before the verb is only politeness. */
function isRequestItself(fact: string): boolean {
  return /^(?:please|ok|okay|now|and|so|请|請|bitte|por favor|これ|それ|この事|이거|이것|그거)?(?:を|를|을)?$/iu.test(
    fact.trim(),
  );
}

function stored(raw: string): Remember {
  const fact = raw.trim().replace(/[,\s]+please[.!]*$/iu, '');
  return pointsNowhere.test(fact) ? { nothing: true } : { fact: asSentence(fact) };
}

function withoutTail(fact: string): string {
  for (const [pattern, instead] of tails) {
    const shorter = fact.replace(pattern, instead);
    if (shorter !== fact) return shorter;
  }
  return fact;
}

/** With a capital where a plain Latin word begins it, and a full stop of its script at the end. */
function asSentence(fact: string): string {
  const politeEnd = fact.replace(/[?？]$/u, '');
  const begun = politeEnd.replace(
    /^\p{Ll}\p{L}*(?=[\s,'’]|$)/u,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  if (/[.!…。！]["'”’」』)）]?$/u.test(begun)) return begun;
  return begun + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’」』)）]?$/u.test(begun) ? '。' : '.');
}
