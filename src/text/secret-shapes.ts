// Secrets that show what they are by their shape: keys and tokens of known services, and passwords in addresses and headers.
// Pure. Every pattern has bounded runs and begins where a run begins, so that no text takes more than linear time.

import { COUNTED, LIKELY, SURE } from './secret-issuers.js';
import type { SecretKind } from './secret-mark.js';
import { isScrambled } from './secret-random.js';

export interface Span {
  from: number;
  to: number;
  kind: SecretKind;
}

interface Shape {
  kind: SecretKind;
  /** The group `v` is the value; without one, all of it. */
  is: RegExp;
  /** Nobody writes such a thing where a reader puts their own. */
  isSure?: true;
  /** Of what the pattern takes for one, whether it is. */
  when?: (value: string) => boolean;
}

const BEGINS = '(?<![A-Za-z0-9_-])';

const hasDigit = (value: string) => /\d/.test(value);
/** Somewhere in it is a run that no name of a thing has. */
const hasRandomRun = (value: string) => /(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{16}/.test(value);
const isMixed = (value: string) => /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);

/** A long run that was drawn by lot, and no more than a few others. */
const hasScrambledRun = (value: string) =>
  value.split(/[_-]/).some((run) => run.length >= 10 && /\d/.test(run) && isScrambled(run)) &&
  isScrambled(value.replace(/^[A-Za-z0-9]+[_-]/, ''));

