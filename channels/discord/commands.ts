// The menu of slash commands: fitted to Discord's limits here, so that one long text cannot refuse the whole list, and
// written as a whole only when it changed. Never holds up anything else.

import { createHash } from 'node:crypto';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { ChannelError, type ChannelStore, type Clock, type CommandHint, type Log } from '../../src/contracts/index.js';
import { truncate } from '../../src/text/truncate.js';
import type { Rest } from './rest.js';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MOST = 100;
const TEXT_LIMIT = 100;
/** The one option of a command: everything behind its name. */
const INPUT = 'input';

const STORED = 'commands';
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];

/**
 * Names that Discord refuses, what is secret (everybody sees the one list) and what is beyond 100 are left out; longer texts
 * end in an ellipsis.
 */
export function fitCommands(hints: readonly CommandHint[]): RESTPostAPIChatInputApplicationCommandsJSONBody[] {
  const fitted = new Map<string, RESTPostAPIChatInputApplicationCommandsJSONBody>();
  for (const hint of hints) {
    const name = hint.name.toLowerCase();
    if (hint.secret || !NAME.test(name) || fitted.has(name)) continue;
    fitted.set(name, {
      type: ApplicationCommandType.ChatInput,
      name,
      description: words(hint.summary) || name,
      options:
        words(hint.usage ?? '') === ''
          ? []
          : [{ type: ApplicationCommandOptionType.String, name: INPUT, description: words(hint.usage ?? '') }],
      integration_types: [ApplicationIntegrationType.GuildInstall],
      // Who may use it in a server is for the core to say: Discord knows nothing of the admins that an owner names here.
      contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    });
  }
  return [...fitted.values()].slice(0, MOST);
}

function words(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), TEXT_LIMIT);
}

export interface PublishDeps {
  rest: Rest;
  store: ChannelStore;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Tries until the list stands there, or Discord refuses it for good; never throws. True when it stands. */
export async function publish(
  application: string,
  hints: readonly CommandHint[],
  { rest, store, clock, log, signal }: PublishDeps,
): Promise<boolean> {
  const body = fitCommands(hints);
  const given = hints.filter(({ secret }) => !secret).length;
  if (body.length < given) log.warn('discord.commands-left-out', { given, taken: body.length });
  const digest = createHash('sha256')
    .update(JSON.stringify([application, body]))
    .digest('hex');
  if (store.get(STORED) === digest) return true;
  for (const pause of [...PAUSES_MS, undefined]) {
    if (signal.aborted) return false;
    try {
      const route = `/applications/${application}/commands` as const;
      await rest.run({ method: 'PUT', route, body, doing: 'take the list of commands' });
      await store.set(STORED, digest);
      log.info('discord.commands-published', { commands: body.length });
      return true;
    } catch (error) {
      log.warn('discord.commands-not-published', { error });
      const known = error instanceof ChannelError ? error : undefined;
      if (known && !known.retryable) return false;
      if (pause !== undefined) await clock.sleep(Math.max(pause, known?.retryAfterMs ?? 0), signal);
    }
  }
  return false;
}
