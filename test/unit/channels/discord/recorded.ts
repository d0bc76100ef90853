// Raw events of Discord, as recorded, and what reads them.

import { readFileSync } from 'node:fs';
import type { Reader } from '../../../../channels/discord/inbound.js';
import { guildPayload, messagePayload } from '../../../../channels/discord/payloads.js';
import { Places } from '../../../../channels/discord/places.js';

export const BOT = '1310000000000000001';
export const GUILD = '81384788765712384';
export const GENERAL = '381870553235193857';
export const DIRECT = '1444500000000000900';
export const OWN_ROLE = '381870600000000002';

export function recorded(name: string): Record<string, unknown> {
  const file = new URL(`../../../fixtures/discord/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

export function message(name: string, changes: Record<string, unknown> = {}) {
  return messagePayload.parse({ ...recorded(name), ...changes });
}

/** What the gateway told before the first message. */
export function knowing(): Places {
  const places = new Places();
  places.bot = BOT;
  places.learnGuild(guildPayload.parse(recorded('guild-create')));
  places.learn({ id: DIRECT, type: 1 });
  return places;
}

export function readerOf(places: Places): Reader {
  const where = places.of(GENERAL);
  if (!where) throw new Error('the recorded server has that channel');
  return {
    bot: BOT,
    username: 'nightjar',
    isOwnRole: (id) => places.isOwnRole(id),
    roleName: (id) => places.roleName(id, where),
    channelName: (id) => places.channelName(id, where),
  };
}