/** A digit, or capitals in places where no name has them. */
export const isJumbled = (value: string) =>
  /\d/.test(value) || (value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 3;

const SHAPES: readonly Shape[] = [
  {
    kind: 'API key',
    is: new RegExp(`${BEGINS}sk-[\\w-]{12,400}`, 'g'),
    when: (value) =>
      value.split(/[-_]/).some((part) => part.length >= 16 || (part.length >= 12 && hasDigit(part))) ||
      (value.length >= 40 && isMixed(value)) ||
      (value.length >= 30 && value.split('-').filter((part) => hasDigit(part) && /[a-z]/i.test(part)).length >= 3),
  },
  { kind: 'API key', is: new RegExp(`${BEGINS}(?:sk|rk)_(?:live|test|prod)_\\w{10,400}`, 'g') },
  {
    kind: 'token',
    is: new RegExp(`${BEGINS}(?:${SURE.join('|')})[\\w.$-]{10,1000}(?:=[0-9A-F]{8})?`, 'g'),
    when: isJumbled,
  },
  {
    kind: 'token',
    is: new RegExp(`${BEGINS}(?:glc_|sntrys_|ops_|(?:FlyV1 )?fm[12]_)[\\w+/=,-]{40,4000}`, 'g'),
    when: hasDigit,
  },
  // Whoever issues it: what for, where it counts, and a random run.
  {
    kind: 'API key',
    is: new RegExp(`${BEGINS}(?!pk_|cs_)[a-z][a-z0-9]{1,15}_(?:live|prod|production|test|sandbox)_[\\w-]{14,400}`, 'g'),
    when: (value) => hasRandomRun(value) || isScrambled(value.split('_').at(-1) ?? ''),
  },
  {
    kind: 'API key',
    is: new RegExp(`${BEGINS}(?:sk|api|key|pat|token|secret)_[A-Za-z0-9]{32,200}(?![\\w-])`, 'g'),
    when: hasDigit,
  },
  {
    kind: 'token',
    is: new RegExp(`${BEGINS}(?!pk_|cs_|pi_|sha)[a-z]{2,8}_[A-Za-z0-9]{34,200}(?![\\w-])`, 'g'),
    when: (value) => hasRandomRun(value) && !/_[0-9a-f]+$/.test(value),
  },
  // Of whom nobody has heard yet: a short name, and behind it what was drawn by lot.
  {
    kind: 'token',
    is: new RegExp(
      `(?<![\\w./?&#@-]|[?&][\\w.-]{1,30}=)(?!${COUNTED}[_-])(?:[a-z][a-z0-9]{0,9}|[A-Z][A-Z0-9]{0,9})(?:[_-][a-z0-9]{1,8}){0,2}[_-](?!-)[\\w-]{22,400}(?![\\w./-])`,
      'g',
    ),
    when: hasScrambledRun,
  },
  {
    kind: 'token',
    is: new RegExp(
      `${BEGINS}access-(?:production|development|sandbox)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
      'g',
    ),
  },
  { kind: 'token', is: /(?<![\w./-])[st]k\.eyJ[\w-]{8,2000}\.[\w-]{8,400}/g },
  { kind: 'token', is: /(?<![\w./-])sl\.(?:u\.)?[\w-]{60,1500}/g, when: isMixed },
  {
    kind: 'token',
    is: /(?<![A-Za-z0-9_+/-])(?:cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43})(?![A-Za-z0-9_+/=-])/g,
    when: hasDigit,
  },
  {
    kind: 'private key',
    is: /(?<![A-Za-z0-9_+/-])(?:[KL][1-9A-HJ-NP-Za-km-z]{51}|5[HJK][1-9A-HJ-NP-Za-km-z]{49})(?![A-Za-z0-9_+/=-])/g,
    when: isMixed,
  },
  { kind: 'secret', is: /(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])/g },
  { kind: 'API key', is: new RegExp(`${BEGINS}hf_[A-Za-z0-9]{30,60}(?!\\w)`, 'g'), when: isJumbled },
  { kind: 'API key', is: new RegExp(`${BEGINS}(?:${LIKELY.join('|')})[\\w-]{16,400}`, 'g'), when: hasRandomRun },
  { kind: 'API key', is: new RegExp(`${BEGINS}(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![A-Za-z0-9])`, 'g') },
  { kind: 'API key', is: new RegExp(`${BEGINS}AIza[\\w-]{30,60}`, 'g') },
  { kind: 'token', is: /(?<![\w/.-])1\/\/0[\w-]{30,200}/g },
  { kind: 'token', is: /(?<![\w/.-])4\/0A[\w-]{40,200}/g, when: hasDigit },
  { kind: 'token', is: new RegExp(`${BEGINS}EAA[A-Za-z0-9]{60,400}`, 'g'), when: hasDigit },
  { kind: 'token', is: /(?<![A-Za-z0-9%+/])A{16,24}[A-Za-z0-9%+/=]{40,200}/g, when: isScrambled },
  { kind: 'token', is: new RegExp(`${BEGINS}AAAA[\\w-]{7}:[\\w-]{100,200}`, 'g'), when: hasDigit },
  {
    kind: 'API key',
    is: new RegExp(`${BEGINS}(?:LTAI|AKID|ALTAK)[A-Za-z0-9]{12,36}(?![A-Za-z0-9])`, 'g'),
    when: hasDigit,
  },
  { kind: 'API key', is: new RegExp(`${BEGINS}AQE[A-Za-z0-9]{40,120}-[\\w+/=-]{20,120}`, 'g'), when: isScrambled },
  { kind: 'API key', is: new RegExp(`${BEGINS}(?:live|test)_[A-Za-z0-9]{28,60}(?![\\w-])`, 'g'), when: isScrambled },
  { kind: 'token', is: new RegExp(`${BEGINS}pk_\\d{5,12}_[A-Z0-9]{32}(?!\\w)`, 'g') },
  { kind: 'token', is: /(?<![\w/])\d\/\d{13,19}(?:\/\d{13,19})?:[0-9a-f]{32}(?!\w)/g },
  {
    kind: 'API key',
    is: new RegExp(
      `${BEGINS}(?:[sraut]k|waka|api|key|tok|token|sec|secret|pat)[_-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\\w-])`,
      'gi',
    ),
  },
  { kind: 'API key', is: /(?<![\w/])bce-v3\/ALTAK-\w{10,40}\/[0-9a-f]{40}/g },
  { kind: 'API key', is: new RegExp(`${BEGINS}BSA[\\w-]{28}(?![\\w-])`, 'g'), when: isScrambled },
  // Where clusters are joined, and what is made of an id and a key.
  { kind: 'token', is: new RegExp(`${BEGINS}K10[0-9a-f]{64}::[\\w:]{8,100}`, 'g') },
  { kind: 'token', is: new RegExp(`${BEGINS}SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}`, 'g') },
  { kind: 'token', is: new RegExp(`${BEGINS}token-[a-z0-9]{5}:[a-z0-9]{40,60}(?![\\w-])`, 'g') },
  { kind: 'API key', is: /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:(?:fx|[0-9a-f]{32})(?![\w-])/g },
  { kind: 'API key', is: new RegExp(`${BEGINS}(?:PRD|SBX)-[0-9a-f]{12}(?:-[0-9a-f]{4}){3,4}(?![\\w-])`, 'g') },
  { kind: 'token', is: new RegExp(`${BEGINS}ATTA[0-9a-f]{40,80}(?![\\w-])`, 'g') },
  // Of wallets and of chains: in base 32 of two kinds, and in base 58.
  {
    kind: 'private key',
    is: new RegExp(
      `${BEGINS}(?:nsec|suiprivkey|[a-z0-9]{2,12}_x?sk)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{38,120}(?![A-Za-z0-9])`,
      'g',
    ),
  },
  { kind: 'private key', is: new RegExp(`${BEGINS}S[A-Z2-7]{55}(?![A-Za-z0-9])`, 'g'), when: hasDigit },
  { kind: 'private key', is: new RegExp(`${BEGINS}edsk[1-9A-HJ-NP-Za-km-z]{50,94}(?![A-Za-z0-9])`, 'g') },
  { kind: 'secret', is: new RegExp(`${BEGINS}A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,6}(?![\\w-])`, 'g'), when: hasDigit },
  { kind: 'API key', is: /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![0-9a-z])/g },
  { kind: 'API key', is: new RegExp(`${BEGINS}SG\\.[\\w-]{16,40}\\.[\\w-]{20,80}`, 'g') },
  { kind: 'API key', is: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![0-9a-z])/g },
  { kind: 'token', is: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g },
  { kind: 'token', isSure: true, is: new RegExp(`${BEGINS}eyJ[\\w-]{8,8000}\\.[\\w-]{8,8000}\\.[\\w-]{8,8000}`, 'g') },
  { kind: 'token', is: /(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g, when: (value) => !/:[\d-]+$/.test(value) },
  { kind: 'token', is: new RegExp(`${BEGINS}[MNO][\\w-]{22,28}\\.[\\w-]{6,7}\\.[\\w-]{26,48}`, 'g'), when: hasDigit },
  { kind: 'private key', is: /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[0-9A-Za-z]{40,80}/gi },
  { kind: 'secret', is: /(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{28,40}/g },
  { kind: 'token', is: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,100}/g },
  { kind: 'API key', is: /(?<![\w.])v1\.0-[0-9a-f]{24}-[0-9a-f]{100,200}/g },
  { kind: 'token', is: /(?<![\w./])s\.[A-Za-z0-9]{24}(?![\w.])/g, when: isMixed },
  { kind: 'secret', is: /otpauth:\/\/[^\s?]{0,300}\?(?:[^\s&]{0,200}&){0,6}secret=(?<v>[A-Za-z2-7]{8,200})/dg },
  { kind: 'secret', is: /\/api\/webhooks\/\d{15,21}\/(?<v>[\w-]{40,120})/dg },
  { kind: 'secret', is: /hooks\.slack\.com\/[a-z]{5,12}\/(?<v>[\w/-]{20,200})/dg },
  {
    kind: 'token',
    is: /(?<![A-Za-z])authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token|bot|apikey|digest|ssws|sso-key|negotiate|oauth|key|genie-?key|klaviyo-api-key|deepl-auth-key|KakaoAK|[A-Z]{2,12}[0-9]?-[A-Z0-9-]{2,24})\s{1,3})?(?<v>[\w.~+/=:-]{8,4000})/dgi,
    when: (value) => hasDigit(value) || value.length >= 20,
  },
  {
    kind: 'token',
    is: /(?<![A-Za-z])bearer\s{1,3}(?<v>[\w.~+/-]{16,4000}={0,2})/dgi,
    when: (value) => hasDigit(value),
  },
  {
    kind: 'password',
    is: /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s:@/?#]{0,200}:(?<v>[^\s/]{1,300})@(?=[\w.[%-])/dg,
    when: (value) => !isCommonExample(value) && !/[?#]/.test(value.split('@')[0] ?? ''),
  },
  {
    kind: 'password',
    is: /(?<=\s(?:-u|--user)\s{1,2}["']?)(?!\d)[^\s:"'-][^\s:"']{0,60}:(?<v>[^\s"'/]{4,200})/dg,
  },
  { kind: 'private key', is: /Private-Lines: \d{1,3}\s{1,2}(?<v>(?:[A-Za-z0-9+/=]{1,80}\s{1,2}){1,80})/dg },
];

/** What examples in manuals have in the place of a password. */
function isCommonExample(value: string): boolean {
  return /^(?:pass(?:word|wd)?|pw|pwd|secret|user(?:name)?|postgres|root|guest|admin|test|example|changeme|redis|mysql)$/i.test(
    value,
  );
}

/** What stands in a manual where a reader puts their own. */
export function isPlaceholder(value: string): boolean {
  return (
    /^(?:x{3,}[-_. ]?)+$/i.test(value) ||
    /x{6}|X{6}|\*{3}|\.{3}|…|•{3}|EXAMPLE|your[-_]|[-_]your|placeholder|redacted|[-_]here\b|changeme|\bdummy\b/i.test(
      value,
    ) ||
    /\$\{|^(?:\{\{|\$\(|%\(|%s|<|\[|\{|\$[A-Z_]{3,}$|%[A-Z_]+%$)/.test(value)
  );
}

/** Without a long run or an address in it, a text has none; most have not. */
const WORTH_A_LOOK =
  /(?=[A-Za-z_+/=~-]{0,60}\d)[\w+/=~-]{14}|(?:AKIA|ASIA)|[\w+/=~-]{20}|sk-|[\w-]{3}\.[\w-]{3,60}\.[\w-]{12}|uthorization|:\/\/| -u |--user/i;

/** Keys and tokens by what they look like. */
export function shapedSecrets(plain: string): Span[] {
  const spans: Span[] = [];
  if (!WORTH_A_LOOK.test(plain)) return spans;
  for (const { kind, is, isSure, when } of SHAPES) {
    for (const match of plain.matchAll(is)) {
      const value = match.groups?.v ?? match[0];
      if ((!isSure && isPlaceholder(value)) || (when && !when(value))) continue;
      const [from, to] = match.indices?.groups?.v ?? [match.index, match.index + match[0].length];
      spans.push({ from, to, kind });
    }
  }
  return spans;
}
