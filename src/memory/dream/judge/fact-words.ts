// The turns of phrase in which people say who is who, what is called what, and where and how things are. Lists only, in the
// languages that people write here; what only passes is sorted out in importance.ts.

const spaced = (list: string) =>
  `(?<![\\p{L}\\p{M}])(?:${list
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .filter(Boolean)
    .join('|')})(?![\\p{L}\\p{M}])`;

/** Verbs of lasting relations. */
export const RELATION = new RegExp(
  `${spaced(`(?:lives?|living) (?:in|at|on|with|near)|works? (?:at|for|as|in|with)|moved to|was born|grew up|married|belongs? to|stands for|runs|listens on|reports to|(?:is|are) (?:called|named|responsible|in charge|stored|kept|located|hosted|owned|parked|buried|hidden)|owns|costs|speaks|studies|teaches|uses|consists? of|depends? on|expires|opens at|closes at|takes place|comes from|(?:has|have) (?:a|an|two|three|four|five|\\d+)
    |wohn(?:t|e|en)|leb(?:t|e|en) (?:in|bei|mit)|arbeite(?:t|n)?|heißt|heiße|gehört|liegt|steht (?:in|im|auf|unter)|befindet sich|zuständig|verantwortlich|läuft auf|kostet|spricht|studiert|geboren|umgezogen|verheiratet
    |habit(?:e|ent|ons)|j['’]habite|travaill(?:e|ent|ons)|s['’]appelle|m['’]appelle|appartient|se trouve|tourne sur|responsable|coûte|est née?|mariée?
    |viv(?:e|o|en|imos)|trabaj(?:a|o|an|amos)|se llama|me llamo|pertenece|se encuentra|responsable|encargad[oa]|cuesta|nació|nací|casad[oa]
    |mieszka(?:m|my|ją)?|pracuj(?:e|ę|emy|ą)|nazywa(?:m)? się|ma na imię|należy|znajduje się|odpowiada za|działa na|kosztuje|urodził\\p{L}+|leży`)}|住在|搬到|搬去|来自|來自|出生|毕业|畢業|负责|負責|名叫|名字|位于|位於|属于|屬於|工作(?:于|於)|姓[\\p{sc=Han}]|住んで|働いて|勤めて|生まれ|引っ越|担当|と(?:いい|言い)ます|という名前|にあります|置いてあ|살(?:아|고|았|며|ㅂ)|삽니다|일(?:해요|합니다|하고)|다(?:녀요|닙니다)|근무|태어났|이사(?:했|갔|왔)|담당|이름은|있습니다$|(?:밑|안|위|옆|뒤|아래|속)에 있`,
  'iu',
);

/** "The X is Y", whatever it is. */
export const COPULA = new RegExp(
  `${spaced(`is|are|was|has|have|['’]s|ist|sind|hat|haben|lautet|est|sont|a|ont|es|son|está|están|tiene|jest|są|to|ma|mają`)}|(?<=\\p{L})['’](?:s|re)(?= )|(?<!还|還|就|也|都|不|但|可|于|於|总|總)(?:是|叫)(?!吗|嗎|不是)|(?<!正|现|現|存|所)在(?!吗|嗎)|[はが].{1,60}(?:です|だ|である|にある|にいる)[。.]?$|[은는이가의] .{0,60}(?:입니다|이다|이에요|예요|임)[.]?$`,
  'iu',
);

/** Whom or what such a statement speaks of when it says nothing that stays: "it", "that", or how somebody is. */
export const VAGUE =
  /^(?:it|this|that|these|those|there|here|what|everything|nothing|all|i['’]m|i am|we['’]re|we are|i was|you|es|das|dies\p{L}*|ich bin|wir sind|du|alles|hier|c['’]est|ce|ça|cela|il y|je suis|on est|tu|tout|esto|eso|est[áa]|estoy|estamos|todo|hay|to|jest|jestem|jesteśmy|wszystko|tu)(?![\p{L}\p{M}])|^(?:这|這|那|你|您|真|太|好|我是说|我在|我们在|我們在)|^(?:これ|それ|あれ|ここ|そこ|もう|まだ)|^(?:이거|그거|저거|이건|그건|여기|거기)/iu;

/** What somebody is, who says "I am". */
export const SELF =
  /^(?:i am|i['’]m|we are|we['’]re) (?:an? |the |from |married|called|responsible|\d)|^(?:ich bin|wir sind) (?:\p{Lu}\p{L}{3,}|aus |verheiratet|zuständig|\d)|^je suis (?:née?|mariée?|de |une? |\p{L}+(?:eur|euse|ien|ienne|iste)(?!\p{L}))|^(?:soy|somos)(?!\p{L})|^jestem (?:z |\p{L}+(?:em|ką|arką|istą)(?!\p{L}))|^我(?:是|叫|姓|在.{1,12}工作)(?!说|說)/iu;

/** How good or bad something was: an opinion of the moment. */
export const OPINION =
  /(?<![\p{L}\p{M}])(?:good|great|nice|fine|bad|awful|terrible|delicious|tasty|funny|lovely|boring|cool|amazing|wonderful|true|right|wrong|ready|done|ok(?:ay)?|cold|hot|warm|happy|sad|angry|sorry|lecker|gut|schön|toll|schlecht|kalt|warm|heiß|fertig|super|bon|bonne|délicieux|beau|belle|génial|prêt|bueno|buena|rico|rica|bonit[oa]|list[oa]|genial|dobr[yae]|smaczn[yae]|ładn[yae]|zimno|gotow[yae]|super)[.!…\s]*$|(?:真好|很好|不错|不錯|好吃|好看|很棒|太棒|有意思)(?:了|啊|呀|吧)?[。.!！]*$|(?:美味し|おいし|楽し|嬉し|よ|良|寒|暑|すご|面白|忙し)(?:い|かった)(?:です)?[ねよ]?[。.!！]*$|(?:맛있|좋|재밌|재미있|예쁘|춥|덥|바쁘)\S{0,4}[.!]*$/iu;
