// The words by which people and programs name a secret, how they lead over to its value, and what stands there when none is
// said. Tables only.

/** What follows is a password, in whatever form. */
const PASSWORD = [
  '(?:wlan|wi-?fi|wpa2?|netzwerk|network)[ -]?(?:schlüssel|key|kod|キー|鍵|키)',
  '(?:clé|clave|chiave|klucz|chave|ключ)(?: (?:du|del|de|do|da|от))? wi-?fi',
  "parola d['’]ordine",
  '(?:le |il )?code (?:du )?wi-?fi',
  '(?<![\\p{L}\\p{N}])(?:wpa[ _-]?)?psk',
  'pass(?:word|wort|phrase|code|wd)',
  'pwd',
  '(?:db|sql|smtp|imap|mail|ftp|admin|root|user|wifi)[ _-]?(?:pass|pw)',
  'kennwort',
  'mot de passe',
  'mdp',
  'contrase(?:ñ|n)a',
  'senha',
  'palavra-passe',
  'wachtwoord',
  'has[łl]o',
  'heslo',
  'lösenord',
  'adgangskode',
  'passord',
  'salasana',
  'jelsz[óo]',
  'parol[aă]',
  '[şs]ifre(?:m|si)?',
  'парол[ья]',
  'κωδικός(?: πρόσβασης)?',
  'mật khẩu',
  'kata sandi',
  'كلمة (?:المرور|السر)',
  'סיסמה',
  'पासवर्ड',
  'รหัสผ่าน',
  '密码',
  '密碼',
  '口令',
  '授权码',
  '授權碼',
  'パスワード',
  '暗証番号',
  '合言葉',
  '비밀번호',
  '패스워드',
  '비번',
  '암호',
];
/** These mean something else more often. */
const SHORT_PASSWORD = [
  'pw',
  'pass',
  'psw',
  'clave',
  'パス',
  'пасс',
  ...[
    '(?:un)?lock[ -]code',
    'access[ -]code',
    '(?:entsperr|zugangs)code',
    "code d['’]accès",
    'código de (?:acceso|desbloqueo)',
    '解[锁鎖][码碼]',
    'アクセスコード',
  ],
];
const API_KEY = [
  '(?:x-[a-z-]{0,30}|functions[ _-]|subscription[ _-]|user[ _-]|team[ _-]|project[ _-]|integration[ _-]|ingest[ _-]|write[ _-])key',
  '(?:api|access|auth|encryption|signing|master|account|admin|service|deploy|storage|license|app|secret)[ _-]?key',
  'shared[ _-]?access[ _-]?(?:key|signature)',
  'api[ -]?schlüssel',
  "clé (?:d'|d’)?api",
  'clave (?:de (?:la )?)?api',
  'klucz api',
  'api[ -]?(?:密钥|密鑰|キー|키)',
  'アクセス ?キー',
  '액세스 ?키',
  'ключ (?:api|апи)',
  '[密秘][钥鑰]',
];
const TOKEN = [
  '(?<!(?:page|continuation|cursor|next|sync|max|stop|eos|bos|pad)[ _-]?)token',
  '(?<=[\\p{L}\\p{N}][ _-])pat',
  'jeton',
  'токен',
  '令牌',
  'トークン',
  '토큰',
];
const PRIVATE_KEY = [
  'private[ _-]?key',
  'preshared[ _-]?key',
  'privater schlüssel',
  '私钥',
  '私鑰',
  '秘密鍵',
  '개인 ?키',
];
const SECRET = [
  '(?:token|password|auth|hash|jwt|cookie|session)[ _-]salt',
  'client[ _-]key[ _-]data',
  'api[ _-]hash',
  'secret(?:[ _-]?(?:access|client))?(?:[ _-]?key)?(?:[ _-]?base)?',
  'シークレット(?: ?キー)?',
  '시크릿 ?키?',
  'clé secrète',
  'clave secreta',
  'credentials?',
];
const SEED = [
  '(?:seed|recovery|backup|mnemonic|secret)[ -](?:phrase|words)',
  'mnemonic',
  'wiederherstellungsphrase',
  'phrase de récupération',
  'frase (?:semilla|de recuperación)',
  'fraza odzyskiwania',
  '助记词',
  '助記詞',
  'シードフレーズ',
  'ニーモニック',
  '니모닉',
  '시드 ?문구',
];

