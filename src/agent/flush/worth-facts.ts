// The turns of phrase in which people state what lasts: what they like, who is who, what was decided or promised, what must
// not be done. Pure tables and two questions about a sentence.

const LASTING: readonly RegExp[] = [
  // Prohibitions and standing instructions.
  /(?<!\p{L})(?:never (?:again|ever|call|mail|email|e-mail|write|send|tell|share|use|delete|touch|post|buy|book|mention|contact|invite|reply|answer|push|deploy|order|let|give|open|run|put|ask|forget|do)|must (?:not|never)|mustn't|may not|not allowed|do not ever|don't ever|forbidden|from now on|as of (?:now|today|tomorrow|next)|no longer (?:use|want|eat|drink|work)|always (?:use|write|call|answer|send|ask|reply|put|book|order|check|start|sign|speak|address|include|add|take|pay))(?!\p{L})/iu,
  /^(?:please )?(?:do not|don't) (?!worry|mind|mention|know|be|you|think|get|forget|remember)\p{L}+ \p{L}/iu,
  /(?<!\p{L})(?:nie wieder|niemals|darf(?:st|en)? (?:\p{L}+ ){0,4}?(?:nicht|nie)|dürfen (?:\p{L}+ ){0,4}?(?:nicht|nie)|soll(?:st|en)? (?:\p{L}+ ){0,4}?(?:nie|nicht mehr|immer)|ab (?:sofort|jetzt|heute|morgen)|verboten|(?:schreib|schick|ruf|sag|verwende|nutze|antworte|lösche?)\p{L}* (?:\p{L}+ ){0,5}?(?:nie|niemals|immer))(?!\p{L})/iu,
  /(?<!\p{L})(?:ne \p{L}+ (?:plus )?jamais|n'\p{L}+ jamais|désormais|dorénavant|à partir de (?:maintenant|demain|lundi)|il ne faut (?:pas|jamais)|interdit)(?!\p{L})/iu,
  /(?<!\p{L})(?:nunca (?:\p{L}+ )?\p{L}+(?:es|as|a|e)(?!\p{L})|a partir de (?:ahora|mañana|hoy)|de ahora en adelante|prohibido|no se (?:debe|puede)|no debes?)(?!\p{L})/iu,
  /(?<!\p{L})(?:nigdy (?:więcej )?nie|od (?:teraz|dziś|dzisiaj|jutra)|nie wolno|zakaz|zawsze (?:pisz|odpowiadaj|używaj|dzwoń))(?!\p{L})/iu,
  /从现在起|從現在起|从今以后|從今以後|以后(?:都|不|别|请|要|再|一律)|以後(?:都|不|別|請|要|再|一律)|绝不|絕不|决不|千万(?:别|不)|千萬(?:別|不)|永远(?:不|别)|永遠(?:不|別)|不许|不許|不准|禁止|严禁|(?:别|不要|别再|不能)(?:给|跟|和|向|把|再|让|告诉|删|用|發|发|碰|動|动)/u,
  /今後は|これからは|以後は|禁止|してはいけ|ちゃいけない|てはだめ|ては駄目|(?:絶対に|決して|二度と).*(?:ない|ません)|(?:し|ら|さ|か|わ|ま|ば|た)ないで(?:ください|くれ|ね|ほしい)?[。!！]*$/u,
  /앞으로는?|이제부터|금지|(?:하|지)\s?마(?:세요|십시오|라|요)?[.!]*$|절대|다시는|하면 안 (?:돼|되|됩)/u,
  // Promises and decisions.
  /(?<!\p{L})(?:(?:we|i|they|he|she|\p{Lu}\p{L}+) (?:have |has |'ve )?(?:all )?(?:decided|agreed|promised|settled on|chose|committed|signed|switched to|cancelled|canceled|postponed)|(?:it was|was|were|is|are|been) (?:decided|agreed|postponed|moved to|cancelled|scheduled)|i promise(?! you can)|decision:|deadline|(?:i|we)(?:'ll| will) (?:\p{L}+ ){1,8}?(?:by|until|before|on|next|tomorrow|every)(?!\p{L}))/iu,
  /(?<!\p{L})(?:beschlossen|entschieden|vereinbart|versprochen|verspreche|abgemacht|einigten uns|geeinigt|verschoben|abgesagt|entscheidung:|frist|stichtag)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:a|ai|ont|avons|est|été) (?:décidé|convenu|promis|reporté|annulé|choisi)|je (?:te |vous |lui )?promets|décision\s?:|date limite)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:he|hemos|han|ha) (?:decidido|acordado|prometido|elegido|quedado)|decidimos|acordamos|quedamos en|prometo|decisión:|fecha límite|se (?:aplazó|canceló|decidió))(?!\p{L})/iu,
  /(?<!\p{L})(?:zdecydowaliśmy|zdecydował\p{L}*|postanowi\p{L}+|ustalili\p{L}*|umówili\p{L}*|obiecuję|obiecał\p{L}*|przełożon\p{L}*|odwołan\p{L}*|decyzja:|termin (?:to|mija|jest|upływa))(?!\p{L})/iu,
  /决定|決定|约定|約定|答应(?!我吧)|答應|承诺|承諾|保证(?!金)|保證(?!金)|说好了|說好了|同意(?:了|用|改)|改(?:到|成|为|為|用)|推迟|推遲|取消了|截止/u,
  /決め(?:た|ました)|決まり(?:ました)?|決まった|こと(?:に|と)(?:し|なり)(?:た|ました)|約束|延期|締め?切り?|中止に/u,
  /결정했|결정됐|결정하|하기로 (?:했|하)|기로 (?:했|정했|합의)|약속(?:했|해|합|할)|연기(?:됐|되|했)|취소(?:됐|되|했)|마감/u,
];

