// The little words by which a statement is read: now, no longer, perhaps, instead of. Lists only, in the languages that people
// write here; what they do is in statement.ts.

const between = (list: string) =>
  `(?<![\\p{L}\\p{M}])(?:${list
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .filter(Boolean)
    .join('|')})(?![\\p{L}\\p{M}])`;
const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** It says itself that it corrects. */
export const CORRECTION =
  /^(?:correction|corrected|update|edit|korrektur|correctif|rectification|corrección|korekta|sprostowanie)\s?[:–—-]\s*|^(?:更正|订正|訂正|修正|정정|수정)[:：]\s*/iu;
export const STRONG = new RegExp(
  `${between('no longer|any ?more|instead of|(?:been|was|is|has|have) (?:moved|changed|rescheduled|postponed)|not \\p{L}+ but|nicht mehr|doch nicht|statt|stattdessen|verschoben|verlegt|geändert|gezogen|umgezogen|au lieu de|ne \\p{L}+ plus|déménagé|ya no|en vez de|mudado|już nie|zamiast|przeprowadził\\p{L}*')}|n'\\p{L}+ plus|不再|改(?:到|为|為|成|用|在)|而不是|搬到|变更|變更|変更|変わ|引っ越|ではなく|もう.{1,30}(?:ない|ません)|변경|더 이상|바뀌|이사`,
  'iu',
);

/** That it is so now; without them the statement is the same. */
export const NOW = new RegExp(
  `${between('now|currently|nowadays|these days|from now on|since then|as of (?:now|today)|jetzt|nun|inzwischen|mittlerweile|ab jetzt|maintenant|désormais|ahora|actualmente|teraz|obecnie|od teraz|ab heute|od dziś')}|(?:现在|現在|目前|如今|已经|已經|从今天起|從今天起)(?!是?什)|今は|今では|이제는?|지금은|현재는?`,
  'giu',
);
export const FROM_NOW = new RegExp(
  `${between("(?:as of|from) today|ab heute|dès aujourd'hui|a partir de hoy|od dziś")}|从今天起|從今天起|今日から|오늘부터`,
  'giu',
);
/** It holds only for once. */
export const PASSING = new RegExp(
  `${between("today|tonight|tomorrow|yesterday|this (?:time|week|month|morning|evening|weekend)|next week|last (?:week|month|year)|for once|exceptionally|once|used to|heute|morgen|gestern|diesmal|diese woche|ausnahmsweise|früher|aujourd'hui|demain|hier|cette (?:fois|semaine)|hoy|mañana|ayer|esta (?:vez|semana)|dzisiaj|dziś|jutro|wczoraj|tym razem|w tym tygodniu")}|今天|明天|昨天|今晚|这次|這次|这周|這週|本周|本週|以前|今日|明日|昨日|今回|今週|오늘|내일|어제|이번`,
  'iu',
);
/** Nobody says that it is so. */
export const UNSURE = new RegExp(
  `${between('maybe|perhaps|possibly|probably|might|(?<!\\d )may(?! \\d)|could|would|should|if|whether|unless|think|thinks|guess|heard|considering|thinking|wants?|plans?|hopes?|soon|supposed|vielleicht|eventuell|könnte|würde|falls|wenn|ob|möchte|will|bald|angeblich|peut-être|pourrait|si|veut|bientôt|quizás?|tal vez|podría|quiere|pronto|może|chyba|jeśli|chce|wkrótce')}|可能|也许|也許|或许|或許|大概|如果|想要|打算|听说|聽說|应该|應該|かも|たぶん|おそらく|もし|たい|つもり|予定|らしい|아마|혹시|만약|고 싶|예정|것 같`,
  'iu',
);
/** More than one thing at once: what corrects one of them leaves the other. Small letters only: "I" joins nothing. */
export const JOINED = new RegExp(
  `${between('and|or|und|oder|et|ou|y|i|oraz|lub|but|aber|mais|pero|ale|because|weil|since')}|&|和|与|與|以及|还有|還有|但|因为|因為|とか|けど|그리고|하지만`,
  'u',
);
export const PAST = new RegExp(
  `${between("did|didn't|was|wasn't|were|weren't|had|hadn't|used|hat|hatte|war|wurde|était|avait|fue|era|był\\p{L}*")}|た$|[었았했]\\p{sc=Hang}*$`,
  'iu',
);

export const ENDS = /[\s.!。！．]+$|(?<=[\p{L}\p{N}])了[\s.!。！]*$/gu;
/** j'habite, n'habite. */
export const CLITIC = /(?<![\p{L}\p{M}])([jn])'(?=\p{L})/giu;
export const PLACE =
  /^(?:in|im|at|on|under|behind|inside|near|below|above|next to|unter|hinter|auf|neben|bei|dans|sous|sur|derrière|chez|en|debajo|detrás|sobre|pod|za|obok|w|na)\s/iu;

