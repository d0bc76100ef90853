// A reply as the terminal shows it. Pure.

import type { OutboundMessage } from '../../src/contracts/index.js';
import { forTerminal } from '../../src/text/terminal.js';

const REPEATED_MARK = '(possibly repeated)';

export function renderText(message: OutboundMessage): string {
  return `${message.repeated ? `${REPEATED_MARK} ` : ''}${forTerminal(message.text)}`;
}

/** One JSON object on one line, for programs. */
export function renderJson(event: Record<string, unknown>): string {
  return `${JSON.stringify(event)}\n`;
}

/** Without buttons: nothing can be pressed here, and whatever has them says what to type instead. */
export function messageEvent(message: OutboundMessage, id: string): Record<string, unknown> {
  const { text, replyTo, repeated } = message;
  return {
    type: 'message',
    id,
    text,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(repeated ? { repeated } : {}),
  };
}
