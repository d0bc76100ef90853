// Checks reply_markup as Telegram checks it.

import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import { badRequest } from './api-error.js';
import type { Params } from './body.js';
import { isObject, objectOf } from './params.js';
import { checkedUrl } from './text.js';

/** Undefined for no keyboard, for an empty one, and for keyboards that are not inline, which leave no trace. */
export function keyboardOf(params: Params): InlineKeyboardMarkup | undefined {
  const markup = objectOf(params, 'reply_markup');
  if (!markup) return undefined;
  const rows = markup.inline_keyboard;
  if (rows === undefined) {
    if ('keyboard' in markup || 'remove_keyboard' in markup || 'force_reply' in markup) return undefined;
    if (Object.keys(markup).length === 0) return undefined;
    throw badRequest('object expected as reply markup');
  }
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
  const keyboard = rows.map((row: unknown) => {
    if (!Array.isArray(row))
      throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
    return row.map((button: unknown) => buttonOf(button));
  });
  if (keyboard.flat().length > 100) throw badRequest('REPLY_MARKUP_TOO_LONG');
  const filled = keyboard.filter((row) => row.length > 0);
  return filled.length > 0 ? { inline_keyboard: filled } : undefined;
}

function buttonOf(value: unknown): InlineKeyboardButton {
  const wrong = "can't parse inline keyboard button:";
  if (!isObject(value)) throw badRequest(`${wrong} InlineKeyboardButton must be an Object`);
  if (typeof value.text !== 'string') throw badRequest(`${wrong} Can't find field "text"`);
  if (value.text.trim() === '') throw badRequest(`${wrong} text can't be empty`);
  const { text, callback_data: data, url } = value;
  if (typeof data === 'string') {
    const bytes = Buffer.byteLength(data);
    if (bytes === 0 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
    return { text, callback_data: data };
  }
  if (typeof url === 'string') {
    try {
      return { text, url: checkedUrl(url) };
    } catch {
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    }
  }
  if (isObject(value.copy_text) || 'switch_inline_query' in value || 'web_app' in value) {
    return { ...value, text } as InlineKeyboardButton;
  }
  throw badRequest('text buttons are unallowed in the inline keyboard');
}
