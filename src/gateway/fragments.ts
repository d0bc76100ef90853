// Which messages may be pieces of one: an album, a paste that the client cut, a comment and what it forwards. Pure; the
// numbers are those that users of such bots are used to.

import type { InboundMessage } from '../contracts/index.js';

/** A picture of an album is followed by the next within this. */
const ALBUM_MS = 700;
/** A client that cuts a paste sends the pieces one behind the other. */
const PASTE_MS = 1_500;
const FORWARD_MS = 500;
/** A text this near to the limit was probably cut there. */
const NEAR_LIMIT = 0.95;
/** Nobody waits longer for the rest. */
export const LONGEST_WAIT_MS = 7_500;
/** A forward that comes so soon behind a message of the same author belongs to it: the client sends the comment first. */
export const COMMENT_MS = 500;

/** How long to wait, after this message, for more of it; 0 for one that is whole as it is. Milliseconds. */
export function quietWindow(message: InboundMessage, textUnits: number): number {
  if (message.scripted) return 0;
  if (message.album !== undefined) return ALBUM_MS;
  if (mayBeCut(message, textUnits)) return PASTE_MS;
  return isForward(message) ? FORWARD_MS : 0;
}

export function mayBeCut({ text }: Pick<InboundMessage, 'text'>, textUnits: number): boolean {
  return text.length >= textUnits * NEAR_LIMIT;
}

export function isForward({ quoted }: Pick<InboundMessage, 'quoted'>): boolean {
  return quoted?.some(({ kind }) => kind === 'forward') ?? false;
}
