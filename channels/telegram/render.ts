// A reply in Markdown as Telegram takes it: text and a list of entities, never a parse mode, so that no text can be
// refused for its marks. Pure and deterministic; knows nothing of the network.

import { isVisible } from '../../src/text/blocks.js';
import { parseMarkdown } from '../../src/text/markdown.js';
import { cut } from '../../src/text/reply-cut.js';
import { type Dialect, layOut, type Stretch } from '../../src/text/reply-layout.js';
import { type Mark, slice, stepsOf } from '../../src/text/reply-slice.js';
import { withFileNames } from './file-names.js';

/** As the Bot API names them; `offset` and `length` are UTF-16 units of the part's text. */
export type MessageEntity = { offset: number; length: number } & (
  | { type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'blockquote' }
  | { type: 'pre'; language?: string }
  | { type: 'text_link'; url: string }
);

/** One message. Entities are sorted, nest, are inside the text and never empty. */
export interface TelegramPart {
  text: string;
  entities: MessageEntity[];
}

/** What a message of Telegram may hold, and a caption of a file: UTF-16 units. */
const MESSAGE_UNITS = 4_096;
const MESSAGE_ENTITIES = 100;
/** Columns that a phone shows of code without breaking lines. */
const PHONE_COLUMNS = 40;
/** Below this many units a table's head would take too much of each part. */
const ROOM_FOR_TABLES = 500;

/**
 * The messages that show a text, in order; none if it is blank. No part is longer than `limit` UTF-16 units (at least 100)
 * or holds more than `entityLimit` entities (at least 5). `prefix` is plain text in front of the first and counts.
 */
export function telegramParts(
  markdown: string,
  options: { limit?: number; entityLimit?: number; prefix?: string } = {},
): TelegramPart[] {
  const { limit = MESSAGE_UNITS, entityLimit = MESSAGE_ENTITIES, prefix = '' } = options;
  if (!isVisible(markdown)) return [];
  const layout = withFileNames(layOut(parseMarkdown(markdown), dialect(limit), prefix));
  const partOf = (start: number, end: number) => assemble(slice(layout, start, end));
  const load = (start: number, end: number) => {
    const { text, entities } = partOf(start, end);
    return Math.max(text.length / limit, entities.length / entityLimit);
  };
  return cut(layout, limit, load)
    .map(([start, end]) => partOf(start, end))
    .filter((part) => isVisible(part.text));
}

/**
 * A part as text alone, for when Telegram refuses its entities: a link's address follows its label in brackets, unless
 * that would be longer than `limit`.
 */
export function plainText(part: TelegramPart, limit = MESSAGE_UNITS): string {
  let text = '';
  let at = 0;
  for (const entity of part.entities) {
    if (entity.type !== 'text_link') continue;
    const end = entity.offset + entity.length;
    const label = part.text.slice(entity.offset, end);
    text += part.text.slice(at, end) + (label === entity.url ? '' : ` (${entity.url})`);
    at = end;
  }
  text += part.text.slice(at);
  return text.length <= limit ? text : part.text;
}

function dialect(limit: number): Dialect {
  return {
    signs: { item: '•', open: '☐', done: '☑' },
    headings: 0,
    tableColumns: limit < ROOM_FOR_TABLES ? 0 : PHONE_COLUMNS,
    // Telegram makes one space of it.
    tab: '    ',
    links: isLink,
  };
}

/** After TDLib's check_link: other schemes would become addresses that lead nowhere, or an error. */
function isLink(url: string): boolean {
  if (url.length > 2_048) return false;
  if (/^tg:\S/i.test(url)) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname.includes('.') || hostname.startsWith('[');
}

function assemble(stretches: readonly Stretch[]): TelegramPart {
  const entities: MessageEntity[] = [];
  const open: MessageEntity[] = [];
  let text = '';
  for (const step of stepsOf(stretches)) {
    if (step.does === 'text') text += step.stretch.text;
    else if (step.does === 'close') {
      const entity = open.pop();
      if (entity) entity.length = text.trimEnd().length - entity.offset;
    } else {
      const entity = entityOf(step.mark, step.stretch, text.length);
      open.push(entity);
      entities.push(entity);
    }
  }
  return { text, entities: entities.filter((entity) => entity.length > 0) };
}

const TYPES = { quote: 'blockquote', strike: 'strikethrough', bold: 'bold', italic: 'italic', code: 'code' } as const;

function entityOf(mark: Mark, { url = '', box }: Stretch, offset: number): MessageEntity {
  if (mark === 'url') return { type: 'text_link', url, offset, length: 0 };
  if (mark === 'box') return { type: 'pre', offset, length: 0, ...(box?.language && { language: box.language }) };
  return { type: TYPES[mark], offset, length: 0 };
}
