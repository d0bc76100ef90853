// What is said only for the moment, in the languages that people write here: greetings, thanks, moods, weather, laughter,
// orders to the assistant. Pure tables and two questions about a sentence.

const any = (...parts: string[]) => parts.join('|');

/** What stands in front of a sentence and adds nothing to it. */
const LEAD =
  /^(?:(?:hi|hey|hello|hallo|moin|salut|bonjour|coucou|hola|buenas|cześć|hej|siema|ok|okay|okej|oh|ah|well|so|um|hm+|btw|by the way|also|and|but|anyway|übrigens|also|und|aber|na ja|ach|au fait|et|mais|bon|por cierto|y|pero|bueno|a propos|no i|ale|@\w+|nightjar)(?=[\s,!.:…–-])(?: nightjar)?[\s,!.:…–-]+|(?:你好|您好|嗨|对了|對了|另外|还有|還有|那个|那個|嗯+|哦+|啊+|こんにちは|こんばんは|おはよう(?:ございます)?|ところで|ちなみに|あと|えっと|안녕(?:하세요)?|그런데|참고로|그리고|아)[\s,，、。!！~…]+)+/iu;

const latin = any(
  'see (?:you|ya)',
  'talk (?:to you|soon|later)',
  'catch you',
  'have (?:a|fun|you)',
  'good (?:morning|night|evening|afternoon|day|luck|point|idea|job|one|to (?:see|hear|know))',
  'happy (?:birthday|new|easter|friday|monday|weekend|holidays|to)',
  'merry',
  'nice (?:to|one|day|weather|work|job)',
  'thank',
  'thx',
  'cheers',
  'no (?:problem|worries|way|idea|thanks)',
  'never ?mind',
  "don'?t (?:worry|mind|mention|be silly)",
  "you'?re (?:welcome|funny|great|the best|so|right|too|awesome|amazing|sweet|kidding)",
  'you (?:never know|rock|too|know)',
  "that'?s (?:so|very|really|great|nice|funny|cool|fine|ok|okay|it|all|right|true|amazing|awesome|hilarious|good|too|a)",
  'that (?:was|is|would be|sounds) (?:so|very|really|great|nice|funny|cool|fine|ok|good|amazing|awesome|hilarious|a|delicious|fun)',
  "it'?s (?:so|very|really|too|raining|snowing|hot|cold|late|early|already|only|sunny|just|okay|ok|fine|been a|getting|such|\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
  "(?:i'?m|i am|i feel|feeling) (?:so |really |very |just |a bit |pretty |kinda |still |all |doing |feeling )*(?:tired|bored|hungry|thirsty|sleepy|fine|good|ok|okay|great|back|here|sorry|happy|sad|kidding|joking|done|exhausted|excited|well|bad|better|cold|hot|lol|laughing|glad|sure|ready|awake|alright|impressed|off to|heading|going to (?:bed|sleep|sit))",
  'i (?:just )?(?:really )?(?:love|like|hate|enjoy|loved|liked) (?:it|that|this|you|them|how|your|these|those|mondays|fridays|talking|chatting)(?:\\W|$)',
  'i (?:see|guess|think so|hope so|slept|know|agree|wish|bet|wonder|mean|missed you|need (?:a )?(?:coffee|break|nap|sleep))(?:\\W|$)',
  "i (?:don'?t|do not|didn'?t|can'?t) (?:know|mind|care|think so|wait|believe|feel like|remember)",
  'i (?:just )?(?:had|ate|drank|made) (?:a |an |some |my )?(?:\\w+ )?(?:coffee|tea|lunch|dinner|breakfast|pizza|nap|sandwich)',
  "i'?ll (?:be (?:right )?back|think|see|try|let you know|wait|do (?:it|that))",
  "let'?s (?:see|go|chat|talk|do it|start|try|begin|say)",
  'sounds (?:good|great|fun|nice)',
  'what (?:a|an) ',
  'i feel like',
  'guess what',
  'well done',
  'congrat',
  'same (?:here|to you)',
  'me (?:too|neither)',
  'brb|gtg|lol|lmao|rofl|omg|wow|yay|nope|yep|yeah|yes|no|nah|ugh|ha(?:ha)+|he(?:he)+|hmm+|cool|great|nice|awesome|perfect|amazing|sure|right|exactly|fine|okay|ok|alright|sorry|oops|please|hello|hi|hey|bye|welcome|cute|sweet|funny|interesting|indeed|anyway|whatever|true|agreed|absolutely|of course|my (?:bad|pleasure|head|day|goodness|god)|oh my|just (?:kidding|chilling|saying|checking|joking|woke)',
  'the weather',
  'time (?:for|to) (?:bed|sleep|lunch|dinner|go)',
  // German
  'guten? (?:morgen|tag|abend|nacht|appetit|besserung|rutsch|idee)',
  'schöne[nrs]?',
  'tolle[rs]?',
  'viel(?:en)? (?:spaß|glück|erfolg|dank)',
  'frohe[rs]?',
  'bis (?:später|bald|morgen|dann|gleich|nachher|zum)',
  "danke|dankeschön|bitte schön|gern(?:e)? (?:geschehen)?$|kein problem|keine (?:ahnung|sorge|ursache)|macht nichts|na klar|klar|genau|stimmt|super|toll|prima|cool|schade|haha|hihi|puh|ach so|alles (?:klar|gut|gute)|mach(?:s|'s)? gut|schlaf|tschüss|gute nacht|herzlichen|wie (?:schön|lustig|nett)|was für",
  'das (?:ist|war|klingt|freut|wäre) (?:mir |ja |doch |so |sehr |echt |wirklich |aber |total )*(?:schön|gut|super|toll|lustig|witzig|nett|lieb|cool|klasse|egal|spannend|interessant|schade|lecker|mich|ok|prima|in ordnung|komisch|ein guter)',
  'es (?:ist|war|wird|regnet|schneit|geht) ?(?:heute |so |sehr |schon |echt |mir |draußen |ganz |gerade )*(?:kalt|warm|heiß|spät|früh|schön|gut|sonnig|langweilig|halb|kurz|$|\\d|in strömen|wieder|den)',
  "(?:ich bin|bin|ich fühle mich|mir ist|mir geht)(?: es| s|'s)? ?(?:heute |so |sehr |gerade |ein bisschen |echt |wieder |total |auch |schon )*(?:müde|langweilig|hungrig|da|fertig|gut|schlecht|kalt|warm|froh|traurig|wach|zurück|gespannt|satt|krank|kaputt)",
  'ich (?:weiß nicht|glaube|denke schon|auch|hab(?:e)? (?:heute |gerade |schon )*(?:gut geschlafen|hunger|durst|keine lust|lust|gegessen|kaffee)|lache|freue? mich|liebe (?:es|das|dich)|mag (?:das|es|dich)|gehe? (?:jetzt |gleich |dann )*(?:schlafen|ins bett|spazieren|essen))',
  'das wetter|heute ist (?:ein )?(?:schöne[rs]?|das wetter|es|wieder)|was ein',
  // French
  "bon(?:ne)? (?:nuit|journée|soirée|appétit|week-end|matin|anniversaire|année|idée|chance|courage)|bonjour|bonsoir|salut|coucou|merci|de rien|à (?:bientôt|demain|plus|tout)|joyeux|bof|super|génial|parfait|d'accord|oui|non|ça (?:va|marche|roule|fait plaisir)|pas (?:de souci|grave|mal)|c'(?:est|était) (?:très |trop |vraiment |tellement |super |bien )*(?:drôle|gentil|cool|bien|bon|super|génial|parfait|marrant|nul|sympa|vrai|magnifique|beau|chouette|gentil|délicieux)|il (?:fait|pleut|neige)|quel(?:le)? |je (?:suis|me sens) (?:très |trop |un peu |vraiment |tellement |si |super )*(?:fatigué|content|triste|là|désolé|crevé|heureu|malade|de retour|bien|prêt)|j'ai (?:faim|soif|sommeil|froid|chaud|bien (?:dormi|ri|mangé)|hâte)|je (?:sais pas|ne sais pas|vais (?:bien|dormir|me coucher)|rigole|plaisante|t'aime|l'aime)|j'(?:aime|adore) (?:ça|bien|trop|te)|bravo|félicitations|mdr|ptdr|haha|hihi|le temps|quelle",
  // Spanish
  '¡?buen(?:os|as|a)? |¡?hola|¡?gracias|¡?muchas gracias|de nada|hasta |nos vemos|¡?feliz|¡?qué |claro|vale|genial|perfecto|sí|no pasa nada|jaja|jeje|estoy (?:muy |un poco |tan |bastante |super )*(?:cansad|content|bien|aburrid|feliz|triste|aquí|list|mal|enferm|de vuelta)|tengo (?:hambre|sueño|sed|frío|calor|ganas)|(?:eso |esto )?(?:es|fue|está|estuvo) (?:muy |tan |súper |bastante |realmente )*(?:divertid|graci|bonit|genial|buen|bien|increíble|rico|lindo|verdad|delicios)|hace (?:mucho |un )?(?:frío|calor|sol|buen|día|viento)|llueve|está lloviendo|me (?:encanta|gusta) (?:eso|esto|mucho|hablar)|no (?:sé|importa|te preocupes)|te quiero|que (?:tengas|descanses|te)|igualmente|felicidades|¡?enhorabuena|el (?:tiempo|clima)|yo también',
  // Polish
  'dzień dobry|dobranoc|dobry wieczór|cześć|hej|siema|dzięk|do (?:zobaczenia|jutra|usłyszenia)|na razie|pa(?: pa)?$|nie ma (?:za co|sprawy|problemu)|miłego|wesołych|szczęśliwego|sto lat|smacznego|świetn|super|fajnie|spoko|jasne|tak|nie wiem|haha|hehe|(?:jestem|czuję się) (?:bardzo |trochę |dziś |dzisiaj |już |taki |taka |tak )*(?:zmęczon|głodn|szczęśliw|smutn|znudzon|tutaj|dobrze|źle|gotow)|to (?:jest |było )?(?:bardzo |naprawdę |takie )*(?:śmieszn|zabawn|miłe|super|fajne|dobr|ciekaw|prawda)|pada|leje|ale (?:zimno|gorąco|fajnie|pogoda|śmieszn)|dziś jest (?:zimno|ładn|piękn|ciepło)|ładna pogoda|piękna pogoda|pogoda|idę spać|chce mi się|ja też|co za|kocham (?:cię|to)|powodzenia|gratul',
);
const LATIN_CHATTER = new RegExp(`^(?:${latin})(?!\\p{L}{9})`, 'iu');

