// Sentences with made-up secrets of the shapes that services and people give them. Nothing here is anybody's: every value is
// made of a seed when a test runs.

import { ALNUM, BASE64, BASE64URL, DIGITS, type Dice, dice, HEX, LOWER, UPPER, withLuhn } from './random.js';

export interface SecretCase {
  kind: string;
  text: string;
  /** Not a byte of these may be left. */
  values: string[];
}

type Made = { value: string | string[]; text?: string };

const password = (d: Dice) =>
  d.of([
    () => `${d.of(['Sommer', 'Winter', 'dragon', 'Blume', 'kot', 'soleil', 'gato', 'Berlin'])}${d.below(9000) + 1000}`,
    () => `${d.chars(LOWER, 4)}${d.of(['!', '#', '$', '&', '*'])}${d.chars(ALNUM, 5)}`,
    () => d.chars(ALNUM, 9) + d.below(10),
    () => `${d.chars(LOWER, 6)}-${d.chars(LOWER, 5)}-${d.chars(DIGITS, 3)}`,
  ])();

const card = (d: Dice) => {
  const [start, length] = d.of([
    ['4', 16],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['6011', 16],
    ['3530', 16],
    ['62', 16],
  ] as const);
  return withLuhn(start + d.chars(DIGITS, length - 1 - start.length));
};
const inFours = (digits: string, sign: string) => digits.replace(/\d{4}(?=\d)/g, `$&${sign}`);

const pemLines = (d: Dice, count: number) => [
  ...Array.from({ length: count }, () => d.chars(BASE64, 64)),
  `${d.chars(BASE64, 20)}==`,
];
const dashes = '-'.repeat(5);
const begin = (what: string) => `${dashes}BEGIN ${what}${dashes}`;
const end = (what: string) => `${dashes}END ${what}${dashes}`;
const PRIVATE = ['PRIVATE', 'KEY'].join(' ');

