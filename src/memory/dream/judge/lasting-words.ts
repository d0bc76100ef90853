// The forms of what stays so, and of what passes: events, errands, states of a day. Lists only, in the languages that people write
// here; how they are weighed is in lasting.ts.

const between = (list: string) =>
  `(?<![\\p{L}\\p{M}])(?:${list
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .filter(Boolean)
    .join('|')})(?![\\p{L}\\p{M}])`;

/** An hour, or how long something took: events have them, and what comes back every week. */
export const HOUR =
  /(?<![\d.:])\d{1,2}\s?[:h]\s?\d{2}(?![\d.:]|\p{L})|(?<![\d.])\d{1,2}(?:[.:]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|uhr|o'clock|godz)(?!\p{L})|\d{1,2}\s?[点點时時시](?!間|间|간)|(?<!\p{L})(?:\d+|half an?|an|a few|ein paar|une|una|eine) (?:minutes?|min|hours?|minuten|stunden?|heures?|minutos?|horas?|minut\p{L}*|godzin\p{L}*)(?!\p{L})|\d+\s?(?:分[钟鐘]?|小时|小時|時間|분|시간)(?![之の])/iu;

/** It comes back, or holds whenever. */
export const HABIT = new RegExp(
  `${between(`every|each|always|usually|weekly|monthly|daily|yearly|never|whenever|as a rule|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|at weekends|in the mornings
    |jede[nmrs]?|immer|nie|niemals|wöchentlich|monatlich|täglich|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|morgens|abends|nachts|grundsätzlich|normalerweise
    |chaque|toujours|jamais|tous les|toutes les|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|d'habitude
    |cada|todos los|todas las|siempre|nunca|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|normalmente
    |każd\\p{L}+|zawsze|nigdy|co (?:tydzień|miesiąc|roku|rok)|zwykle|w poniedziałki|we wtorki|w środy|w czwartki|w piątki|w soboty|w niedziele`)}|每(?=[周週天日月年个個次星礼禮晚早])|总是|總是|一直|固定|从来|從來|永远|永遠|一向|毎[週日月年朝晩回]|いつも|必ず|常に|ずっと|매[주일월년달번]|항상|언제나|늘(?=\\s)`,
  'iu',
);

/** Of a day, of a moment. */
export const OF_A_DAY = new RegExp(
  `${between(`today|tonight|tomorrow|yesterday|this (?:morning|evening|afternoon|week|weekend|time|month)|last (?:night|week|weekend|month)|next (?:week|weekend|month)|right now|just now|at the moment|currently|so far|until (?:tonight|tomorrow|later|\\p{L}+day)|again|still (?:no|not|in|at|on|waiting|half)|on the way|out of order|late|delayed|ill|sick|tired|busy|hungry|asleep|bored|exhausted|stuck|raining|snowing|running (?:late|low|out)|almost|for (?:lunch|dinner) |soon|later|already
    |heute|gestern|morgen(?= |[.,!]|$)|übermorgen|vorgestern|gerade|eben|diese woche|letzte woche|nächste woche|im moment|noch (?:immer|schnell|nicht)|schon wieder|wieder(?= mal)|müde|krank|unterwegs|verspätet|verspätung|kaputt|bis (?:heute|morgen|später|gleich)|gleich|bald|dauert|streikt
    |aujourd'hui|hier|demain|ce (?:soir|matin|midi)|cet après-midi|cette (?:semaine|nuit|fois)|en ce moment|la semaine (?:prochaine|dernière)|de retard|en retard|malade|fatiguée?|bientôt|tout à l'heure|encore
    |hoy|ayer|mañana|esta (?:noche|tarde|semana|mañana|vez)|ahora mismo|la semana (?:que viene|pasada)|de retraso|con retraso|enferm[oa]|cansad[oa]|pronto|otra vez|todavía
    |dziś|dzisiaj|wczoraj|jutro|teraz|w tym tygodniu|w przyszłym tygodniu|chor[yae]|zmęczon\\p{L}+|spóźni\\p{L}+|opóźni\\p{L}+|znowu|zaraz|wkrótce`)}|今天|今晚|今早|昨天|昨晚|明天|后天|後天|前天|刚才|剛才|刚刚|剛剛|正在|这周|這週|本周|本週|上周|上週|下周|下週|这次|這次|待会|待會|马上|馬上|晚点|晚點|延误|延誤|今日|今夜|今朝|昨日|明日|明後日|今週|来週|先週|さっき|これから帰|ちょうど|遅れ|遅延|もうすぐ|오늘|어제|내일|모레|지금|방금|이번|다음 주|지난주|늦었|늦어|곧(?=\\s)|아직`,
  'iu',
);

/** Done by somebody once: a verb of the past that begins the line, or follows whoever did it. */
const IRREGULAR =
  'met|lost|ran|sent|bought|went|got|took|saw|made|had|put|gave|came|ate|drank|slept|woke|drove|rode|flew|read|wrote|spoke|told|said|found|forgot|broke|fell|left|sold|paid|did|won|cut|hit|set|let|brought|caught|taught|thought|felt|heard|kept|spent|stood|sat|swam|sang|tore|wore|threw|began|chose|fixed|was|were';
const NO_EVENTS =
  'named|called|born|decided|agreed|married|allowed|based|used|supposed|interested|required|allergic|need|speed|feed|red|bed|shed|seed|indeed|breed|hundred|sacred';
export const EVENT: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:just|finally|also|once more|then)\\s)?(?:(?!(?:${NO_EVENTS})(?!\\p{L}))\\p{L}{2,}ed|${IRREGULAR})\\s(?!learned)`,
    'iu',
  ),
  new RegExp(
    `(?:^|[,;.]\\s|(?<!\\p{L})(?:i|we|he|she|they|it|you|who|and)\\s|(?<![\\p{L}.] )(?<!\\p{L})\\p{Lu}\\p{Ll}+\\s)(?:just |finally |also )?(?:(?!(?:${NO_EVENTS})(?!\\p{L}))\\p{Ll}{2,}(?<!ne|spe|fe|se|we)ed|(?!(?:put|read|set|let|cut|hit)\\s)(?:${IRREGULAR}))(?!\\p{L})`,
    'u',
  ),
  new RegExp(`,\\s(?:${IRREGULAR}|\\p{Ll}{2,}ed)\\s`, 'u'),
  /(?<!\p{L})(?!geboren|gezogen|gehört|gehören|geheim|geheizt|gelten|gegen|gewöhnlich|gerne?|geeignet|gebeten|gemeldet|gesucht|gedacht|genannt|getauft|gestattet)(?:ab|an|auf|aus|ein|mit|vor|zu|weg|heim|hin|her|los|um|durch|nach|zurück)?ge\p{Ll}{2,}(?:t|en)(?=\s?[.,!;]|$)/u,
  /(?<!\p{L})(?:hat|habe|haben|bin|ist|sind|war|waren|wurde|wurden|hatte|hatten)(?!\p{L})(?=.*(?<!\p{L})(?:ab|an|auf|aus|ein|mit|vor|zu|um|zurück)?ge(?!boren|zogen|hört|nannt)\p{Ll}{2,}(?:t|en)(?!\p{L}))/u,
  /(?<!\p{L})(?:j'ai|tu as|(?:il|elle|on) a|nous avons|ils ont|elles ont|je suis|on est|\p{Lu}\p{Ll}+ (?:a|est))\s(?!décid|choisi|convenu|appris|née?(?!\p{L})|changé|déménagé|mariée?|allergique|baptis|nommé|l'habitude|besoin|une?|deux|le|la|les|des?|\d)(?:\p{L}+ )?\p{Ll}+(?:é|ée|és|i|u|it|is|ert|int)(?!\p{L})/iu,
  /(?<!\p{L})(?!décid|thé|marché|santé|été|clé|préfér|decid|acord|eleg|qued|nac|mud|cambi|prefiri|está|esté|café|qué|bebé|sé(?!\p{L})|porqué|josé|té(?!\p{L}))\p{L}{2,}(?:é|ó|aron|ieron|amos|imos)(?!\p{L})(?<!vamos|vivimos|usamos|preferimos|tenemos|somos|estamos|comemos|quedamos)/iu,
  /(?<!\p{L})(?!zdecyd|postan|ustal|urodz|przeprowadz|zmieni|przeni|wybra|był)\p{L}{3,}(?:łem|łam|liśmy|łyśmy|ło|ły|li)(?!\p{L})/iu,
  /(?<=\p{sc=Han})(?<![换換改搬变變成为為定])了(?=[\p{sc=Han}\d一二三四五六七八九十几幾点點个個])|(?:来|來|走|到|完|过|過|好|回|掉|买|買|吃|喝|去|死|醒|坏|壞)了[。.!！]?$|^(?:刚|剛)/u,
  /(?<!決め|決まっ|引っ越し|変わり|変わっ|なり|なっ|生まれ|ことにし|ことになり|変更し|名付け)(?:た|ました|だった|でした|かった|った)(?:よ|ね|。|$|、)/u,
  /(?<!결정|이사|변경|합의|결혼|정)(?:했|하였|[^\s]*(?:갔|왔|봤|샀|먹었|마셨|만났|받았|보냈|잤|놓쳤|끝났|걸렸|늦었|왔다|있었|없었|였))(?:다|어|어요|습니다|음|네)?[.!]?$/u,
];

/** To be done once, by whoever reads it. */
export const ERRAND =
  /^(?:(?:please|pls|also|then|and|bitte|noch|schnell|proszę|por favor)[,\s]+){0,3}(?:need to|have to|must|should|gotta|got to|remind|translate|convert|set an?|book|buy|call|ring|pick|print|send|reply|answer|write|check|look|find|search|order|cancel|pay|clean|wash|water|bring|take|return|ask|tell|get|fetch|move|make|do|go|try|prepare|finish|fix|repair|charge|download|install|update|restart|open|close|turn|show|give|play|schedule|post|submit|feed|walk|don't forget to|remember to|muss|müssen|il faut|faut|hay que|tengo que|tenemos que|trzeba|muszę|kaufen|comprar|llamar|acheter|appeler|kupić|zadzwonić|erinnere?|übersetz\p{L}*|schick\p{L}*|ruf\p{L}*|kauf\p{L}*|hol\p{L}*|achète|appelle(?!-moi)|rappelle|envoie|compra|llama|envía|kup|zadzwoń|wyślij)(?![\p{L}\p{M}':])|(?<!\p{L}|zu )(?:kaufen|holen|anrufen|abholen|besorgen|erledigen|bezahlen|schicken|wegbringen|einkaufen)[.!]?$|^(?:记得|記得|别忘|別忘|要|去|得)?(?:买|買|取|寄|打电话|打電話|提醒|交|约|約|洗|还(?!是)|送|订|訂)(?!.*(?:过敏|過敏))|提醒我|下班|路上|回家(?:前|路|时)|(?:を|に)?(?:買う|買って|取りに行く|電話する|送る|出しておく|予約する|払う|洗う|返す|やる|忘れずに)(?:こと)?[。.]?$|帰りに|(?:사기|걷기|하기|보내기|받기|가기|내기|찾기|돌리기|전화하기)[.!]?$|(?:사야|해야|가야|내야|보내야) ?(?:해|한다|함|돼|된다|지)/iu;

/** Relations that stay: who lives, works, belongs where; what is called, stands, holds what. */
export const STAYS = new RegExp(
  `${between(`lives? (?:in|at|on|with|near|next)|works? (?:at|for|as)|has a job (?:with|at|as)|was born|comes? from|married to|is married|belongs? to|stands for|reports to|(?:is|are) (?:called|named|responsible for|in charge of|located|hosted|owned by|buried|allergic|a vegetarian|a vegan|vegetarian|vegan|born|deaf|blind|left-handed|afraid of|my \\p{L}+|our \\p{L}+|an? \\p{L}+(?:er|or|ist|ian|ant|eer))|goes by|code name|known as|speaks \\p{Lu}\\p{L}+|listens on|runs (?:on|the|our|his|her|their|an?)|only (?:takes?|accepts?|eats?|drinks?|works?|opens?|speaks?)|nothing else|nobody else|(?:takes?|accepts?|supports?) only|has (?:the|an?) (?:plate|number|address|code|allergy|intolerance|nickname|policy)|(?:gets?|gives? me|suffers? from) (?:a )?(?:migraines?|rash|hay fever|headaches?)|wears? (?:size|shoes|glasses)|meets? (?:every|on)|is (?:collected|held|closed|open|due|paid) (?:every|on (?:the|\\p{L}+days))|keep the|stays? on
    |wohn(?:t|e|en)|leb(?:t|e|en) (?:in|bei|mit|seit)|arbeite(?:t|n)? (?:bei|als|für|in|im)|heißt|heiße|heißen|gehör(?:t|en)|zuständig|verantwortlich|geboren|verheiratet|läuft (?:auf|unter)|kommt aus|spricht \\p{Lu}\\p{L}+|verträgt kein\\p{L}*|soll (?:nachts|immer|nur)|passwort|steht in der|unser\\p{L}* \\p{L}+ (?:ist|heißt|steht)
    |habit(?:e|ent|ons)|travaill(?:e|ent|ons) (?:chez|pour|comme|à|au)|s'appelle|m'appelle|s'appellent|appartient|se trouve|est née?|mariée?|est (?:responsable|allergique|végétarien\\p{L}*|végane?)|vient de|parle (?:\\p{Ll}+ais|\\p{Ll}+ol|\\p{Ll}+and)|tourne sur|(?:mon|ma|notre) \\p{L}+(?: \\p{L}+)? est
    |viv(?:e|o|en|imos) (?:en|con|cerca)|viviendo en|trabaj(?:a|o|an|amos) (?:en|para|como|de)|se llama|me llamo|pertenece|se encuentra|nació|nací|casad[oa]|es (?:alérgic[oa]|vegetarian[oa]|vegan[oa]|responsable|mi \\p{L}+|nuestr[oa] \\p{L}+)|habla \\p{L}+(?:és|án|ol|no)|(?:mi|nuestr[oa]) \\p{L}+ es
    |mieszka(?:m|my|ją)?|pracuj(?:e|ę|emy|ą) (?:w|dla|jako)|nazywa(?:m|ją)? się|ma na imię|należy do|znajduje się|odpowiada za|urodził\\p{L}+|mówi po|pochodzi z|jest (?:uczulon\\p{L}+|wegetarian\\p{L}+|wegan\\p{L}+)|(?:mój|moja|nasz|nasza|nasze) \\p{L}+(?: \\p{L}+)? to`)}|住在|住(?=[\\p{sc=Han}]{2})|来自|來自|出生|毕业于|畢業於|负责|負責|名叫|名字|叫做|叫作|代号|代號|位于|位於|属于|屬於|(?:在|于).{1,16}(?:工作|上班|教书|上学|念书|读书)|过敏|過敏|生日|规矩|規矩|密码|密碼|门禁码|門禁碼|号码|號碼|编号|車牌|车牌|住址|地址|(?:柜|櫃|仓库|钥匙|鑰匙|书|箱).{0,8}(?:放在|一直在|在)|(?:定|固定|安排)在|只(?:吃|喝|用|收|接受|要|看|坐|穿|讲|说)|从不|從不|住んで|住まい|家は|働いて|勤めて|生まれ|出身|担当|という名前|アレルギー|誕生日|(?:日|番号|住所|名前|暗証番号|パスワード|好み|趣味|仕事|職業|場所|席|回収)は|苦手|好き|嫌い|食べられ|飲めない|しか(?:食べ|飲|使|受け)|사신다|사세요|살고|산다|삽니다|살아요|댁은|집은|집 주소|일하고|일한다|일합니다|근무|다닌다|다녀요|다닙니다|이름은|담당|알레르기|생일은|번호는|비밀번호|주소는|못 먹|싫어|좋아|않는다|전공|출신|태어`,
  'iu',
);

/** What somebody or something has one of, wherever in the sentence. */
export const HAS_ONE =
  /(?<!\p{L})(?:(?:the|our|my|his|her|their|\p{L}+'s) (?:\p{L}+ ){0,2}(?:name|address|number|code|password|birthday|employer|dentist|doctor|landlord|home|size|class|plate|policy|insurance|allergy|preference|spare key|job|profession|hobby|school|teacher|vet|lawyer|bank|physio\p{L}*|flat|house|shoe size|locker|budget|rent|employer|hairdresser|boss|partner|wife|husband|goal)|(?:spare key|birthday|plate|dentist|doctor|code|number|address|name|size|password) of)(?!\p{L})|(?:passwort|kennwort|adresse|nummer|geburtstag|zahnarzt|zahnärztin|hausarzt|hausärztin|arbeitgeber|vermieter(?:in)?|schuhgröße|kennzeichen|lieblings\p{L}+)(?!\p{L})|(?<!\p{L})(?:mot de passe|adresse|numéro|anniversaire|dentiste|médecin|propriétaire|pointure|kiné|maison|casa|plat préféré|dirección|número|cumpleaños|contraseña|dentista|médic[oa]|caser[oa]|talla|adres|numer|urodziny|hasło|dentysta|lekarz|ulubion\p{L}+)(?!\p{L})|(?:家|住所|誕生日|番号|席)[はが]|(?:的家|住址|地址|代号|代號|生日|密码|门禁码|位置|储物柜|儲物櫃)|(?:댁|집|주소|생일|번호)(?:은|는|이|가|:|：)/iu;
