// What Telegram does with a text and its entities before it is a message: cleans, trims, checks, ignores what is too much.
// After TDLib's fix_formatted_text and the Bot API server's get_formatted_text.

import type { MessageEntity } from 'grammy/types';
import { badRequest } from './api-error.js';
import type { Params } from './body.js';
import { isObject, listOf, textOf } from './params.js';
import { parseText } from './parse-mode.js';

export interface FormattedText {
  text: string;
  entities: MessageEntity[];
  /** How many entities beyond the hundredth were ignored, in silence as at Telegram. */
  ignored: number;
}

const maxEntities = 100;
const plainTypes = new Set([
  'blockquote',
  'bold',
  'code',
  'expandable_blockquote',
  'italic',
  'pre',
  'spoiler',
  'strikethrough',
  'underline',
]);
/** Found by Telegram itself; given, they are dropped without a word. */
const automaticTypes = new Set([
  'bot_command',
  'cashtag',
  'email',
  'hashtag',
  'mention',
  'phone_number',
  'url',
  'bank_card_number',
]);

/** The text of a message: 1 to 4096 UTF-16 units after cleaning. */
export function messageText(params: Params): FormattedText {
  if (textOf(params, 'text') === '') throw badRequest('message text is empty');
  const formatted = formattedText(params, 'text', 'entities');
  if (formatted.text === '') throw badRequest('text must be non-empty');
  if (formatted.text.length > 4096) throw badRequest('message is too long');
  return formatted;
}

/** A caption: at most 1024 UTF-16 units after cleaning; it may be empty. */
export function captionText(params: Params): FormattedText {
  const formatted = formattedText(params, 'caption', 'caption_entities');
  if (formatted.text.length > 1024) throw badRequest('message caption is too long');
  return formatted;
}

function formattedText(params: Params, textField: string, entityField: string): FormattedText {
  const mode = textOf(params, 'parse_mode');
  const given = textOf(params, textField);
  const parsed = mode
    ? parseText(given, mode)
    : { text: given, entities: (listOf(params, entityField) ?? []).flatMap((one) => readEntity(one)) };
  const valid = parsed.entities
    .filter((one) => one.length > 0)
    .sort((a, b) => a.offset - b.offset || b.length - a.length);
  for (const entity of valid) checkBounds(parsed.text, entity);
  const cleaned = trimmed(withoutControls({ text: parsed.text, entities: valid }));
  const kept = cleaned.entities.slice(0, maxEntities);
  return { text: cleaned.text, entities: kept, ignored: cleaned.entities.length - kept.length };
}

function readEntity(value: unknown): MessageEntity[] {
  if (!isObject(value)) throw badRequest("can't parse MessageEntity: expected an Object");
  const { type, offset, length } = value;
  if (!Number.isInteger(offset)) throw badRequest('can\'t parse MessageEntity: Can\'t find field "offset"');
  if (!Number.isInteger(length)) throw badRequest('can\'t parse MessageEntity: Can\'t find field "length"');
  if (typeof type !== 'string') throw badRequest('can\'t parse MessageEntity: Can\'t find field "type"');
  if (automaticTypes.has(type)) return [];
  const place = { offset: Number(offset), length: Number(length) };
  if (place.offset < 0) throw badRequest(`Receive an entity with incorrect offset ${place.offset}`);
  if (place.length < 0) throw badRequest(`Receive an entity with incorrect length ${place.length}`);
  if (type === 'text_link') {
    if (typeof value.url !== 'string') throw badRequest('can\'t parse MessageEntity: Can\'t find field "url"');
    return [{ type, ...place, url: checkedUrl(value.url) }];
  }
  if (type === 'text_mention') {
    const user = value.user;
    if (!isObject(user) || !Number.isInteger(user.id)) throw badRequest('User not found');
    return [{ type, ...place, user: { is_bot: false, first_name: 'Somebody', ...user, id: Number(user.id) } }];
  }
  if (type === 'custom_emoji') return [];
  if (!plainTypes.has(type)) throw badRequest("can't parse MessageEntity: Unsupported type specified");
  const language = type === 'pre' && typeof value.language === 'string' ? { language: value.language } : {};
  return [{ type, ...place, ...language } as MessageEntity];
}

