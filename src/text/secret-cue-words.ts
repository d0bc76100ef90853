// The words near which a secret may stand with others between: of keys, of passwords, and of letting somebody in. Tables only.

const LATIN = '[\\p{Script=Latin}\\p{Script=Cyrillic}]';
/** Words that neither begin nor go on inside of others. */
const whole = (words: readonly string[]) => `(?<!${LATIN}|\\d)(?:${words.join('|')})(?!${LATIN})`;

export const KEY = new RegExp(
  `${whole([
    'api-?keys?',
    'keys?',
    'tokens?',
    'secrets?',
    'cred(?:ential)?s',
    'cookies?',
    '(?:[\\p{L}-]{1,20}-?)?schlüssel',
    'clés?',
    'jetons?',
    'claves?',
    'llaves?',
    'chiav[ei]',
    'chaves?',
    'kluczy?',
    'ключ',
    'токен',
  ])}|[密秘][钥鑰]|令牌|トークン|(?<!\\p{Script=Katakana})キー(?!\\p{Script=Katakana})|キー(?=\\s?[:は])|토큰|(?<!\\p{Script=Hangul})(?:API ?)?키(?=[는가를:\\s])|(?<![\\p{L}\\d_])[AS]K(?=\\s?[:=是])`,
  'giu',
);

/** With one of these in front, a key is no secret. */
export const OPEN_KEY =
  /(?:public|publishable|primary|foreign|partition|sort|cache|idempotency|object|index|lookup|host|site|s3|registry|fingerprint|[gp]pg|release|öffentlich\p{L}*|publi[ck]\p{L}*|pública|公[钥鑰开開]|공개|pub)[ _-]?$/iu;

/** With one of these between, what follows is something else. */
export const OTHER =
  /public|fingerprint|hash|sha-?\d|md5|checksum|digest|commit|image|address|adresse|\bids?\b|uuid|txn?\b|transaction|mint|contract|wallet|öffentlich|地址|アドレス|주소|order|tracking|request|trace|span|\bbuild\b|\brev\b/iu;

const PASSWORDS = [
  '[\\p{L}-]{0,20}pass(?:word|wort|wd|phrase|code)',
  'pw[ds]?',
  'kennwort',
  'mot de passe',
  'mdp',
  'contraseña',
  'senha',
  'wachtwoord',
  'hasło',
  'парол[ья]',
];
const PASSWORDS_CJK = '密[码碼]|口令|パスワード|비밀번호|패스워드|비번';

/** Of a password itself. */
export const PASSWORD = new RegExp(`${whole(PASSWORDS)}|${PASSWORDS_CJK}`, 'giu');

/** Of a password, and of what it lets into. */
export const ENTRY = new RegExp(
  `${whole([
    ...PASSWORDS,
    'log(?:ged |ging |s )?[ -]?ins?',
    'sign[ -]?in',
    'cred(?:ential)?s',
    'zugangsdaten',
    'anmelde(?:n|daten)',
    'identifiants?',
    'connexion',
    'acceso',
    'usuario',
    'accesso',
    'account',
    'логин',
    'wi-?fi',
    'wlan',
  ])}|${PASSWORDS_CJK}|账[号户]|帳[號戶]|登[录錄入]|ログイン|アカウント|로그인|계정|아이디`,
  'giu',
);

/** What a word in front says of it: it is no password. */
export const NAMED =
  /(?:\bids?|request|trace|ref|reference|order|booking|version|model|commit|file|branch|host|uuid|hash|№|nr|no|编号|订单|号|番号|번호)\.?[\s:#=]{0,3}$/iu;
