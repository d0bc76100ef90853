// What a test can choose of the Discord stand-in, with the platform's own values as defaults.

export interface DiscordOptions {
  /** The token that is right. Default: one that looks real. */
  token?: string;
  bot?: { id?: string; name?: string };
  /** Privileged intents switched on in the portal. Default: message content alone. */
  intents?: { messageContent?: boolean; members?: boolean; presences?: boolean };
  /** Milliseconds since the epoch; a FakeClock's, for one. Default: the real time. Timers of silence are always real. */
  now?: () => number;
  /** Default 41,250, as the platform's. */
  heartbeatMs?: number;
  /** How long an interaction waits for its first answer. Default 3,000. */
  interactionMs?: number;
  /** How long an interaction's token is good for what follows. Default 15 minutes. */
  interactionTokenMs?: number;
  /** How long a nonce is remembered. Default 3 minutes. */
  nonceMs?: number;
  /** How long a session without connection can be resumed. Default 3 minutes. */
  sessionMs?: number;
  /** Milliseconds between two identifies, below which the second is refused. Default 0: the tests have no time. */
  identifyMs?: number;
  sessionStarts?: { total?: number; remaining?: number; maxConcurrency?: number };
  /** The platform's own limits, 5 messages in 5 s per channel and 50 calls a second. Default false. */
  rateLimits?: boolean;
  /** The largest file. Default 10 MiB. */
  fileBytes?: number;
}

export interface Settings {
  token: string;
  intents: { messageContent: boolean; members: boolean; presences: boolean };
  heartbeatMs: number;
  interactionMs: number;
  interactionTokenMs: number;
  nonceMs: number;
  sessionMs: number;
  identifyMs: number;
  sessionStarts: { total: number; remaining: number; maxConcurrency: number };
  rateLimits: boolean;
  fileBytes: number;
}

export function settingsFrom(options: DiscordOptions, botId: string): Settings {
  return {
    token: options.token ?? `${Buffer.from(botId).toString('base64url')}.GstAnd.${'x'.repeat(38)}`,
    intents: { messageContent: true, members: false, presences: false, ...options.intents },
    heartbeatMs: options.heartbeatMs ?? 41_250,
    interactionMs: options.interactionMs ?? 3_000,
    interactionTokenMs: options.interactionTokenMs ?? 15 * 60_000,
    nonceMs: options.nonceMs ?? 3 * 60_000,
    sessionMs: options.sessionMs ?? 3 * 60_000,
    identifyMs: options.identifyMs ?? 0,
    sessionStarts: { total: 1000, remaining: 1000, maxConcurrency: 1, ...options.sessionStarts },
    rateLimits: options.rateLimits ?? false,
    fileBytes: options.fileBytes ?? 10 * 1024 * 1024,
  };
}
