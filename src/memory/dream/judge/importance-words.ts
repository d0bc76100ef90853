// The words by which a statement shows what it is: a taste, a fact, a decision, a goal, a lesson, a passing mood. Lists only,
// in the languages that people write here; in which order they are asked is in importance.ts.

/** Alternatives between two word borders for scripts with spaces, and others that stand anywhere. */
const either = (spaced: string, anywhere?: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:${spaced
      .trim()
      .split(/\s*\|\s*|\s*\n\s*/)
      .filter(Boolean)
      .join('|')})(?![\\p{L}\\p{M}])${anywhere ? `|${anywhere}` : ''}`,
    'iu',
  );

export const LESSON = either(
  `lessons?(?: learn\\p{L}+)?:|lesson is|the lesson|(?:we|i|they) (?:have |had )?(?:learned|learnt|found out|realized|realised)(?: \\p{L}+)? (?:that|the hard way|not to|to never)
    |(?:it )?turn(?:s|ed) out|next time|in hindsight|(?:breaks?|fails?|crashes|hangs) (?:when|if|whenever|unless|once)|root cause|the (?:cause|culprit|problem|reason) was|don['’]t forget next time
    |stellte sich heraus|hat sich (?:herausgestellt|gezeigt)|(?:das )?nächste[ns]? mal|beim nächsten mal|gelernt, dass|lehre:|lektion:|im nachhinein|die ursache war|schuld war
    |(?:la )?leçon|(?:on a|nous avons|j['’]ai) (?:appris|compris) que|il s['’]est avéré|la prochaine fois|la cause était
    |lección|aprend(?:í|imos) que|hemos aprendido|result(?:ó|a) que|la próxima vez|la causa (?:era|fue)
    |lekcja|nauczk\\p{L}+|wniosek:|okazało się|okazuje się|następnym razem|nauczyliśmy się|przyczyną (?:był|była|było)`,
  '教训|教訓|经验是|經驗是|原来(?=是|得|要|必须|不能|[\\p{sc=Han}]{2,})(?!的)|原來(?=是|得|要|必須|不能|[\\p{sc=Han}]{2,})(?!的)|下次(?:要|得|应|應|先|记|記|别|別|不|一定)|吸取|学到了|學到了|结果发现|結果發現|事后|原因は|分かった(?:こと|のは)?[。.]?$|判明し|学んだ|次回は|次からは|反省|교훈|알고 보니|다음(?:에는|번에는?|부터는)|원인은|배웠|깨달',
);

export const DECISION = either(
  `decided|decides? (?:on|to|that|against)|decision:|the decision|agreed|settled (?:on|for)|chose|have chosen|(?:we|we['’]ll|we will|let['’]s|they) (?:go|going|went) with|resolved to|opted|voted (?:for|to)|approved|signed off
    |beschlossen|entschieden|entscheidung:|beschluss:|vereinbart|abgemacht|geeinigt|einigten|wir (?:nehmen|bleiben bei|machen es)|festgelegt
    |(?:a|ai|ont|avons|as|est|été) (?:donc |aussi )?(?:décidé|convenu|choisi|retenu|tranché)|décision\\s?:|on part sur|nous prenons
    |(?:he|hemos|han|ha) (?:decidido|acordado|elegido|quedado)|decid(?:imos|í|ieron)|acord(?:amos|aron)|quedamos|elegimos|decisión:|se decidió
    |zdecydowa\\p{L}+|postanowi\\p{L}+|ustali(?:liśmy|łyśmy|łem|łam|li)|ustalono|umówiliśmy|wybraliśmy|decyzja:|bierzemy`,
  '决定(?!性)|決定(?!性)|说好|說好|敲定|定下来|定下來|一致同意|商定|选定|選定|就用|拍板|に決め|に決ま|と決め|ことにし(?!て)|ことにな(?:った|り)|で合意|にしましょう|결정(?:했|하였|됐|됨|함|:)|기로 (?:했|하였|정했|합의|함)|합의(?:했|됐|함)|으로 정했|로 정했',
);

/** Why it was decided so. */
export const REASON = either(
  `because|since|so that|as it|due to|in order to|therefore|the reason|weil|da es|damit|denn|wegen|deshalb|um \\p{L}+ zu|parce qu['’]?e?|car|afin|puisque|pour que
    |porque|ya que|para que|debido|ponieważ|bo|gdyż|żeby|dlatego`,
  "parce qu['’]|因为|因為|由于|由於|所以|为了|為了|ため|ので|から[、。]|理由|때문|왜냐|위해|[아어]서 ",
);

export const GOAL = either(
  `wants? to|plans? to|planning to|hopes? to|hoping to|aims? (?:to|for)|aiming|intends? to|goals?|(?:would|['’]d) like to|dreams? of|by the end of|saving (?:up )?for|training for|target is
    |möchten?|will (?:bis|im|nächst|einmal)\\p{L}*|(?:hat|habe|haben) vor|plant|planen|ziele?|beabsichtig\\p{L}+|träumt davon|bis ende
    |(?:je |on |nous )?(?:veux|veut|voulons|voudrai[st]|aimerai[st]|compte|comptons|espère|espérons)(?= \\p{L}+(?:er|ir|re)(?!\\p{L})| (?:apprendre|que|me|se|nous))|objectifs?|but est|d['’]ici (?:la fin|fin)|projette|prévoi\\p{L}+ d
    |(?:quier[oe]|queremos|espera|espero|pienso|piensa|planeo|planea|pretend\\p{L}+|me gustaría) \\p{L}+(?:ar|er|ir|arme|erse|arse)|metas?|objetivos?|para fin(?:es|ales)? de
    |chc(?:ę|e|emy|ą) \\p{L}+ć|chciał(?:a?bym|by)|planuj\\p{L}+|zamierza\\p{L}*|cel(?:em)?|do końca (?:roku|miesiąca|\\p{L}+)|marzę o`,
  '打算|目标|目標|计划(?:在|要|去|明年|今年|下)|計劃(?:在|要|去|明年|今年|下)|希望(?:能|在|明年|今年)|争取|爭取|(?:今年|明年|年底|将来|將來).{0,6}(?:想|要)|我想(?:学|學|去|考|当|當|买|買)|したい(?!こと)|(?:[りびきみちじえけせてねべめれい])たい(?:です|と思|んです)?[。.]?$|たいと思|つもり|予定(?:だ|です)?|目指(?:し|す)|목표|계획(?:이|입|하|을)|고 싶(?:어|습|다)|려고 (?:해|합|한다)|할 예정',
);

export const PREFERENCE = either(
  `prefer(?:s|red|ence|ences)?|likes?(?! to (?:chat|talk))(?! (?:it|that|this|a|what|how|when)(?!\\p{L}))|loves?(?! (?:it|that|this|you|how|your)(?!\\p{L}))|hates?(?! (?:it|that|this)(?!\\p{L}))|dislikes?|enjoys?|adores?|detests?|favou?rites?|can(?:['’]t|not) stand|can(?:['’]t|not) eat|only (?:eats?|drinks?)|(?:do|does)(?: not|n['’]t) (?:like|eat|drink|want|touch)|allergic|allerg(?:y|ies)|intolerant|vegetarian|vegan|pescatarian|gluten-free|kosher|halal|teetotal|would rather|['’]d rather|call me|calls? (?:him|her)self|goes by|pronouns|never|always|from now on
    |mag(?:st)?|mögen|liebe|liebt|lieben|hasse|hasst|hassen|bevorzug\\p{L}+|lieber|am liebsten|lieblings\\p{L}+|allergi\\p{L}+|vegetari\\p{L}+|vegan\\p{L}*|(?:ess|iss)(?:e|t|en) kein\\p{L}*|trink(?:e|t|en) kein\\p{L}*|verträgt|vertrage|nenn(?:e|t)? mich|nie(?:mals)?|immer(?! noch)|ab (?:jetzt|sofort)
    |préf(?:ère|érons|èrent)\\p{L}*|déteste|adore|aime(?:nt|s)?|aimons|favorite?s?|préféré\\p{L}*|allergi\\p{L}+|végétarien\\p{L}*|végan\\p{L}*|ne (?:mange|bois|boit|supporte)s?(?: pas| plus| jamais)?|appelle[sz]?-moi|jamais|toujours(?! (?:pas|en))|désormais
    |(?:me|te|le|les|nos) (?:gust|encant|molest)an?|prefier[oe]|preferimos|odi[oa]|detest[oa]|favorit[oa]s?|alérgic[oa]s?|alergias?|vegetarian[oa]s?|vegan[oa]s?|no (?:como|come|bebo|bebe)|llámame|nunca|jamás|siempre
    |lubi(?:ę|my|ą)?|wol(?:ę|i|imy|ą)|uwielbia\\p{L}*|nienawidz\\p{L}+|nie znosz?\\p{L}*|ulubion\\p{L}+|uczulon\\p{L}+|alergi\\p{L}+|wegetarian\\p{L}+|wegan\\p{L}+|nie (?:jem|je|piję|pije)|mów(?:cie)? mi|nigdy|zawsze`,
  "j['’](?:adore|aime)|n['’]aime|喜欢|喜歡|讨厌|討厭|偏好|偏爱|偏愛|最爱|最愛|(?:爱|愛)[吃喝看听聽]|(?:不|只|从来不|從來不)(?:吃|喝)(?!了|完|到|饱|飽)|过敏|過敏|吃素|素食|忌口|习惯(?:用|喝|吃|在)|習慣(?:用|喝|吃|在)|宁愿|寧願|更想|叫我|(?:以后|以後|今后|今後|从现在起|從現在起).{0,4}(?:都|请|請|别|別|不|用|一律)|永远(?:不|别)|永遠(?:不|別)|从不|從不|总是|總是|好き|嫌い|苦手|大好物|好物|好み|アレルギー|ベジタリアン|菜食|(?:食|飲)(?:べ|ま|め)(?:られ)?(?:ない|ません)|より.{1,20}(?:方|ほう)が(?:いい|良い)|と呼んで|今後は|これからは|いつも|必ず|絶対に|좋아(?:해|하|합|함|한)|싫어(?:해|하|합|함|한)|선호|알레르기|채식|비건|못 (?:먹|마[셔시])|안 (?:먹|마[셔시])|[을를] (?:먹|마시)지 않|라고 불러|항상|언제나|앞으로는|절대",
);

/** A preference of the moment, and what only looks like a word of taste. */
export const NO_PREFERENCE = either(
  `never ?mind|i(?:['’]d| would) like (?:a|an|the|some|you)|like (?:a|an|this|that)|looks? like|feels? like|never (?:knew|thought|saw)|s['’]il vous plaît|nie im leben|immer noch|nie (?:wiem|ma|mam|mogę|jest|był\\p{L}*|chcę|działa)`,
  '不好吃|好喝|没吃|沒吃|いつもありがとう',
);

/** What passes with the day. */
export const PASSING = either(
  `today|tonight|right now|just now|at the moment|this (?:morning|evening|afternoon)|currently (?:busy|at|on|in a)|yesterday|tired|hungry|thirsty|sleepy|bored|sick|exhausted|busy|late|on (?:my|the) way|raining|snowing|sunny|windy|weather|good (?:morning|night|evening)
    |heute|gerade|gestern|im moment|müde|hungrig|krank|unterwegs|spät|regnet|schneit|wetter
    |aujourd['’]hui|hier|en ce moment|ce (?:soir|matin)|fatiguée?|faim|malade|en retard|pleut|neige|fait (?:beau|froid|chaud)
    |hoy|ayer|ahora mismo|cansad[oa]s?|hambre|enferm[oa]|tarde hoy|llueve|nieva|hace (?:mucho )?(?:calor|frío|sol)
    |dzisiaj|dziś|wczoraj|teraz|zmęczon\\p{L}+|głodn\\p{L}+|chor(?:y|a)|pada|spóźni\\p{L}+`,
  "aujourd['’]hui|今天|今晚|昨天|刚才|剛才|现在|現在|正在|好累|有点累|有點累|饿了|餓了|困了|下雨|天气|天氣|今日|今夜|昨日|今は|さっき|疲れ|眠い|お腹|天気|雨が|오늘|어제|지금|방금|피곤|배고|졸려|날씨|비가",
);

/** An order for the moment: done once it is done. */
export const ORDER =
  /^(?:(?:please|pls|bitte|proszę|por favor|can you|could you)[,\s]+)?(?:remind|translate|summari[sz]e|tell|show|give|find|search|play|set|open|write|send|draft|explain|calculate|convert|check|look|help|make|list|buy|get|bring|order|wait|stop|come|go|let me|erinnere?|übersetz\p{L}*|zeig\p{L}*|gib|such\p{L}*|schreib\p{L}*|schick\p{L}*|sag|erklär\p{L}*|fass|rechne|hilf|kauf\p{L}*|rappelle-moi|traduis|montre|donne|cherche|écris|envoie|dis|explique|résume|recuérdame|traduce|muéstra\p{L}+|dame|busca|escribe|envía|dime|explica|resume|przypomnij|przetłumacz|pokaż|daj|znajdź|napisz|wyślij|powiedz|wyjaśnij|podsumuj)(?![\p{L}\p{M}])|^(?:请|請)?(?:帮|幫|给|給|替)(?:我|忙)|^(?:请|請)?(?:提醒|翻译|翻譯|总结|總結|查一下|告诉我|告訴我)|(?:教えて|てください|てくれ|お願い(?:し|いた)します|해\s?줘|해\s?주세요|알려\s?줘|알려\s?주세요)[。.!！]*$/iu;

/** It speaks to somebody, whatever follows. */
export const COURTESY =
  /^(?:thanks?|thank you|hi|hello|hey|bye|sorry|haha\p{L}*|lol|danke|hallo|merci|salut|bonjour|gracias|hola|dziękuję|dzięki|cześć)(?![\p{L}\p{M}'])|^(?:谢谢|謝謝|你好|您好|再见|再見|ありがとう|おはよう|こんにちは|すみません|감사|고마워|안녕)/iu;
