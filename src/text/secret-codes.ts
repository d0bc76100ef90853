// Secrets that are written in groups: recovery codes, the seed of a second factor, passwords that a service made for an app, the
// number on the back of a card, the one that is typed with it. Without the word that names them they are nothing. Pure; looks at a bounded piece behind it.

import { isPlaceholder, type Span } from './secret-shapes.js';

const STEM =
  /code|codice|códig|kod|код|schlüssel|key|seed|secret|totp|2fa|passw|cv[cv]|prüf|crypt|clé|pin|geheimzahl|码|碼|コード|코드|キー/i;

const CODES =
  /(?:(?:recovery|backup|back-up|rescue|scratch|emergency)[ -](?:codes?|keys?)|(?:wiederherstellungs|backup-?|notfall|ersatz)(?:codes?|schlüssel)|codes? de (?:secours|récupération)|clé de (?:secours|récupération)|códigos? de (?:recuperación|respaldo|seguridad|backup)|codic[ei] di (?:recupero|backup)|kody (?:zapasowe|odzyskiwania)|(?:резервн\p{L}+|аварийн\p{L}+) код\p{L}*|(?:备用|恢复|備用|復原)(?:验证码|驗證碼|代码|代碼|码|碼)|(?:バックアップ|リカバリー|回復)コード|(?:백업|복구) ?코드)/giu;
/** What stands between the word and the first code, and between codes. */
const LEAD =
  /(?:\s{1,3}(?:for|für|pour|para|per|di|von|do|of)\s{1,2}[^\s:]{1,30}){0,2}\s?(?:(?:are|is|sind|ist|lauten|sont|son|sono|to|是|は|は次|은|는)(?![a-z]))?[\s:：=,*•-]{0,6}/iuy;
