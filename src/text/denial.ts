// Whether words deny what they speak of, in the languages that people write here. Pure, by form alone: it knows the words that
// turn a sentence round and those that only look like one, never what a sentence is about.

/** They hold a word of denial and deny nothing: "not only", "don't forget to", "must", "特别". */
const NEUTRAL =
  /(?<!\p{L})(?:not only|(?:do not|don['’]t|never) forget|no problem|why not|no(?=\.?\s?\d)|nicht nur|(?:vergiss|vergesst|vergessen sie) (?:bitte )?nicht|nicht (?:zu )?vergessen|non seulement|n['’]oubli\p{L}+ pas|no s[oó]lo|no (?:te )?olvid\p{L}+|nie tylko|nie zapom\p{L}+)(?!\p{L})|[特区區分差性级級告个個类類识識辨离離送]别|[特区區分差性级級告个個類识識辨離送]別|[别別](?=[人的名墅の々])|[别別](?:再|又)?忘|不要(?:再)?忘|不再忘|不仅|不僅|不但|不只|不过|不過|不错|不錯|不同|不少|不久|不管|不论|不論|差不多|不得不|对不起|對不起|不好意思|没关系|沒關係|没错|沒錯|(?:未|無|无)(?:来|來|料|线|線|事)|(.)[不没沒]\1|忘れないで|だけで(?:は|も)?なく|な(?:ければ|くては|いと)(?:なら|なり|いけ)(?:ない|ません)|(?:少|危|つまら|くだら)な[いく]|잊지\s?(?:마|말)|뿐(?:만)?\s?아니라|잘못/giu;

const DENIAL =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|neither|cannot|(?:do|does|did|is|are|was|has|have|ca|wo|should|must)nt|forbidden|prohibited|dislik\p{L}*|nicht|nichts|nie|niemals|niemand|kein\p{L}*|weder|verboten|untersagt|ne|pas|jamais|aucun\p{L}*|rien|interdit\p{L}*|nunca|jamás|ningun\p{L}*|ningún|nadie|nada|tampoco|prohibid\p{L}*|nigdy|żad\p{L}*|nikt|nikomu|zakaz\p{L}*|non|não|не|нет|нельзя|никогда|niet|geen|nooit|inte|ikke|aldrig)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})n['’](?=\p{L}{2})|[不没沒别別未无無勿]|禁止|严禁|嚴禁|ない|なかっ|ません|なく|なし[でにの]|(?<!必)ずに|(?:ては|ちゃ)(?:だめ|ダメ|駄目)|(?<![가-힣])안\s|않|못|없|아니|금지|싫어|빼(?:기|고|주|줘|달)|(?<!까)지\s?(?:마(?:세요|십시오|시오|라|요)?(?![가-힣])|말[고아라자았])/iu;

/** They deny only what stands behind them. */
const LACK = /(?<!\p{L})(?:without|ohne|sans|sin|bez|без)(?!\p{L})/iu;

/** Whether it turns round what it speaks of as a whole. */
export function denies(text: string): boolean {
  return DENIAL.test(text.replace(NEUTRAL, ' '));
}

/** Each of the ends of the text that begin behind a "without". */
export function lackedIn(text: string): string[] {
  return text.split(LACK).slice(1);
}
