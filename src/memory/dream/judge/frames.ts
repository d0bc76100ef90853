// The forms in which people say one thing of one matter: where somebody lives, when a meeting is, what a word is. Tables only;
// what follows from them is in statement.ts. Each has one group for the matter (s) and one for what is said of it (v).

/** live, work, name, place: relations; be: whatever it is, by the kind of its value; count, run: only its number may change. */
export type About = 'live' | 'work' | 'name' | 'place' | 'be' | 'count' | 'cost' | 'open' | 'close' | 'run';

export interface Frame {
  about: About;
  form: RegExp;
  /** It says by its form that things were otherwise before. */
  moved?: true;
}

const S = '(?<s>\\S.{0,80}?)';
const V = '(?<v>.{1,80})';
const latin = (about: About, verbs: string, behind = '', moved?: true): Frame => ({
  about,
  form: new RegExp(`^${S}\\s(?:${verbs})\\s${V}${behind}$`, 'iu'),
  ...(moved && { moved }),
});
const cjk = (about: About, form: string, moved?: true): Frame => ({
  about,
  form: new RegExp(`^${form.replace('S', '(?<s>.{1,40}?)').replace('V', '(?<v>.{1,40}?)')}$`, 'iu'),
  ...(moved && { moved }),
});

const TO = '(?:to|auf|nach|à|au|aux|en|a|al|para|na|do)';

/** In the order in which they are tried. */
export const FRAMES: readonly Frame[] = [
  latin(
    'live',
    '(?:(?:has|have|was|were|is|been|got) )*moved (?:house )?to|(?:a|ai|ont|avons) déménagé (?:à|au|en)|se (?:mudó|ha mudado|han mudado) a|przeprowadził\\p{L}* się do',
    '',
    true,
  ),
  latin('live', '(?:ist|bin|sind) nach', '\\s(?:um)?gezogen', true),
  latin(
    'be',
    `(?:(?:has|have) )?(?:(?:been|was|is|got) )?(?:moved|changed|rescheduled|postponed|shifted|pushed back|brought forward)(?: from .{1,40}?)? to|(?:a été|est) (?:déplacée?|reportée?|changée?) ${TO}|(?:se ha|se|ha sido|fue) (?:movid[oa]|cambiad[oa]|cambió|aplazó|aplazad[oa]) ${TO}|został\\p{L}* przeniesion\\p{L}+ na`,
    '',
    true,
  ),
  latin('be', '(?:wurde|ist|wird|wurden) (?:auf|in|zu)', '\\s(?:verschoben|verlegt|geändert|vorgezogen)', true),
  latin(
    'live',
    '(?:lives?|wohn(?:t|e|en)|leb(?:t|e|en)|habit(?:e|ent|ons)|vi[ts]|viv(?:e|o|en|imos)|mieszka(?:m|my|ją)?) (?:in|at|à|au|aux|en|w|we|na)',
  ),
  latin(
    'work',
    'works? (?:at|for)|arbeite(?:t|n)? (?:bei|für)|travaill(?:e|ent|ons) (?:chez|pour)|trabaj(?:a|o|an) (?:en|para)|pracuj(?:e|ę|ą) (?:w|dla)',
  ),
  latin('name', "is (?:called|named)|heißt|s'appelle|se llama|nazywa się|ma na imię"),
  latin('cost', 'costs|kostet|coûte|cuesta|kosztuje'),
  latin('open', 'opens|öffnet|macht auf um|ouvre|abre|otwiera się'),
  latin('close', 'closes|schließt|ferme|cierra|zamyka się'),
  latin('run', 'runs(?: on)?|listens on|uses version|läuft (?:auf|unter)|tourne sur|corre en|działa na'),
  latin(
    'be',
    '(?:is|are|starts|begins|takes place|ist|sind|lautet|beginnt|est|commence|es|está|empieza|jest|to|zaczyna się)',
  ),
  latin('count', '(?:has|have|hat|habe|haben|a|ai|ont|avons|tiene|tengo|tienen|ma|mam|mają)'),
  cjk('live', 'S(?:搬到|搬去|搬家到|搬至|迁到|遷到)V(?:去|来|住)?', true),
  cjk(
    'be',
    'S(?:改到|改在|改为|改為|改成|换成|換成|变成|變成|变为|變為|推迟到|推遲到|提前到|延期到|调整为|調整為|调到|調到)V',
    true,
  ),
  cjk('live', 'S住在V'),
  cjk('work', 'S在V(?:工作|上班)'),
  cjk('name', 'S(?:的名字叫|名叫|叫做|叫)V'),
  cjk('be', 'S(?:是|为|為|(?<!\\d)[：:])V'),
  cjk('place', 'S(?:放在|存在|在)V'),
  cjk('live', 'S[はが]Vに(?:引っ越し|転居し|移住し)(?:た|ました|ている|ています)', true),
  cjk('be', 'S[はが]Vに(?:変更|変わ|移動|延期|なり|なっ)(?:\\p{sc=Hira}|変更)*', true),
  cjk('live', 'S[はが]Vに住んで(?:いる|います|る|ます)'),
  cjk('work', 'S[はが]V(?:で働いて|に勤めて)(?:いる|います|る|ます)'),
  cjk('be', 'S[はが]V(?:です|だ|である)'),
  ...['[은는]', '[이가]'].flatMap((topic) => [
    cjk('live', `S${topic} V(?:으로|로) 이사\\S*(?: \\S+)?`, true),
    cjk('be', `S${topic} V(?:으로|로) (?:변경|바뀌|바뀐|바꼈|바꿨|옮|연기)\\S*(?: \\S+)?`, true),
    cjk('live', `S${topic} V에서? (?:살아요?|삽니다|산다|살고 \\S+)`),
    cjk('work', `S${topic} V에서 (?:일해요?|일합니다|일한다|근무\\S+)`),
    cjk('be', `S${topic} V(?:입니다|이에요|예요|이다)`),
  ]),
];