const BETWEEN = /(?:[\s,;|/*•]|\\n|(?<=[\s(])\d{1,2}[.)](?=\s)|[-–—](?=\s)){0,12}/y;
const CODE = /[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,7}(?![A-Za-z0-9-])(?: \d{4}(?![\w-]))?/y;
const MANY = 40;

const FACTOR =
  /(?:(?:2fa|totp|otp|mfa|authenticator|two[- ]factor|zwei-?faktor)[ -]{0,1}(?:app )?(?:setup |secret |geheim)?(?:key|seed|secret|schlüssel|密钥|密鑰|キー|키)|(?:2fa|totp|mfa)(?=\s?[:=])|setup key|einrichtungsschlüssel|clé de configuration)/giu;
const SEEDS = /[A-Za-z2-7]{4}(?:[ -][A-Za-z2-7]{4}){3,15}(?![A-Za-z0-9])|[A-Za-z2-7]{16,128}(?![A-Za-z0-9])/y;

const FOR_APP =
  /app(?:[- ]specific)?[- ]?pass(?:word|wort|code)|mot de passe d['’]application|contraseña de aplicación|应用专用密码|アプリ パスワード/giu;
const FOURS = /[a-z]{4}(?:[ -][a-z]{4}){3}(?![a-z])/y;

const BACK =
  /(?<![\p{L}\p{N}])(?:cv[cv]2?(?:[- ]?code)?|cid|(?:karten)?prüf(?:ziffer|nummer)|kartenprüfnummer|security code|sicherheitscode|cryptogramme|código de seguridad|kod cvv|安全码|安全碼|セキュリティコード|보안 ?코드)(?:\s(?:is|ist|est|es|to))?[\s:：=是は은는]{0,3}(?<v>\d{3,4})(?!\d)/dgiu;
const CARD_NEAR = 160;

/** What is typed at a machine with a card or in a phone; of a door it would be told to others. */
const PIN =
  /(?<![\p{L}\p{N}])(?:pin(?:[- ]?(?:code|nummer|number))?|geheimzahl|code (?:secret|confidentiel)|código secreto)(?:\s(?:for|of|to|on|für|von|vom|zur|der|des|meiner|de|du|del|della|do|da)(?:\s[^\s\d:=]{1,20}){1,4}?)?(?:\s?[:：=]|\s(?:is|was|ist|lautet|est|es|è|é|to)(?!\p{L})|\s?(?:是|は|은|는))\s{0,2}(?<v>\d{4,8})(?![\d]|[.,:/-]\d)/dgiu;
const TYPED_WITH =
  /(?<!\p{L})(?:(?:\p{L}{2,9}[- ]?)?cards?|\p{L}{0,10}karte|carte|tarjeta|carta|cartão|karty|bank|giro|visa|mastercard|amex|sim|atm)(?!\p{L})|银行|銀行|信用卡|储蓄卡|カード|카드/iu;
const TYPED_NEAR = 40;

export function codedSecrets(plain: string, cards: readonly Span[]): Span[] {
  if (!STEM.test(plain)) return [];
  return [
    ...recoveryCodes(plain),
    ...secondFactors(plain),
    ...appPasswords(plain),
    ...cardCodes(plain, cards),
    ...pins(plain),
  ];
}

function recoveryCodes(plain: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const match of plain.matchAll(CODES)) {
    if (match.index < done) continue;
    let at = endOf(LEAD, plain, match.index + match[0].length);
    for (let i = 0; i < MANY; i++) {
      at = endOf(BETWEEN, plain, at);
      CODE.lastIndex = at;
      const code = CODE.exec(plain)?.[0];
      if (code === undefined || !isCode(code)) break;
      spans.push({ from: at, to: at + code.length, kind: 'secret' });
      at += code.length;
      done = at;
    }
  }
  return spans;
}

/** No word, no year, no date. */
function isCode(code: string): boolean {
  const bare = code.replace(/[ -]/g, '');
  return /\d/.test(code) && bare.length >= 6 && !/^\d{4}-\d\d-\d\d$/.test(code) && !isPlaceholder(code);
}

function secondFactors(plain: string): Span[] {
  return behind(plain, FACTOR, SEEDS, 'secret', (seed) => {
    const bare = seed.replace(/[ -]/g, '');
    return /[2-7]/.test(bare) && (bare === bare.toUpperCase() || bare === bare.toLowerCase());
  });
}

function appPasswords(plain: string): Span[] {
  // Four words of four letters are no such password: none of them has three consonants in a row.
  return behind(plain, FOR_APP, FOURS, 'password', (fours) => /(?:^|[ -])[a-z]?[^aeiouy\s-]{3}/.test(fours));
}

function behind(
  plain: string,
  name: RegExp,
  value: RegExp,
  kind: Span['kind'],
  when: (value: string) => boolean,
): Span[] {
  const spans: Span[] = [];
  for (const match of plain.matchAll(name)) {
    const from = endOf(LEAD, plain, match.index + match[0].length);
    value.lastIndex = /["'“„«「]/.test(plain[from] ?? '') ? from + 1 : from;
    const found = value.exec(plain);
    if (found && when(found[0])) spans.push({ from: found.index, to: found.index + found[0].length, kind });
  }
  return spans;
}

/** Three digits are a card's only where the card is, or where a sign says so. */
function cardCodes(plain: string, cards: readonly Span[]): Span[] {
  if (cards.length === 0) return [];
  const spans: Span[] = [];
  let next = 0;
  for (const { index, indices } of plain.matchAll(BACK)) {
    const at = indices?.groups?.v;
    while (next < cards.length && (cards[next]?.to ?? 0) < index - CARD_NEAR) next++;
    if (at && (cards[next]?.from ?? Number.POSITIVE_INFINITY) <= index + CARD_NEAR)
      spans.push({ from: at[0], to: at[1], kind: 'card number' });
  }
  return spans;
}

function pins(plain: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: whole, index, indices } of plain.matchAll(PIN)) {
    const at = indices?.groups?.v;
    const around = plain.slice(Math.max(0, index - TYPED_NEAR), index + whole.length);
    if (at && TYPED_WITH.test(around)) spans.push({ from: at[0], to: at[1], kind: 'password' });
  }
  return spans;
}

function endOf(pattern: RegExp, plain: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(plain) ? pattern.lastIndex : at;
}