/** Instructions for later, decisions, promises. */
export function isLasting(sentence: string): boolean {
  return LASTING.some((one) => one.test(sentence));
}

const KIN_EN =
  '(?:sister|brother|mother|father|mom|mum|dad|wife|husband|son|daughter|partner|girlfriend|boyfriend|fiancée?|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|niece|nephew|boss|colleague|manager|neighbou?r|landlord|doctor|dentist|lawyer|teacher|roommate|flatmate|friend|dog|cat|birthday|name|address|phone|number|email|job|office|company|car|boat|bike|server|laptop|router|account|flight|train|appointment|passport|allergy|anniversary|hometown|favou?rite|shoe size|blood type|insurance|bank|team)';
const KIN_DE =
  '(?:schwester|bruder|mutter|vater|mama|papa|frau|mann|sohn|tochter|partner(?:in)?|freund(?:in)?|tante|onkel|cousine?|oma|opa|großmutter|großvater|nichte|neffe|chef(?:in)?|kolleg(?:e|in)|nachbar(?:in)?|vermieter(?:in)?|arzt|ärztin|zahnarzt|lehrer(?:in)?|hund|katze|kater|geburtstag|name|adresse|telefonnummer|nummer|auto|boot|fahrrad|server|rechner|konto|flug|zug|termin|reisepass|ausweis|lieblings\\p{L}+|schuhgröße|blutgruppe|versicherung|firma|büro|team)';
const KIN_FR =
  '(?:sœur|soeur|frère|mère|père|maman|papa|femme|mari|fils|fille|compagn\\p{L}+|copain|copine|tante|oncle|cousine?|grand-mère|grand-père|nièce|neveu|chef|patronn?e?|collègue|voisine?|propriétaire|médecin|dentiste|avocate?|chien|chat|anniversaire|nom|adresse|numéro|voiture|bateau|vélo|serveur|compte|vol|train|rendez-vous|passeport|pointure|entreprise|bureau|équipe)';