/** By what they are; each makes one value, or a whole text with its values. */
const KEYS: Record<string, (d: Dice) => Made> = {
  openai: (d) => ({ value: `sk-${d.chars(ALNUM, 20)}T3${d.chars(ALNUM, 26)}` }),
  'openai project': (d) => ({ value: `sk-proj-${d.chars(BASE64URL, 60)}A1b${d.chars(ALNUM, 40)}` }),
  anthropic: (d) => ({ value: `sk-ant-api03-${d.chars(BASE64URL, 80)}x9X${d.chars(ALNUM, 14)}AA` }),
  openrouter: (d) => ({ value: `sk-or-v1-${d.chars(HEX, 64)}` }),
  stripe: (d) => ({ value: `${d.of(['sk', 'rk'])}_${d.of(['live', 'test'])}_${d.chars(ALNUM, 24)}` }),
  github: (d) => ({ value: `gh${d.of(['p', 'o', 'u', 's', 'r'])}_${d.chars(ALNUM, 35)}7` }),
  'github fine': (d) => ({ value: `github_pat_${d.chars(ALNUM, 22)}_${d.chars(ALNUM, 58)}3` }),
  gitlab: (d) => ({ value: `glpat-${d.chars(BASE64URL, 19)}5` }),
  aws: (d) => ({ value: `AKIA${d.chars(`${UPPER}234567`, 16)}` }),
  'aws secret': (d) => {
    const value = `${d.chars(BASE64, 38)}9z`;
    return { value, text: `aws_secret_access_key = ${value}` };
  },
  google: (d) => ({ value: `AIza${d.chars(BASE64URL, 35)}` }),
  'google oauth': (d) => ({ value: `GOCSPX-${d.chars(BASE64URL, 27)}4` }),
  slack: (d) => ({ value: `xoxb-${d.chars(DIGITS, 12)}-${d.chars(DIGITS, 12)}-${d.chars(ALNUM, 24)}` }),
  discord: (d) => ({ value: `M${d.chars(ALNUM, 23)}.G${d.chars(ALNUM, 5)}.${d.chars(BASE64URL, 37)}8` }),
  telegram: (d) => ({ value: `${d.below(9) + 1}${d.chars(DIGITS, 9)}:AA${d.chars(BASE64URL, 32)}k` }),
  twilio: (d) => ({ value: `SK${d.chars(HEX, 32)}` }),
  sendgrid: (d) => ({ value: `SG.${d.chars(BASE64URL, 22)}.${d.chars(BASE64URL, 43)}` }),
  npm: (d) => ({ value: `npm_${d.chars(ALNUM, 17)}2b${d.chars(ALNUM, 17)}` }),
  pypi: (d) => ({ value: `pypi-AgEIcHlwaS5vcmc${d.chars(BASE64URL, 80)}1` }),
  huggingface: (d) => ({ value: `hf_${d.chars(ALNUM, 16)}4Q${d.chars(ALNUM, 16)}` }),
  digitalocean: (d) => ({ value: `dop_v1_${d.chars(HEX, 63)}7` }),
  shopify: (d) => ({ value: `shpat_${d.chars(HEX, 31)}9` }),
  mailgun: (d) => ({ value: `key-${d.chars(HEX, 30)}a1` }),
  vault: (d) => ({ value: `hvs.CAESI${d.chars(BASE64URL, 60)}3` }),
  age: (d) => ({ value: `AGE-SECRET-KEY-1${d.chars('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}` }),
  wireguard: (d) => {
    const value = `${d.chars(BASE64, 41)}8=`;
    return { value, text: `[Interface]\nPrivateKey = ${value}\nAddress = 10.0.0.2/32` };
  },
  jwt: (d) => ({ value: `eyJ${d.chars(BASE64URL, 33)}.eyJ${d.chars(BASE64URL, 60)}.${d.chars(BASE64URL, 43)}` }),
  otpauth: (d) => {
    const value = d.chars(`${UPPER}234567`, 32);
    return { value, text: `otpauth://totp/ACME:ann@example.com?secret=${value}&issuer=ACME` };
  },
  'azure storage': (d) => {
    const value = `${d.chars(BASE64, 86)}==`;
    return {
      value,
      text: `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${value};EndpointSuffix=core.windows.net`,
    };
  },
  bearer: (d) => {
    const value = `${d.chars(ALNUM, 31)}4`;
    return { value, text: `curl -H "Authorization: Bearer ${value}" https://api.example.com/v1/me` };
  },
  'basic auth address': (d) => {
    const value = password(d).replace(/[#/]/g, 'x');
    return { value, text: `https://ann:${value}@files.example.com/a` };
  },
  connection: (d) => {
    const value = password(d).replace(/[#/?&]/g, '_');
    return {
      value,
      text: `${d.of(['postgres', 'mysql', 'redis', 'amqp', 'mongodb+srv'])}://app:${value}@db.internal:5432/shop`,
    };
  },
  'slack hook': (d) => {
    const value = `T${d.chars(UPPER + DIGITS, 8)}/B${d.chars(UPPER + DIGITS, 8)}/${d.chars(ALNUM, 24)}`;
    return { value, text: `https://hooks.slack.com/services/${value}` };
  },
  'env line': (d) => {
    const value = d.chars(ALNUM, 23) + d.below(10);
    return {
      value,
      text: `${d.of(['SERVICE_TOKEN', 'MY_API_KEY', 'CLIENT_SECRET', 'JWT_SECRET', 'APP_SECRET_KEY'])}=${value}`,
    };
  },
  'env password': (d) => {
    const value = password(d);
    return {
      value,
      text: `export ${d.of(['DB_PASSWORD', 'PGPASSWORD', 'SMTP_PASS', 'MYSQL_PWD'])}=${d.of(['', '"'])}${value}`,
    };
  },
  json: (d) => {
    const [one, two] = [password(d), d.chars(ALNUM, 28) + d.below(10)];
    return { value: [one, two], text: JSON.stringify({ user: 'ann', password: one, accessToken: two }) };
  },
  yaml: (d) => {
    const [one, two] = [password(d), d.chars(HEX, 31) + d.below(10)];
    return { value: [one, two], text: `db:\n  user: app\n  password: ${one}\n  api_key: ${two}\n  port: 5432` };
  },
  pem: (d) => {
    const what = `${d.of(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '])}${PRIVATE}`;
    const lines = pemLines(d, 8);
    return { value: lines, text: `${begin(what)}\n${lines.join('\n')}\n${end(what)}` };
  },
  'pem beginning': (d) => {
    const lines = [...pemLines(d, 8).slice(0, 8), d.chars(BASE64, 30)];
    return { value: lines, text: `${begin(`RSA ${PRIVATE}`)}\n${lines.join('\n')}` };
  },
  'pem end': (d) => {
    const lines = [d.chars(BASE64, 30), ...pemLines(d, 5)];
    return { value: lines, text: `${lines.join('\n')}\n${end(PRIVATE)}\n` };
  },
  'pem in json': (d) => {
    const lines = pemLines(d, 6);
    return {
      value: lines,
      text: JSON.stringify({
        type: 'service_account',
        private_key: `${begin(PRIVATE)}\n${lines.join('\n')}\n${end(PRIVATE)}\n`,
      }),
    };
  },
  pgp: (d) => {
    const lines = pemLines(d, 6);
    const what = `PGP ${PRIVATE} BLOCK`;
    return {
      value: lines,
      text: `${begin(what)}\nVersion: GnuPG v2\n\n${lines.join('\n')}\n=${d.chars(BASE64, 4)}\n${end(what)}`,
    };
  },
  card: (d) => ({ value: card(d) }),
  'card in fours': (d) => ({ value: inFours(card(d), d.of([' ', '-'])) }),
  amex: (d) => {
    const digits = withLuhn(`37${d.chars(DIGITS, 12)}`);
    return { value: d.of([digits, `${digits.slice(0, 4)} ${digits.slice(4, 10)} ${digits.slice(10)}`]) };
  },
  'full width': (d) => {
    const plain = inFours(card(d), '-');
    const value = plain.replace(/[\d-]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
    return { value, text: `卡号是${value}，请记住` };
  },
  seed: (d) => {
    const words = [
      'abandon',
      'ability',
      'able',
      'about',
      'above',
      'absent',
      'zoo',
      'zone',
      'zero',
      'youth',
      'wrong',
      'wolf',
    ];
    const value = Array.from({ length: 12 }, () => d.of(words)).join(' ');
    return { value, text: `${d.of(['My seed phrase', 'recovery phrase', 'mnemonic'])}: ${value}` };
  },
};

/** Sentences by which people tell a key; `@` is it. */
const KEY_SENTENCES = [
  'Here is the key: @',
  'use @ for it please',
  'Kannst du @ testen?',
  'voici la clé @ merci',
  'la clave es @ y ya',
  'oto klucz: @ dzięki',
  '这是密钥@，请测试',
  'キーは@です',
  '키는 @ 입니다',
  '"@"',
  '(@)',
  '@',
  'export X=@\necho done',
];

/** Sentences by which people tell a password. */
const PASSWORD_SENTENCES = [
  'My password is @',
  'the password for the wifi is @',
  'password: @',
  'Password = "@"',
  'pw: @',
  'changed my password to @ yesterday',
  'login bob, password @',
  'Das Passwort ist @',
  'Mein WLAN-Passwort lautet @',
  'Kennwort: @',
  'Das Passwort für den Router ist @',
  'Mot de passe : @',
  'mon mot de passe est @',
  'le mot de passe du wifi est @ merci',
  'la contraseña es @',
  'contraseña: @',
  'mi contraseña del banco es @',
  'hasło to @',
  'Hasło: @',
  'moje hasło do banku to @',
  '我的密码是@',
  '密码：@，请记住',
  'wifi密碼為@',
  'パスワードは@です',
  'パスワード：@',
  '비밀번호는 @',
  '비밀번호: @ 기억해줘',
  'a minha senha é @',
  'la password è @',
  'Het wachtwoord is @',
  'пароль: @',
  'Пароль — @',
  'lösenord: @',
  'mysql -u root --password=@ shop',
];

export function secretCases(seed: number, count: number): SecretCase[] {
  const d = dice(seed);
  const kinds = Object.keys(KEYS);
  return Array.from({ length: count }, (_, index): SecretCase => {
    // As many passwords as a third.
    if (index % 3 === 0) {
      const value = password(d);
      const sentence = PASSWORD_SENTENCES[(index / 3) % PASSWORD_SENTENCES.length] ?? '';
      return { kind: 'password', text: sentence.replace('@', () => value), values: [value] };
    }
    const kind = kinds[(index - Math.floor(index / 3) - 1) % kinds.length] ?? '';
    const made = KEYS[kind]?.(d);
    if (!made) throw new Error(`no kind ${kind}`);
    const values = [made.value].flat();
    const text = made.text ?? d.of(KEY_SENTENCES).replace('@', () => values[0] ?? '');
    return { kind, text: d.below(2) === 0 && made.text ? `Look:\n${text}` : text, values };
  });
}
