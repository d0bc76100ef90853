// Discord's failures in our words: who failed, whether a retry can help, what the operator should do. No token, address
// or raw text of the platform gets into a message: an interaction's address holds its token.

import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { ChannelError, type ChannelFault, type ErrorDetails } from '../../src/contracts/index.js';

/** As ChannelError, with what the adapter itself decides by. Both stay inside channels/discord. */
export class DiscordError extends ChannelError {
  /** Discord's own number for what went wrong, as 10062. */
  readonly code: number | undefined;
  /** The message that was to be answered is what it stumbled over. */
  readonly reference: boolean;
  constructor(
    kind: ChannelFault,
    message: string,
    details: ErrorDetails & { code?: number | undefined; reference?: boolean } = {},
  ) {
    super(kind, message, details);
    this.code = details.code;
    this.reference = details.reference ?? false;
  }
}

export const WRONG_TOKEN =
  'Copy the token again: Discord Developer Portal → your application → Bot → Reset Token, put it where nightjar.yaml takes it from, and start again.';
const CHECK_NETWORK = 'Check the network of this machine, and channels.discord.apiRoot if you set it.';

/** Missing Permissions: which of them is not said. */
export const NOT_ALLOWED = 50_013;

/** Codes of https://docs.discord.com/developers/topics/opcodes-and-status-codes after which no retry helps. */
const GONE: Record<number, [says: string, remedy: string]> = {
  10003: ['the channel is not there any more', 'Nothing to do: whoever removed it knows.'],
  10004: ['the bot is not in that server any more', 'Add the bot to the server again if it is wanted there.'],
  10013: ['there is no such account', 'Check the id in nightjar.yaml.'],
  50001: ['the bot may not see the channel', 'Give the bot the permission View Channel there.'],
  50007: [
    'this person takes no direct messages from the bot',
    'They can allow direct messages in the privacy settings of a server that the bot shares with them.',
  ],
  [NOT_ALLOWED]: [
    'the bot may not write there',
    'Give the bot the permissions Send Messages, Send Messages in Threads and Attach Files there.',
  ],
  50083: ['the thread is archived', 'Somebody has to open it again.'],
  50278: ['the bot shares no server with this person', 'They can add the bot to a server they are in.'],
  160005: ['the thread is locked', 'A moderator has to unlock it.'],
};

/** Faults before a request can have reached anybody. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const TOO_LARGE = 40_005;
const TOO_MANY_DIRECTS = 40_003;
const NO_HISTORY = 160_002;
const INVALID_FORM = 50_035;
/** Where Discord, or what stands before it, asks for patience and does not say how long. */
const SOME_PATIENCE_MS = 1_000;
const MUCH_PATIENCE_MS = 60_000;

/** `doing` completes "Discord refused to …". A ChannelError comes back as it is. */
export function toDiscordError(error: unknown, doing: string): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof RateLimitError) {
    const wait = Math.max(error.retryAfter, error.timeToReset, error.sublimitTimeout, SOME_PATIENCE_MS);
    return new DiscordError('rate-limit', 'Discord asks for a pause.', {
      retryable: true,
      retryAfterMs: Number.isFinite(wait) ? Math.ceil(wait) : MUCH_PATIENCE_MS,
    });
  }
  if (error instanceof DiscordAPIError) return refused(error, doing);
  if (error instanceof HTTPError) return broken(`Discord failed at its own end (HTTP ${error.status})`, true);
  if (isNotSent(error)) {
    return new DiscordError('unavailable', 'Discord cannot be reached from here.', {
      retryable: true,
      remedy: CHECK_NETWORK,
    });
  }
  if (error instanceof Error && error.name === 'AbortError') return broken('Discord did not answer in time', true);
  return broken('The connection to Discord broke', true);
}

function refused(error: DiscordAPIError, doing: string): DiscordError {
  const code = typeof error.code === 'number' ? error.code : undefined;
  const told = { ...(code === undefined ? {} : { code }) };
  const number = code ? `code ${code}` : `HTTP ${error.status}`;
  const gone = GONE[code ?? 0];
  if (gone) return new DiscordError('gone', `Discord refused to ${doing}: ${gone[0]}.`, { ...told, remedy: gone[1] });
  if (error.status === 401 && code !== 50_027) {
    return new DiscordError('auth', 'Discord does not accept the token of the bot.', { ...told, remedy: WRONG_TOKEN });
  }
  if (code === TOO_MANY_DIRECTS || error.status === 429) {
    return new DiscordError('rate-limit', 'Discord asks for a pause.', {
      ...told,
      retryable: true,
      retryAfterMs: MUCH_PATIENCE_MS,
    });
  }
  if (error.status === 408) return broken('Discord did not answer in time', true);
  if (code === TOO_LARGE || error.status === 413) {
    return new DiscordError('rejected', 'The files are too large for Discord.', told);
  }
  return new DiscordError('rejected', `Discord refused to ${doing} (${number}).`, {
    ...told,
    reference: code === NO_HISTORY || (code === INVALID_FORM && namesReference(error.rawError)),
  });
}

function namesReference(raw: unknown): boolean {
  const errors: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'errors') : undefined;
  return typeof errors === 'object' && errors !== null && 'message_reference' in errors;
}

function broken(says: string, retryable: boolean): DiscordError {
  return new DiscordError('network', `${says}.`, { retryable });
}

/** The fault itself, or one of the attempts at several addresses of the same name, or what a library wrapped. */
function isNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NOT_SENT.has(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isNotSent);
  return error.cause !== undefined && isNotSent(error.cause);
}
