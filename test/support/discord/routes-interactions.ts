// REST: answers to interactions, and the messages that follow by their token.

import type { Interactions } from './interactions.js';
import { FLAG } from './model.js';
import { messageJson } from './payloads.js';
import type { Route } from './router.js';
import type { World } from './world.js';

const HOOK = '/webhooks/:application/:token';

export function interactionRoutes(world: World, interactions: Interactions): Route[] {
  return [
    {
      method: 'POST',
      pattern: '/interactions/:id/:token/callback',
      auth: false,
      handle({ params, query, body, files }) {
        const { interaction, message } = interactions.acknowledge(params.id ?? '', params.token ?? '', body, files);
        if (query.get('with_response') !== 'true') return { status: 204 };
        const flags = message?.flags ?? 0;
        const told = {
          id: interaction.id,
          type: interaction.type,
          channel_id: interaction.channel.id,
          ...(interaction.channel.guildId && { guild_id: interaction.channel.guildId }),
          ...(message && {
            response_message_id: message.id,
            response_message_loading: (flags & FLAG.loading) !== 0,
            response_message_ephemeral: (flags & FLAG.ephemeral) !== 0,
          }),
        };
        const resource = { type: interaction.answered, ...(message && { message: messageJson(world, message) }) };
        return { status: 200, body: { interaction: told, resource } };
      },
    },
    {
      method: 'POST',
      pattern: HOOK,
      auth: false,
      handle({ params, body, files }) {
        const message = interactions.followUp(params.application ?? '', params.token ?? '', body, files);
        return { status: 200, body: messageJson(world, message) };
      },
    },
    {
      method: 'GET',
      pattern: `${HOOK}/messages/:message`,
      auth: false,
      handle({ params }) {
        const { application = '', token = '', message = '' } = params;
        return { status: 200, body: messageJson(world, interactions.find(application, token, message)) };
      },
    },
    {
      method: 'PATCH',
      pattern: `${HOOK}/messages/:message`,
      auth: false,
      handle({ params, body, files }) {
        const { application = '', token = '', message = '' } = params;
        const edited = interactions.edit(application, token, message, body, files);
        return { status: 200, body: messageJson(world, edited) };
      },
    },
    {
      method: 'DELETE',
      pattern: `${HOOK}/messages/:message`,
      auth: false,
      handle({ params }) {
        const { application = '', token = '', message = '' } = params;
        world.remove(interactions.find(application, token, message));
        return { status: 204 };
      },
    },
  ];
}
