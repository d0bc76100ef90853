// What the model may do only after somebody's yes (files, messages to other chats, web addresses), and the commands of skills,
// as people meet them on the platforms: the exact words, the buttons, whose press counts, the menus.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordSide } from '../support/discord-side.js';
import { tellingOf } from '../support/model-script.js';
import { type Chats, openChats } from '../support/platforms.js';
import type { TelegramPerson, TelegramSide } from '../support/telegram-side.js';

const COMMANDS = -1_001_000_000_201;
const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it well.\n`;

let chats: Chats;
let telegram: TelegramSide;
let ada: TelegramPerson;
/** A server on Discord in which the bot takes part. */
let house: Awaited<ReturnType<DiscordSide['guild']>>;
let web: Server;
/** Paths that were asked for. */
const opened: string[] = [];
const page = (path: string): string => `http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  web = createServer((request, response) => {
    opened.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>潮汐表 of ${request.url?.split('?')[0]}</p>`);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  chats = await openChats({
    yaml: {
      telegram: `groups: { "${COMMANDS}": { respond: commands } }`,
      top: `tools: { webInside: ["${new URL(page('/')).host}"] }`,
    },
    files: {
      'workspace/skills/tea-time/SKILL.md': skill('tea-time', 'How tea 乌龙 is made.'),
      'skills/ledger/SKILL.md': skill('ledger', 'My secret money.'),
    },
  });
  ({ telegram } = chats);
  ada = telegram.owner;
  house = await chats.discord.guild('House');
});
afterEach(() => chats.expectNothingElse());
afterAll(async () => {
  await chats.close();
  await new Promise((resolve) => web.close(resolve));
});

const file = (path: string): string => join(chats.home, 'workspace', path);
const reason = 'for the trip';

describe('a file', () => {
  it('is written by the button below the exact difference, then at once, and never over a hand', async () => {
    const trip = file('notes/trip.md');
    const write = (text: string) => tellingOf('write', { path: 'notes/trip.md', text, reason });
    chats.model.when(/^plan it$/, write('# Trip\n\n- 京都 & <Nara>'));
    chats.model.when(/^and Kobe$/, write('# Trip\n\n- Kobe'));
    chats.model.when(/^and Osaka$/, write('# Trip\n\n- Osaka'));
    ada.dm('plan it');
    await ada.expectReply(/"written":false/);
    const asked = await ada.expectReply(/Shall I\?/);
    expect(asked.text).toBe(
      'notes/trip.md would change (for the trip):\n+# Trip\n+\n+- 京都 & <Nara>\nShall I? Answer y or n.',
    );
    expect(asked.buttons).toEqual(['Yes', 'No']);
    expect(existsSync(trip)).toBe(false);
    ada.presses(asked, 'Yes');
    await ada.expectReply(/^notes\/trip\.md is changed\.$/);
    expect(readFileSync(trip, 'utf8')).toBe('# Trip\n\n- 京都 & <Nara>\n');
    ada.dm('and Kobe');
    await ada.expectReply(/"written":true/);
    expect(readFileSync(trip, 'utf8')).toBe('# Trip\n\n- Kobe\n');
    writeFileSync(trip, '# Trip\n\n- by hand\n');
    ada.dm('and Osaka');
    await ada.expectReply(/somebody changed it\. Read it whole/);
    expect(readFileSync(trip, 'utf8')).toBe('# Trip\n\n- by hand\n');
  });

  it('of a group is changed by the button of its admin, and of nobody else, where it was asked', async () => {
    const [bob, cy] = [telegram.person('Bob'), telegram.person('Cy')];
    const forum = await telegram.group({ title: 'Forum', forum: true });
    const plans = forum.topic(50, 'Plans');
    forum.says(ada, `/members admin ${bob.account}`);
    await ada.expectReply(/is an admin of Forum/);
    chats.model.when(/^note the day$/, ({ results }) => {
      // A group without a file of its own: its folder is told where a path leads nowhere.
      const [, folder] = /begin with (\S+)\/\./.exec(results.at(-1) ?? '') ?? [];
      if (results.length > (folder === undefined ? 0 : 1)) return { text: `It says: ${results.join(' ')}` };
      const path = folder === undefined ? 'notes.md' : `${folder}/notes.md`;
      return { calls: [{ name: 'write', args: { path, text: 'We meet 星期二.', reason } }] };
    });
    plans.says(bob, '@bot note the day');
    await plans.expectReply(/"written":false/);
    const asked = await plans.expectReply(
      /^groups\/\S+\/notes\.md would change \(for the trip\):\n\+We meet 星期二\.\n/,
    );
    expect([asked.buttons, asked.thread]).toEqual([['Yes', 'No'], '50']);
    const path = asked.text.split(' ')[0] ?? '';
    const { answeredCallbacks: told } = telegram.server;
    const before = told.length;
    plans.presses(cy, asked, 'Yes');
    await plans.expectSilence();
    expect(told.slice(before).map(({ text, alert }) => [text, alert])).toEqual([['', false]]);
    expect(existsSync(file(path))).toBe(false);
    plans.presses(bob, asked, 'Yes');
    expect((await plans.expectReply(/notes\.md is changed\.$/)).thread).toBe('50');
    expect(readFileSync(file(path), 'utf8')).toBe('We meet 星期二.\n');
    const request = JSON.stringify(chats.model.last(/^note the day$/).request);
    expect(/Nara|Kobe|ledger|secret money/.exec(request)?.[0]).toBeUndefined();
  });
});

describe('a message to another chat', () => {
  it('is shown to the owner as it stands, and then stands there, once', async () => {
    const { discord } = chats;
    const general = house.channel('general');
    general.says(discord.person('Bob'), 'good morning');
    const words = 'Dinner at **seven**, 会議室 3.\n- Bring @everyone & 茶\n```\ncode_x\n```';
    chats.model.when(/^tell them$/, tellingOf('message', { to: `discord:${general.place.id}`, text: words }));
    discord.owner.dm('tell them');
    await discord.owner.expectReply(/"sent":false/);
    const asked = await discord.owner.expectReply(/Shall I\?/);
    // A block of Discord ends at any three of these marks, so that those inside are shown apart.
    const seen = words.replaceAll('```', '`\u200b``');
    expect(asked.text).toContain(`exactly as it stands:\n\`\`\`\n${seen}\n\`\`\`\nShall I?`);
    expect(asked.buttons).toEqual(['Yes', 'No']);
    general.expectNothingElse();
    discord.owner.presses(asked, 'Yes');
    await discord.owner.expectReply(/^Sent to /);
    const there = await general.expectReply(/^Dinner/);
    // Shown as it stands, and calls nobody.
    expect(there.text).toBe(words.replace('@everyone', '\\@everyone'));
    expect(general.place.shown().find(({ id }) => id === there.id)?.pings).toEqual([]);
    discord.owner.presses(asked, 'Yes');
    await discord.owner.expectReply(/decided already: it was sent/);
    await general.expectSilence();
  });
});

