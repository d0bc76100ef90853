// Secrets that somebody names: `password: …`, "das Passwort ist …", `API_KEY=…`, {"token": "…"}. Says which words behind a name
// are its value, and which are only about it. Pure; looks at a bounded piece behind each name.

import type { SecretKind } from './secret-mark.js';
import { isPlaceholder, type Span } from './secret-shapes.js';
import { ASSIGNS, BECOMES, BELONGS, DOOR, NAMES, NO_PASSWORD, STATES, STEMS } from './secret-words.js';

type Name = 'password' | 'short' | 'key' | 'token' | 'secret' | 'private' | 'seed';

/** How a value is led up to: by a sign, by a verb, or by nothing. */
type Lead = 'sign' | 'verb' | 'none';

interface Value {
  text: string;
  from: number;
  isQuoted: boolean;
}

const KINDS: Readonly<Record<Name, SecretKind>> = {
  password: 'password',
  short: 'password',
  key: 'API key',
  token: 'token',
  secret: 'secret',
  private: 'private key',
  seed: 'seed phrase',
};

const OPENING = /\\?["'“„«「『`]/y;
const QUOTED = /(?<v>(?:(?!\\?["'“”„»」』`])[^\n]){1,300})\\?["'“”„»」』`]/y;
/** No letters of scripts that are written without gaps: there the sentence goes on. */
const BARE =
  /[^\s<>"`\u3000-\u303f\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,400}|<[^\s>]{0,60}>/uy;
const BEHIND =
  /(?<![^\s"'“„«「])(?<v>[^\s"'“”„«»]{6,64})["'”“»]?\s{1,2}(?:as|als|comme|como|come|jako|is|ist|est|es|to)\s{1,2}(?:(?:the|a|my|our|your|new|das|dein|mein|unser|neues|le|mon|mot|la|mi|su|il|a|moje)\s{1,2}){0,2}(?:(?:wi-?fi|wlan|vpn|nas|router|admin|root|bank|master|login|guest|gäste|portal|new|neues)[ -]?)?(?:pass(?:word|wort|phrase)|kennwort|mot de passe|contraseña|senha|hasło)(?!\p{L})/dgiu;
const SPACE = /\s{1,2}/y;
const MAYBE_SPACE = /\s{0,2}/y;
const WORDS = /[a-z]{3,8}(?:[ \n,]{1,2}[a-z]{3,8}){11,23}(?![a-z])/y;
const DOOR_AROUND = 60;

export function namedSecrets(plain: string): Span[] {
  const spans: Span[] = [];
  if (!STEMS.test(plain)) return spans;
  let done = 0;
  for (const match of plain.matchAll(NAMES)) {
    if (match.index < done) continue;
    const name = nameOf(match.groups ?? {});
    const found = valueBehind(plain, match.index, match.index + match[0].length, name);
    if (!found) continue;
    const { from, text } = found;
    if (isDoorCode(text, plain, match.index, from)) continue;
    spans.push({ from, to: from + text.length, kind: KINDS[name] });
    done = from + text.length;
  }
  return [...spans, ...namedBehind(plain)];
}

/** "use … as the password", "… ist mein Passwort". */
function namedBehind(plain: string): Span[] {
  const spans: Span[] = [];
  for (const match of plain.matchAll(BEHIND)) {
    const [from, to] = match.indices?.groups?.v ?? [0, 0];
    const text = plain.slice(from, to);
    const isOne =
      /\d/.test(text) && /\p{L}/u.test(text) && (/[^\p{L}\d]/u.test(text) || /\p{Lu}.*\d|\p{L}{3}\d{2}/u.test(text));
    if (isOne && !isPlaceholder(text) && !isReference(text, true) && !isTechnical(text))
      spans.push({ from, to, kind: 'password' });
  }
  return spans;
}

function nameOf(groups: Record<string, string | undefined>): Name {
  return (Object.keys(KINDS) as Name[]).find((name) => groups[name] !== undefined) ?? 'secret';
}

function valueBehind(plain: string, begin: number, at: number, name: Name): Value | undefined {
  const signed = endOf(ASSIGNS, plain, at);
  if (name === 'seed') return seedAt(plain, signed ?? endOf(STATES, plain, at) ?? at);
  if (signed !== undefined) {
    const value = valueAt(plain, signed);
    return value && isMeant(value, { name, lead: 'sign', plain, at, begin }) ? value : undefined;
  }
  const stated = endOf(STATES, plain, at);
  if (stated !== undefined) {
    const value = valueAt(plain, stated);
    if (value && isMeant(value, { name, lead: 'verb', plain, at, begin })) return value;
  }
  const became = endOf(BECOMES, plain, at);
  const next = became === undefined ? undefined : valueAt(plain, became);
  if (next && isMeant(next, { name, lead: 'none', plain, at, begin })) return next;
  const belongs = endOf(BELONGS, plain, at);
  const last = belongs === undefined || name !== 'password' ? undefined : valueAt(plain, belongs);
  if (last && isStrange(last.text, plain.slice(begin, at)) && isMeant(last, { name, lead: 'none', plain, at, begin }))
    return last;
  // Where words are written without gaps there need be none.
  const gap = endOf(/[a-z]/i.test(plain[at - 1] ?? '') ? SPACE : MAYBE_SPACE, plain, at);
  const value = gap === undefined ? undefined : valueAt(plain, gap);
  return value && isMeant(value, { name, lead: 'none', plain, at, begin }) ? value : undefined;
}

function endOf(pattern: RegExp, plain: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(plain) ? pattern.lastIndex : undefined;
}

function valueAt(plain: string, at: number): Value | undefined {
  const opened = endOf(OPENING, plain, at);
  if (opened !== undefined) {
    QUOTED.lastIndex = opened;
    const text = QUOTED.exec(plain)?.groups?.v;
    if (text !== undefined) return { text, from: opened, isQuoted: true };
  }
  BARE.lastIndex = opened ?? at;
  const bare = BARE.exec(plain)?.[0];
  if (bare === undefined) return undefined;
  const text = withoutClosing(bare);
  return text === '' ? undefined : { text, from: opened ?? at, isQuoted: false };
}

/** Signs that close what stands around the value. */
function withoutClosing(bare: string): string {
  let text = bare.replace(/&[A-Za-z_.-]{1,40}=.*$/s, '');
  for (;;) {
    const last = text.at(-1) ?? '';
    const opening = { ')': '(', ']': '[', '}': '{' }[last];
    const closes = /[,;"'”’»]/.test(last) || (opening !== undefined && !text.includes(opening));
    if (!closes) return text;
    text = text.slice(0, -1);
  }
}

function seedAt(plain: string, at: number): Value | undefined {
  const opened = endOf(OPENING, plain, at) ?? at;
  WORDS.lastIndex = opened;
  const text = WORDS.exec(plain)?.[0];
  return text === undefined ? undefined : { text, from: opened, isQuoted: false };
}

interface Setting {
  name: Name;
  lead: Lead;
  plain: string;
  /** Where the name begins and ends. */
  begin: number;
  at: number;
}

function isMeant(value: Value, setting: Setting): boolean {
  const { name, lead } = setting;
  const bare = value.text.replace(/[.!?…]+$/, '');
  if (isPlaceholder(value.text) || isReference(bare, value.isQuoted) || NO_PASSWORD.has(bare.toLowerCase()))
    return false;
  if (
    /^(?:your|my|our|some|insert|enter|put|change|replace|add|set|mein|dein|ihr|mon|votre|mi|tu)(?:[-_ ]\p{L}+)+$/iu.test(
      bare,
    )
  )
    return false;
  if (isTechnical(bare)) return false;
  const isAfterLine = lead === 'sign' && /\n/.test(setting.plain.slice(setting.at, value.from));
  if (name === 'password') return isPassword(value, bare, setting, isAfterLine);
  if (name === 'short')
    return bare.length >= 5 && isOdd(bare) && (lead === 'sign' || (/\p{L}/u.test(bare) && /\d/.test(bare)));
  if (name === 'private') return bare.length >= 20 && isRandom(bare);
  return isKey(value, bare, setting);
}

function isPassword(value: Value, bare: string, { lead, plain, at, begin }: Setting, isAfterLine: boolean): boolean {
  if (bare.length < 4 && !(value.isQuoted && bare.length === 3)) return false;
  // How long it must be, how old it is.
  if (/^\d{1,3}(?:%|[-–]?\p{L}{2,})?$/u.test(bare)) return false;
  const isFlag =
    lead === 'none' && /--?[a-z-]{0,20}$/.test(plain.slice(Math.max(0, begin - 24), begin)) && plain[begin - 1] === '-';
  if (/\s/.test(value.text)) return value.isQuoted && isPassphrase(value.text, plain.slice(begin, at));
  if (isOdd(bare)) {
    if (lead === 'sign') return true;
    if (lead === 'verb') return isOddInside(bare);
    return (
      isFlag ||
      value.isQuoted ||
      (bare.length >= 6 &&
        (/\d/.test(bare) || /[A-Za-z][!#$%^&*][A-Za-z]/.test(bare)) &&
        /\p{L}/u.test(bare) &&
        isOddInside(bare))
    );
  }
  if (value.isQuoted) return lead !== 'none' || isFlag;
  if (isAfterLine || lead === 'none') return false;
  const rest = plain.slice(value.from + value.text.length, value.from + value.text.length + 40);
  const endsHere = /[.!]$/.test(value.text)
    ? /^[\s"'”)]/.test(`${rest} `)
    : /^\s*(?:$|[\n,;)"'”。！]|(?:and|und|et|y|i|user)\s)/.test(rest);
  return endsHere && !isGrammar(bare) && (lead === 'sign' || /^[\s"'”)]*$/.test(rest));
}

/** Words that are no password of themselves: they say what it is like. */
function isGrammar(word: string): boolean {
  return (
    !/^[!-~]+$/.test(word) ||
    /(?:ed|ing|able|ible|less|ful|ous|ive|ent|ally|ly|ert|elt|tet|bar|lich|los|ig|é|ée|ado|ada|ido|ida|ato|ata|uto|uta|ito|ita|ny|ne|ty|te|ly)$/i.test(
      word,
    ) ||
    /^ge.{3,}t$/i.test(word)
  );
}

/** With a digit or a sign in it, or capitals where no word has them. */
function isOdd(word: string): boolean {
  return /[\d!@#$%^&*_+=~|?]/.test(word) || /\p{Ll}\p{Lu}/u.test(word) || /\p{L}-\p{L}+-\p{L}/u.test(word);
}

/** What is no name of a thing either, such as a model's: letters, digits and a sign between them. */
function isStrange(word: string, name: string): boolean {
  if (!/\p{L}/u.test(word) || !/\d/.test(word)) return false;
  // Among words of another script such a word is no name of a thing.
  if (/^\P{Script=Latin}+$/u.test(name) && /^[!-~]{8,}$/.test(word) && /\d{3}/.test(word)) return true;
  return /[\p{L}\d][!#$%&*^+=?][\p{L}\d]/u.test(word);
}

function isOddInside(word: string): boolean {
  return isOdd(word.replace(/^[("'*_]+|[)"'*_]+$/g, ''));
}

function isPassphrase(text: string, name: string): boolean {
  const words = text.trim().split(/\s+/).length;
  if (/phrase/i.test(name)) return words >= 3 && words <= 12;
  return (
    words <= 4 &&
    /\d/.test(text) &&
    !/\b(?:must|should|characters?|zeichen|at least|minimum|caractères|caracteres|znaków)\b/i.test(text)
  );
}

function isKey({ text, isQuoted }: Value, bare: string, { lead, name }: Setting): boolean {
  if (/\s/.test(text)) return false;
  if (/^0x[0-9a-f]{40}$/i.test(bare) || /^\d{4}-\d\d-\d\d/.test(bare)) return false;
  const isKebab = /^[A-Za-z]+(?:[-_.][A-Za-z]*\d{0,2})+$/.test(bare) && !/[-_.][A-Za-z0-9]{16}/.test(bare);
  if (isKebab) return false;
  if (lead === 'none') return bare.length >= 20 && isRandom(bare) && /\d.*\d.*\d/.test(bare);
  const least = name === 'secret' && !isQuoted && lead === 'verb' ? 10 : 8;
  return (bare.length >= least && /\d/.test(bare) && /[A-Za-z]/.test(bare)) || (bare.length >= 20 && isRandom(bare));
}

function isRandom(text: string): boolean {
  return (
    /^[\w+/=.:~-]+$/.test(text) &&
    ((/\d/.test(text) && /[A-Za-z]/.test(text)) ||
      ((text.match(/[a-z][A-Z]/g)?.length ?? 0) > text.length / 6 && text.length >= 24))
  );
}

const HOLDERS =
  'process|os|env|config|conf|settings|self|this|req|request|res|props|state|ctx|context|args|argv|opts|options|data|params|query|secrets|vars?|local|user|form|values|app|Deno|Bun|ENV|System|credentials|input|github|module|event|body|session|account|auth|client|db|flask|django|getenv|getpass';

/** Where a program takes it from: a name, a call, a path, an address. */
function isReference(text: string, isQuoted: boolean): boolean {
  if (/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w./\\~-]*$/.test(text) && /[/\\].*[a-z]{3}/i.test(text))
    return !text
      .split(/[/\\]/)
      .some((part) => part.length >= 10 && /\d/.test(part) && /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(part));
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(text) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(text)) return true;
  if (/^[\w-]+\.(?:txt|md|json|ya?ml|env|pem|key|crt|pdf|png|jpe?g|docx?|ts|js|py|sh|conf|kdbx|html?|php)$/i.test(text))
    return true;
  if (isQuoted) return false;
  if (/^\/\^/.test(text)) return true;
  if (new RegExp(`^(?:${HOLDERS})(?:\\.|\\[|->|\\()`).test(text)) return true;
  if (/^[A-Za-z_$][\w$.]*\(/.test(text) || /^(?:await|new|lambda|function|async|return|null|None)\b/.test(text))
    return true;
  if (/^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/.test(text) || /^[A-Z]+(?:_[A-Z]+)+$/.test(text)) return true;
  return /^[&*][A-Za-z]|^![a-z]+$|^:[a-z_]+$|^@[A-Za-z_.]+$|^\?$|^\$\d+$|^\|[-+]?$/.test(text);
}

/** The name of a method or a format, a date, a version. */
function isTechnical(text: string): boolean {
  return /^(?:(?:aes|sha|md|rsa|base|b?crypt|argon|utf|iso|oauth|totp|hotp|hmac|pbkdf|ed|tls|ssl|wpa|web|http|ipv)[-_]?\d{1,5}(?:[-_/.][A-Za-z0-9]{1,6}){0,2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|v?\d+(?:\.\d+)+)$/i.test(
    text,
  );
}

function isDoorCode(value: string, plain: string, begin: number, from: number): boolean {
  if (!/^\d{3,8}[#*]?[.,!]?$/.test(value)) return false;
  return DOOR.test(plain.slice(Math.max(0, begin - DOOR_AROUND), from + value.length + DOOR_AROUND));
}
