// Secrets that stand where a command, a header, an address or a file's markup has its password, whatever they look like
// themselves. Pure; every pattern begins at a literal and looks at a bounded piece behind it.

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
/** What ends the word of a shell, in quotes or without. */
const WORD = `["']?(?<v>[^\\s"'|;<>]{4,200})`;
const ARGS = '[^\\n|;]{0,200}?\\s';

const PLACES: readonly Place[] = [
  {
    holds: / -p|--pass/,
    kind: 'password',
    is: new RegExp(
      `(?<![\\w-])(?:(?:docker|podman|nerdctl|buildah|skopeo|oc|cf|helm registry)\\s{1,3}login|sshpass|mongo\\w{0,8})(?=\\s)${ARGS}(?:-p\\s{0,2}|--password[ =])${WORD}`,
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
    holds: /sudo/,
    kind: 'password',
    is: /(?<![\w-])echo\s{1,3}["']?(?<v>[^\s"'|]{4,100})["']?\s{0,3}\|\s{0,3}sudo -/dg,
    when: isMore,
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
    is: /(?<=(?<![\w-])(?:set-)?cookie:[^\n]{0,400}[\s;])[\w.-]{2,40}=["']?(?<v>[\w%.+/=-]{16,1000})/dgi,
    when: isRandom,
  },
  {
    holds: /[?&]/,
    kind: 'token',
    is: /[?&](?:sig|signature|x-amz-(?:signature|security-token)|appid|app_key|api-?key|auth|auth[_-]?key|key|access[_-]?key|sas|hash_key)=(?<v>[\w%.+/=~-]{20,600})/dgi,
    when: isRandom,
  },
  {
    holds: /zapier/,
    kind: 'secret',
    is: /hooks\.zapier\.com\/hooks\/catch\/(?<v>[\w/]{6,60})/dg,
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
    when: isRandom,
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
