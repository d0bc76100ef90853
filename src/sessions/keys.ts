// Derives the key of a conversation. Pure and injective; a key is compared, never parsed.

import type { ChatRef, ScheduledRun, Scope, SessionKey } from '../contracts/index.js';

/**
 * One key per conversation: the owner's private chats on every channel share `main`, another person's private chats are
 * theirs, and every group, topic and thread has its own. Ids keep their sign and prefix, and each part is encoded, so
 * that no chat can be named to meet another's key.
 */
export function sessionKey(scope: Scope, chat: Pick<ChatRef, 'thread'>): SessionKey {
  const parts: string[] = [scope.kind];
  if (scope.kind === 'person') parts.push(scope.person);
  if (scope.kind === 'group') {
    parts.push(scope.channel, scope.chat);
    if (chat.thread !== undefined) parts.push(chat.thread);
  }
  return parts.map(encode).join('/') as SessionKey;
}

/** The key of one run of a schedule, which meets no conversation's. */
export function runKey({ schedule, slot }: ScheduledRun): SessionKey {
  return ['run', schedule, String(slot)].map(encode).join('/') as SessionKey;
}

/** The key of what runs apart from a session for one of its calls, which meets no other. */
export function apartKey(session: string, call: string): SessionKey {
  return ['apart', session, call].map(encode).join('/') as SessionKey;
}

/** Keeps letters and digits of any script readable; everything else becomes %XX of its UTF-8 bytes. */
function encode(part: string): string {
  return part.replace(/[^\p{L}\p{N}_-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