describe('a web address', () => {
  it('is opened where a person named it, and any other one after the button', async () => {
    const [named, other] = [page('/tide_table_(north)?a_b=1&c=*2*'), page('/other_page')];
    chats.model.when(/^read /, tellingOf('web_fetch', { url: named }));
    chats.model.when(/^and the other one$|^go on$/, tellingOf('web_fetch', { url: other }));
    ada.dm(`read ${named}, please`);
    await ada.expectReply(/潮汐表 of \/tide_table/);
    ada.dm('and the other one');
    await ada.expectReply(/Not opened yet/);
    const asked = await ada.expectReply(/Shall I\?/);
    expect(asked.text).toContain(`which nobody has named here:\n${other}\n`);
    expect(opened).toHaveLength(1);
    ada.presses(asked, 'Yes');
    await ada.expectReply(/^I may open that page/);
    ada.dm('go on');
    await ada.expectReply(/潮汐表 of \/other_page/);
    expect(opened).toHaveLength(2);
  });
});

describe('the commands of skills', () => {
  it('stand in the menus of those who can use them', async () => {
    const { commands } = chats.discord.server;
    await telegram.around.until(() => (telegram.server.commands() ?? []).length > 0, 20_000);
    const own = { type: 'chat', chat_id: ada.who.id } as const;
    await chats.discord.around.until(() => commands.of().length > 0, 20_000);
    const names = (all: readonly { command: string }[] | undefined) => (all ?? []).map(({ command }) => command);
    expect(names(telegram.server.commands())).toContain('tea_time');
    for (const scope of [undefined, { type: 'all_private_chats' } as const]) {
      expect(JSON.stringify(telegram.server.commands(scope))).not.toMatch(/ledger|secret money/);
    }
    expect(names(telegram.server.commands(own))).toEqual(expect.arrayContaining(['tea_time', 'ledger']));
    expect(commands.of().map(({ name }) => name)).toContain('tea_time');
    expect(JSON.stringify(commands.of())).not.toMatch(/ledger|secret money/);
  });

  it('begin a turn on Discord: the interaction is answered, and the reply follows', async () => {
    const { discord } = chats;
    const [kitchen, bob] = [house.channel('kitchen'), discord.person('Bob')];
    const run = kitchen.runs(bob, '/tea_time', 'oolong 乌龙');
    await kitchen.expectReplies(/^`tea-time`: I am on it\.$/, /^Echo: Use the skill tea-time .*\n\noolong 乌龙$/);
    expect(run.failed).toBe(false);
    expect(run.shown().map(({ content }) => content)).toEqual(['`tea-time`: I am on it.']);
    expect(chats.model.last(/oolong/).whole).toMatch(/^From Bob \(member\):$/m);
    discord.owner.dm('/ledger 2024');
    await discord.owner.expectReply(/^Echo: Use the skill ledger /);
    kitchen.says(bob, '/ledger 2024');
    await kitchen.expectSilence();
    const stale = kitchen.runs(bob, '/ledger', '2024', true);
    expect((await kitchen.expectReply(/^I do not know `?\/ledger`? here/)).for).toBe(bob.who.id);
    expect(stale.failed).toBe(false);
  });

  it('are heard where only commands are, until an admin of the group switches them off', async () => {
    const bob = telegram.person('Bob');
    const room = telegram.room({ id: COMMANDS, title: 'Commands', type: 'supergroup' });
    room.says(bob, '@bot some tea');
    room.says(bob, '/tea_time@bot green');
    await room.expectReply(/^Hello! I take part here/);
    await room.expectReply(/^Echo: Use the skill tea-time .*\n\ngreen$/);
    room.says(bob, '/skills@bot off tea-time');
    await room.expectReply(/^Only an admin/);
    room.says(ada, `/members@bot admin ${bob.account}`);
    await ada.expectReply(/is an admin of Commands/);
    room.says(bob, '/skills@bot off tea-time');
    await room.expectReply(/^tea-time is off here/);
    room.says(bob, '/tea_time@bot black');
    await room.expectReply(/do not know \/tea_time/);
    ada.dm('/tea_time white');
    await ada.expectReply(/^Echo: Use the skill tea-time .*\n\nwhite$/);
    expect(chats.model.asked(/some tea|black/)).toEqual([]);
  });
});
