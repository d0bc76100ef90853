// What Discord can show of a reply. Pure.

import type { Dialect } from '../../src/text/reply-layout.js';

/** Columns that a window of Discord shows of code without breaking lines; a phone shows fewer. */
const COLUMNS = 60;
/** Below this many units a table's head would take too much of each part. */
const ROOM_FOR_TABLES = 500;

/** `limit` is that of one message in UTF-16 units: a link must leave room in it. */
export function discordDialect(limit: number): Dialect {
  return {
    signs: { item: '-', open: '- ☐', done: '- ☑' },
    headings: 3,
    tableColumns: limit < ROOM_FOR_TABLES ? 0 : COLUMNS,
    tab: '\t',
    links: (url, label) => isLink(url, label, limit / 2),
  };
}

/** Whether a link was written as its address alone: Discord shows it so in angle brackets. */
export function isBare(url: string, label: string): boolean {
  return url === label;
}

function isLink(url: string, label: string, room: number): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  if (isBare(url, label)) return url.length <= room && !/[\s<>*|`\\]|~~/.test(url);
  if (!isLabel(label)) return false;
  return addressOf(url).length + 2 * label.length <= room;
}

/** Discord takes no label that is an address itself, nor one with a bracket too many. */
export function isLabel(label: string): boolean {
  return !label.includes('://') && /^(?:\[[^[\]]*\]|[^[\]])*$/.test(label);
}

/** The address without what could end it, or be a mark to Discord. */
export function addressOf(url: string): string {
  return url.replace(
    /[()<>*|~`\\"'[\]\s]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