/** One of these is in every name: looked for first, for most texts have none. */
export const STEMS =
  /pass|wi-?fi|wpa|psk|psw|pat|salt|data|hash|p[wW][dD]?|PW|kennwort|mot de|mdp|contras|senha|palavra|wacht|has[lł]|heslo|lösen|adgang|salasana|jelsz|parol|ifre|парол|κωδ|mật|sandi|كلمة|סיסמה|पासवर्ड|รหัส|[密口暗合令私秘助授]|パス|비밀|패스|비번|암호|clave|key|schlüssel|api|klucz|キー|키|token|トークン|토큰|jeton|токен|secret|シークレ|시크릿|secr[eè]t|액세스|пасс|ключ|credential|phrase|frase|fraza|words|lock.code|access.code|code d|código d|entsperr|zugangs|解|アクセス|mnemonic|シード|ニーモ|시드|니모/i;

/** The group that matched says what it names. A word that goes on in letters is another one. */
export const NAMES = new RegExp(
  `(?:${[
    `(?<seed>${SEED.join('|')})`,
    `(?<private>${PRIVATE_KEY.join('|')})`,
    `(?<key>${API_KEY.join('|')})`,
    `(?<token>${TOKEN.join('|')})`,
    `(?<secret>${SECRET.join('|')})`,
    `(?<password>${PASSWORD.join('|')})`,
    `(?<short>(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Katakana}\\p{N}])(?:${SHORT_PASSWORD.join('|')}))`,
  ].join('|')})(?<![A-Za-zÀ-ɏͰ-ӿ](?=[A-Za-z0-9À-ɏͰ-ӿ]))(?!_)`,
  'giu',
);

const ARTICLE =
  '(?:for|to|of|on|at|fürs?|beim|zum|zur|vom|von|im|pour|des?|du|del|della|dello|dell|dal|aux?|para|pentru|pro|için|do|da|das|dos|od|dla|для|от|к|на|voor|van|till|til|per)';
const IS =
  "(?:is now|will be|should be|shall be|is|was|are|ist jetzt|ist nun|ist|war|lautet|heißt|heisst|est maintenant|est désormais|est|était|c'est|c’est|ahora es|es|era|sera|será|é|è|teraz to|to|brzmi|je|jest|zní|luidt|är|er|on|este)";
/** Said behind the name in some languages. */
const NEW = '(?:nueva|nuova|nova|nouveau|nowe|actual|attuale|atual|actuel|provisional|temporal)';
/** What it opens, said without an article, and what is said of it in a clause of its own. */
const THING =
  '(?:wi-?fi|wlan|vpn|nas|router|routeur|admin|root|ssh|ftp|smtp|imap|mail|e-?mail|gmail|database|db|bank|banco|box|internet|ios|windows|linux|server|serveur|servidor)';
const CLAUSE = '(?:that|which|we|i|you|they|den|das|die|wir|ich|que|qui|nous|je|yo)(?:\\s{1,2}[^\\s:=,;.]{1,20}){1,5}?';
const OF = `(?:\\s{1,2}(?:${THING}|${CLAUSE})|\\s{1,2}${ARTICLE}(?:\\s{1,2}[^\\s:=,;]{1,30}){1,4}?)?`;

