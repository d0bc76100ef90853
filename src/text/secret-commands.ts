// Secrets that stand where a command, a header, an address or a file's markup has its password, whatever they look like
// themselves. Pure; every pattern begins at a literal and looks at a bounded piece behind it.

import { isHexKey, isPasswordLike, isScrambled } from './secret-random.js';
import { isJumbled, isPlaceholder, type Span } from './secret-shapes.js';

interface Place {
  /** Looked for first: most texts have none of it. */
  holds: RegExp;
  kind: Span['kind'];
  /** The group `v` is the value. */
  is: RegExp;
  when?: (value: string) => boolean;
}

const isMore = (value: string) => !/^(?:-|\/|\d{1,5}:\d|\*$|\$|%\w+%)/.test(value);
const isRandom = (value: string) => /\d/.test(value) && /[A-Za-z]/.test(value);
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** As headings become addresses. */
const isWords = (value: string) => /^[a-z0-9]{1,14}(?:[-_][a-z0-9]{1,14})+$/.test(value);
/** What ends the word of a shell, in quotes or without. */
const WORD = `["']?(?<v>[^\\s"'|;<>]{4,200})`;
const ARGS = '[^\\n|;]{0,200}?\\s';

const PLACES: readonly Place[] = [
  {
    holds: / -p|--pass/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:(?:docker|podman|nerdctl|buildah|skopeo|oc|cf|az|helm registry)\\s{1,3}login|sshpass|mongo\\w{0,8})(?=\\s)${ARGS}(?:-p\\s{0,2}|--password[ =])${WORD}`,
      'dg',
    ),
    when: isMore,
  },
  {
    holds: /mysql|maria|7z|rar/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:mysql\\w{0,8}|mariadb[\\w-]{0,8}|7z[ar]?|(?:un)?rar)(?=\\s)${ARGS}-p(?=[^\\s])${WORD}`,
      'dg',
    ),
    when: isMore,
  },
  {
    holds: / -[PawU]/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:(?:mosquitto_\\w{3,4}|(?:un)?zip)(?=\\s)${ARGS}-P|redis-cli(?=\\s)${ARGS}-a|ldap\\w{3,8}(?=\\s)${ARGS}-w|(?:smbclient|rpcclient|mount\\.cifs)(?=\\s)${ARGS}-U\\s{1,2}[^\\s%]{1,60}%)\\s{0,2}${WORD}`,
      'dg',
    ),
    when: isMore,
  },
  {
    holds: /login/,
    kind: 'password',
    is: new RegExp(`(?<!\\w)login\\s{1,4}[^\\s]{1,60}\\s{1,4}password\\s{1,3}${WORD}`, 'dg'),
    when: isJumbled,
  },
  {
    holds: /net use|freerdp|rdesktop/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:net use(?=\\s)${ARGS}/user:[^\\s]{1,80}\\s{1,2}|(?:xfreerdp|rdesktop)(?=\\s)${ARGS}(?:/p:|-p\\s{1,2}))${WORD}`,
      'dgi',
    ),
    when: isMore,
  },
  {
    holds: /openssl|(?:sqlcmd|bcp|ipmitool|cqlsh|sshpass) |-(?:store|key)pass|htpasswd|wpa_pass|rabbitmqctl/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:openssl(?=\\s)${ARGS}-[kK]|(?:sqlcmd|bcp|ipmitool)(?=\\s)${ARGS}-P|cqlsh(?=\\s)${ARGS}-p|(?:keytool|jarsigner|apksigner)(?=\\s)${ARGS}-(?:store|key|src|dest)\\w{0,5}pass|htpasswd\\s{1,2}-\\w{0,4}b\\w{0,4}\\s{1,2}\\S{1,80}\\s{1,2}\\S{1,60}|wpa_passphrase\\s{1,2}\\S{1,60}|rabbitmqctl\\s{1,2}(?:add_user|change_password)\\s{1,2}\\S{1,60})\\s{1,2}${WORD}`,
      'dg',
    ),
    when: isMore,
  },
  {
    // Handed over by a pipe.
    holds: /(?:echo|printf)[^\n]{1,200}\|/,
    kind: 'password',
    is: /(?<![\w-])(?:echo|printf)\s{1,3}(?:-\w{1,2}\s{1,2})?["']?(?:[\w.-]{1,40}:)?(?<v>[^\s"'|:]{4,200})["']?\s{0,3}\|\s{0,3}(?:sudo (?:-|chpasswd|passwd)|(?:chpasswd|cryptsetup|passwd)|[^\n|]{2,160}?--(?:password-stdin|with-token|passphrase-fd))/dg,
    when: isMore,
  },
  {
    holds: / (?:-a|--auth|-u)[ =]/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:https?|xhs?|lftp)(?=\\s)${ARGS}(?:-a|--auth|-u)[ =]["']?[^\\s:,"'-]{1,60}[:,]${WORD}`,
      'dg',
    ),
    when: isMore,
  },
  {
    // A name and, without a sign, its value: as Docker, fish, Windows and some daemons write it.
    holds:
      /(?:ENV|set\w?|requirepass|masterauth|AUTH|IDENTIFIED BY|ConvertTo-SecureString(?: -String)?|vault login|\bPSK) /i,
    kind: 'secret',
    is: new RegExp(
      `(?<![\\w-])(?:(?:ENV|setx|set -\\w{1,3}|set)\\s{1,3}\\w{0,40}(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|TOKEN|KEY)|requirepass|masterauth|AUTH|IDENTIFIED BY(?= ["'])|ConvertTo-SecureString(?: -String)?|vault login)\\s{1,3}${WORD}`,
      'dgi',
    ),
    when: isRandom,
  },
  {
    // What a user is let in with, in the files of Docker, PostgreSQL, OpenVPN, and in lists of proxies.
    holds: /"auth"|auth-user-pass|:\d{2,5}:|:\*:/,
    kind: 'password',
    is: /"auth"\s{0,2}:\s{0,2}"(?<v>[A-Za-z0-9+/]{8,400}={0,2})"/dg,
    when: isRandom,
  },
  {
    holds: /:\d{2,5}:|:\*:|auth-user-pass/,
    kind: 'password',
    is: /(?:(?<![^\s"'`>])(?:(?:[\w-]{1,40}(?:\.[\w-]{1,40}){1,5}|localhost|\*):(?:\d{3,5}|\*):[\w*.-]{1,40}:|\d{1,3}(?:\.\d{1,3}){3}:\d{2,5}:(?=[^\s:]{1,40}:[^\s:]{8}))[\w*.-]{1,40}:|<auth-user-pass>\s{0,2}\n[^\n]{1,80}\n)(?<v>[^\s:"'`]{5,100})(?!\S)/dg,
    when: (value) => isRandom(value) && !/^\d{1,4}[a-z]{0,3}$|[/\\]|\.[a-z]{1,4}$/.test(value),
  },
  {
    holds: /ssid|wi-?fi|wlan/i,
    kind: 'password',
    is: /(?:ssid|wi-?fi|wlan)[^\n]{0,60}?(?<![\p{L}\d])(?:key|schlüssel|clé|clave|code|chiave|密钥|キー|키)\s{0,2}(?:[:=]|is|ist|est|es|\s)\s{0,2}["'“]?(?<v>[^\s"'”]{8,64})/dgiu,
    when: isRandom,
  },
  {
    holds: /wifi:/i,
    kind: 'password',
    is: /WIFI:(?:[A-OQ-Z]:(?:\\.|[^;\\\n]){0,64};){0,4}P:(?<v>(?:\\.|[^;\\\n]){4,128});/dgi,
  },
  {
    holds: /<\//,
    kind: 'password',
    is: /<[\w.:-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api-?key)>\s{0,4}(?<v>[^<>\s]{4,300})\s{0,4}<\//dgi,
    when: (value) => !/^(?:password|string|secret|token|true|false|none|null)$/i.test(value),
  },
  {
    holds: /cookie/i,
    kind: 'token',
    is: /(?<=(?<![\w-])(?:set-)?cookie(?::|\s?=)[^\n]{0,400}[\s;"'])(?!_ga|_gid|_gcl|_fbp|__utm|utm|_hj|ajs_|OptanonConsent)[\w.-]{2,40}=["']?(?<v>[\w%.+/=-]{16,1000})/dgi,
    when: isRandom,
  },
  {
    holds: /[?&]/,
    kind: 'token',
    is: /[?&](?:sig|signature|x-amz-(?:signature|security-token)|appid|app_key|api-?key|auth|auth[_-]?key|key|access[_-]?key|sas|hash_key)=(?<v>[\w%.+/=~-]{20,600})/dgi,
    when: isRandom,
  },
  {
    // Whoever knows such an address may write into the room behind it.
    holds: /hooks?|hc-ping|with\/key/i,
    kind: 'secret',
    is: /https?:\/\/[^\s"'<>?#]{0,120}?(?:(?:(?<![a-z])|web)hooks?(?:\d|\.[\w.]{1,30})?|hc-ping\.com|with\/key)\/(?<v>[\w/@-]{12,240})/dgi,
    when: (value) =>
      value
        .split('/')
        .some(
          (part) =>
            UUID.test(part) ||
            (part.length >= 12 &&
              !isWords(part) &&
              (isScrambled(part) || ((part.match(/\d/g)?.length ?? 0) >= 4 && isRandom(part)))),
        ),
  },
  {
    // A variable of the environment that has it somewhere in its name.
    holds: /KEY|SECRET|TOKEN|PASS|PRIVATE|CREDENTIAL/,
    kind: 'secret',
    is: /(?<![\w$%{])(?![A-Z0-9_]{0,60}(?:PUB|_ID\b|HASH|FILE|URL|PATH))[A-Z][A-Z0-9_]{0,40}?(?:KEY|SECRET|TOKEN|PASS|PRIVATE|CREDENTIAL)[A-Z0-9_]{0,40}\s?[:=]\s?["']?(?<v>[\w+/=.:~-]{16,400})/dg,
    when: (value) => isScrambled(value) || isHexKey(value) || UUID.test(value),
  },
  {
    // Handed to what will use it.
    holds: /\(\s?["']/,
    kind: 'API key',
    is: /(?:client|api|sdk|bot|auth|login|token|key|ai)\(\s{0,2}["'](?<v>[\w+/=.~-]{20,200})["']/dgi,
    when: (value) => isHexKey(value) || isScrambled(value),
  },
  {
    // What belongs to the name of a key of a cloud, said without its own.
    holds: /AKIA|ASIA|LTAI|AKID/,
    kind: 'secret',
    is: /(?:AKIA|ASIA|LTAI|AKID)[A-Za-z0-9]{12,36}[^\w/+]{1,8}(?:[A-Za-z ]{1,24}[^\w/+]{1,4})?(?<v>[A-Za-z0-9/+]{30,40})(?![\w/+=])/dg,
    when: isScrambled,
  },
  {
    // Routers and switches.
    holds: /enable |username |snmp-server |server key |key-string /,
    kind: 'password',
    is: /(?<![\w-])(?:enable (?:secret|password)|username \S{1,40} (?:privilege \d{1,2} )?(?:secret|password)|snmp-server community|(?:tacacs|radius)-server key|key-string) (?:\d )?(?<v>[!-~]{6,80})/dg,
    when: (value) => /\d/.test(value),
  },
  {
    holds: /<\w+ [^>]{0,60}(?:key|name)=/,
    kind: 'password',
    is: /<(?:entry|property|string|add|param|setting|item)\s[^<>]{0,60}(?:key|name)="[\w.-]{0,40}(?:password|passwd|secret|token|api-?_?key)"[^<>]{0,20}>\s{0,4}(?<v>[^<>\s]{4,300})\s{0,4}<\//dgi,
    when: (value) => /\d/.test(value) || isScrambled(value),
  },
  {
    holds: /net user/,
    kind: 'password',
    is: /(?<![\w-])net user \S{1,40} (?<v>[^\s/"]{4,100})/dg,
  },
  {
    // A key in the place of a user, and no password.
    holds: / -u/,
    kind: 'API key',
    is: /\s(?:-u|--user)\s{1,2}["']?(?<v>[\w-]{16,200}):\w{0,3}["']?(?=\s|$)/dg,
    when: isRandom,
  },
  {
    holds: / login /,
    kind: 'API key',
    is: /(?<![\w-])[a-z][\w-]{1,20} login (?<v>[\w-]{20,200})(?![\w.@/-])/dg,
    when: (value) => isHexKey(value) || isScrambled(value),
  },
  {
    holds: /"kty"/,
    kind: 'private key',
    is: /"(?:d|k)"\s{0,2}:\s{0,2}"(?<v>[\w-]{40,1000})"/dg,
  },
  {
    // A token in the place of a user.
    holds: /:\/\/[^\s/]{20,300}@/,
    kind: 'token',
    is: /:\/\/(?<v>[A-Za-z0-9_-]{20,200})@(?=[\w-]{1,60}\.)/dg,
    when: isRandom,
  },
  {
    // An address without its scheme.
    holds: /:[^\s:@/]{6,60}@/,
    kind: 'password',
    is: /(?<![\w/:.@-])[A-Za-z][\w.-]{1,30}:(?<v>[^\s:@/]{6,60})@(?=[\w-]{1,60}[.:])/dg,
    when: isPasswordLike,
  },
  {
    holds: /\(/,
    kind: 'secret',
    is: /(?<![\w.])(?:define|set\w{0,20}|putenv|config|env)\(\s?["'][\w.-]{0,40}(?:password|passwd|secret|key|token|salt)["'],\s?["'](?<v>[^"'\n]{6,200})["']/dgi,
    when: isRandom,
  },
  {
    holds: /login|zugang|credentials|identifiants|acceso/i,
    kind: 'password',
    is: /(?<!\p{L})(?:logins?|zugang(?:sdaten)?|credentials|identifiants|acceso)(?: [\p{L}-]{1,20}){0,3}:\s?[^\s/:]{2,40}\s?[/:]\s?(?<v>[^\s/:]{6,64})(?!\S)/dgiu,
    when: (value) => /\d/.test(value) && /\p{L}/u.test(value) && /[\p{L}\d][!#$%&*_+-][\p{L}\d]/u.test(value),
  },
  {
    holds: / auf /,
    kind: 'password',
    is: /(?:passwort|kennwort|\bpw)\b[^\n.:]{0,60}?\sauf\s{1,2}["'„“]?(?<v>[^\s"'“”]{6,64})["'“”]?\s{1,2}(?:geändert|gesetzt|umgestellt)/dgi,
    when: (value) => /\d/.test(value) || isScrambled(value),
  },
  {
    holds: /webhook/i,
    kind: 'secret',
    is: /webhook(?:b2)?\/[\w@/-]{0,160}?IncomingWebhook\/(?<v>[\w-]{6,40}(?:\/[\w-]{5,40}){0,3})/dgi,
  },
];

export function placedSecrets(plain: string): Span[] {
  const spans: Span[] = [];
  for (const { holds, kind, is, when } of PLACES) {
    if (!holds.test(plain)) continue;
    for (const match of plain.matchAll(is)) {
      const value = match.groups?.v ?? '';
      const indices = match.indices?.groups?.v;
      if (!indices || isPlaceholder(value) || (when && !when(value))) continue;
      spans.push({ from: indices[0], to: indices[1], kind });
    }
  }
  return spans;
}
