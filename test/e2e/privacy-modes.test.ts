// What a group wants remembered, through the whole bot on a platform: no byte of the rest stays anywhere in the home.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chats, openChats } from '../support/platforms.js';

let chats: Chats;

beforeAll(async () => {
  chats = await openChats();
  chats.model.when(/blue pot/, () => ({ text: 'Under the blue pot, aye. 화분 아래.' }));
  chats.model.when(/weather/, () => ({ text: 'Sunny.' }));
});
afterAll(() => chats.close());

function bytes(): string {
  const files = readdirSync(chats.home, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
}

it('C137 a group is remembered by what is said to the bot alone, and then not at all', async () => {
  const { telegram } = chats;
  const team = await telegram.group('Team');
  const ann = telegram.person('Ann');
  team.says(telegram.owner, '/privacy mentions only');
  await team.expectReply(/^From the next message on I keep only what is said to me/);
  team.says(ann, 'the boat is called Seeadler, 船叫海鹰');
  team.says(telegram.owner, '@bot how is the weather?');
  await team.expectReply(/^Sunny/);
  team.says(telegram.owner, '/privacy off');
  await team.expectReply(/^From the next message on I remember nothing/);
  team.says(telegram.owner, '@bot the key is under the blue pot');
  await team.expectReply(/blue pot, aye/);
  await chats.rest();
  const kept = readdirSync(join(chats.home, 'sessions')).length;
  team.says(telegram.owner, '/new');
  await team.expectReply(/./);
  await expect.poll(() => readdirSync(join(chats.home, 'sessions')).length).toBe(kept - 1);
  await chats.rest();
  await chats.stop();
  const left = bytes();
  expect(left).toContain('how is the weather');
  expect(left).not.toMatch(/Seeadler|海鹰|blue pot|화분/);
});
