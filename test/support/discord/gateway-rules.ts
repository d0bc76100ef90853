// What the gateway accepts of a client: intents, tokens, versions, as close codes. Pure.

import { record } from './body.js';
import { INTENT } from './model.js';
import type { Settings } from './settings.js';

export const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voice: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  ack: 11,
} as const;

export const CLOSE = {
  unknown: 4000,
  unknownOpcode: 4001,
  decode: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSeq: 4007,
  rateLimited: 4008,
  timedOut: 4009,
  invalidShard: 4010,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

/** The words the platform closes with. */
export const CLOSE_WORDS: Record<number, string> = {
  4000: 'Unknown error.',
  4001: 'Unknown opcode.',
  4002: 'Error while decoding payload.',
  4003: 'Not authenticated.',
  4004: 'Authentication failed.',
  4005: 'Already authenticated.',
  4007: 'Invalid seq.',
  4008: 'Rate limited.',
  4009: 'Session timed out.',
  4010: 'Invalid shard.',
  4012: 'Invalid API version.',
  4013: 'Invalid intent(s).',
  4014: 'Disallowed intent(s).',
};

/** Bits 0 to 16, 20, 21, 24, 25. */
const VALID_INTENTS = 0x1ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

/** The code an identify is closed with, or undefined where it is good. */
export function refusal(identify: unknown, settings: Settings): number | undefined {
  const { token, intents, shard, properties } = record(identify);
  if (typeof properties !== 'object' || properties === null) return CLOSE.decode;
  if (token !== settings.token) return CLOSE.authenticationFailed;
  if (Array.isArray(shard) && !(Number(shard[0]) >= 0 && Number(shard[0]) < Number(shard[1])))
    return CLOSE.invalidShard;
  const asked = Number(intents);
  if (!Number.isSafeInteger(asked) || asked < 0 || (asked & ~VALID_INTENTS) !== 0) return CLOSE.invalidIntents;
  const { messageContent, members, presences } = settings.intents;
  if (asked & INTENT.messageContent && !messageContent) return CLOSE.disallowedIntents;
  if (asked & INTENT.members && !members) return CLOSE.disallowedIntents;
  if (asked & INTENT.presences && !presences) return CLOSE.disallowedIntents;
  return undefined;
}