/** A sign between name and value: whatever follows is meant as it. */
export const ASSIGNS = new RegExp(
  `${OF}(?:\\s{1,2}${NEW})?(?:["']\\s{0,3}[,:]?\\s{0,3}[{(]?\\s{0,12}["']?(?:value|default)(?=["']?\\s{0,2}[:=])|\\s{0,2}\\([^)\\n]{0,40}\\)|\\s{1,2}${IS}|\\s?(?:是|为|為|は|은|는))?["'”’»\`\\]*_]{0,2}\\s{0,3}(?:】:?|:=|=>|->|→|:|=(?![=~]))(?:\\*\\*|__)?\\s{0,3}`,
  'iuy',
);
export const STATES = new RegExp(
  `(?:['’]s\\s{1,2}|(?:\\s(?:has )?(?:changed|updated))?[,;]?\\s{1,2}(?:it['’]?s|es ist|es|c['’]est) (?:now|jetzt|maintenant|ahora)\\s{1,2}|${OF}(?:\\s{1,2}${NEW})?,?\\s{1,2}(?:${IS}|—|–|-)\\s{1,2}|\\s?(?:就是|应该是|應該是|(?:我们?|我們|已经?|已經|现在|現在|重新)?(?:改|设|設|换|換|定|重置|重设|重設|修改|更新)(?:成|为|為|到)了?|是|为|為|は|が|を|은|는|이|가|을|를)\\s?)`,
  'iuy',
);

/** What it was changed to: little more than a gap, so that only what looks like one counts. */
export const BECOMES = new RegExp(
  `(?:${OF}\\s{1,2}(?:has (?:now )?been|have|was|is|got|to be) (?:now )?(?:re)?(?:set|changed|updated|switched|rotated))?\\s{1,2}(?:to|into|auf|zu|in|à|en|a|por|na|naar|till|til|på|for)\\s{1,2}`,
  'iuy',
);

/** Only for what it is: a gap, then what nobody would write for anything else. */
export const BELONGS = new RegExp(`\\s{1,2}${ARTICLE}\\s{1,2}(?:[^\\s:=,;]{1,20}\\s{1,2}){1,2}?`, 'iuy');

/** Words that are said of a password, and types, and what forms show: none of them is one. */
export const NO_PASSWORD = new Set(
  `required optional string text hidden none null nil undefined true false yes no number boolean integer object unknown any
  forgotten forgot lost reset changed expired invalid wrong incorrect correct missing empty blank unset weak strong safe secure
  secret private shared same different new old temporary default here below above there attached enclosed sent known unknown stored
  saved encrypted hashed masked redacted protected needed mandatory case sensitive random generated provided given set unique
  personal important everything nothing something mine yours ours theirs this that what which who confidential case-sensitive
  password passwort passwd passwords passphrase passcode token secret key keys value user username admin root login email example
  placeholder test changeme todo tbd n/a empty-string unavailable available visible invisible dead gone fine okay good great bad
  longer shorter enough stronger weaker simple complex easy hard leaked stolen compromised public open closed locked disabled enabled
  long short tough awful terrible horrible silly stupid funny boring obvious broken weird outdated rubbish guest anonymous demo sample foo bar baz lost memorable unguessable
  lang kurz lustig largo corta larga corto long court longue courte
  falsch richtig vergessen abgelaufen unsicher sicher schwach stark geheim erforderlich notwendig optional leer unbekannt bekannt neu alt
  ungültig gültig geändert zurückgesetzt gespeichert verschlüsselt nötig pflicht siehe folgt anbei dasselbe gleich anders privat
  oublié requis incorrect invalide expiré faible fort secret obligatoire vide inconnu changé facultatif nouveau ancien
  olvidada requerida incorrecta inválida caducada débil fuerte secreta obligatoria vacía nueva antigua segura opcional cambiada
  zapomniane wymagane nieprawidłowe błędne wygasło słabe silne tajne puste nowe stare bezpieczne zmienione opcjonalne`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** What opens a door is a number that people tell each other. */
export const DOOR =
  /door|gate|garage|entrance|shed|locker|haust|tür|\btor\b|porte|portail|puerta|portón|drzwi|bram|门|門|ドア|玄関|문(?:\s|은|을|의)/iu;
