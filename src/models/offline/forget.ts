// Recognises "forget this" in the languages the stand-in speaks, and takes out what it is about. Pure. It is asked after
// `rememberIn`, which takes "don't forget" for itself.

import { pointsNowhere, requestIn } from './remember.js';

/** In a longer text a last "forget that" is about more than one thing, and the patterns would be slow. */
const LONGEST_WITH_TRAILING = 1_000;

/** A request in front of what it is about, which is the named group `what`. */
const leading: readonly RegExp[] = [
  /^(?:(?:please|kindly|just|now|can you|could you|will you|would you|you can|you should|you may|i want you to|i need you to)[,\s]+)*(?:forget|unlearn|(?:delete|erase|remove|strike out)(?=\s+(?:that|what|everything|(?:the|your)\s+(?:note|line|fact|memory|entry))\b))(?![\p{L}\p{N}_-])[\s:,]*(?<what>.*)$/isu,
  /^(?:(?:请|請|麻烦|麻煩|帮我|幫我|给我|給我|你|你要|你可以|可以|能不能|可不可以|能)\s*)*(?:忘记|忘記|忘掉|忘了|忘却|忘卻|抹掉|(?:删除|刪除|删掉|刪掉)(?=.*(?:记|記|那条|那條|这条|這條)))[\s:：,，、]*(?<what>.*)$/su,
  /^(?:忘れて|忘れろ|削除して|消して)(?:ください|下さい|くれ|ね|よ)?[\s:：、。,]+(?<what>.+)$/su,
  /^(?:잊어|지워|삭제해)\s*(?:줘|주세요|버려)?\s*[:：,.]\s*(?<what>.+)$/su,
  /^(?:(?:bitte|jetzt|kannst du|könntest du|du kannst|du sollst|du darfst)[,\s]+)*(?:vergiss|vergesst|vergessen(?:\s+sie)?|(?:lösche?|streiche?)(?=,?\s+(?:dass|daß|was|alles|die (?:notiz|zeile)|den eintrag)))(?!\p{L})[\s:,]*(?:bitte[\s:,]*)?(?<what>.*)$/isu,
  /^(?:(?:s['’]il (?:te|vous) pla[iî]t|peux-tu|pouvez-vous|tu peux|veuillez)[,\s]+)*(?:oublie[rz]?|(?:efface[rz]?|supprime[rz]?)(?=\s+(?:que|ce|tout|la (?:note|ligne))))(?!\p{L})[\s:,]*(?<what>.*)$/isu,
  /^(?:(?:por favor|puedes|podrías)[,\s]+)*(?:olv[ií]date(?:\s+de)?|olvid(?:a|e|ar|ad)|(?:borra|elimina)(?=\s+(?:que|lo|todo|la (?:nota|línea))))(?!\p{L})[\s:,]*(?<what>.*)$/isu,
];

/** A request behind it. */
const trailing: readonly RegExp[] = [
  /^(?:请|請|帮我|幫我|麻烦|麻煩|你)*把(?<what>.+?)(?:忘掉|忘记|忘記|忘了|删掉|刪掉|删除|刪除|抹掉)(?:吧|了|好吗|好嗎)*[。.!！?？]*$/su,
  /^(?<what>.*?)(?:忘れ(?:て|ろ)|(?:メモ|記憶)(?:から|を)(?:消して|削除して))(?:ほしい|欲しい|もらえますか|くれますか|くれる|くださいね?|下さいね?|くれ|いい(?:です)?|ね|よ)*[。.!！?？]*$/su,
  /^(?<what>.*?)(?:잊어|지워|삭제해)\s*(?:버려)?\s*(?:줘요?|주세요|줄래요?|주실래요|주십시오|라|요)*\s*[.!?]*$/su,
];

/** What stands between the verb and what is to be forgotten. */
const introductions =
  /^(?:about\s+|(?:the|your)\s+(?:note|line|fact|memory|entry)\s*(?:that|about|on|of)?\s+|what\s+i\s+(?:said|told you)(?:\s+about)?\s*|that\s+(?=\S)|dass\s+|daß\s+|que\s+|qu['’]|de\s+|ce\s+que\s+)/iu;
/** The person asks whether it was forgotten, or tells that they forgot. */
const noRequest =
  /^你?(?:忘记|忘記|忘了).*(?:[吗嗎?？]|没有|沒有)[。.]?$|^(?:i\s+)?forget\s+(?:where|when|who|why|how)\b/iu;

/** What `text` asks to forget, '' when it does not say what; undefined for any other text. */
export function forgetIn(text: string): string | undefined {
  const said = requestIn(text);
  if (noRequest.test(said)) return undefined;
  const patterns = said.length > LONGEST_WITH_TRAILING ? leading : [...leading, ...trailing];
  for (const pattern of patterns) {
    const what = pattern.exec(said)?.groups?.what?.trim();
    if (what === undefined) continue;
    const bare = what
      .replace(introductions, '')
      .replace(/(?:这件事|這件事|的事)$/u, '')
      .trim();
    return pointsNowhere.test(bare) ? '' : bare;
  }
  return undefined;
}
