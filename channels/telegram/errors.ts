// What went wrong between the bot and Telegram, in our terms. Pure. Never repeats Telegram's own words, an address or the
// token: people read these messages.

import { GrammyError, HttpError } from 'grammy';
import { ChannelError } from '../../src/contracts/index.js';
import { AnswerTooLong, TransportError } from './transport.js';

/** How long a refused token is left alone: it cannot heal by itself. */
const AUTH_RETRY_MS = 5 * 60_000;
const DEFAULT_FLOOD_MS = 5_000;

export function channelError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof GrammyError) return refusal(error);
  if (error instanceof HttpError) return failedExchange(error.error);
  if (error instanceof TransportError) return failedExchange(error);
  return new ChannelError('rejected', 'a fault on our side, not on Telegram’s');
}

function failedExchange(error: unknown): ChannelError {
  if (error instanceof AnswerTooLong) return tooLarge();
  if (error instanceof TransportError) {
    return error.sent
      ? new ChannelError('network', `Telegram’s answer did not arrive: ${error.message}`, { retryable: true })
      : new ChannelError('unavailable', `Telegram cannot be reached: ${error.message}`, { retryable: true });
  }
  if (error instanceof Error && 'syscall' in error) {
    return new ChannelError('rejected', 'a file could not be read while it was sent');
  }
  return new ChannelError('network', 'the exchange with Telegram failed', { retryable: true });
}

function refusal(error: GrammyError): ChannelError {
  const { error_code: code, parameters } = error;
  if (parameters.migrate_to_chat_id !== undefined) {
    const movedTo = String(parameters.migrate_to_chat_id);
    return new ChannelError('moved', 'the group has become a supergroup with a new id', { retryable: true, movedTo });
  }
  if (code === 429) {
    return new ChannelError('rate-limit', 'Telegram asks for a pause', {
      retryable: true,
      retryAfterMs: pauseIn(parameters.retry_after),
    });
  }
  if (code === 401 || code === 404) {
    return new ChannelError('auth', 'Telegram does not know this token', {
      retryable: true,
      retryAfterMs: AUTH_RETRY_MS,
      remedy: 'The token is wrong or was revoked: talk to @BotFather and put the new one into channels.telegram.token.',
    });
  }
  if (code === 403) {
    return new ChannelError('gone', 'the bot was blocked or removed there, or never had that chat');
  }
  if (code === 413) return new ChannelError('rejected', 'the file is larger than the 50 MB that Telegram takes');
  if (code >= 500) return new ChannelError('network', 'Telegram’s server failed', { retryable: true });
  if (code === 409) return new ChannelError('unavailable', 'another program uses this token', { retryable: true });
  return badRequest(error.description);
}

/** A proxy or a server of somebody's own may say anything here. */
function pauseIn(seconds: unknown): number {
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1_000 : DEFAULT_FLOOD_MS;
}

const NO_TOPIC = /message thread not found|TOPIC_DELETED|TOPIC_ID_INVALID/i;

/** Telegram tells its reasons in words only; these are the ones that mean something to us. */
const REASONS: [pattern: RegExp, kind: 'gone' | 'rejected', says: string][] = [
  [
    /chat not found|PEER_ID_INVALID|group is deactivated|chat was deleted/i,
    'gone',
    'Telegram no longer knows that chat',
  ],
  [/user is deactivated|USER_DEACTIVATED|INPUT_USER_DEACTIVATED/i, 'gone', 'the account was deleted'],
  [NO_TOPIC, 'gone', 'the topic was deleted'],
  [/TOPIC_CLOSED/i, 'rejected', 'the topic is closed'],
  [
    /not enough rights|have no rights|CHAT_(WRITE|SEND_\w+)_FORBIDDEN|CHAT_ADMIN_REQUIRED/i,
    'rejected',
    'the bot may not do that there',
  ],
  [/VOICE_MESSAGES_FORBIDDEN/i, 'rejected', 'the person takes no voice messages'],
  [/message to edit not found|MESSAGE_ID_INVALID/i, 'rejected', 'the message is no more'],
  [/can.t be edited/i, 'rejected', 'the message cannot be changed any more'],
  [
    /(wrong|invalid) (remote )?file_?id|wrong remote file|FILE_REFERENCE/i,
    'rejected',
    'Telegram no longer gives that file',
  ],
  [/message is too long|MEDIA_CAPTION_TOO_LONG|caption is too long/i, 'rejected', 'the text is too long for Telegram'],
  [/text must be non-empty|message text is empty/i, 'rejected', 'there is nothing to show in the message'],
];

/** A file on its way here. */
export function tooLarge(): ChannelError {
  const says = 'the file is larger than the 20 MB that Telegram gives to bots';
  return new ChannelError('rejected', says, { tooLarge: true });
}

function badRequest(description: string): ChannelError {
  if (/file is too big/i.test(description)) return tooLarge();
  // So it says of a wrong handle too, but far oftener while the file is on its way between its own servers.
  if (/file is temporarily unavailable/i.test(description)) {
    return new ChannelError('unavailable', 'Telegram does not give that file just now', { retryable: true });
  }
  const found = REASONS.find(([pattern]) => pattern.test(description));
  return found ? new ChannelError(found[1], found[2]) : new ChannelError('rejected', 'Telegram refused the message');
}

function is400(error: unknown, pattern: RegExp): boolean {
  return error instanceof GrammyError && error.error_code === 400 && pattern.test(error.description);
}

export function isAboutTopic(error: unknown): boolean {
  return is400(error, NO_TOPIC);
}

/** An edit that changes nothing has succeeded. */
export function isUnmodified(error: unknown): boolean {
  return is400(error, /message is not modified|MESSAGE_NOT_MODIFIED/i);
}

/** The formatting was refused, not the text. */
export function isAboutEntities(error: unknown): boolean {
  return is400(error, /entit(y|ies)/i);
}

/** A picture of a shape or kind that Telegram shows only as a file. */
export function isAboutPhoto(error: unknown): boolean {
  return is400(error, /PHOTO_|IMAGE_|photo|image/i);
}

/** The message to edit is a file with a caption. */
export function isAboutCaption(error: unknown): boolean {
  return is400(error, /there is no text in the message/i);
}

export function isTooManyCommands(error: unknown): boolean {
  return is400(error, /BOT_COMMANDS_TOO_MUCH/i);
}
