// Whether words begin with a wish to have something remembered, and what is left without it. Pure tables, in the languages that
// people write here. What they want remembered is not judged.

/** In front of the wish. */
const BEFORE =
  "(?:(?:please|pls|hey|hi|ok(?:ay)?|and|also|nightjar|can you|could you|would you|bitte|kannst du|hey|s['’]il te plaît|por favor|proszę|proszę cię)[\\s,]+){0,4}";
/** Between it and what is to be remembered: a mark, or a "that". */
const MARK = '\\s*[:：,，–—-]\\s*';

const LEADS: readonly RegExp[] = [
  lead(
    "remember|memori[sz]e|keep in mind|bear in mind|(?:make|take) a note|note(?: down)?|write down|(?:do not|don['’]?t|never) forget|save(?= this| that| to)",
    '(?: (?:this|it|to memory|for (?:later|me|good|ever)|forever|always|please)){0,3}',
    '(?:of the fact )?that',
  ),
  lead(
    'merke?|notiere?|behalte?|denke?|vergiss(?= nicht)|vergesst(?= nicht)|speichere?',
    '(?: (?:dir|es|das|dies|nicht|bitte|mal|dran|daran|für (?:später|immer)|im kopf|im hinterkopf)){0,4}',
    'dass|daß',
  ),
  // The verb stands last: "bitte merken:", "nicht vergessen:", "à retenir :", "メモ：".
  /^(?:(?:bitte|unbedingt|gut|nicht)\s){0,3}(?:merken|vergessen|notieren)\s*[:：]\s*(?=\S.)|^à (?:retenir|noter)\s*[:：]\s*(?=\S.)|^(?:メモ|메모)\s*[:：]\s*(?=.{2})/iu,
  lead(
    "souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|note|notez|mémorise|n['’]oublie(?:z)? pas",
    '(?: (?:bien|ceci|cela|ça|de ceci|stp)){0,2}',
    "que|qu['’]",
  ),
  lead(
    'recuerda|recuerde|acuérdate|anota|apunta|memoriza|ten en cuenta|no (?:te )?olvides',
    '(?: (?:esto|bien|lo siguiente|de)){0,2}',
    'que',
  ),
  lead('zapamiętaj|pamiętaj|zapisz|zanotuj|nie zapomnij', '(?: (?:sobie|proszę|to)){0,2}', 'że'),
  /^(?:(?:请|請|麻烦|麻煩|帮我|幫我|帮忙|你|要|一定要?|务必|務必|替我|给我|給我)\s*){0,4}(?:记住|記住|记下(?:来)?|記下(?:來)?|记一下|記一下|记录一下|記錄一下|牢记|牢記)(?:了|一下|这个|這個|这件事|這件事|这一点|這一點|以下(?:内容|內容)?)?\s*[:：,，、。\s]*(?=.{2})/u,
  /^(?:(?:请|請|麻烦|麻煩|帮我|幫我|你|要|一定要?|务必|務必)\s*){0,4}(?:记得|記得|别忘了?|別忘了?|不要忘[了记記]?)(?:一下)?\s*[:：,，、]\s*(?=.{2})/u,
  /^(?:(?:これ|それ|次のこと|以下)を?、?\s*)?(?:ちゃんと|必ず|ぜひ)?(?:覚えて|憶えて|おぼえて|記憶して|記録して|メモして|忘れないで)(?:おいて|置いて)?(?:(?:ください|下さい|くれ|ほしい|ね|よ))*\s*[:：、。,，\s]+(?=.{2})/u,
  /^(?:(?:이거|이것을?|이걸|다음을|꼭|부디)\s?){0,2}(?:기억해|잊지\s?마|메모해|적어)\s?(?:줘|주세요|주십시오|둬|두세요|라|요|세요)?\s*[:：,，.。\s]+(?=.{2})/u,
];

function lead(verbs: string, between: string, that: string): RegExp {
  return new RegExp(
    `^${BEFORE}(?:${verbs})${between}(?:(?:${MARK}|\\s+)(?:${that})(?:\\s+|(?<=['’]))|${MARK})(?=\\S.)`,
    'iu',
  );
}

/** Behind what is to be remembered, where the language puts it there. */
const TAIL =
  /(?<=.{3})(?:って|と)(?:覚えて|憶えて|おぼえて|記憶して|メモして)(?:おいて)?(?:ください|下さい|くれ|ね)*[。.!！]*$/u;

/** A wish without a mark behind it: the sentence reads on, and stays as it is. */
const WISHES: readonly RegExp[] = [
  new RegExp(
    `^${BEFORE}(?:remember|memori[sz]e|keep in mind|(?:do not|don['’]?t|never) forget|merke? dir|vergiss nicht|denke? (?:daran|dran)|souviens-toi|rappelle-toi|retiens|n['’]oublie pas|recuerda|acuérdate|no olvides|zapamiętaj|pamiętaj|nie zapomnij)(?!\\p{L})`,
    'iu',
  ),
  /^(?:请|請|你|要|一定要?|务必|務必)*(?:记得|記得|别忘|別忘|不要忘)/u,
  /(?:覚えて|憶えて|忘れないで)(?:おいて)?(?:ください|下さい|くれ|ね)+[。.!！]*$/u,
  /(?:기억해|잊지\s?마)\s?(?:줘|주세요|둬|두세요|라|요|세요)[.!]*$/u,
];

/** English reads on without a "that": "remember my boat is called Seeadler". */
const PLAIN = new RegExp(
  `^${BEFORE}(?:remember|(?:do not|don['’]?t|never) forget|keep in mind)\\s+(?=\\S)(?!to\\s|when\\s|how\\s|the time\\s)`,
  'iu',
);
const STATES =
  /(?<!\p{L})(?:is|are|am|was|were|has|have|likes?|hates?|prefers?|lives?|works?|needs?|wants?|will|can(?:not)?|must|should|never|always)(?!\p{L})|['’](?:s|m|re|t|ve)(?!\p{L})/u;

export function withoutRequest(text: string): { text: string; asked: boolean } {
  for (const form of LEADS) {
    const found = form.exec(text);
    if (found) return { text: text.slice(found[0].length).trim(), asked: true };
  }
  const tail = TAIL.exec(text.slice(-200));
  if (tail) return { text: text.slice(0, text.length - tail[0].length).trim(), asked: true };
  const plain = PLAIN.exec(text);
  if (plain && STATES.test(text.slice(plain[0].length))) return { text: text.slice(plain[0].length), asked: true };
  return { text, asked: WISHES.some((wish) => wish.test(text)) };
}