/** As TDLib's check_link: only tg, ton and http(s) exist, so `mailto:a@b.c` becomes `http://mailto:a@b.c/`. */
export function checkedUrl(url: string): string {
  const wrong = badRequest(`Entity URL '${url}' is invalid: Wrong HTTP URL`);
  if (/^(tg|ton):/i.test(url)) return url;
  if (!/^https?:\/\//i.test(url) && /^[a-z]+:\/\//i.test(url))
    throw badRequest(`Entity URL '${url}' is invalid: Unsupported URL protocol`);
  let parsed: URL;
  try {
    parsed = new URL(/^https?:\/\//i.test(url) ? url : `http://${url}`);
  } catch {
    throw wrong;
  }
  if (!parsed.hostname.includes('.') && !parsed.hostname.startsWith('[')) throw wrong;
  return parsed.href;
}

function checkBounds(text: string, entity: MessageEntity): void {
  const end = entity.offset + entity.length;
  if (entity.offset >= text.length) {
    throw badRequest(`Entity begins after the end of the text at UTF-16 offset ${entity.offset}`);
  }
  if (end > text.length) {
    throw badRequest(
      `Entity beginning at UTF-16 offset ${entity.offset} ends after the end of the text at UTF-16 offset ${end}`,
    );
  }
  if (splitsPair(text, entity.offset)) {
    throw badRequest(`Entity begins in a middle of a UTF-16 symbol at byte offset ${bytesBefore(text, entity.offset)}`);
  }
  if (splitsPair(text, end)) {
    throw badRequest(
      `Entity beginning at UTF-16 offset ${entity.offset} ends in a middle of a UTF-16 symbol at byte offset ${bytesBefore(text, end)}`,
    );
  }
}

function splitsPair(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
}

function bytesBefore(text: string, at: number): number {
  return Buffer.byteLength(text.slice(0, at - 1));
}

interface Marked {
  text: string;
  entities: MessageEntity[];
}

/** Carriage returns and line separators vanish, other control characters become spaces; entities move along. */
function withoutControls({ text, entities }: Marked): Marked {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Telegram replaces.
  if (!/[\u0000-\u0009\u000b-\u001f\u2028-\u202e]/.test(text)) return { text, entities };
  const moved: number[] = [];
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    moved.push(result.length);
    const unit = text.charCodeAt(at);
    if (unit === 13 || (unit >= 0x2028 && unit <= 0x202e)) continue;
    result += unit < 32 && unit !== 10 ? ' ' : text.charAt(at);
  }
  moved.push(result.length);
  const place = (at: number): number => moved[at] ?? result.length;
  return {
    text: result,
    entities: entities
      .map((one) => ({ ...one, offset: place(one.offset), length: place(one.offset + one.length) - place(one.offset) }))
      .filter((one) => one.length > 0),
  };
}

/** White space at the end goes always, at the start as far as the first entity. */
function trimmed({ text, entities }: Marked): Marked {
  if (!/[^\s\u200b-\u200f\u2060\ufeff\u3164]/.test(text)) return { text: '', entities: [] };
  const end = text.replace(/[ \n]+$/, '').length;
  const blank = /^[ \n]*/.exec(text)?.[0].length ?? 0;
  const start = Math.min(blank, entities[0]?.offset ?? blank);
  const kept: MessageEntity[] = [];
  for (const entity of entities) {
    const offset = entity.offset - start;
    const length = Math.min(entity.offset + entity.length, end) - entity.offset;
    if (length > 0) kept.push({ ...entity, offset, length });
  }
  return { text: text.slice(start, end), entities: kept };
}
