// Secrets that somebody names: `password: …`, "das Passwort ist …", `API_KEY=…`, {"token": "…"}. Says which words behind a name
// are its value, and which are only about it. Pure; looks at a bounded piece behind each name.

import { isReference, isTechnical } from './secret-elsewhere.js';
import type { SecretKind } from './secret-mark.js';
import {
  isOdd,
  isPassword,
  isShortlyNamed,
  isStrange,
  type Name,
  type Setting,
  type Value,
} from './secret-passwords.js';
import { isScrambled } from './secret-random.js';
import { isPlaceholder, type Span } from './secret-shapes.js';
import { ASSIGNS, BECOMES, BELONGS, DOOR, NAMES, NO_PASSWORD, STATES, STEMS } from './secret-words.js';

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
/** The words of a seed in other languages: so many, to the end of the line; Chinese ones are single characters. */
const WORDS =
  /\p{L}{2,12}(?:[ ,]{1,2}\p{L}{2,12}){11,23}(?=["'”」]?[ \t]*(?:\n|$))|\p{Script=Han}(?: \p{Script=Han}){11,23}(?!\p{L})/uy;
const PHRASE = /[a-z]{3,12}(?:[ -][a-z]{3,12}){3,7}(?=[.!]?[ \t]*(?:\n|$))/y;
const TALKS =
  /\b(?:the|and|are|was|not|must|should|can|you|your|for|with|from|than|that|this|least|never|please|see|ask|same|will|has|have|words?|characters?|letters?|der|die|das|und|mit|aus|les|des|por|para|con|los|las)\b/;
const WHOLE_SEEDS = [12, 15, 18, 21, 24];
const TONGUES: Readonly<Record<string, RegExp>> = {
  to: /has[łl]o|heslo|klucz|token/i,
  je: /heslo|token/i,
  on: /salasana/i,
  er: /adgangskode|passord/i,
  är: /lösenord/i,
};
const DOOR_AROUND = 60;
/** That somebody made another one of it, in front of the name or behind the value. */
const CHANGES = /chang|updat|reset|switch|\bset\b|änder|gesetzt|stell|cambi|modif|remplac|\bmis\b|puesto/i;
const CHANGE_AROUND = 40;

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
      (/\d/.test(text) && /\p{L}/u.test(text)) ||
      isScrambled(text) ||
      (/^\d{6,12}$/.test(text) && !/^0?123456|^(\d)\1+$/.test(text));
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
    if (/phrase$/i.test(plain.slice(begin, at))) {
      const phrase = phraseAt(plain, signed);
      if (phrase) return phrase;
    }
    const value = valueAt(plain, signed);
    return value && isMeant(value, { name, lead: 'sign', plain, at, begin }) ? value : undefined;
  }
  const stated = endOf(STATES, plain, at);
  if (stated !== undefined && !isOfOtherTongue(plain.slice(begin, at), plain.slice(at, stated))) {
    const value = valueAt(plain, stated);
    if (value && isMeant(value, { name, lead: 'verb', plain, at, begin })) return value;
  }
  const became = endOf(BECOMES, plain, at);
  const next = became === undefined ? undefined : valueAt(plain, became);
  const isChange = became !== undefined && CHANGES.test(plain.slice(Math.max(0, begin - CHANGE_AROUND), became + 90));
  if (next && isMeant(next, { name, lead: isChange && isOdd(next.text) ? 'verb' : 'none', plain, at, begin }))
    return next;
  const belongs = endOf(BELONGS, plain, at);
  const last = belongs === undefined || name !== 'password' ? undefined : valueAt(plain, belongs);
  if (last && isStrange(last.text, plain.slice(begin, at)) && isMeant(last, { name, lead: 'none', plain, at, begin }))
    return last;
  // Where words are written without gaps there need be none.
  const gap = endOf(/[a-z]/i.test(plain[at - 1] ?? '') ? SPACE : MAYBE_SPACE, plain, at);
  const value = gap === undefined ? undefined : valueAt(plain, gap);
  return value && isMeant(value, { name, lead: 'none', plain, at, begin }) ? value : undefined;
}

