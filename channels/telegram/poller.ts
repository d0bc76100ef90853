// Asks Telegram for updates, for as long as the channel runs. One batch at a time: the next is asked for when the last
// one is on disk, and only then does Telegram learn that it arrived. Nothing here waits for what the updates cause.

import { GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { ChannelError, type ChannelHealth, type Clock, type Log } from '../../src/contracts/index.js';
import type { TelegramApi } from './api.js';
import { channelError } from './errors.js';
import { ALLOWED_UPDATES } from './inbound.js';

export interface PollerParts {
  api: TelegramApi;
  clock: Clock;
  log: Log;
  /** The first update to ask for; undefined takes whatever waits. */
  offset: number | undefined;
  /** Called once for each batch as it arrives. */
  arrived(updates: readonly Update[]): void;
  /** Resolves when the batch is on disk together with `offset`, where the next one begins. */
  accept(updates: readonly Update[], offset: number): Promise<void>;
  health(health: ChannelHealth): void;
}

/** How long Telegram holds a poll that has nothing to tell, and how much later it counts as lost. */
const HOLD_SECONDS = 30;
const LOST_MS = HOLD_SECONDS * 1_000 + 15_000;
/** A server that fails is not asked again at once, whatever it says of the time to wait. */
const FIRST_WAIT_MS = 1_000;

/** What an answer must hold for polling to go on; whether a single update can be read is looked at one by one. */
const envelope = z.array(z.looseObject({ update_id: z.int() }));

/** Runs until `signal` aborts; never rejects. */
export async function poll(parts: PollerParts, signal: AbortSignal): Promise<void> {
  const { api, clock, log, health } = parts;
  let { offset } = parts;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const updates = await ask(api, offset, signal);
      if (failures > 0) log.info('telegram.polling-again', { after: failures });
      failures = 0;
      health({ state: 'up' });
      if (updates.length === 0) continue;
      parts.arrived(updates);
      const next = Math.max(...updates.map(({ update_id }) => update_id)) + 1;
      await accepted(parts, updates, next, signal);
      offset = next;
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      // Once: a server that goes on speaking of it is asked no more often than any other that fails.
      if (isWebhook(error) && (await removedWebhook(api, log, signal)) && failures === 1) continue;
      const wait = waitAfter(error, failures, Math.random());
      health({ state: 'down', detail: plainDetail(error) });
      log.warn('telegram.poll-failed', { failures, waitMs: wait, why: channelError(error).message });
      await clock.sleep(wait, signal);
    }
  }
}

async function ask(api: TelegramApi, offset: number | undefined, signal: AbortSignal): Promise<Update[]> {
  const payload = {
    timeout: HOLD_SECONDS,
    allowed_updates: ALLOWED_UPDATES,
    ...(offset === undefined ? {} : { offset }),
  };
  const answer = await api.call((raw, end) => raw.getUpdates(payload, end), { ms: LOST_MS, signal });
  return envelope.parse(answer) as Update[];
}

/** Offers the batch until it was taken: to ask for more would tell Telegram to forget it. */
async function accepted(
  { clock, log, health, accept }: PollerParts,
  updates: readonly Update[],
  offset: number,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await accept(updates, offset);
      if (failures > 1) health({ state: 'up' });
      return;
    } catch (error) {
      const wait = backOff(failures, Math.random());
      health({ state: 'down', detail: 'Messages arrive, but they could not be stored. The log has the details.' });
      log.error('telegram.not-accepted', { updates: updates.length, waitMs: wait, error });
      await clock.sleep(wait, signal);
    }
  }
}

/** Milliseconds before the next attempt. `random` is in [0, 1). */
export function waitAfter(error: unknown, failures: number, random: number): number {
  const { retryAfterMs } = channelError(error);
  if (retryAfterMs !== undefined) return Math.max(FIRST_WAIT_MS, retryAfterMs);
  return isConflict(error) ? Math.min(60_000, 5_000 * 2 ** Math.min(failures - 1, 4)) : backOff(failures, random);
}

/** One second, doubled at each failure up to half a minute, less up to a fifth so that many bots do not come at once. */
export function backOff(failures: number, random: number): number {
  return Math.min(30_000, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 5)) * (1 - random / 5);
}

/** A sentence for people, with what they can do. */
export function plainDetail(error: unknown): string {
  if (isConflict(error)) {
    return 'Another program polls with this token. Stop it, or give this bot a token of its own from @BotFather.';
  }
  const { kind, message, remedy } = error instanceof ChannelError ? error : channelError(error);
  if (kind === 'auth') return `Telegram does not accept the token. ${remedy ?? ''}`.trim();
  if (kind === 'rate-limit') return 'Telegram asks for a pause; I go on by myself.';
  if (kind === 'network' || kind === 'unavailable') {
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}. I keep trying.`;
  }
  return 'Telegram refused to hand out messages. I keep trying; the log has the details.';
}

function isConflict(error: unknown): error is GrammyError {
  return error instanceof GrammyError && error.error_code === 409;
}

function isWebhook(error: unknown): boolean {
  return isConflict(error) && /webhook/i.test(error.description);
}

/** A webhook takes all updates for itself. */
async function removedWebhook(api: TelegramApi, log: Log, signal: AbortSignal): Promise<boolean> {
  try {
    await api.call((raw, end) => raw.deleteWebhook({}, end), { signal });
    log.warn('telegram.webhook-removed', { why: 'a webhook was set for this bot; it is polled instead' });
    return true;
  } catch {
    return false;
  }
}
