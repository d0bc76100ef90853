// A third set of real-shaped secrets: of issuers that have come since, broken into lines, in columns, near a word that tells of
// them, as the answer to a question, as a wallet's words. All are made up here and belong to nobody.
import { ALNUM, BASE64, BASE64URL, DIGITS, type Dice, dice, HEX, LOWER, UPPER, withLuhn } from './random.js';

export interface WiderSecret {
  kind: string;
  text: string;
  /** No six characters in a row of these may be left. */
  values: string[];
}

const BASE32 = `${UPPER}234567`;
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const uuid = (d: Dice) => [8, 4, 4, 4, 12].map((length) => d.chars(HEX, length)).join('-');
/** Never without a digit, a small and a capital letter. */
const lot = (d: Dice, length: number) => `a7${d.chars(ALNUM, length - 4)}X3`;
const wrapped = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? text;

const ISSUED: Record<string, (d: Dice) => string> = {
  square: (d) => `EAAAE${d.chars(BASE64URL, 56)}x7Q`,
  braintree: (d) => `access_token$production$${d.chars(HEX, 15)}4$${d.chars(HEX, 32)}`,
  razorpay: (d) => `rzp_live_${lot(d, 14)}`,
  adyen: (d) => `AQE${lot(d, 60)}-${lot(d, 30)}=-${lot(d, 16)}`,
  mollie: (d) => `live_${lot(d, 30)}`,
  paddle: (d) => `pdl_live_apikey_01j${d.chars(LOWER + DIGITS, 22)}4_${lot(d, 22)}_${d.chars(ALNUM, 3)}`,
  together: (d) => `tgp_v1_${lot(d, 43)}`,
  cerebras: (d) => `csk-${d.chars(LOWER + DIGITS, 46)}4x`,
  firecrawl: (d) => `fc-${d.chars(HEX, 31)}7`,
  coze: (d) => `pat_${lot(d, 64)}`,
  brave: (d) => `BSA${lot(d, 28)}`,
  qianfan: (d) => `bce-v3/ALTAK-${lot(d, 21)}/${d.chars(HEX, 40)}`,
  langfuse: (d) => `sk-lf-${uuid(d)}`,
  clojars: (d) => `CLOJARS_${d.chars(HEX, 59)}8`,
  circleci: (d) => `CCIPAT_${lot(d, 22)}_${d.chars(HEX, 40)}`,
  buildkite: (d) => `bkua_${d.chars(HEX, 39)}7`,
  sonar: (d) => `sqp_${d.chars(HEX, 39)}7`,
  vercel: (d) => `vercel_blob_rw_${lot(d, 16)}_${lot(d, 30)}`,
  supabase: (d) => `sb_secret_${lot(d, 22)}_${lot(d, 8)}`,
  aiven: (d) => `AVNS_${lot(d, 19)}`,
  alibaba: (d) => `LTAI5t${lot(d, 18)}`,
  tencent: (d) => `AKID${lot(d, 32)}`,
  clickup: (d) => `pk_${d.chars(DIGITS, 8)}_${d.chars(UPPER + DIGITS, 32)}`,
  asana: (d) => `2/${d.chars(DIGITS, 16)}/${d.chars(DIGITS, 16)}:${d.chars(HEX, 32)}`,
  hubspot: (d) => `pat-na1-${uuid(d)}`,
  wakatime: (d) => `waka_${uuid(d)}`,
  'account key': (d) =>
    `A3-${d.chars(UPPER, 5)}7-${d.chars(UPPER + DIGITS, 6)}-${Array.from({ length: 4 }, () => d.chars(UPPER + DIGITS, 5)).join('-')}`,
  nostr: (d) => `nsec1${d.chars(BECH32, 58)}`,
  stellar: (d) => `S${d.chars(BASE32, 54)}4`,
  tezos: (d) => `edsk${d.chars(BASE58, 50)}`,
  ebay: (d) => `PRD-${d.chars(HEX, 12)}-${[4, 4, 4, 4].map((length) => d.chars(HEX, length)).join('-')}`,
  deepl: (d) => `${uuid(d)}:fx`,
  fal: (d) => `${uuid(d)}:${d.chars(HEX, 32)}`,
  swarm: (d) => `SWMTKN-1-${d.chars(LOWER + DIGITS, 50)}-${d.chars(LOWER + DIGITS, 25)}`,
  rancher: (d) => `token-${d.chars(LOWER + DIGITS, 5)}:${d.chars(LOWER + DIGITS, 54)}`,
  trello: (d) => `ATTA${d.chars(HEX, 64)}`,
  'an issuer nobody knows': (d) => `kzx_${lot(d, 40)}`,
  'another of them': (d) => `nk-${lot(d, 48)}`,
};

