// Whether words show by their form that no person said them: reports of schedules, heartbeats, lines of logs, what the assistant
// or a tool said. Pure tables. A person who speaks of a report or a heartbeat keeps it: only a label in front counts.

import { spoken } from '../../../text/control-words.js';

const WHEN =
  '(?:\\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|yesterday|this|last)';
/** A number or something in brackets, and the mark behind a label. */
const MARKED = '\\s*(?:#?\\d[\\w./:-]{0,20}|\\([^)]{0,40}\\))?\\s*(?:[:：–—|]|-\\s)';

const FORMS: readonly RegExp[] = [
  /^(?:the assistant|a tool|a web page) said:/iu,
  /^[[【](?:cron(?:\s?jobs?)?|heartbeats?|system|schedule[drs]?(?: run| task| job)?|automat(?:ion|ed|ic)|bot|tool|assistant|webhook|monitor(?:ing)?|watchdog|alert|daemon|health ?check|定时任务|定時任務|计划任务|計劃任務|心跳|系统|系統|自动|自動|监控|監控|定期|システム|ハートビート|하트비트|시스템|자동)(?:[\s:#/_-][^\]】]{0,60})?[\]】]/iu,
  new RegExp(
    `^(?:cron(?:\\s?jobs?)?|heartbeats?|system|webhook|watchdog|daemon|health ?check|scheduled (?:run|task|job)|automated message)${MARKED}`,
    'iu',
  ),
  /^heartbeat(?:[_ ]ok|\s(?:check|tick|run|status|report|passed|alive|#?\d+))(?!\p{L})/iu,
  /^cron(?:\s?job)?\s(?:report|run|output|results?|status|ok|finished|completed|failed|started|#?\d+)(?!\p{L})/iu,
  new RegExp(
    `^(?:(?:daily|nightly|hourly|weekly|monthly|morning|evening|status|cron|scheduled|automated|system|backup|health)\\s){1,3}(?:report|digest|summary|briefing)(?:${MARKED}|\\s+#?\\d|\\s+(?:for|of|from)\\s+${WHEN}|\\s*$)`,
    'iu',
  ),
  new RegExp(`^reports?${MARKED}`, 'iu'),
  new RegExp(
    `^(?:(?:tages|nacht|wochen|status|system|cron)-?bericht|täglicher bericht|rapport (?:quotidien|journalier|automatique|d['’]état)|informe (?:diario|automático|de estado)|(?:raport|meldunek) (?:dzienny|nocny|automatyczny))(?:${MARKED}|\\s+\\d)`,
    'iu',
  ),
  /^(?:定时任务|定時任務|计划任务|計劃任務|心跳(?:检测|檢測|检查|檢查)?|系统(?:消息|通知|日志)?|系統(?:訊息|通知|日誌)?|日报|日報|周报|週報|每日(?:报告|報告|汇报|匯報|简报|簡報)|自动(?:报告|任务)|自動(?:報告|任務)|巡检(?:报告)?|监控|監控|定期(?:実行|レポート|報告)|日次(?:レポート|報告)|ハートビート|システム|(?:정기|일일|자동|주간)\s?(?:보고서?|리포트|실행)|하트비트|시스템)\s*(?:#?\d[\d./-]*|[(（][^)）]{0,30}[)）])?\s*[:：]/u,
  /^\P{L}{0,4}(?:NO_REPLY|HEARTBEAT_OK)(?!\p{L})/u,
];

const LOG_LINES: readonly RegExp[] = [
  /^(?:\d{4}-\d\d-\d\d[T ]\S+\s+)?[[(](?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical)[\])]/iu,
  /^(?:\d{4}-\d\d-\d\d[T ]\S+\s+)?(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)(?:\s*[:|]|\s+(?=[[(\w]))/u,
];

/** A heading above what machines write. */
const HEADING =
  /^(?:crons?|cron ?jobs?|heartbeats?|automation|(?:system )?logs?|scheduled (?:runs?|tasks?|jobs?)|(?:cron|daily|nightly|system|status) reports?|定时任务|定時任務|心跳|系统日志|系統日誌|日报|日報|定期実行|ハートビート|日次レポート|하트비트|정기 보고|시스템 로그)$/iu;

export function isMachineForm(text: string): boolean {
  const begin = text.slice(0, 200).trimStart();
  return FORMS.some((form) => form.test(begin)) || isLogLine(begin) || (begin !== '' && spoken(begin) === '');
}

/** With a level in front, as programs write them. */
export function isLogLine(text: string): boolean {
  return LOG_LINES.some((form) => form.test(text));
}

export function isMachineHeading(title: string): boolean {
  const plain = title
    .replace(/[*_`]/g, '')
    .replace(/[:：]\s*$/, '')
    .trim();
  return HEADING.test(plain) || isMachineForm(plain);
}
