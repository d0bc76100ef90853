// Refusals of Telegram and broken connections in our terms, and nothing in them that people should not read.

import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import {
  channelError,
  isAboutCaption,
  isAboutEntities,
  isTooManyCommands,
  isUnmodified,
} from '../../../../channels/telegram/errors.js';
import { AnswerTooLong, TransportError } from '../../../../channels/telegram/transport.js';
import { ChannelError } from '../../../../src/contracts/index.js';

const TOKEN = '7000000001:AAHsecretOfTheBot';

function refused(code: number, description: string, parameters = {}): GrammyError {
  return new GrammyError(
    "Call to 'sendMessage' failed!",
    { ok: false, error_code: code, description, parameters },
    'sendMessage',
    { chat_id: 1, text: 'private words' },
  );
}

describe('channelError', () => {
  it.each([
    [403, 'Forbidden: bot was blocked by the user', 'gone'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'gone'],
    [403, "Forbidden: bot can't initiate conversation with a user", 'gone'],
    [400, 'Bad Request: chat not found', 'gone'],
    [400, 'Bad Request: user is deactivated', 'gone'],
    [400, 'Bad Request: message thread not found', 'gone'],
    [400, 'Bad Request: TOPIC_CLOSED', 'rejected'],
    [400, 'Bad Request: message to edit not found', 'rejected'],
    [400, "Bad Request: message can't be edited", 'rejected'],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'rejected'],
    [400, 'Bad Request: BUTTON_DATA_INVALID', 'rejected'],
    [400, 'Bad Request: wrong remote file identifier specified: Wrong character in the string', 'rejected'],
    [400, 'Bad Request: something new', 'rejected'],
    [413, 'Request Entity Too Large', 'rejected'],
  ])('%i "%s" is hopeless: %s', (code, description, kind) => {
    expect(channelError(refused(code, description))).toMatchObject({ kind, retryable: false });
  });

  it('waits as long as Telegram says (C098)', () => {
    expect(channelError(refused(429, 'Too Many Requests: retry after 3', { retry_after: 3 }))).toMatchObject({
      kind: 'rate-limit',
      retryable: true,
      retryAfterMs: 3_000,
    });
    expect(channelError(refused(429, 'Too Many Requests')).retryAfterMs).toBeGreaterThan(0);
  });

  it.each([null, '7x', -3, {}])('waits for a while where %j is to be waited', (wait) => {
    const { retryAfterMs } = channelError(refused(429, 'Too Many Requests', { retry_after: wait as never }));
    expect(retryAfterMs).toBeGreaterThanOrEqual(1_000);
  });

  it('follows a group to its new id (C094)', () => {
    const moved = refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1001112223334,
    });
    expect(channelError(moved)).toMatchObject({ kind: 'moved', retryable: true, movedTo: '-1001112223334' });
  });

  it('names the remedy for a wrong token, and lets it rest', () => {
    for (const error of [refused(401, 'Unauthorized'), refused(404, 'Not Found')]) {
      const translated = channelError(error);
      expect(translated).toMatchObject({ kind: 'auth', retryable: true });
      expect(translated.retryAfterMs).toBeGreaterThanOrEqual(60_000);
      expect(translated.remedy).toContain('@BotFather');
    }
  });

  it('tells what may have arrived from what certainly did not', () => {
    expect(channelError(refused(502, 'Bad Gateway'))).toMatchObject({ kind: 'network', retryable: true });
    const broken = (sent: boolean) =>
      channelError(new HttpError('Network request failed', new TransportError('x', sent)));
    expect(broken(true)).toMatchObject({ kind: 'network', retryable: true });
    expect(broken(false)).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(channelError(new HttpError('failed', new Error('timed out')))).toMatchObject({ kind: 'network' });
  });

  it('gives up a file that cannot be read, and one that is too large', () => {
    const unreadable = Object.assign(new Error('EACCES: permission denied'), { syscall: 'open', code: 'EACCES' });
    expect(channelError(new HttpError('failed', unreadable))).toMatchObject({ kind: 'rejected', retryable: false });
    for (const error of [new AnswerTooLong(), refused(400, 'Bad Request: file is too big')]) {
      expect(channelError(error)).toMatchObject({ kind: 'rejected', message: expect.stringContaining('20 MB') });
    }
  });

  it('leaves ours as they are, and takes a fault of our own for no reason to try again', () => {
    const ours = new ChannelError('gone', 'x');
    expect(channelError(ours)).toBe(ours);
    expect(channelError(new TypeError('undefined is not a function'))).toMatchObject({ retryable: false });
  });

  it('repeats neither the token nor Telegram’s own words nor the text', () => {
    const errors = [
      refused(400, `Bad Request: cannot parse ${TOKEN}`),
      refused(403, `Forbidden: ${TOKEN}`),
      new HttpError(`failed ${TOKEN}`, new Error(`request to https://api.telegram.org/bot${TOKEN}/x failed`)),
    ];
    for (const error of errors) {
      const { message, remedy, cause } = channelError(error);
      expect(`${message} ${remedy} ${String(cause)}`).not.toMatch(/AAHsecret|private words|cannot parse/);
    }
  });
});

describe('refusals that mean something else', () => {
  it('are known by their words', () => {
    expect(isUnmodified(refused(400, 'Bad Request: message is not modified: specified new message content …'))).toBe(
      true,
    );
    expect(isAboutEntities(refused(400, "Bad Request: can't parse entities: entity at 3"))).toBe(true);
    expect(isAboutEntities(refused(413, 'Request Entity Too Large'))).toBe(false);
    expect(isAboutEntities(refused(400, 'Bad Request: chat not found'))).toBe(false);
    expect(isAboutCaption(refused(400, 'Bad Request: there is no text in the message to edit'))).toBe(true);
    expect(isTooManyCommands(refused(400, 'Bad Request: BOT_COMMANDS_TOO_MUCH'))).toBe(true);
  });
});