const KIN_ES =
  '(?:hermana|hermano|madre|padre|mamá|papá|esposa|esposo|mujer|marido|hijo|hija|pareja|novi[oa]|tía|tío|prim[oa]|abuel[oa]|sobrin[oa]|jef[ea]|coleg[ao]|vecin[oa]|caser[oa]|médic[oa]|dentista|abogad[oa]|perr[oa]|gat[oa]|cumpleaños|nombre|dirección|teléfono|número|coche|carro|barco|bici(?:cleta)?|servidor|cuenta|vuelo|tren|cita|pasaporte|talla|empresa|oficina|equipo)';
const KIN_PL =
  '(?:siostra|brat|mama|matka|tata|ojciec|żona|mąż|syn|córka|partner(?:ka)?|dziewczyna|chłopak|ciocia|wujek|kuzyn(?:ka)?|babcia|dziadek|szef(?:owa)?|koleg[ai]|koleżanka|sąsiad(?:ka)?|lekarz|lekarka|dentysta|pies|kot|urodziny|imię|adres|numer|telefon|samochód|łódź|rower|serwer|konto|lot|pociąg|wizyta|paszport|firma|biuro|zespół)';

const FACTS: readonly RegExp[] = [
  // Preferences.
  /(?<!\p{L})(?:i|we|he|she|they|\p{Lu}\p{L}+) (?:really |absolutely |also |much |always |usually |only |strongly )*(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|adores?|don't (?:like|eat|drink)|doesn't (?:like|eat|drink)|can't stand|cannot stand)(?!\p{L}) (?!it\b|that\b|this\b|you\b|them\b|how\b|your\b|to (?:chat|talk)\b)/iu,
  /(?<!\p{L})(?:allergic|vegetarian|vegan|lactose|intolerant|diabetic|left-handed|favou?rite|pescatarian|gluten)(?!\p{L})/iu,
  /(?<!\p{L})(?:ich|wir|er|sie) (?:\p{L}+ )?(?:mag|mögen|liebe|lieben|hasse|bevorzuge|bevorzugen|vertrage|esse|trinke|isst|trinkt|liebt)(?!\p{L}) (?!das(?!\p{L})|es(?!\p{L})|dies\p{L}*|dich|gerade|jetzt|gleich|noch)|(?<!\p{L})am liebsten|allergisch|vegetari|vegan|laktose|lieber .+ als/iu,
  /(?<!\p{L})(?:je (?:préfère|déteste|ne (?:mange|bois|supporte) (?:pas|jamais|plus))|j'(?:aime|adore)(?! (?:ça|bien|trop|te)(?!\p{L}))|je n'aime pas(?! ça)|allergique|végétarien\p{L}*|végane?)/iu,
  /(?<!\p{L})(?:(?:no )?(?:me|le|nos) (?:gustan?|encantan?)(?! (?:eso|esto|mucho\W*$))|(?:yo )?prefiero|prefiere|preferimos|odio|detesto|no (?:como|bebo)|soy (?:alérgic|vegetarian|vegan)\p{L}*|alérgic[oa])(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:nie )?lubię|wolę|uwielbiam|nie znoszę|nienawidzę|nie (?:jem|piję)|uczulon\p{L}+|wegetarian\p{L}+|alergi\p{L}+)(?!\p{L})/iu,
  /(?:喜欢|喜歡|讨厌|討厭|偏好|更爱|最爱|最愛|爱吃|愛吃|爱喝|愛喝|不吃|不喝|过敏|過敏|吃素|习惯(?:用|喝|吃)|習慣(?:用|喝|吃))(?!你|您|这个$|那个$|它|这样|[。!！~]*$)|(?:对|對).+(?:过敏|過敏)|(?:过敏|過敏)/u,
  /(?:[がはもを].{0,12}(?:好き|嫌い|苦手|好み)|アレルギー|ベジタリアン|より.+(?:方|ほう)が(?:いい|良い|好き)|食べられな|食べません|飲みません|飲めな)/u,
  /(?:[을를이가은는도].{0,12}(?:좋아해|좋아합|좋아하|싫어해|싫어합|싫어하|선호)|알레르기|채식|못 (?:먹|마[셔시])|안 (?:먹어|마셔|먹습|마십))/u,
  // Who is who, where somebody lives, what is called what.
  new RegExp(
    `(?<!\\p{L})(?:my|our|his|her|their) (?:\\p{L}+ ){0,2}?${KIN_EN}(?:'s)?(?: \\p{L}+){0,4}? (?:is|are|was|were|has|have|lives?|works?|moved|likes?|loves?|runs|starts|leaves|studies|prefers?|hates?)(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:i (?:live|work(?! from home today)|study|was born|grew up|moved|speak|own|run|drive) (?!it\b|on it\b)(?:\p{L}+ )?\p{L}|i am (?:an? \p{L}+(?:er|or|ist|ian|nt|se|ect)(?!\p{L})|married|from|called|responsible)|i'm (?:an? (?:\p{L}+ )?\p{L}+(?:er|or|ist|ian|ect)(?!\p{L})|married|from|called|responsible)|my name is)/iu,
  /(?<!\p{L})(?:(?:is|are) (?:called|named|responsible|in charge|stored|kept|hidden|located|parked|owned|allergic)|lives? (?:in|at|on|with|near)|works? (?:at|for|as|with)|belongs? to|moved to|stands for|runs on|reports to|lies (?:in|under|behind))(?!\p{L})/iu,
  new RegExp(
    `(?<!\\p{L})(?:mein|meine|unser|unsere|sein|seine|ihr|ihre)(?: \\p{L}+){0,2}? ${KIN_DE}(?: \\p{L}+){0,4}? (?:ist|sind|heißt|wohnt|lebt|arbeitet|hat|war|steht|mag|fährt|läuft|beginnt|geht|studiert)(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:ich (?:wohne|arbeite|lebe|studiere|heiße|komme aus|spreche|bin (?:verheiratet|\p{Lu}\p{L}+(?:er|in|ist|ent|arzt)(?!\p{L})))|heißt|(?:wohnt|lebt) (?:in|bei|mit)|arbeitet (?:bei|als|in|für)|ist zuständig|gehört|liegt (?:in|im|unter|hinter|auf)|befindet sich|verantwortlich)(?!\p{L})/iu,
  new RegExp(
    `(?<!\\p{L})(?:mon|ma|mes|notre|nos|son|sa)(?: \\p{L}+)? ${KIN_FR}(?: \\p{L}+){0,4}? (?:est|sont|s'appelle|habite|vit|travaille|a|aime|part|commence|étudie)(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:j'habite|je (?:vis|travaille|m'appelle|viens de|parle|suis (?:mariée?|né))|s'appelle|habite (?:à|en|au|chez|dans)|travaille (?:à|chez|comme|pour)|appartient à|se trouve|est responsable)(?!\p{L})/iu,
  new RegExp(
    `(?<!\\p{L})(?:mi|mis|nuestr[oa]|su)(?: \\p{L}+)? ${KIN_ES}(?: \\p{L}+){0,4}? (?:es|son|está|se llama|vive|trabaja|tiene|sale|empieza|estudia)(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:(?:yo )?vivo (?:en|con)|trabajo (?:en|como|para|de)|me llamo|soy de|nací|se llama|vive (?:en|con)|trabaja (?:en|como|para)|pertenece a|se encuentra|es responsable|encargad[oa])(?!\p{L})/iu,
  new RegExp(
    `(?<!\\p{L})(?:mój|moja|moje|nasz|nasza|jego|jej)(?: \\p{L}+)? ${KIN_PL}(?: \\p{L}+){0,4}? (?:jest|są|ma|mieszka|nazywa|pracuje|studiuje|to|wyjeżdża|zaczyna)(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:mieszkam|pracuję|nazywam się|pochodzę|urodził[ae]m|nazywa się|mieszka (?:w|na|z)|pracuje (?:w|jako|dla)|należy do|znajduje się|odpowiada za)(?!\p{L})/iu,
  /住在|住(?:东|西|南|北|東)|搬到|搬去|来自|來自|出生(?:于|於|在)|毕业(?:于|自)|畢業(?:於|自)|负责|負責|我(?:叫|是.{1,8}(?:师|師|生|员|員|长|長|家|人)[。,，!！]*$)|名字(?:是|叫)|名叫|(?:在|去).{1,10}(?:工作|上班|上学|上學|留学|留學)|我(?:的)?(?:妹妹?|姐姐?|哥哥?|弟弟?|妈妈?|爸爸?|媽媽?|老婆|老公|妻子|丈夫|儿子|女儿|兒子|女兒|老板|老闆|同事|朋友|房东|房東|医生|醫生|老师|狗|猫|貓|生日|电话|電話|地址|邮箱|車|车)(?!.*(?:好吗|呢)).*(?:是|叫|在|有|要|会|會|住|去|喜|养|養|姓)|(?:存|放|藏|停|位于|位於|属于|屬於|保存)(?:在|于|於)|(?:密码|密碼|口令|地址|电话|電話|生日|编号|編號|代号|代號|账号|帳號)(?:是|为|為|[::])/u,
  /住んで|(?:で|に)(?:働い|勤め|通っ)て|(?:名前|誕生日|住所|電話|番号|職業|出身|担当)は|(?:私|僕|俺|うち)の.{1,8}は.{2,}|(?:という名前|といいます|と言います|と呼)|生まれ(?:た|ました)|引っ越|担当(?:です|して|者)|に(?:保管|保存|置いて|あります)|(?:医者|教師|エンジニア|学生|社員|看護師|弁護士)です/u,
  /(?:에|에서) (?:살아|삽|살고|일해|일하|다녀|다니|근무|있습|보관|저장)|(?:이름|생일|주소|전화|번호|직업|고향|담당|여동생|남동생|동생|언니|오빠|형|누나|어머니|아버지|엄마|아빠|아내|남편|아들|딸|친구|상사|강아지|고양이)(?:은|는|이|가|의) ?.{2,}|(?:이라고|라고) (?:해요|합니다|불러|부릅)|태어났|이사(?:했|갔|왔)|담당(?:입|이|하)|(?:의사|교사|학생|개발자|간호사|변호사)(?:예요|이에요|입니다)/u,
  // Whose what somebody is, and where a thing lies.
  /(?<!\p{L})(?:(?:is|was) (?:my|our) (?!pleasure|fault|bad|favou?rite joke)\p{L}|ist (?:mein|meine|unser|unsere) \p{L}|est (?:mon|ma|notre) \p{L}|es (?:mi|nuestr[oa]) \p{L}|to (?:mój|moja|nasz|nasza) \p{L})/iu,
  /^(?:the|my|our|a) (?:\p{L}+ ){1,4}(?:is|are) (?:in|under|behind|inside|beneath|above|below|near|at|next to|on top of) (?:the|my|our|a) \p{L}/iu,
  /(?<!\p{L})(?:(?:steht|hängt|steckt|stehen|liegen) (?:in|im|unter|hinter|auf|neben|an|am|bei)|(?:est|sont) (?:sous|derrière|chez|au-dessus|à côté|rangée?s?)|está[n]? (?:debajo|detrás|dentro|encima|guardad[oa]s?|al lado)|(?:leży|leżą|wisi|stoi|stoją|jest) (?:pod|za|obok|nad) )(?!\p{L})/iu,
  /^(?!我|你|他|她|这|這|那).{1,12}在.{1,12}(?:下面|里面|裡面|上面|后面|後面|旁边|旁邊|左边|右边|抽屉|抽屜|柜子|櫃子|那里|那裡|那儿)|^(?!你|这|這|那|您).{2,4}是我们?的?(?!.*(?:吗|嗎|呢)).{2,}|(?:밑|안|위|옆|뒤|아래|속)에 (?:있|두|둬|뒀)/u,
];

/** Preferences, persons, places, names of things. */
export function isStatedFact(sentence: string): boolean {
  return FACTS.some((one) => one.test(sentence));
}