const AROUND = [
  (v: string) => v,
  (v: string) => `this one, ${v}, until Friday`,
  (v: string) => `这个你先用着${v}，别发群里`,
  (v: string) => `これ使ってください→${v}`,
  (v: string) => `새로 발급받은 거예요 ${v} 이걸로 바꿔주세요`,
  (v: string) => `Hier: „${v}“ – bitte eintragen.`,
  (v: string) => `te paso esto: ${v}, guárdalo`,
  (v: string) => `voilà : « ${v} »`,
  (v: string) => `Forwarded from Ana:\n> ${v}\n> thanks`,
];

const password = (d: Dice) =>
  d.of([
    () => `${d.of(['sunset', 'Berlin', 'kakao', 'Marie'])}${d.below(9000) + 1000}`,
    () => `${d.below(90) + 10}${d.chars(LOWER, 6)}`,
    () => `${d.of(['Hx', 'Tr0ub', 'K9v'])}!${d.chars(LOWER, 3)}-${d.chars(UPPER, 1)}${d.chars(LOWER, 1)}4`,
    () => lot(d, 11),
    () => `${d.chars(LOWER, 5)}-${d.chars(LOWER, 5)}-${d.below(90) + 10}`,
  ])();
const strong = (d: Dice) => d.of([() => lot(d, 12), () => `R${d.chars(LOWER, 4)}!7${d.chars(LOWER, 3)}Z`])();

/** `@` is the password. */
const TOLD = [
  'Password\n@',
  '**Password:** @',
  'Username     bob\nPassword     @',
  '[Login]: bob\n【パスワード】@',
  'whats the pw\nBob: @',
  '小王：服务器密码多少\n我：@',
  "username is bob and the password's @",
  'The admin password for the router has been set to @.',
  'my apple id password changed, its now @',
  'the password we use everywhere is @, keep it',
  'u: bob p: @',
  '| host | user | password |\n|---|---|---|\n| db1 | root | @ |',
  'url,username,password\nhttps://acme.example,bob,@',
  '路由器的密码我设成了@',
  '请把密码重置为@',
  '비밀번호를 @로 변경했어요',
  'パスワードを@に変えました',
  "j'ai changé mon mot de passe en @",
  'cambié mi contraseña a @',
  'mi contraseña nueva es: @',
  'mot de passe wifi : @',
  'WLAN „HomeNet“, Schlüssel: @',
  'db.example.org:5432:prod:app:@',
  '<auth-user-pass>\nbob\n@\n</auth-user-pass>',
  '{ "name": "DB_PASSWORD", "value": "@" }',
  'variable "db_password" {\n  default = "@"\n}',
  '<entry key="db.password">@</entry>',
  'network={\n  ssid="Home"\n  psk="@"\n}',
  "'password' => '@',",
  "echo 'bob:@' | sudo chpasswd",
  'echo @ | docker login --username bob --password-stdin',
  'openssl enc -aes-256-cbc -k @ -in a -out b',
  'htpasswd -b .htpasswd bob @',
  'http -a bob:@ example.org/me',
  'az login --service-principal -u 1 -p @ --tenant x',
  'net user bob @ /add',
  'enable secret @',
];

/** Where only what looks like a password counts as one. */
const NEAR = [
  'You can log in with bob@example.com and @',
  'Netflix: bob@example.com / @',
  'login bob / @',
  'creds -> admin:@',
  'Zugangsdaten: bob / @',
  'Das Passwort kennst du ja, inzwischen @',
];

/** `@` is 32 or more characters drawn by lot. */
const KEYS = [
  'this is the cloudflare token\n@',
  'the key for the new staging thing, finally: @',
  '密钥发你了：\n@',
  'トークンはこちら @',
  'B2_APPLICATION_KEY=@',
  'ENV API_SECRET @',
  'const apiKey = "@"',
  'Authorization: KakaoAK @',
  'document.cookie = "session=@"',
  'my session cookie is @',
  'curl -u @: https://api.example.org',
  'https://chat.example.org/hooks/@',
  'https://maker.ifttt.com/trigger/x/with/key/@',
  'AKIAABCDEFGHIJKLMNOP\n@',
  'co = cohere.Client("@")',
  'MJ_APIKEY_PRIVATE=@',
  'curl -u @:X https://acme.example',
];

/** `@` is a key in digits of base 16. */
const HEX_KEYS = [
  'wandb login @',
  'tmdb api key (v3 auth) @',
  'zfs raw key hex: @',
  'Deepgram key: @',
  'encryption key:\n@',
];
/** `@` is the seed of a second factor. */
const FACTORS = ['二段階認証のセットアップキー：@', 'clave 2FA: @', 'OTP 시크릿 키: @', 'setup key: @'];
const PHRASES = ['passphrase: @', 'KeePass master passphrase: @'];