/** "We use X", "we decided to take X": what is chosen there can be turned away from. */
export const CHOSEN = new RegExp(
  `${between('use|uses|using|take|took|switched to|go with|went with|decided|chose|chosen|agreed|settled|picked|nutz(?:en|t|e)|benutz(?:en|t|e)|verwende(?:n|t)?|nehmen|nimmt|beschlossen|entschieden|utilis(?:ons|e|ent)|prenons|prend|décidé|choisi|usamos|usa|uso|tomamos|decidimos|decidido|elegimos|używamy|używa|bierzemy|zdecydowaliśmy|wybraliśmy')}|用|选|選|决定|決定|使って|使う|使い|採用|決め|사용|쓰|쓴|결정|선택`,
  'iu',
);
/** Words of a choice that say nothing of what it is about. */
export const CHOICE_WORDS = set(`
  we i to use uses using take took go with went decided chose chosen agreed on settled picked switched have has the a an will our
  wir nutzen nutzt benutzen verwenden nehmen nimmt beschlossen entschieden haben uns für zu ich
  nous on utilise utilisons prenons prend avons décidé choisi de d usamos usa uso tomamos decidimos hemos decidido usar tomar que
  używamy używa bierzemy zdecydowaliśmy się na wybraliśmy
  我 们 們 用 使 选 選 择 擇 决 決 定 采 採 就 了 は を に が で 使 う い っ て ま す し た と こ
`);

const X = '(?<x>[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._+#/ -]{0,40}?)';
const END =
  '(?=\\s(?:and|to|for|but|because|in favou?r|since|on|in|at|und|sondern|für|et|pour|para|y|dla|any ?more)\\s|\\s(?:any ?more|mehr)|\\s?[,.;，。；]|$)';
/** What it turns away from. */
export const LEAVES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:against|instead of|rather than|no longer (?:use|uses|using|take)|(?:do|does) not use|don't use|stopped using|dropped|(?:switched|moved|migrated)(?: away)? from|gegen|statt|anstatt|anstelle von|doch nicht|(?:nutzen|verwenden|nehmen) nicht mehr|au lieu d[e']|plutôt que|contre|(?:n'utilis\\p{L}+|ne \\p{L}+) plus|en vez de|en lugar de|contra|ya no (?:usamos|usa|uso)|zamiast|już nie używamy)\\s${X}${END}`,
    'giu',
  ),
  /(?:不用|不再用|不再使用|放弃|放棄|而不是|弃用|棄用)(?<x>[^，。,；了改]{1,20})(?=了|改|[，。,；]|$)/gu,
  /(?<x>[^、。，は]{1,20})(?:ではなく|じゃなくて|をやめて|の代わりに)/gu,
  /(?<x>[^\s,.]{1,20}?)(?:\s대신|[이가]?\s아니라|[을를] 그만)/gu,
];
/** What narrows what it says to a part. */
export const ONLY_FOR =
  /(?<![\p{L}\p{M}])(?:for|in|on|at|für|bei|im|am|auf|pour|dans|chez|para|en|dla|na|w)\s(?<x>[^,.;]{1,60})/giu;

export const ARTICLES = set(`
  the a an new of for der die das dem den ein eine neue neuer neues des von le la les l un une du de nouveau nouvelle el los las una
  del nuevo nueva
`);
export const PRONOUNS = set(`
  he she it they this that these those there his her hers its their him them who which what er sie es sein seine ihr ihre il elle ils
  elles ce cela ça ses él ella ello su sus esto eso ono jego jej 他 她 它 这 這 那 彼
`);
/** Those of denial, and what stands beside them. */
export const DENIAL_WORDS = set(`
  not no never longer any more anymore do does don't doesn't dont doesnt isn't aren't isnt arent nicht nie niemals kein keine keinen keinem
  mehr ne n pas plus jamais ya nunca już nie nigdy
`);
export const DENIALS =
  /(?<![\p{L}\p{M}])(?:no longer|any ?more|(?:do|does)(?: not|n't)|nicht mehr|ya no|już nie|is(?=n't)|are(?=n't))(?![\p{L}\p{M}])|不再|不|没有|没|沒有|沒|已经|已經|再也|もう|더 이상|이제/giu;
/** Ends of verbs, which a denial changes. */
export const DENIAL_ENDS = /\p{sc=Hira}+$|(?:하지 않\S*|해요|합니다|한다|지 않\S*|지 못\S*|는다|어요|아요|습니다|요)$/u;
