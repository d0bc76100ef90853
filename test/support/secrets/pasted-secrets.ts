// A second set of real-shaped secrets, in the sentences, commands and files people paste them in. All are made up here
// and belong to nobody; each kind comes in several dresses.
import { ALNUM, BASE64, BASE64URL, DIGITS, dice, HEX, LOWER, UPPER, withLuhn } from './random.js';

export interface PastedSecret {
  kind: string;
  text: string;
  /** What may not be left of it anywhere. */
  secrets: string[];
}

let r = dice(90_210);
const UPALNUM = UPPER + DIGITS;
const BASE32 = `${UPPER}234567`;
const an = (n: number) => r.chars(ALNUM, n);
const hex = (n: number) => r.chars(HEX, n);
const b64 = (n: number) => r.chars(BASE64, n);
const url64 = (n: number) => r.chars(BASE64URL, n);
const up = (n: number) => r.chars(UPALNUM, n);
const num = (n: number) => r.chars(DIGITS, n);
const low = (n: number) => r.chars(LOWER, n);
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const jwt = () => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ${url64(60)}.${url64(43)}`;
const lines = (count: number) => Array.from({ length: count }, () => b64(64)).join('\n');

/** Tokens whose own shape says what they are, whatever stands around them. */
const SHAPES: Record<string, () => string> = {
  'openai old': () => `sk-${an(20)}T3BlbkFJ${an(20)}`,
  'openai project': () => `sk-proj-${url64(74)}T3BlbkFJ${url64(74)}`,
  'openai service': () => `sk-svcacct-${url64(58)}T3BlbkFJ${url64(58)}`,
  anthropic: () => `sk-ant-api03-${url64(93)}AA`,
  openrouter: () => `sk-or-v1-${hex(64)}`,
  deepseek: () => `sk-${hex(32)}`,
  groq: () => `gsk_${an(52)}`,
  xai: () => `xai-${an(80)}`,
  perplexity: () => `pplx-${an(48)}`,
  'hugging face': () => `hf_${r.chars(LOWER + UPPER, 34)}`,
  replicate: () => `r8_${an(37)}`,
  langsmith: () => `lsv2_pt_${hex(32)}_${hex(10)}`,
  'aws key id': () => `AKIA${r.chars(BASE32, 16)}`,
  'aws temporary id': () => `ASIA${r.chars(BASE32, 16)}`,
  'github classic': () => `ghp_${an(36)}`,
  'github fine': () => `github_pat_${an(22)}_${an(59)}`,
  'github app': () => `${r.of(['gho', 'ghu', 'ghs', 'ghr'])}_${an(36)}`,
  gitlab: () => `glpat-${url64(20)}`,
  'gitlab deploy': () => `${r.of(['gldt', 'glrt', 'glptt', 'glcbt'])}-${url64(20)}`,
  'slack bot': () => `xoxb-${num(12)}-${num(13)}-${an(24)}`,
  'slack user': () => `xoxp-${num(12)}-${num(12)}-${num(13)}-${hex(32)}`,
  'slack app': () => `xapp-1-A${up(10)}-${num(13)}-${hex(64)}`,
  'discord bot': () => `${r.of(['M', 'N', 'O'])}${an(25)}.G${an(5)}.${url64(38)}`,
  'telegram bot': () => `${num(10).replace(/^0/, '7')}:AA${url64(33)}`,
  'stripe live': () => `sk_live_${an(99)}`,
  'stripe old': () => `sk_live_${an(24)}`,
  'stripe restricted': () => `rk_live_${an(99)}`,
  'stripe webhook': () => `whsec_${an(32)}`,
  'google api': () => `AIza${url64(35)}`,
  'google client': () => `GOCSPX-${url64(28)}`,
  'google access': () => `ya29.a0${url64(150)}`,
  'google refresh': () => `1//0${url64(60)}`,
  sendgrid: () => `SG.${url64(22)}.${url64(43)}`,
  brevo: () => `xkeysib-${hex(64)}-${an(16)}`,
  mailgun: () => `key-${hex(32)}`,
  mailchimp: () => `${hex(32)}-us${r.below(20) + 1}`,
  'twilio key': () => `SK${hex(32)}`,
  npm: () => `npm_${an(36)}`,
  pypi: () => `pypi-AgEIcHlwaS5vcmc${url64(100)}`,
  rubygems: () => `rubygems_${hex(48)}`,
  crates: () => `cio${an(32)}`,
  nuget: () => `oy2${r.chars(LOWER + DIGITS, 43)}`,
  'docker hub': () => `dckr_pat_${url64(27)}`,
  linear: () => `lin_api_${an(40)}`,
  'notion new': () => `ntn_${num(11)}${an(35)}`,
  'notion old': () => `secret_${an(43)}`,
  airtable: () => `pat${an(14)}.${hex(64)}`,
  figma: () => `figd_${url64(40)}`,
  shopify: () => `shpat_${hex(32)}`,
  'shopify secret': () => `shpss_${hex(32)}`,
  square: () => `sq0atp-${url64(22)}`,
  'square secret': () => `sq0csp-${url64(43)}`,
  digitalocean: () => `dop_v1_${hex(64)}`,
  heroku: () => `HRKU-AA${url64(58)}`,
  vault: () => `hvs.${url64(95)}`,
  'terraform cloud': () => `${an(14)}.atlasv1.${url64(67)}`,
  databricks: () => `dapi${hex(32)}`,
  'grafana service': () => `glsa_${an(32)}_${hex(8)}`,
  'grafana cloud': () => `glc_eyJ${b64(120)}`,
  'new relic': () => `NRAK-${up(27)}`,
  sentry: () => `sntrys_eyJ${b64(140)}_${b64(43)}`,
  'sentry user': () => `sntryu_${hex(64)}`,
  pulumi: () => `pul-${hex(40)}`,
  doppler: () => `dp.pt.${an(43)}`,
  age: () => `AGE-SECRET-KEY-1${r.chars('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
  tailscale: () => `tskey-auth-${an(12)}CNTRL-${an(32)}`,
  netlify: () => `nfp_${an(36)}`,
  supabase: () => `sbp_${hex(40)}`,
  fly: () => `FlyV1 fm2_${b64(160)}`,
  planetscale: () => `pscale_${r.of(['tkn', 'pw', 'oauth'])}_${url64(43)}`,
  'azure client': () => `${an(3)}8Q~${url64(34)}`,
  facebook: () => `EAA${an(170)}`,
  jwt,
  mapbox: () => `sk.eyJ1Ijoi${url64(60)}.${url64(22)}`,
  dropbox: () => `sl.${url64(140)}`,
  atlassian: () => `ATATT3xFfGF0${url64(170)}=${up(8)}`,
  bitbucket: () => `ATBB${an(32)}`,
  contentful: () => `CFPAT-${url64(43)}`,
  posthog: () => `phx_${an(43)}`,
  adafruit: () => `aio_${an(28)}`,
  dynatrace: () => `dt0c01.${up(24)}.${up(64)}`,
  duffel: () => `duffel_live_${url64(43)}`,
  easypost: () => `EZAK${an(54)}`,
  flutterwave: () => `FLWSECK-${hex(32)}-X`,
  plaid: () => `access-production-${uuid()}`,
  postman: () => `PMAK-${hex(24)}-${hex(34)}`,
  prefect: () => `pnu_${r.chars(LOWER + DIGITS, 36)}`,
  readme: () => `rdme_${r.chars(LOWER + DIGITS, 70)}`,
  shippo: () => `shippo_live_${hex(40)}`,
  typeform: () => `tfp_${url64(59)}`,
  yandex: () => `AQVN${url64(36)}`,
  onepassword: () => `ops_eyJ${b64(250)}`,
  elevenlabs: () => `sk_${hex(48)}`,
  'bitcoin wif': () =>
    `${r.of(['K', 'L'])}${r.chars('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 51)}`,
  'bitcoin xprv': () => `xprv9${r.chars('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 106)}`,
};

const AROUND = [
  (s: string) => `here you go: ${s}`,
  (s: string) => s,
  (s: string) => `hab grad den neuen Schlüssel bekommen, ${s} – kannst du damit testen?`,
  (s: string) => `Does this still work? "${s}"`,
  (s: string) => `密钥是${s}，别告诉别人`,
  (s: string) => `voici la clé ${s}, elle expire vendredi.`,
  (s: string) => `新しいキーは ${s} です。`,
  (s: string) => `\`\`\`\n${s}\n\`\`\`\nstill says 401`,
  (s: string) => `вот ключ ${s}`,
  (s: string) => `(${s})`,
  (s: string) => `I accidentally committed ${s}. What now?`,
  (s: string) => `키: ${s}`,
];

const PLAIN = () => r.of(['Tulpe', 'winter', 'Horse', 'Krakow', 'blau', 'Zebra']) + r.of(['!', '_', '#', '$']) + num(3);
const STRONG = () => `${an(5)}${r.of(['!', '%', '_', '#'])}${an(5)}9x`;
const pass = () =>
  r.of([PLAIN, STRONG, () => `${low(6)}${num(4)}`, () => `${UPPER[r.below(26)]}${low(7)}${num(2)}!`])();

/** Passwords said outright, by what they open. */
const SAID: Record<string, ((p: string) => string)[]> = {
  English: [
    (p) => `my router password is ${p}, remember it for me`,
    (p) => `The wifi password at the office: ${p}`,
    (p) => `login for the NAS is admin / password ${p}`,
    (p) => `I changed my bank password to ${p} yesterday`,
    (p) => `pw for the portal: ${p}`,
    (p) => `username: mary.k\npassword: ${p}\nurl: https://portal.example.com`,
    (p) => `passphrase for the backup is "${p}"`,
    (p) => `Netflix pass = ${p}`,
    (p) => `use ${p} as the password for the VPN`,
  ],
  German: [
    (p) => `Das WLAN-Passwort lautet ${p}`,
    (p) => `mein Passwort fürs Onlinebanking ist ${p}`,
    (p) => `Kennwort für die Fritzbox: ${p}`,
    (p) => `Zugangsdaten NAS\nBenutzer: admin\nPasswort: ${p}`,
    (p) => `das neue PW ist ${p}, bitte nicht weitersagen`,
    (p) => `WLAN-Schlüssel: ${p}`,
  ],
  French: [
    (p) => `le mot de passe du wifi est ${p}`,
    (p) => `Mon mot de passe pour la banque : ${p}`,
    (p) => `identifiant : marie\nmot de passe : ${p}`,
    (p) => `mdp de la box: ${p}`,
  ],
  Spanish: [
    (p) => `la contraseña del wifi es ${p}`,
    (p) => `Contraseña del router: ${p}`,
    (p) => `usuario: ana, clave: ${p}`,
    (p) => `mi contraseña nueva es ${p}`,
  ],
  Italian: [
    (p) => `la password del wifi è ${p}`,
    (p) => `La mia password della banca: ${p}`,
    (p) => `utente: luca\npassword: ${p}`,
    (p) => `la parola d'ordine del NAS è ${p}`,
  ],
  Portuguese: [
    (p) => `a senha do wifi é ${p}`,
    (p) => `Senha do roteador: ${p}`,
    (p) => `minha senha do banco é ${p}`,
    (p) => `a palavra-passe do portal é ${p}`,
  ],
  Polish: [
    (p) => `hasło do wifi to ${p}`,
    (p) => `Hasło do routera: ${p}`,
    (p) => `moje hasło do banku to ${p}`,
    (p) => `login: jan\nhasło: ${p}`,
  ],
  Russian: [
    (p) => `пароль от вайфая ${p}`,
    (p) => `Пароль: ${p}`,
    (p) => `мой пароль от банка — ${p}`,
    (p) => `логин: admin\nпароль: ${p}`,
  ],
  Chinese: [
    (p) => `wifi密码是${p}`,
    (p) => `路由器密码：${p}`,
    (p) => `我的银行密码是 ${p}，帮我记住`,
    (p) => `账号：li\n密码：${p}`,
    (p) => `無線網路的密碼是${p}`,
    (p) => `口令：${p}`,
  ],
  Japanese: [
    (p) => `Wi-Fiのパスワードは${p}です`,
    (p) => `パスワード：${p}`,
    (p) => `銀行のパスワードは「${p}」にしました`,
    (p) => `ID: tanaka\nPW: ${p}`,
    (p) => `暗証は変えた。NASのパスワードは ${p}`,
  ],
  Korean: [
    (p) => `와이파이 비밀번호는 ${p}입니다`,
    (p) => `비밀번호: ${p}`,
    (p) => `공유기 비번은 ${p}야`,
    (p) => `아이디: kim\n비밀번호: ${p}`,
    (p) => `은행 암호는 ${p}`,
  ],
};

const WORDS =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act'.split(
    ' ',
  );

