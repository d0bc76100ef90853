// Asks Discord who the bot is and which switches are on in its portal, for doctor. Does not log in: a running bot stays connected.

import { ApplicationFlags, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { ChannelError, type ChannelProbe } from '../../src/contracts/index.js';
import { hopeless } from './gateway.js';
import type { DiscordConfig } from './manifest.js';
import { openRest } from './rest.js';

const user = z.object({ username: z.string() });
const application = z.object({ flags: z.number().optional() });
/** The second is for bots in fewer than a hundred servers. */
const READS_MESSAGES = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
/** What Discord closes a connection with that asks for more than is switched on. */
const DISALLOWED_INTENTS = 4014;

export const probeDiscord: ChannelProbe<DiscordConfig> = async ({ token, apiRoot }, { clock }) => {
  const rest = openRest({ token, apiRoot, clock });
  try {
    const me = await rest.call({ method: 'GET', route: Routes.user(), doing: 'say who the bot is' }, user);
    // Where the platform does not tell, as a proxy may not, a start will.
    const { flags } = await rest
      .call({ method: 'GET', route: '/applications/@me', doing: 'show the settings of the bot' }, application)
      .catch((error: unknown) => {
        if (error instanceof ChannelError && error.kind !== 'auth') return { flags: undefined };
        throw error;
      });
    const refusal = hopeless(DISALLOWED_INTENTS);
    if (flags !== undefined && (flags & READS_MESSAGES) === 0 && refusal) throw refusal;
    return { says: `Discord knows the bot as ${me.username}.`, hints: [] };
  } finally {
    rest.close();
  }
};