const CJK_CHATTER =
  /^(?:你好|您好|嗨|哈+|嘿+|呵+|嘻+|早安|早上好|早$|晚安|晚上好|中午好|下午好|谢谢|謝謝|多谢|多謝|不客气|不客氣|没事|沒事|没关系|沒關係|没问题|沒問題|好的|好吧|好啊|好呀|好哒|行$|行吧|可以$|嗯+|哦+|噢+|唉+|哇|太(?!太)|真(?:的?好|棒|的?(?:很)?(?:不错|有趣|好笑|好吃|漂亮)|有意思|可爱|逗|搞笑|是太|是)|今天(?:天气|好|真|太|有点|很|心情|又|下)|天气|天氣|外面|下雨|下雪|好(?:累|困|饿|冷|热|無聊|无聊|开心|開心|笑|玩|吃|棒|可爱|香|美|想)|我(?:好|很|太|有点|也|真|超)(?:累|困|饿|冷|热|无聊|無聊|开心|開心|难过|高兴|高興|是|觉得|想睡)|我(?:回来|回來|来|來|走|先)了|我也(?:是|觉得|這麼|这么)|我(?:不知道|知道了|明白了|懂了|睡了|去睡|先去|吃饱|刚吃|剛吃|爱你|愛你|想你)|我喜欢(?:你|这个|那个|它)?[。!！~]*$|再见|再見|拜拜|明天见|明天見|回头见|待会见|辛苦了|加油|恭喜|祝|周末愉快|新年快乐|生日快乐|圣诞快乐|节日快乐|对不起|抱歉|哎呀|天哪|天啊|原来如此|原來如此|是啊|是的|对啊|對啊|对的|没错|沒錯|当然|當然|你(?:真|好|太|很|最|也|也是)|这(?:个)?(?:真|太|很|好|笑话)|這(?:個)?(?:真|太|很|好|笑話)|不错|不錯|开玩笑|開玩笑|随便|隨便|算了|无所谓|現在(?:好|已經)|现在(?:好|已经)|都(?:这么|已经)|该睡|該睡)|(?:笑死|哈哈哈*)/u;
