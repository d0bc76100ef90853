// A strict local stand-in of the Telegram Bot API on 127.0.0.1, spoken to as Telegram is: <apiRoot>/bot<token>/<method>.
// For tests only; it knows nothing of our code.

import { once } from 'node:events';
import { ApiError } from './api-error.js';
import { createFaults } from './faults.js';
import { type Call, createApiServer } from './http.js';
import { menuName } from './methods/commands.js';
import { createPlaces, createWorld } from './population.js';
import type { Telegram, TelegramOptions } from './telegram.js';

export type { Telegram, TelegramOptions } from './telegram.js';

/** Starts the stand-in on a random port. */
export async function startTelegram(options: TelegramOptions = {}): Promise<Telegram> {
  const token = options.token ?? '7000000001:AAHtestTokenForTheStandInOfTelegram';
  const world = createWorld(token, options);
  const faults = createFaults();
  const calls: Call[] = [];
  const server = createApiServer({ world, faults, calls });
  let port = 0;
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  };
  const down = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen();

  const places = createPlaces(world);
  const story = (): string =>
    `The last calls were: ${calls
      .slice(-8)
      .map((one) => `${one.method} ${one.answer ? (one.answer.description ?? 'ok') : 'unanswered'}`)
      .join('; ')}.`;
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    token,
    me: world.me,
    ...places,
    update(update) {
      const id = world.updates.add(update);
      world.changes.tell();
      return id;
    },
    calls: (method) => (method === undefined ? calls : calls.filter((one) => one.method === method)),
    waitFor: (check, ms = 5000) => world.changes.until(check, ms, story),
    get offset() {
      return world.updates.offset;
    },
    get pending() {
      return world.updates.pending;
    },
    get allowedUpdates() {
      return world.updates.allowed;
    },
    answeredCallbacks: world.answered,
    commands: (scope, language) => world.menus.get(menuName(scope, language)),
    fail: (method, times, fault, when) => faults.add(method, times, fault, when),
    heal: () => faults.clear(),
    pausePolls: () => world.updates.pause(true),
    resumePolls: () => world.updates.pause(false),
    setWebhook(url) {
      world.webhook = url;
      world.updates.abort(new ApiError(409, 'Conflict: terminated by setWebhook request'));
    },
    expireFiles: () => world.files.expireLinks(),
    revoke() {
      world.token = '';
      world.updates.abort(new ApiError(401, 'Unauthorized'));
    },
    restore() {
      world.token = token;
    },
    down,
    up: listen,
    stop: down,
  };
}
