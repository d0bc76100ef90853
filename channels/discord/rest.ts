// Requests to Discord through its own library, which knows the rate limits: one attempt each, no waiting for a limit
// (whoever asks decides), a time limit over the whole answer, answers parsed, failures in our words.

import { type RateLimitData, type RawFile, REST, RequestMethod } from '@discordjs/rest';
import type { ZodType } from 'zod';
import type { Clock } from '../../src/contracts/index.js';
import { DiscordError, toDiscordError } from './errors.js';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  route: `/${string}`;
  /** Completes "Discord refused to …". */
  doing: string;
  body?: unknown;
  query?: Record<string, string>;
  files?: RawFile[];
  /** False for addresses that hold a token of their own. */
  auth?: boolean;
}

export interface Rest {
  /** The parsed answer; throws a DiscordError. */
  call<T>(request: Request, answer: ZodType<T>): Promise<T>;
  /** For answers that hold nothing to read. */
  run(request: Request): Promise<void>;
  /** Breaks what is under way; later requests throw 'unavailable'. */
  close(): void;
}

const TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 120_000;
/** Our own pace of 50 requests a second frees up within one. */
const SHORT_WAIT_MS = 1_100;
const API = 'https://discord.com/api';

export function openRest({
  token,
  apiRoot,
  clock,
}: {
  token: string;
  apiRoot?: string | undefined;
  clock: Clock;
}): Rest {
  const rest = new REST({
    version: '10',
    api: (apiRoot ?? API).replace(/\/+$/, '').replace(/\/v10$/, ''),
    retries: 0,
    timeout: UPLOAD_TIMEOUT_MS,
    rejectOnRateLimit: isLongWait,
  }).setToken(token);
  const open = new Set<AbortController>();
  let isClosed = false;

  async function ask(request: Request): Promise<unknown> {
    const { method, route, doing, body, query, files, auth = true } = request;
    if (isClosed) throw closed();
    const controller = new AbortController();
    open.add(controller);
    const cancel = clock.after(files ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS, () => controller.abort());
    try {
      return await rest.request({
        method: RequestMethod[METHODS[method]],
        fullRoute: route,
        ...(body === undefined ? {} : { body }),
        ...(query ? { query: new URLSearchParams(query) } : {}),
        ...(files ? { files } : {}),
        auth,
        signal: controller.signal,
      });
    } catch (error) {
      const known = toDiscordError(error, doing);
      // The library forgets a token that was refused once, and then fails without asking.
      if (known.kind === 'auth') rest.setToken(token);
      throw known;
    } finally {
      cancel();
      open.delete(controller);
    }
  }

  return {
    async call(request, answer) {
      const parsed = answer.safeParse(await ask(request));
      if (parsed.success) return parsed.data;
      throw new DiscordError('network', 'What answered does not speak as Discord does.', {
        retryable: true,
        remedy: 'Check channels.discord.apiRoot, and whether a proxy stands between.',
      });
    },
    async run(request) {
      await ask(request);
    },
    close() {
      isClosed = true;
      for (const controller of open) controller.abort();
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
    },
  };
}

const METHODS = { GET: 'Get', POST: 'Post', PUT: 'Put', PATCH: 'Patch', DELETE: 'Delete' } as const;

function isLongWait({ global, timeToReset, retryAfter, sublimitTimeout }: RateLimitData): boolean {
  return !global || Math.max(timeToReset, retryAfter, sublimitTimeout) > SHORT_WAIT_MS;
}

function closed(): DiscordError {
  return new DiscordError('unavailable', 'The connection to Discord is closed.', { retryable: true });
}