const WORDS =
  'ribbon velvet orbit puzzle lemon tiger bridge cactus dolphin engine fabric garlic hammer island jungle kitten ladder magnet'.split(
    ' ',
  );
const SEEDS: ((words: string[]) => string)[] = [
  (words) => words.join(' '),
  (words) => `Recovery phrase\n${words.map((word, index) => `${index + 1}. ${word}`).join('\n')}`,
  (words) => `Seed: ${words.join(', ')}`,
  (words) => `ニーモニックは「${words.join(' ')}」`,
  (words) => words.map((word, index) => `${index + 1}) ${word.toUpperCase()}`).join('  '),
];

const CARDS = [
  (n: string) => `Kreditkarte ${n.replace(/\d{4}(?=\d)/g, '$&.')}`,
  (n: string) => `カード番号 ${n.replace(/\d/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0))}`,
  (n: string) => `card number: ${n}`,
  (n: string) => `카드번호: ${n.replace(/\d{4}(?=\d)/g, '$&-')}`,
  (n: string) => `card no. ${n}`,
];

const BROKEN: Record<string, (d: Dice) => { value: string; text: string }> = {
  'a key in lines': (d) => {
    const value = `sk-ant-api03-${lot(d, 90)}`;
    return { value, text: `key:\n${wrapped(value, 40)}` };
  },
  'a token in lines of a quote': (d) => {
    const value = `glpat-${lot(d, 20)}`;
    return { value, text: `> ${value.slice(0, 12)}\n> ${value.slice(12)}` };
  },
  'a gap behind the beginning': (d) => {
    const value = lot(d, 36);
    return { value, text: `ghp_ ${value} (without the space)` };
  },
  'the middle of a key': (d) => {
    const value = `MIIEvQIBADANBgkq${d.chars(BASE64, 200)}`;
    return { value, text: `continued:\n${wrapped(value, 64)}` };
  },
  'the users of a registry': (d) => {
    const value = Buffer.from(`bob:${lot(d, 12)}`).toString('base64');
    return { value, text: `{"auths":{"registry.example.org":{"auth":"${value}"}}}` };
  },
  'a key as JSON': (d) => {
    const value = lot(d, 43);
    return { value, text: `{"kty":"EC","crv":"P-256","d":"${value}"}` };
  },
  'a hook of a chat': (d) => {
    const value = uuid(d);
    return { value, text: `https://open.feishu.cn/open-apis/bot/v2/hook/${value}` };
  },
};

/** Each in as many dresses as it has, three times. */
export function widerSecrets(seed: number): WiderSecret[] {
  const d = dice(seed);
  const out: WiderSecret[] = [];
  for (let copy = 0; copy < 3; copy++) {
    for (const [kind, make] of Object.entries(ISSUED)) {
      const value = make(d);
      out.push({ kind, text: d.of(AROUND)(value), values: [value] });
    }
    const said = (kind: string, texts: readonly string[], make: (d: Dice) => string) => {
      for (const text of texts) {
        const value = make(d);
        const at = text.lastIndexOf('@');
        out.push({ kind: `${kind}: ${text}`, text: text.slice(0, at) + value + text.slice(at + 1), values: [value] });
      }
    };
    said('told', TOLD, password);
    said('near', NEAR, strong);
    said('key', KEYS, (from) => lot(from, 40));
    said('hex', HEX_KEYS, (from) => `4f${from.chars(HEX, 62)}`);
    said('factor', FACTORS, (from) => `${from.chars(BASE32, 31)}7`);
    said('phrase', PHRASES, (from) => Array.from({ length: 4 }, () => from.of(WORDS)).join(' '));
    for (const [index, dress] of SEEDS.entries()) {
      const words = Array.from({ length: index === 4 ? 24 : 12 }, () => d.of(WORDS));
      const text = dress(words);
      out.push({ kind: `seed ${index}`, text, values: words.filter((word) => word.length >= 6) });
    }
    for (const dress of CARDS) {
      const value = withLuhn(`4${d.chars(DIGITS, 14)}`);
      out.push({ kind: 'card', text: dress(value), values: [value] });
    }
    for (const [kind, make] of Object.entries(BROKEN)) {
      const { text, value } = make(d);
      out.push({ kind, text, values: [value] });
    }
  }
  return out;
}

/** Whether six characters in a row of a value can still be read, whatever stands between them. */
export function readable(value: string, text: string): boolean {
  const bare = (of: string) =>
    of
      .normalize('NFKC')
      .replace(/[\s>.-]/g, '')
      .toLowerCase();
  const [one, all] = [bare(value), bare(text.replace(/\[secret[^\]]{0,40}\]/g, '*'))];
  const length = Math.min(6, one.length);
  return Array.from({ length: one.length - length + 1 }, (_, at) => one.slice(at, at + length)).some((run) =>
    all.includes(run),
  );
}
