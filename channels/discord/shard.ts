// One connection to Discord's gateway, by the library that speaks its protocol: hello, identify or resume, heartbeats.
// It never reconnects by itself: the library would every half second for ever, and forget the session when the network
// is away. It says how it ended, once, and whoever opened it opens the next.

import {
  CloseCodes,
  Encoding,
  type FetchingStrategyOptions,
  type IContextFetchingStrategy,
  type SessionInfo,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
} from '@discordjs/ws';
import { APIVersion, type GatewayDispatchPayload } from 'discord-api-types/v10';

export interface Ending {
  /** Discord's close code, where it was Discord who closed. */
  code?: number | undefined;
  /** The session can be taken up again where it was left. */
  resumable: boolean;
}

export interface ShardEvents {
  /** Connected: with a session of its own, or with the old one taken up. */
  up(resumed: boolean): void;
  dispatch(payload: GatewayDispatchPayload): void;
  ended(ending: Ending): void;
  debug(message: string): void;
}

/** What the next connection can take up; null for a session that has to be begun. */
export interface Session {
  info: SessionInfo | null;
}

export interface ShardOptions {
  url: string;
  token: string;
  intents: number;
  session: Session;
  /** Resolves when an identify is allowed; not asked for a resume. */
  mayIdentify(signal: AbortSignal): Promise<void>;
}

const HANDSHAKE_MS = 10_000;
const HELLO_MS = 15_000;
const READY_MS = 20_000;

export class Shard extends WebSocketShard {
  readonly #on: ShardEvents;
  #ended = false;
  #greeted = false;
  #closing: Promise<void> | undefined;

  constructor(options: ShardOptions, on: ShardEvents) {
    super(strategyOf(options), 0);
    this.#on = on;
    this.on(WebSocketShardEvents.Hello, () => {
      this.#greeted = true;
      if (this.#closing) void this.#shut();
    });
    this.on(WebSocketShardEvents.Ready, () => this.#say(() => on.up(false)));
    this.on(WebSocketShardEvents.Resumed, () => this.#say(() => on.up(true)));
    this.on(WebSocketShardEvents.Dispatch, ({ data }) => this.#say(() => on.dispatch(data)));
    // What follows an error is always a close, and that is what counts.
    this.on(WebSocketShardEvents.Error, () => {});
    this.on(WebSocketShardEvents.Debug, ({ message }) => on.debug(message));
  }

  /** Connects in the background; everything else is told by the events. */
  open(): void {
    this.connect().catch(() => {});
  }

  /** Every end passes here, whoever wishes it; `recover` is the library's wish to come back. */
  override async destroy({ recover, ...options }: WebSocketShardDestroyOptions = {}): Promise<void> {
    // The library gives a session up where the network failed; one that was not even spoken of is as good as before.
    const resumable = recover === WebSocketShardDestroyRecovery.Resume || (recover !== undefined && !this.#greeted);
    this.#end({ code: options.code, resumable });
    await super
      .destroy({ ...options, code: options.code ?? (resumable ? CloseCodes.Resuming : CloseCodes.Normal) })
      .catch(() => {});
  }

  /** Drops a connection that gives no answer, so that its session can be taken up by the next. */
  drop(): void {
    void this.destroy({ reason: 'No answer', recover: WebSocketShardDestroyRecovery.Resume });
  }

  /** Ends it for good: Discord shows the bot as away at once. */
  close(): Promise<void> {
    this.#ended = true;
    // A socket that is not open yet cannot be closed by the library; it is as soon as it opens, or fails by itself.
    this.#closing ??= this.#greeted ? this.#shut() : Promise.resolve();
    return this.#closing;
  }

  async #shut(): Promise<void> {
    await super.destroy({ code: CloseCodes.Normal }).catch(() => {});
  }

  #say(what: () => void): void {
    if (!this.#ended) what();
  }

  #end(ending: Ending): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#on.ended(ending);
  }
}

function strategyOf({ url, token, intents, session, mayIdentify }: ShardOptions): IContextFetchingStrategy {
  const options: FetchingStrategyOptions = {
    token,
    intents,
    shardCount: 1,
    gatewayInformation: {
      url,
      shards: 1,
      session_start_limit: { total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 },
    },
    version: APIVersion,
    encoding: Encoding.JSON,
    compression: null,
    identifyProperties: { browser: 'nightjar', device: 'nightjar', os: process.platform },
    initialPresence: null,
    largeThreshold: 50,
    handshakeTimeout: HANDSHAKE_MS,
    helloTimeout: HELLO_MS,
    readyTimeout: READY_MS,
  };
  return {
    options,
    retrieveSessionInfo: () => session.info,
    // The library forgets the session also when only the network was away; whether it is lost is decided at the end.
    updateSessionInfo(_shard, info) {
      if (info) session.info = { ...info, resumeURL: /^wss?:\/\/\S+$/.test(info.resumeURL) ? info.resumeURL : url };
    },
    waitForIdentify: (_shard, signal) => mayIdentify(signal),
  };
}