/** "To", "on" and the like say that something is so in the tongue of some names alone. */
function isOfOtherTongue(name: string, lead: string): boolean {
  const verb = /(?:^|\s)(to|on|er|är|je)\s+$/i.exec(lead)?.[1]?.toLowerCase();
  return verb !== undefined && !TONGUES[verb]?.test(name);
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

/** Words that make no sentence, to the end of the line. */
function phraseAt(plain: string, at: number): Value | undefined {
  PHRASE.lastIndex = at;
  const text = PHRASE.exec(plain)?.[0];
  return text === undefined || TALKS.test(text) ? undefined : { text, from: at, isQuoted: false };
}

function seedAt(plain: string, at: number): Value | undefined {
  const begin = endOf(MAYBE_SPACE, plain, at) ?? at;
  const opened = endOf(OPENING, plain, begin) ?? begin;
  WORDS.lastIndex = opened;
  const text = WORDS.exec(plain)?.[0];
  if (text === undefined) return undefined;
  const words = /^\p{Script=Han}/u.test(text) ? text.match(/\p{L}/gu) : text.split(/[ ,]+/);
  // Those in English are found wherever they stand; what is left of it is a sentence about them.
  if (!WHOLE_SEEDS.includes(words?.length ?? 0) || /^[a-z ,]+$/i.test(text)) return undefined;
  return { text, from: opened, isQuoted: false };
}

const HASH_OF = /(?:md5|sha-?\d{1,3}|hash|digest|checksum)(?: of)?(?: the| my)? ?$/i;

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
  if (isTechnical(bare) || HASH_OF.test(setting.plain.slice(Math.max(0, setting.begin - 16), setting.begin)))
    return false;
  const isAfterLine = lead === 'sign' && /\n/.test(setting.plain.slice(setting.at, value.from));
  if (name === 'short' && !(lead === 'sign' && /^ps?w$/i.test(setting.plain.slice(setting.begin, setting.at))))
    return isShortlyNamed(bare, setting);
  if (name === 'password' || name === 'short') return isPassword(value, bare, setting, isAfterLine);
  if (name === 'private') return bare.length >= 20 && isRandom(bare);
  return isKey(value, bare, setting);
}

const CHAIN_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/;

function isKey({ text, isQuoted }: Value, bare: string, { lead, name }: Setting): boolean {
  if (/\s/.test(text)) return false;
  if (/^0x[0-9a-f]{40}$/i.test(bare) || /^\d{4}-\d\d-\d\d/.test(bare)) return false;
  const isKebab = /^[A-Za-z]+(?:[-_.][A-Za-z]*\d{0,2})+$/.test(bare) && !/[-_.][A-Za-z0-9]{16}/.test(bare);
  if (isKebab) return false;
  if (lead === 'none')
    return (
      (bare.length >= 20 && isRandom(bare) && /\d.*\d.*\d/.test(bare) && !CHAIN_ADDRESS.test(bare)) ||
      (bare.length >= 12 && /\d/.test(bare) && isScrambled(bare) && !CHAIN_ADDRESS.test(bare))
    );
  const least = name === 'secret' && !isQuoted && lead === 'verb' ? 10 : 8;
  return (bare.length >= least && /\d/.test(bare) && /[A-Za-z]/.test(bare)) || (bare.length >= 12 && isScrambled(bare));
}

function isRandom(text: string): boolean {
  return /^[\w+/=.:~-]+$/.test(text) && ((/\d/.test(text) && /[A-Za-z]/.test(text)) || isScrambled(text));
}

function isDoorCode(value: string, plain: string, begin: number, from: number): boolean {
  if (!/^\d{3,8}[#*]?[.,!]?$/.test(value)) return false;
  return DOOR.test(plain.slice(Math.max(0, begin - DOOR_AROUND), from + value.length + DOOR_AROUND));
}