const JA_CHATTER =
  /^(?:こんにちは|こんばんは|おはよう|おやすみ|ありがとう|どうも|どういたしまして|すみません|ごめん|はい|いいえ|うん|ううん|そう(?:です|だ|か|なん)|なるほど|了解|わかりました|分かりました|わかった|分かった|オッケー|オーケー|OK|すごい|すごく|やった|いいね|いいです|よかった|良かった|楽しい|楽しかった|面白い|おもしろい|可愛い|かわいい|美味し|おいし|疲れ|つかれ|眠い|ねむい|お腹|おなか|暇|ひま|寒い|暑い|今日は(?:いい|良い|とても|すごく|寒|暑|暖|天気|疲|雨|晴|本当|楽)|いい天気|天気|雨|外は|じゃあ(?:ね|また)|またね|また(?:明日|あした|後で|あとで)|さようなら|お疲れ|おつかれ|頑張|がんば|おめでとう|あけまして|メリー|笑|w+$|へえ|えっ?|ほんと|本当(?:に|だ|です)|まあ|もちろん|たしかに|確かに|大丈夫|気にしない|冗談|今(?:起き|帰|着)|もう(?:寝|こんな|眠)|寝ます|それは(?:いい|良|すご|面白|楽し)|私も|僕も|大好き|好き(?:です)?[。!！]*$)/u;
