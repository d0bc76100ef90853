// The forms of what programs write and read: candidates with scores, ids, commands, code, data, traces, lines of logs. Pure
// tables; a sentence that only names such a thing is none.

import { readSlashCommand } from '../../../text/slash-command.js';
import { isLogLine } from '../read/machine-words.js';

const CANDIDATES: readonly RegExp[] = [
  /^(?:(?:promoted|staged|rejected|new|memory)\s+)?(?:candidates?|kandidat|候选|候選|候補|후보)(?:\s+(?=\S*\d)[\w#-]{1,40})?\s*#?\d*\s*[:：]/iu,
  /(?<!\p{L})(?:score|confidence|importance|relevance|similarity|strength|recalls?|konfidenz|置信度|重要性|信頼度|重要度|신뢰도|중요도)\s*[:=：]\s*(?:0?[.,]\d+|\d{1,3}(?:[.,]\d+)?\s*%?)(?=[\s,;|)\]。]|$)/iu,
  /(?<!\p{L})(?:score|confidence|strength|relevance|similarity)\s+0[.,]\d+(?!\d)|^(?:rem|light|deep)\s+(?:sleep|phase|dream(?:ing)?)\s*[:：]/iu,
  /\[(?:score|confidence|conf|importance|source|recalls?|id|date|evidence)\s*[=:][^\]]{0,200}\]/iu,
  /(?<![\p{L}\d])[\w.-]+\.md[:#]\s?L?\d+/u,
];

