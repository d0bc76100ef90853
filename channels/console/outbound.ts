// A reply as the terminal shows it. Pure.

import type { OutboundMessage } from '../../src/contracts/index.js';

const REPEATED_MARK = '(possibly repeated)';

/**
 * The text with nothing in it that steers a terminal: a reply may hold anybody's words, and an escape sequence could
 * rewrite what the screen shows or feed the shell.
 */
export function renderText(message: OutboundMessage): string {
  const mark = message.repeated ? `${REPEATED_MARK} ` : '';
  return `${mark}${message.text.replace(/\r\n?/g, '\n').replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')}`;
}

/** One JSON object on one line, for programs. */
export function renderJson(event: Record<string, unknown>): string {
  return `${JSON.stringify(event)}\n`;
}

export function messageEvent(message: OutboundMessage, id: string): Record<string, unknown> {
  const { text, replyTo, buttons, repeated } = message;
  return {
    type: 'message',
    id,
    text,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(buttons === undefined ? {} : { buttons }),
    ...(repeated ? { repeated } : {}),
  };
}
