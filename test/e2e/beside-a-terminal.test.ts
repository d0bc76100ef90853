// Two processes on one home: a terminal beside the gateway takes turns of its chats, and nobody on the platform can tell.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startCli } from '../support/cli.js';
import { openChats } from '../support/platforms.js';

it('a file that came through the gateway is read also where the terminal runs the turn', async () => {
  // Each process runs one turn: while the first hangs, the other process has to take the second.
  const chats = await openChats({ yaml: { top: 'agent: { concurrency: 1 }' } });
  onTestFinished(() => chats.close());
  const terminal = startCli(chats.home, ['chat', '--json']);
  const closed = once(terminal, 'close');
  onTestFinished(async () => {
    terminal.kill('SIGTERM');
    await closed;
  });
  await once(terminal.stdout, 'data');
  const [bob, eve] = [chats.telegram.person('Bob'), chats.telegram.person('Eve')];
  const [slow, team] = [await chats.telegram.group('Slow'), await chats.telegram.group('Team')];
  const held = chats.model.hold(/take your time/);
  slow.says(bob, '@bot take your time');
  await held.asked;
  const document = { name: '报告.txt', mime: 'text/plain', bytes: Buffer.from('the sky is green') };
  team.says(eve, '@bot what does it say?', { document });
  await team.expectReply(/^Echo: what does it say\?$/);
  expect(chats.model.last(/what does it say/).whole).toContain('says: "the sky is green"');
  held.release({ text: 'Here I am.' });
  await slow.expectReply(/^Here I am\.$/);
  chats.expectNothingElse();
  const sessions = join(chats.home, 'sessions');
  const holders = readdirSync(sessions).map(
    (name) => /"type":"holder","process":"([^"]+)"/.exec(readFileSync(join(sessions, name), 'utf8'))?.[1],
  );
  expect(new Set(holders).size).toBe(2);
});