const KO_CHATTER =
  /^(?:안녕|반가|고마|감사|천만|괜찮|미안|죄송|네|예|응|아니|그래|그렇|맞아|좋아[요!.~ㅎㅋ]*$|좋아요[!.~]*$|좋네|좋은 (?:아침|하루|밤|주말|생각|저녁)|잘 (?:자|지내|있어|가|됐|했|먹)|안 ?자|오늘 (?:날씨|너무|진짜|정말|기분|좀|하루|비|또)|날씨|비가|눈이|밖|너무|진짜|정말|완전|와+|우와|대박|ㅋ|ㅎ|하하|헤헤|재미|웃기|귀여|피곤|졸려|졸리|배고|배불|심심|추워|더워|내일 (?:봐|만나|뵈)|다음에 (?:봐|또)|나중에 (?:봐|얘기)|이따|수고|화이팅|파이팅|축하|새해|메리|생일 축하|알겠|알았|그냥|나도|저도|농담|역시|당연|물론|사랑해|맛있|이제 (?:자|잘|가)|벌써)/u;

export function withoutLead(sentence: string): string {
  return sentence.replace(LEAD, '').trim();
}

/** Whether a sentence (without its lead) is for the moment alone. */
export function isChatter(sentence: string): boolean {
  return (
    LATIN_CHATTER.test(sentence) || CJK_CHATTER.test(sentence) || JA_CHATTER.test(sentence) || KO_CHATTER.test(sentence)
  );
}

/** An order to the assistant, to be carried out now. */
const LATIN_ORDER =
  /^(?:(?:please|just|now|then|bitte|por favor|proszę|s['’]il te plaît)[,\s]+)*(?:(?:can|could|would) you|tell|write|translate|explain|summari[sz]e|draw|make|create|generate|play|sing|say|give|show|search|find|look|calculate|compute|convert|help|read|open|list|check|try|continue|go (?:on|ahead)|stop|wait|send|set|turn|add|count|choose|pick|guess|describe|compare|rewrite|shorten|google|order|repeat|recommend|suggest|remind|entertain|surprise|imagine|erzähl|schreib|übersetz|erklär|fass|mach|zeig|such|finde|lies|sag|gib|hilf|rechne|berechne|spiel|sing|nenn|wiederhol|warte|stopp|weiter|schick|stell|öffne|empfiehl|erinner|raconte|écris|traduis|explique|résume|fais|montre|cherche|dis|donne|aide|calcule|chante|joue|lis|ouvre|attends|continue|arrête|envoie|propose|rappelle|cuéntame|cuenta|escribe|traduce|explica|resume|haz|muéstrame|muestra|busca|dime|dame|ayúda|ayuda|calcula|canta|juega|lee|abre|espera|sigue|para|envía|recomienda|opowiedz|napisz|przetłumacz|wyjaśnij|streść|zrób|pokaż|szukaj|poszukaj|znajdź|powiedz|daj|pomóż|policz|oblicz|zaśpiewaj|zagraj|przeczytaj|otwórz|poczekaj|czekaj|kontynuuj|wyślij|poleć|przypomnij)(?:\p{L}{0,3}-?(?:moi|me|nous)?)?(?![\p{L}])/iu;
const CJK_ORDER =
  /^(?:请|請|帮|幫|给我|給我|替我|麻烦|麻煩|能不能|可以|再)*(?:讲|講|说|說|写|寫|翻译|翻譯|解释|解釋|总结|總結|画|畫|播放|告诉|告訴|查|找|搜|算|打开|打開|读|讀|列出|推荐|推薦|继续|繼續|停|等一?下|重复|重複|唱|猜|介绍|介紹|提醒|发给我|發給我|试|試|看看)|(?:て|で)(?:ください|下さい|くれ|ちょうだい|ほしい|もらえ|みて|ね)?[。!！]*$|(?:を|に)?(?:お願いします|頼む|頼みます)[。!！]*$|(?:아|어|여|해|워|려|줘|와|봐|써)\s?(?:줘|주세요|줄래|주라|봐|보자|라)요?[.!~]*$|하자[.!~]*$/u;

export function isOrder(sentence: string): boolean {
  return LATIN_ORDER.test(sentence) || CJK_ORDER.test(sentence);
}
