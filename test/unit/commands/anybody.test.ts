// Slash commands of groups in which other bots listen too.

import { expect, it } from 'vitest';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation } from '../../support/conversation.js';

it('a command that names no bot is answered where it is ours, and otherwise left to whoever knows it', async () => {
  const house = await openConversation({ model: scriptedModel([]), groups: { team: {} } });
  const chat = { channel: 'chat', account: 'bot', chat: 'team' };
  const from = { account: 'chat:ann', name: 'ann', kind: 'person' as const };
  const base = { type: 'command' as const, chat, place: 'group' as const, from, args: '' };
  const toAnybody = true as const;
  await house.happens(
    { ...base, id: '1', name: 'weather', toAnybody },
    { ...base, id: '2', name: 'deny', args: 'here', toAnybody },
    { ...base, id: '3', name: 'whoami', toAnybody },
  );
  await house.until(() => house.texts('team').length === 2);
  expect(house.texts('team')).toEqual([
    expect.stringMatching(/^I do not know \/deny here/),
    expect.stringMatching(/^You are ann \(member\)/),
  ]);
  await house.happens({ ...base, id: '4', name: 'weather' });
  await house.until(() => house.texts('team').length === 3);
  expect(house.texts('team')[2]).toMatch(/^I do not know \/weather here/);
});
