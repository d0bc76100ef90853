// A third set of harmless texts: what people, programs and manuals say of passwords, keys, tokens, accounts, cards and seeds
// without telling one, and what services count by, near such a word. Made of a seed where values are in them.
import { ALNUM, BASE64URL, DIGITS, type Dice, dice, HEX, UPPER } from './random.js';

export interface WiderText {
  kind: string;
  text: string;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const uuid = (d: Dice) => [8, 4, 4, 4, 12].map((length) => d.chars(HEX, length)).join('-');

const MADE: readonly ((d: Dice) => string)[] = [
  (d) => `cache key ${d.chars(HEX, 32)} evicted`,
  (d) => `token usage for ${uuid(d)}: ${d.chars(DIGITS, 4)}`,
  (d) => `login from device ${uuid(d)}`,
  (d) => `S3 key uploads/2024/${d.chars(HEX, 32)}.png`,
  (d) => `public key ${d.chars(BASE58, 44)}`,
  (d) => `wallet address ${d.chars(BASE58, 44)}`,
  (d) => `token mint ${d.chars(BASE58, 44)}`,
  (d) => `ERC-20 token at 0x${d.chars(HEX, 40)}`,
  (d) => `login issue in commit ${d.chars(HEX, 40)}`,
  (d) => `secret santa list: https://docs.google.com/spreadsheets/d/1${d.chars(BASE64URL, 43)}/edit`,
  (d) => `API key docs: https://www.notion.so/acme/API-Keys-${d.chars(HEX, 32)}`,
  (d) => `primary key ${uuid(d)}`,
  (d) => `Release GPG key: ${d.chars('ABCDEF0123456789', 40)}`,
  (d) => `account upgrade, invoice in_1${d.chars(ALNUM, 23)}`,
  (d) => `the login run is run_${d.chars(ALNUM, 24)}, the call chatcmpl-${d.chars(ALNUM, 29)}`,
  (d) => `密码重置工单 ${d.chars(UPPER, 2)}${d.chars(DIGITS, 8)}`,
  (d) => `登录日志 ${uuid(d)}`,
  (d) => `ログインID: user${d.chars(DIGITS, 5)}`,
  (d) => `로그인 요청 ${uuid(d)}`,
  (d) => `Anmeldung zur Prüfung ${d.chars(UPPER, 3)}${d.chars(DIGITS, 4)}`,
  (d) => `sha1 of password: ${d.chars(HEX, 40)}`,
  (d) => `apt-key is deprecated, key 0x${d.chars('ABCDEF0123456789', 16)}`,
  (d) => `Cookie: _ga=GA1.2.${d.chars(DIGITS, 9)}.${d.chars(DIGITS, 10)}`,
];

const SAID = `
認証コード：482133
tracking number 4539148803436468
Order 4111111111111112
IMEI: 356938035643809
IBAN DE89 3704 0044 0532 0130 00
card ends in 4242
the card number is on the back
カード番号は16桁です
银行卡号是19位
wifi: 5GHz channel 36
SSID: HomeNet, channel 11, WPA2
WLAN Kanal 36, 80MHz, WPA3-SAE
Wi-Fi key icon is missing in Win11
Set-Cookie: theme=dark; Path=/
Cookie: lang=en; theme=dark; consent=true
cookie: _ga=GA1.2.123456789.1700000000
Authorization: Bearer {{token}}
Authorization header missing
WWW-Authenticate: Bearer error="invalid_token"
curl -u bob https://x.dev
curl -u bob: https://x.dev
docker login registry.acme.dev -u bob
ssh bob@10.0.0.4 -p 2222 -i key.pem
psql "host=db user=app dbname=prod"
mysql --user=root --host=db shop
redis-cli -h cache -p 6379 -n 2
net user bob /active:yes
passwd: password updated successfully
ALTER USER bob RENAME TO bob2
CREATE USER app2 WITH LOGIN
GRANT SELECT ON t2 TO app2
echo "root" | sudo tee a
echo $PATH | grep bin
{ "name": "DB_PASSWORD", "valueFrom": { "secretKeyRef": { "name": "db2" } } }
password = random_password.db.result
password = data.vault_generic_secret.db.data["password"]
db.password=@db.password@
smtp_pass: {{ smtp_pass }}
enable secret is hashed
username admin privilege 15
snmp-server location Room2B
sip:bob@pbx.acme.dev:5060
rtsp://192.168.1.50:554/h264
https://nas.local:5001/webman/index.cgi
https://codecov.io/gh/acme/app/branch/main/graph/badge.svg
https://img.shields.io/badge/key-value2-green
https://example.com/reset/step2?user=bob
https://hooks.example.com/docs/getting-started-2024
https://webhook.site/docs
https://www.npmjs.com/package/@acme/auth-token2
https://stackoverflow.com/questions/12345678/password-hash-in-php8
https://medium.com/@bob/jwt-tokens-explained-5f8c1a2b3d4e
https://accounts.google.com/o/oauth2/v2/auth?client_id=123-abc.apps.googleusercontent.com&scope=email
https://login.microsoftonline.com/common/oauth2/v2.0/token
pkce code_challenge_method=S256
grant_type=client_credentials
scope=read:user2 write:repo
expires_in: 3600, token_type: Bearer
"exp": 1700003600, "iat": 1700000000
alg HS256, typ JWT
kid: 2024-key-1
x5t: thumbprint of the cert
sub: user2, aud: api2
eyJ is how base64 JSON begins
base64("user:pass") is dXNlcjpwYXNz
md5("password") = 5f4dcc3b5aa765d61d8327deb882cf99
sha1 of password: 5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8
bcrypt cost 12
argon2id m=65536,t=3,p=4
hashcat -m 0 -a 3 ?l?l?l?l
haveibeenpwned v3 API
Bitwarden 2024.6.0 released
KeePassXC 2.7.9
1Password 8 for Linux
YubiKey 5C NFC, firmware 5.4.3
Passkey created on iPhone15
FIDO2 / WebAuthn level 3
Kerberos ticket for HTTP/web01.acme.dev@ACME.DEV
LDAP bind DN cn=admin,dc=acme
samAccountName=bob2
ntlmv2 auth failed 0xC000006D
EventID 4625 logon type 3
pam_unix(sshd:auth): authentication failure; user=root rhost=10.0.0.9
Failed password for invalid user admin1 from 10.0.0.9 port 4022 ssh2
CRON[2212]: pam_unix(cron:session): session opened for user root(uid=0)
login[433]: ROOT LOGIN on tty1
kernel: key type dns_resolver registered
kernel: Loaded X.509 cert 'Build time key: 5f8c1a2b3d4e'
apt-key is deprecated, key 0x871920D1991BC93C
gpg: key 871920D1991BC93C: public key imported
W: GPG error: NO_PUBKEY 871920D1991BC93C
Signed-off-by: Bob <bob2@acme.dev>
Change-Id: I5f8c1a2b3d4e5f60718293a4b5c6d7e8f9012345
密码学课程B2.14教室
密码复杂度从12改为16
账号 bob2024 已开通
登录失败5次后锁定30min
他的QQ号是12345678
快递取件码 3-2-4821
取件码：A3-4821
发票抬头 税号91310000MA1FL8XW2K
车牌 沪A12345
パスワードの変更は2026/03/01まで
ログインはbob2024で
アカウント名はbob_2024です
予約番号はAB12CD34です
受付番号 2024-0612-001
郵便番号 100-0001
비밀번호 변경일 2026-03-01
계정은 bob2024 입니다
예약번호 AB12CD34
사업자번호 123-45-67890
Kundenkonto bob2024 angelegt
Passwort gilt bis 31.12.2026
Login erfolgreich um 10:30:15
Schließfach 214, Schlüssel Nr. 3b
WLAN-Gerät RTL8852BE erkannt
Steuer-ID 12 345 678 901
contraseña válida hasta 31/12/2026
usuario bob2024 creado
clave catastral 9872023VH5797S0001WX
CURP BOBJ800101HDFXXX09
localizador ABC123
mot de passe valable jusqu'au 31/12/2026
identifiant bob2024 créé
SIRET 123 456 789 00012
clé de sol, clé de fa
clé n°12 à l'accueil
PW: siehe Mail
PW: folgt per SMS
pw: ask Tom
pw: none
pw: same
PW: Kommt später!
use bcrypt for password hashing
use sha256 as password hash
use the name of your cat as a password
Never use 123456 as your password!
don't use your birthday as password
use a passkey instead of a password
we set the password to expire in 90 days
I set my password to something long
set the password to a random value
change the password to continue
I need to change my password to log in
changed password to avoid lockouts
user Bob changed the password on 20240612
user bob forgot password 3 times
account 20240612 password reset
the password for room 20240612 meeting
login bob, password required
user: bob, password: unknown
username, password, email
username/password login
Benutzer bob, Passwort vergessen
Benutzer und Passwort eingeben
usuario bob, contraseña incorrecta
identifiant bob, mot de passe oublié
utilisateur et mot de passe requis
密码20240101之后过期
密码2024年要改
密码12345678是最常见的
密码是admin设置的
密码是系统自动生成的
密码是Bob知道的
密码是AES加密的，别担心
密码是LDAP同步的
密码由Bob保管。
密码采用SHA256存储
改密码20次了
密码改了3次还是不对
密码重置链接24小时有效
账号bob，密码忘了
账号bob 密码错误
パスワードはGoogleで管理しています
パスワードはTomに聞いてください
パスワードはLDAPと同期です
パスワードはbcryptで保存されます
パスワードは3ヶ月ごとに変更
パスワードを3回間違えた
パスワードを2024年に変更
パスワードはTom が知ってます
パスワード 8文字以上
ID bob パスワード忘れ
비밀번호는 Bob에게 물어보세요
비밀번호는 LDAP으로 관리합니다
비밀번호는 3개월마다 변경
비밀번호를 3번 틀렸어요
비밀번호 20240612까지 변경
비밀번호는 메일로 보냈어요
아이디 bob 비밀번호 찾기
비번 4자리
비번 10번 틀림
wifi password at the office?
the office wifi password rotates weekly
the password for db2 is in vault
the password for the staging server is managed by Terraform
passwords for iOS18 sync via iCloud
password autofill in iOS17
password-less login for k8s
password prompt on tty1
password for user postgres:
Password for 'https://bob@github.com':
Password for bob@acme.dev:
[sudo] password for bob:
Enter password for bob2:
New password: 
Retype new password:
New UNIX password:
BAD PASSWORD: The password is shorter than 8 characters
password unchanged (12 days left)
Your Apple ID password was reset on Jan 12, 2026
Your password was changed from Chrome on Windows11
If this wasn't you, reset your password: https://acct.acme.dev/r/8f3k
Security alert: new login from Firefox128 on Linux
login attempt from 203.0.113.7 blocked (rule WAF-1024)
key rotation job #4821 finished in 3m12s
key exchange curve25519-sha256
KexAlgorithms curve25519-sha256@libssh.org
HostKeyAlgorithms ssh-ed25519,rsa-sha2-512
Ciphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com
TLS_AES_256_GCM_SHA384
ECDHE-RSA-AES128-GCM-SHA256
key_type: ed25519, bits: 256
keyid 0x4AEE18F83AFDEB23
password: !Ref DBPassword
password: "%env(DB_PASSWORD)%"
MasterUserPassword: '{{resolve:ssm-secure:db:1}}'
let token = try keychain.get("authToken")
await page.fill('#password', process.env.TEST_PASSWORD)
Minecraft seed -4172144997902289642
cuid cjld2cjxh0000qzrmn831i7rn
etag "33a64df551425fcc55e4d42a148795d9f25f89d4"
the token request 4bf92f3577b34da6a3ce929d0e0e4736 took 2s
passphrase: ask the one who made it
`;

export function widerTexts(seed: number): WiderText[] {
  const d = dice(seed);
  const said = SAID.trim()
    .split('\n')
    .flatMap((line) => [line, `> ${line}`, `note: ${line}`].map((text) => ({ kind: `said: ${line}`, text })));
  const made = MADE.flatMap((make, kind) =>
    Array.from({ length: 10 }, () => ({ kind: `made ${kind}`, text: make(d) })),
  );
  return [...said, ...made];
}
