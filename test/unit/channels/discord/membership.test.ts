import { describe, expect, it } from 'vitest';
import { joinedEvent, leftEvent, readKnownGuilds } from '../../../../channels/discord/membership.js';
import { guildPayload } from '../../../../channels/discord/payloads.js';
import { BOT, GENERAL, GUILD, recorded } from './recorded.js';

const JOINED = Date.parse('2026-11-29T09:00:00Z');

function guild(changes: Record<string, unknown> = {}) {
  return guildPayload.parse({ ...recorded('guild-create'), ...changes });
}

describe('a server', () => {
  it('is told of as joined once, in the first channel where the bot may write', () => {
    const first = joinedEvent(guild(), {}, BOT, 5);
    expect(first?.event).toMatchObject({
      id: `g:${GUILD}:${JOINED}`,
      type: 'membership',
      change: 'joined',
      chat: { chat: GENERAL },
      place: 'group',
      inside: [GUILD],
      title: 'Tea Club 茶',
      at: JOINED,
      from: { kind: 'chat' },
    });
    const known = readKnownGuilds(JSON.stringify(first?.known));
    expect(joinedEvent(guild(), known, BOT, 5)).toBeUndefined();
    expect(joinedEvent(guild({ joined_at: '2026-12-01T00:00:00Z' }), known, BOT, 5)?.event.id).not.toBe(
      first?.event.id,
    );
  });

  it('is greeted where it greets, if the bot may write there', () => {
    const roles = (guild().roles ?? []).map((role) =>
      role.id === '381870600000000002' ? { ...role, permissions: '8' } : role,
    );
    expect(joinedEvent(guild({ roles }), {}, BOT, 5)?.event.chat.chat).toBe('381870553235193860');
    const closed = (guild().channels ?? []).map((one) => ({
      ...one,
      permission_overwrites: [{ id: GUILD, allow: '0', deny: '1024' }],
    }));
    expect(joinedEvent(guild({ channels: closed }), {}, BOT, 5)?.event.chat.chat).toBe('381870553235193860');
    expect(joinedEvent(guild({ channels: [] }), {}, BOT, 5)?.event.chat.chat).toBe(GUILD);
  });

  it('is told of as left once, where it was told of as joined', () => {
    const joined = joinedEvent(guild(), {}, BOT, 5);
    const left = leftEvent(GUILD, joined?.known ?? {}, BOT, 9);
    expect(left?.event).toMatchObject({
      id: `g:${GUILD}:${JOINED}:left`,
      change: 'left',
      chat: joined?.event.chat,
      at: 9,
    });
    expect(left?.known).toEqual({});
    expect(leftEvent(GUILD, {}, BOT, 9)).toBeUndefined();
  });
});
