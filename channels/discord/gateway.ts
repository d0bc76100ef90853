// Keeps a connection to Discord's gateway: the first, and after every loss the next, with growing pauses, taking the
// session up where it can. Says honestly how it stands. Knows nothing of what the events mean.

import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { ChannelError, type ChannelHealth, type Clock, type Log } from '../../src/contracts/index.js';
import { WRONG_TOKEN } from './errors.js';
import { gatewayPayload } from './payloads.js';
import type { Rest } from './rest.js';
import { type Ending, type Session, Shard } from './shard.js';

export interface GatewayOptions {
  token: string;
  intents: number;
  rest: Rest;
  clock: Clock;
  log: Log;
  /** Of what Discord sends, in its order. */
  dispatch(payload: GatewayDispatchPayload): void;
}

/** A connection that lived this long was a good one: the next loss begins with a short pause again. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** For what somebody has to put right first. */
const HOPELESS_PAUSE_MS = 300_000;
/** From the first packet to being up; a resume that nobody answers has no limit of its own in the library. */
const UP_MS = 40_000;
/** So many failures in a row make the address of the session suspect. */
const DISTRUST = 3;
/** Discord allows one identify in five seconds. */
const IDENTIFY_GAP_MS = 5_000;

/** The pause before attempt `failures + 1`, in ms; `chance` (0 to 1) spreads bots that lost Discord together. */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS) * (0.5 + chance / 2);
}

/** What a close code says that no retry alone can change; undefined for all others. */
export function hopeless(code: number | undefined): ChannelError | undefined {
  switch (code) {
    case 4004:
      return new ChannelError('auth', 'Discord does not accept the token of the bot.', { remedy: WRONG_TOKEN });
    case 4014:
      return new ChannelError('auth', 'Discord refuses the connection: the bot may not read what messages say.', {
        remedy:
          'Switch on: Discord Developer Portal → your application → Bot → Privileged Gateway Intents → Message Content Intent. Save, then start again.',
      });
    case 4010:
    case 4011:
    case 4012:
    case 4013:
      return new ChannelError('rejected', `Discord refuses this kind of connection (code ${code}).`, {
        remedy: code === 4011 ? 'The bot is in too many servers for one connection.' : 'Update Nightjar.',
      });
    default:
      return undefined;
  }
}

type End = Ending & { wasUp: boolean; error?: ChannelError };

export class Gateway {
  readonly #options: GatewayOptions;
  #health: ChannelHealth = { state: 'starting' };
  #session: Session['info'] = null;
  #url: string | undefined;
  #identifiedAt = Number.NEGATIVE_INFINITY;
  #shard: Shard | undefined;
  #stopped = false;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  health(): ChannelHealth {
    return this.#health;
  }

  /** Resolves when the first attempt is over, whether it succeeded or is worth another; throws when it is hopeless. */
  async start(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#run(signal, resolve, reject).catch((error: unknown) => {
        this.#options.log.error('discord.gateway-failed', { error });
        this.#health = { state: 'down', detail: 'The connection to Discord failed; the log says why. Start again.' };
        reject(error);
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#health = { state: 'down', detail: 'The connection to Discord is closed.' };
    await this.#shard?.close();
  }

  async #run(signal: AbortSignal, first: () => void, refuse: (error: ChannelError) => void): Promise<void> {
    const { clock, log } = this.#options;
    let settled = false;
    const settle = () => {
      settled = true;
      first();
    };
    for (let failures = 0; !signal.aborted && !this.#stopped; ) {
      const began = clock.now();
      const end = await this.#connection(signal, settle, failures);
      if (signal.aborted || this.#stopped) break;
      failures = end.wasUp && clock.now() - began >= STEADY_MS ? 0 : failures + 1;
      const pause = end.error && !end.error.retryable ? HOPELESS_PAUSE_MS : pauseAfter(failures - 1, Math.random());
      this.#health = { state: 'down', detail: detailOf(end.error) };
      log.warn('discord.connection-lost', {
        code: end.code,
        resumable: end.resumable,
        failures,
        pause,
        error: end.error,
      });
      if (!settled && end.error && !end.error.retryable) return refuse(end.error);
      if (!settled) settle();
      await clock.sleep(Math.max(pause, end.error?.retryAfterMs ?? 0), signal);
    }
    if (!settled) first();
  }

  /** One connection from its first packet to its end. */
  async #connection(signal: AbortSignal, up: () => void, failures: number): Promise<End> {
    const { clock, log, token, intents } = this.#options;
    const session: Session = { info: this.#session };
    let url: string;
    try {
      url = await this.#gatewayUrl(session);
      // The host that keeps the session may be what is down; the general one can take it up too.
      if (session.info && failures >= DISTRUST) session.info = { ...session.info, resumeURL: url };
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      return { resumable: this.#session !== null, wasUp: false, error };
    }
    return new Promise((resolve) => {
      let wasUp = false;
      const late = clock.after(UP_MS, () => shard.drop());
      const shard = new Shard(
        { url, token, intents, session, mayIdentify: (closed) => this.#mayIdentify(closed) },
        {
          up: (resumed) => {
            late();
            wasUp = true;
            this.#health = { state: 'up' };
            log.info('discord.connected', { resumed });
            up();
          },
          dispatch: this.#options.dispatch,
          ended: (ending) => {
            late();
            signal.removeEventListener('abort', abort);
            this.#session = ending.resumable ? session.info : null;
            const error = hopeless(ending.code);
            resolve({ ...ending, wasUp, ...(error ? { error } : {}) });
          },
          debug: (message) => log.debug('discord.gateway', { message }),
        },
      );
      const abort = () => {
        late();
        void shard.close();
        resolve({ resumable: false, wasUp });
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#shard = shard;
      shard.open();
    });
  }

  /** Asked for again when a session has to be begun after a failure: addresses change. */
  async #gatewayUrl(session: Session): Promise<string> {
    if (session.info && this.#url !== undefined) return this.#url;
    const answer = await this.#options.rest.call(
      { method: 'GET', route: '/gateway/bot', doing: 'say where to connect' },
      gatewayPayload,
    );
    const limit = answer.session_start_limit;
    if (limit && limit.remaining <= 0) {
      const minutes = Math.max(1, Math.ceil(limit.reset_after / 60_000));
      throw new ChannelError('rate-limit', `Discord lets the bot log in again in ${minutes} minutes.`, {
        retryable: true,
        retryAfterMs: limit.reset_after,
        remedy: 'Wait; and find out what makes the bot start so often.',
      });
    }
    this.#url = answer.url;
    return answer.url;
  }

  async #mayIdentify(closed: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    // A clock that was set back makes no wait longer.
    const wait = Math.min(IDENTIFY_GAP_MS, this.#identifiedAt + IDENTIFY_GAP_MS - clock.now());
    if (wait > 0) await clock.sleep(wait, closed);
    if (closed.aborted) throw closed.reason;
    this.#identifiedAt = clock.now();
  }
}

function detailOf(error: ChannelError | undefined): string {
  if (!error) return 'The connection to Discord broke; I am connecting again.';
  const trying = error.retryable ? ' I keep trying.' : '';
  return [`${error.message}${trying}`, error.remedy].filter(Boolean).join(' ');
}