/** Everything whose shape needs the line around it. `$` stands where a made-up value goes. */
const LINES: Record<string, { values: () => string[]; texts: ((v: string[]) => string)[] }> = {
  'aws pair': {
    values: () => [b64(40)],
    texts: [
      ([s]) => `aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = ${s}`,
      ([s]) => `export AWS_SECRET_ACCESS_KEY=${s}`,
      ([s]) => `"SecretAccessKey": "${s}",`,
    ],
  },
  'aws session': { values: () => [`IQoJb3JpZ2luX2Vj${b64(300)}`], texts: [([s]) => `AWS_SESSION_TOKEN=${s}`] },
  'slack webhook': {
    values: () => [`T${up(10)}/B${up(10)}/${an(24)}`],
    texts: [([s]) => `post to https://hooks.slack.com/services/${s} when done`],
  },
  'discord webhook': {
    values: () => [url64(68)],
    texts: [
      ([s]) => `curl -d '{"content":"hi"}' https://discord.com/api/webhooks/${num(19)}/${s}`,
      ([s]) => `webhook: https://discordapp.com/api/webhooks/${num(18)}/${s}`,
    ],
  },
  'telegram address': {
    values: () => [`AA${url64(33)}`],
    texts: [([s]) => `https://api.telegram.org/bot7${num(9)}:${s}/getUpdates gives nothing`],
  },
  'teams webhook': {
    values: () => [hex(32)],
    texts: [([s]) => `https://acme.webhook.office.com/webhookb2/${uuid()}@${uuid()}/IncomingWebhook/${s}/${uuid()}`],
  },
  'database address': {
    values: () => [an(14), `${low(6)}${num(3)}`],
    texts: [
      ([s, t]) => `postgres://app:${s}@db.internal:5432/prod\nmysql://root:${t}@10.0.0.4/shop`,
      ([s, t]) => `mongodb+srv://svc:${s}@cluster0.ab12c.mongodb.net/?retryWrites=true and redis://:${t}@cache:6379/0`,
      ([s, t]) => `amqps://bunny:${s}@mq.example.net/vhost, ftp://me:${t}@files.example.net/`,
    ],
  },
  'address with a password': {
    values: () => [an(16)],
    texts: [
      ([s]) => `git clone https://bob:${s}@git.example.org/bob/site.git`,
      ([s]) => `open https://admin:${s}@192.168.1.20:8443/`,
      ([s]) => `https://${hex(32)}:${s}@o12345.ingest.sentry.io/4501`,
    ],
  },
  'connection string': {
    values: () => [`${an(6)}!${an(5)}3`],
    texts: [
      ([s]) => `Server=tcp:db.example.net,1433;Database=shop;User ID=sa;Password=${s};Encrypt=True;`,
      ([s]) => `jdbc:postgresql://db:5432/shop?user=app&password=${s}`,
      ([s]) => `host=db dbname=shop user=app password=${s} sslmode=require`,
    ],
  },
  'azure storage': {
    values: () => [`${b64(86)}==`],
    texts: [
      ([s]) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net`,
      ([s]) => `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}`,
    ],
  },
  'azure sas': {
    values: () => [`${an(41)}%2F${an(1)}%3D`],
    texts: [([s]) => `https://acme.blob.core.windows.net/in/a.csv?sv=2022-11-02&sr=b&se=2027-01-01&sp=r&sig=${s}`],
  },
  'environment block': {
    values: () => [an(24), STRONG(), hex(32)],
    texts: [
      ([a, b, c]) => `NODE_ENV=production\nJWT_SECRET=${a}\nDB_PASSWORD=${b}\nTWILIO_AUTH_TOKEN=${c}\nPORT=3000`,
      ([a, b, c]) => `export CLOUDFLARE_API_TOKEN=${a}\nexport SMTP_PASS='${b}'\nexport VERCEL_TOKEN="${c}"`,
      ([a, b, c]) => `STRAPI_API_TOKEN_SALT: ${a}\nMYSQL_ROOT_PASSWORD: ${b}\nGITEA_TOKEN: ${c}`,
      ([a, b, c]) => `SECRET_KEY = 'django-insecure-${a}'\nEMAIL_HOST_PASSWORD = '${b}'\nALGOLIA_ADMIN_KEY = '${c}'`,
    ],
  },
  'laravel key': { values: () => [`${b64(43)}=`], texts: [([s]) => `APP_KEY=base64:${s}`] },
  'rails key': { values: () => [hex(32)], texts: [([s]) => `RAILS_MASTER_KEY=${s} bundle exec rails s`] },
  'curl user': {
    values: () => [pass()],
    texts: [
      ([s]) => `curl -u admin:${s} https://nas.local/api`,
      ([s]) => `curl --user 'bob:${s}' https://x.example`,
      ([s]) => `wget --user=bob --password='${s}' https://x.example/f.zip`,
    ],
  },
  'authorization header': {
    values: () => [an(40)],
    texts: [
      ([s]) => `curl -H "Authorization: Bearer ${s}" https://api.example.com/v1/me`,
      ([s]) => `Authorization: Token ${s}`,
      ([s]) => `headers = {'Authorization': 'Bearer ${s}'}`,
      ([s]) => `Authorization: SSWS 00${s}`,
    ],
  },
  'basic header': {
    values: () => [Buffer.from(`admin:${an(12)}`).toString('base64')],
    texts: [([s]) => `Authorization: Basic ${s}`, ([s]) => `-H 'authorization: basic ${s}'`],
  },
  'key header': {
    values: () => [hex(40)],
    texts: [
      ([s]) => `X-Api-Key: ${s}`,
      ([s]) => `curl -H 'X-Auth-Token: ${s}' https://x.example`,
      ([s]) => `PRIVATE-TOKEN: ${s}`,
      ([s]) => `xi-api-key: ${s}`,
    ],
  },
  'key in an address': {
    values: () => [hex(32)],
    texts: [
      ([s]) => `https://api.openweathermap.org/data/2.5/weather?q=Bern&appid=${s}`,
      ([s]) => `https://api.example.com/v2/list?api_key=${s}&page=2`,
      ([s]) => `https://graph.example.com/me?access_token=${s}`,
      ([s]) => `https://ha.local/api/webhook?token=${s}`,
    ],
  },
  kubeconfig: {
    values: () => [`${b64(200)}==`],
    texts: [
      ([s]) => `users:\n- name: admin\n  user:\n    client-certificate-data: LS0tLS1C\n    client-key-data: ${s}`,
    ],
  },
  'kube token': { values: () => [jwt()], texts: [([s]) => `users:\n- name: sa\n  user:\n    token: ${s}`] },
  'kube secret': {
    values: () => [Buffer.from(an(15)).toString('base64')],
    texts: [([s]) => `apiVersion: v1\nkind: Secret\ndata:\n  password: ${s}`],
  },
  'command with a password': {
    values: () => [STRONG().replace(/[&#!]/g, '_')],
    texts: [
      ([s]) => `docker login -u bob -p ${s} registry.example.com`,
      ([s]) => `mysql -u root -p${s} shop < dump.sql`,
      ([s]) => `sshpass -p '${s}' ssh root@10.0.0.2`,
      ([s]) => `PGPASSWORD=${s} psql -h db -U app`,
      ([s]) => `redis-cli -h cache -a ${s} ping`,
      ([s]) => `openssl rsa -in k.pem -passin pass:${s}`,
      ([s]) => `RESTIC_PASSWORD=${s} restic snapshots`,
      ([s]) => `az login --service-principal -u ${uuid()} --password ${s}`,
      ([s]) => `net use Z: \\\\nas\\share /user:bob ${s}`,
      ([s]) => `smbclient //nas/share -U bob%${s}`,
      ([s]) => `echo ${s} | sudo -S apt update`,
      ([s]) => `mosquitto_pub -h mq -u ha -P ${s} -t x -m on`,
    ],
  },
  netrc: { values: () => [an(16)], texts: [([s]) => `machine api.example.com login bob password ${s}`] },
  npmrc: {
    values: () => [uuid()],
    texts: [([s]) => `//packages.example.org/:_authToken=${s}`],
  },
  wireguard: {
    values: () => [`${b64(43)}=`],
    texts: [([s]) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32`, ([s]) => `PresharedKey = ${s}`],
  },
  'wifi code': { values: () => [STRONG()], texts: [([s]) => `WIFI:T:WPA;S:Home;P:${s};;`] },
  'json login': {
    values: () => [STRONG()],
    texts: [
      ([s]) => `{"username":"bob","password":"${s}"}`,
      ([s]) => `{ "db": { "user": "app", "pwd": "${s}" } }`,
      ([s]) => `mqtt:\n  username: ha\n  password: ${s}`,
      ([s]) => `db = connect(user="app", password="${s}", host="10.1.1.1")`,
      ([s]) => `<add key="SmtpPassword" value="${s}" />`,
      ([s]) => `<password>${s}</password>`,
    ],
  },
  'client secret': {
    values: () => [an(32)],
    texts: [
      ([s]) => `client_id: abc123\nclient_secret: ${s}`,
      ([s]) => `clientSecret: '${s}',`,
      ([s]) => `api_id = 12345\napi_hash = '${s?.toLowerCase()}'`,
      ([s]) => `consumer secret: ${s}`,
      ([s]) => `refresh_token=${s}`,
    ],
  },
  'session cookie': {
    values: () => [an(32)],
    texts: [([s]) => `Cookie: sessionid=${s}; theme=dark`, ([s]) => `Set-Cookie: PHPSESSID=${s}; path=/; HttpOnly`],
  },
  'ethereum key': {
    values: () => [hex(64)],
    texts: [([s]) => `my wallet's private key: 0x${s}`, ([s]) => `PRIVATE_KEY=${s}`, ([s]) => `钱包私钥：0x${s}`],
  },
  card: {
    values: () => [withLuhn(`4${num(14)}`), `${r.below(900) + 100}`],
    texts: [
      ([c, v]) => `Visa ${c?.replace(/(.{4})(?=.)/g, '$1 ')} exp 09/28 CVC ${v} `,
      ([c, v]) => `Karte: ${c}, gültig bis 04/29, Prüfziffer ${v} `,
      ([c, v]) => `card number ${c?.replace(/(.{4})(?=.)/g, '$1-')} cvv: ${v} `,
      ([c]) => `信用卡号${c}`,
      ([c]) => `번호는 ${c?.replace(/(.{4})(?=.)/g, '$1 ')}`,
    ],
  },
  amex: {
    values: () => [withLuhn(`37${num(12)}`)],
    texts: [([c]) => `Amex ${c}`, ([c]) => `pay with ${c?.slice(0, 4)} ${c?.slice(4, 10)} ${c?.slice(10)}`],
  },
  mastercard: { values: () => [withLuhn(`54${num(13)}`)], texts: [([c]) => `carte bancaire ${c} 11/27`] },
  'recovery codes': {
    values: () => Array.from({ length: 4 }, () => `${hex(5)}-${hex(5)}`),
    texts: [
      (v) => `GitHub recovery codes:\n${v.join('\n')}`,
      (v) => `my backup codes are ${v.join(' ')}`,
      (v) => `Wiederherstellungscodes:\n${v.join('\n')}`,
    ],
  },
  'numbered backup codes': {
    values: () => Array.from({ length: 4 }, () => `${num(4)} ${num(4)}`),
    texts: [(v) => `Google backup codes\n${v.map((c, i) => `${i + 1}. ${c}`).join('\n')}`],
  },
  'second factor': {
    values: () => [r.chars(BASE32, 32)],
    texts: [
      ([s]) => `otpauth://totp/GitHub:bob?secret=${s}&issuer=GitHub`,
      ([s]) => `2FA secret: ${s}`,
      ([s]) => `my TOTP seed is ${s?.replace(/(.{4})(?=.)/g, '$1 ')}`,
      ([s]) => `authenticator setup key: ${s?.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')}`,
    ],
  },
  'seed phrase': {
    values: () => [Array.from({ length: 12 }, () => r.of(WORDS)).join(' ')],
    texts: [
      ([s]) => `my seed phrase: ${s}`,
      ([s]) => `Recovery phrase for the ledger is "${s}"`,
      ([s]) => `助记词：${s}`,
      ([s]) => `meine Wiederherstellungsphrase: ${s}`,
    ],
  },
  'app password': {
    values: () => [`${low(4)}-${low(4)}-${low(4)}-${low(4)}`],
    texts: [([s]) => `Apple app-specific password: ${s}`, ([s]) => `gmail app password ${s?.replaceAll('-', ' ')}`],
  },
  bitlocker: {
    values: () => [Array.from({ length: 8 }, () => num(6)).join('-')],
    texts: [([s]) => `BitLocker recovery key: ${s}`],
  },
  'pem key': {
    values: () => [lines(12)],
    texts: ['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'].map(
      (name) =>
        ([s]: string[]) =>
          `this is the key\n-----BEGIN ${name}-----\n${s}\n-----END ${name}-----\nok?`,
    ),
  },
  'pgp key': {
    values: () => [lines(10)],
    texts: [
      ([s]) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\n${s}\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----`,
    ],
  },
  'key cut short': {
    values: () => [lines(6)],
    texts: [([s]) => `-----BEGIN RSA PRIVATE KEY-----\n${s}`],
  },
  'service account': {
    values: () => [`${b64(64)}\\n${b64(64)}\\n${b64(64)}`],
    texts: [
      ([s]) =>
        `{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\n${s}\\n-----END PRIVATE KEY-----\\n"}`,
    ],
  },
  putty: {
    values: () => [lines(4)],
    texts: [([s]) => `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 4\n${s}\nPrivate-MAC: ab`],
  },
};

/** The value as each text dresses it: spaces and dashes taken out of card numbers and seeds alike. */
function dressed(value: string, text: string): string[] {
  const bare = value.replace(/[\s-]/g, '').toLowerCase();
  return text.includes(value) ? [value] : [bare];
}

export function pastedSecrets(seed: number): PastedSecret[] {
  r = dice(seed);
  const out: PastedSecret[] = [];
  let turn = 0;
  for (const [kind, make] of Object.entries(SHAPES)) {
    for (let copy = 0; copy < 3; copy++) {
      const secret = make();
      out.push({ kind, text: (AROUND[turn++ % AROUND.length] as (s: string) => string)(secret), secrets: [secret] });
    }
  }
  for (const [language, texts] of Object.entries(SAID)) {
    for (const text of texts) {
      for (let copy = 0; copy < 2; copy++) {
        const secret = pass();
        out.push({ kind: `said in ${language}`, text: text(secret), secrets: [secret] });
      }
    }
  }
  for (const [kind, { values, texts }] of Object.entries(LINES)) {
    for (const text of texts) {
      const made = values();
      const said = text(made);
      const used = made.flatMap((value) => dressed(value, said));
      const bare = said.replace(/[\s-]/g, '').toLowerCase();
      out.push({
        kind,
        text: said,
        secrets: used.filter((value) => said.includes(value) || bare.includes(value)),
      });
    }
  }
  return out;
}

/** Whether a secret, or a telling part of a long one, can still be read in a text: as written, or without its spaces. */
export function leftOf(secret: string, text: string): boolean {
  if (text.includes(secret)) return true;
  const bare = (of: string) => of.replace(/[\s-]/g, '').toLowerCase();
  const [value, rest] = [bare(secret), bare(text)];
  if (value.length < 12) return false;
  const middle = Math.floor(value.length / 2) - 4;
  return (
    rest.includes(value) ||
    (value.length >= 24 && (rest.includes(value.slice(-14)) || rest.includes(value.slice(middle, middle + 14))))
  );
}
