// REST: the application itself, its commands, and where its gateway is.

import { type CommandBook, commandJson } from './commands.js';
import { apiError } from './errors.js';
import { userJson } from './payloads.js';
import type { Handler, RestRequest, Route } from './router.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export function applicationRoutes(
  world: World,
  settings: Settings,
  commands: CommandBook,
  gatewayUrl: () => string,
): Route[] {
  const self = (): Record<string, unknown> => userJson(world.user(world.botId));
  const application: Handler = () => ({
    status: 200,
    body: {
      id: world.botId,
      name: self().username,
      icon: null,
      description: '',
      summary: '',
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      team: null,
      flags: applicationFlags(settings),
      bot: self(),
      owner: { ...self(), id: '1', bot: false },
      integration_types_config: { '0': { oauth2_install_params: { scopes: ['bot'], permissions: '0' } } },
    },
  });
  const gateway: Handler = () => ({
    status: 200,
    body: {
      url: gatewayUrl(),
      shards: 1,
      session_start_limit: {
        total: settings.sessionStarts.total,
        remaining: settings.sessionStarts.remaining,
        reset_after: DAY_MS,
        max_concurrency: settings.sessionStarts.maxConcurrency,
      },
    },
  });
  return [
    { method: 'GET', pattern: '/gateway/bot', handle: gateway },
    { method: 'GET', pattern: '/gateway', auth: false, handle: () => ({ status: 200, body: { url: gatewayUrl() } }) },
    { method: 'GET', pattern: '/applications/@me', handle: application },
    { method: 'GET', pattern: '/oauth2/applications/@me', handle: application },
    ...commandRoutes(world, commands, '/applications/:application/commands'),
    ...commandRoutes(world, commands, '/applications/:application/guilds/:guild/commands'),
  ];
}

function commandRoutes(world: World, commands: CommandBook, pattern: string): Route[] {
  /** The guild of the list, '' for the global one. Throws 50001 for what is not the bot's. */
  function place({ params }: RestRequest): string {
    if (params.application !== world.botId) throw apiError(50001);
    if (params.guild !== undefined && !world.guilds.get(params.guild)?.joined) throw apiError(50001);
    return params.guild ?? '';
  }
  return [
    {
      method: 'GET',
      pattern,
      handle(request) {
        const guild = place(request);
        return { status: 200, body: commands.of(guild).map((one) => commandJson(world.botId, one, guild)) };
      },
    },
    {
      method: 'PUT',
      pattern,
      handle(request) {
        const guild = place(request);
        const written = commands.overwrite(guild, request.body);
        return { status: 200, body: written.map((one) => commandJson(world.botId, one, guild)) };
      },
    },
    {
      method: 'POST',
      pattern,
      handle(request) {
        const guild = place(request);
        const { command, created } = commands.upsert(guild, request.body);
        return { status: created ? 201 : 200, body: commandJson(world.botId, command, guild) };
      },
    },
    {
      method: 'DELETE',
      pattern: `${pattern}/:command`,
      handle(request) {
        commands.remove(place(request), request.params.command ?? '');
        return { status: 204 };
      },
    },
  ];
}

/** The bits by which the portal's switches show, in their form for small bots. */
export function applicationFlags(settings: Settings): number {
  const { messageContent, members, presences } = settings.intents;
  return (presences ? 1 << 13 : 0) | (members ? 1 << 15 : 0) | (messageContent ? 1 << 19 : 0);
}