/** What a thing has one of, as its last word or part. */
export const ONE_OF =
  /(?<![\p{L}\p{M}])(?:(?:pass)?words?|passcode|codes?|(?:code|nick|user|sur|host)?name|host|address|numbers?|birthday|deadline|due date|version|port|ip|pin|colou?r|price|rent|budget|login|phone|e-?mail|url|domain|favou?rite \p{L}+|mot de passe|nom|numéro|adresse|anniversaire|couleur|loyer|prix|clave|contraseña|código|nombre|dirección|número|cumpleaños|plazo|color|precio|alquiler|hasł\p{L}+|kod|nazwa|adres|numer|urodziny|kolor|cena|czynsz)$|(?:passwort|kennwort|codename|adresse|nummer|geburtstag|frist|farbe|preis|miete|(?<!\p{L})name|lieblings\p{L}+)$|(?:密码|密碼|口令|代号|代號|名称|名稱|名字|地址|电话|電話|号码|號碼|端口|端口号|生日|编号|編號|账号|帳號|邮箱|郵箱|价格|價格|租金|房租|预算|預算|版本|日期|期限|颜色|顏色|域名|主机名|パスワード|暗証番号|名前|コードネーム|住所|番号|誕生日|ポート|締め切り|締切|期限|家賃|価格|予算|バージョン|비밀번호|암호|이름|주소|번호|생일|포트|마감일?|월세|가격|예산|버전)$/iu;

/** Who there is one of: then both values must be names. */
export const ONE_PERSON =
  /(?<![\p{L}\p{M}])(?:boss|manager|landlord|landlady|team lead|lead|ceo|cto|owner|chefin?|vermieter(?:in)?|propriétaire|patronn?e?|jefe|jefa|casero|szef(?:owa)?)(?![\p{L}\p{M}])|(?:负责人|負責人|老板|老闆|房东|房東|担当者|上司|담당자|상사)$/iu;

/** Of these somebody may have several: another name is another one. */
export const KIN =
  /(?<![\p{L}\p{M}])(?:sister|brother|son|daughter|aunt|uncle|cousin|friend|colleague|neighbou?r|child|kid|dog|cat|pet|niece|nephew|schwester|bruder|sohn|tochter|tante|onkel|freund(?:in)?|hund|katze|sœur|soeur|frère|fils|fille|ami|amie|chien|chienne|chat|chatte|hermana|hermano|hij[oa]|perr[oa]|gat[oa]|amig[oa]|siostra|brat|syn|córka|pies|kot)(?![\p{L}\p{M}])|妹|姐|姊|哥|弟|儿子|女儿|兒子|女兒|朋友|同事|狗|猫|貓|兄|姉|息子|娘|犬|友|동생|언니|누나|오빠|형|아들|딸|친구|강아지|고양이/iu;

/** How something is, not what it is. */
export const ADJECTIVE =
  /^(?:very|too|quite|so|rather|really|not|no|sehr|zu|ganz|très|trop|muy|demasiado|bardzo|很|太|挺|不|没|とても|너무|아주)(?![\p{L}\p{M}])|^(?:long|short|secret|good|bad|wrong|right|weak|strong|new|old|easy|hard|safe|unsafe|important|missing|known|unknown|fine|ok(?:ay)?|valid|invalid|public|private|same|different|ready|late|early|due|open|closed|free|full|empty|strict|nice|friendly|kind|red hot|high|low|big|small|large|broken|slow|fast|lang|kurz|geheim|gut|schlecht|falsch|neu|alt|schwach|stark|sicher|bekannt|gleich|streng|nett|secret|long|court|bon|mauvais|faux|nouveau|strict|secreta?|larg[oa]|cort[oa]|buen[oa]|mal[oa]|nuev[oa]|tajn[eya]|długi?e?|krótki?e?|dobr[eya]|zł[eya]|now[eya]|秘密|保密|.*的|错的|對的|对的|不同|一样|一樣|内緒|비밀)$|^\p{Ll}+(?:ed|en|t)\s(?:in|on|at|by|under|to|from)(?!\p{L})|^(?:made|stored|kept|written|printed|based|part|one of|called|named)(?!\p{L})|^(?:an?|ein|eine[mnrs]?|une?|una|uno)\s/iu;