const IDS: readonly RegExp[] = [
  /(?<![\p{L}\d-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\d])/iu,
  /(?<![\p{L}\d])(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{16,64}(?![\p{L}\d])/iu,
  /(?<![\p{L}\d])(?=[A-Z]{0,26}\d)[0-9A-HJKMNP-TV-Z]{26}(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:message|msg|session|chat|turn|entry|request|trace|event|reply|call)[_ -]?ids?\s*[:=#]?\s*(?=\S*\d)\S+/iu,
  /(?<![\p{L}\d])(?:msg|evt|sess|run|call|chatcmpl|toolu|req)[_-](?=\w*\d)\w{6,}/u,
];

const COMMANDS =
  'sudo|git|curl|wget|docker|docker-compose|podman|kubectl|helm|npm|npx|pnpm|yarn|pip3?|apt|apt-get|dnf|brew|systemctl|journalctl|service|ssh|scp|rsync|cd|ls|cat|grep|find|rm|mv|cp|ln|mkdir|touch|chmod|chown|tar|zip|unzip|export|echo|printf|make|node|python3?|bash|sh|zsh|sed|awk|tail|head|kill|pkill|ps|df|du|ping|dig|nc|psql|mysql|sqlite3|redis-cli|ffmpeg|crontab|nohup|openssl|terraform|ansible|ansible-playbook|go|cargo|java|mvn|gradle|ruby|bundle|php|composer|deno|bun|uv|poetry|nano|vim?';
const COMMAND = new RegExp(`^(?:[$❯➜%>]\\s+)?(?:\\w+=\\S+\\s+){0,4}(?:${COMMANDS})(?=\\s)(.*)$`, 'u');
/** What arguments of commands look like and words of sentences do not. */
const ARGUMENT =
  /(?:^|\s)(?:-{1,2}[A-Za-z][\w-]*|~?\.{0,2}\/[\w.*-]+|(?:[\w@.-]+\/)+[\w-]+\.\w+|\S*[*$]\S*|[\w-]+\.(?:[a-z]{2,4}|\d\S*)|\w+=\S+|[\w.-]+@[\w.-]+|https?:\/\/\S+|[&|;<>]+)(?=\s|$)/u;
const SUBCOMMAND =
  /^\s+(?:push|pull|commit|clone|checkout|rebase|merge|fetch|stash|diff|status|log|add|init|install|uninstall|remove|update|upgrade|run|exec|start|stop|restart|reload|enable|disable|build|test|up|down|ps|get|apply|describe|delete|compose|ci|dev|sync|deploy)(?:\s+[\w@/.:-]+){0,4}\s*$/u;

const CODE: readonly RegExp[] = [
  /^(?:`{1,3}[^`]+`{1,3}[.;]?|`{3,}.*|~{3,}.*)$/u,
  /^[$❯➜]\s+\S/u,
  /(?:^|\s)(?:&&|\|\|)\s|\s\|\s+(?:grep|head|tail|awk|sed|xargs|sort|uniq|wc|jq|tee|less)(?!\p{L})|2>&1|>\s*\/dev\/null|\s\\$/u,
  /^[[{]\s*(?:["{[]|\}|\])|^\{[^}]*[:=][^}]*\}?$|"[\w-]+"\s*:\s*(?:["[{]|-?\d|true|false|null)/u,
  /^(?:const|let|var)\s+[\w{[][^=]{0,80}=|^(?:async\s+)?function\s*\w*\s*\(|^import\s.{0,120}\sfrom\s['"]|^from\s+[\w.]+\s+import\s|^def\s+\w+\s*\(|^class\s+\w+\s*[({:]|=>\s*[{(]|^(?:if|for|while|switch)\s*\(.{0,200}\)\s*\{?$|^return\s.{0,200};$|[{}]\s*$/u,
  /^(?:SELECT\s.{1,300}\sFROM|INSERT INTO|UPDATE\s\S+\sSET|DELETE FROM|(?:CREATE|DROP|ALTER) TABLE)\s/iu,
  /^[\w$]+(?:\.[\w$]+)*\([^)]{0,200}\);?$|^[A-Z][A-Z0-9_]{2,}=\S+$|^@@ -\d|^(?:\+\+\+|---) [ab]\//u,
  /^#!|^#include\s|^<\?(?:php|xml)/u,
];

const TRACES: readonly RegExp[] = [
  /^at\s+(?:async\s+)?(?:[\w.$<>[\]]+\s+)?\(?\S*:\d+(?::\d+)?\)?$|Traceback \(most recent|^File "[^"]*", line \d+|^(?:[A-Z]\w*)?(?:Error|Exception)(?::|\s+at\s)|^Caused by:|^goroutine \d+|^panic:|^(?:npm|pnpm|yarn)\s+(?:ERR!|warn|error|notice)(?!\p{L})|^(?:[a-z]+\.){2,}\w*(?:Exception|Error)/u,
];

const LOGS: readonly RegExp[] = [
  /^\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/u,
  /^\[?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u,
  /^\p{Lu}\p{L}{2}\s+\d{1,2}\s\d{2}:\d{2}:\d{2}\s/u,
  /^\[?\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\]?\s/u,
  /(?<!\p{L})(?:level=(?:trace|debug|info|warn\w*|error|fatal)|pid=\d+)|^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+\/\S*|HTTP\/\d(?:\.\d)?["\s]/iu,
];

const MARKUP = /<!--|-->|<\/?[a-z][\w-]*(?:\s[^<>@]{0,200})?\/?>/iu;

/** What kind of thing it is, or undefined. `line` is trimmed and has one line. */
export function mechanicalForm(line: string): string | undefined {
  if (CANDIDATES.some((form) => form.test(line))) return 'it is a candidate with its score, not a statement';
  if (IDS.some((form) => form.test(line))) return 'it holds an id that only machines read';
  if (readSlashCommand(line)) return 'it is a command';
  if (isCommand(line)) return 'it is a command of a shell';
  if (TRACES.some((form) => form.test(line))) return 'it is the trace of an error';
  if (isLogLine(line) || LOGS.some((form) => form.test(line))) return 'it is a line of a log';
  if (CODE.some((form) => form.test(line))) return 'it is code or data';
  return MARKUP.test(line) ? 'it is markup' : undefined;
}

function isCommand(line: string): boolean {
  const rest = COMMAND.exec(line)?.[1];
  if (rest === undefined) return false;
  if (/^(?:[$❯➜%>]\s+|(?:sudo|npx|pnpm|yarn)\s)/u.test(line)) return true;
  // A sentence ends as one: "git runs on nas.local for all of us."
  if (/[.!。]$/u.test(rest) && !/\s-{1,2}\w/.test(rest)) return false;
  return ARGUMENT.test(rest) || SUBCOMMAND.test(rest);
}
