// `nightjar cron` of the built program: what an operator schedules from outside, and what is refused, with its exit code. The
// rest of its words is proved without a process.

import { expect, it } from 'vitest';
import { cli, writeConfig } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

async function home(): Promise<string> {
  const dir = tempDir();
  writeConfig(dir, 'timezone: Pacific/Auckland\nmodel: { provider: offline }\n');
  await cli(dir, ['chat'], { input: '/whoami\n' });
  return dir;
}

it('C122: nightjar cron add, list and remove keep the owner’s zone on a host of another', async () => {
  const dir = await home();
  const added = await cli(dir, ['cron', 'add', '--cron', '0 13 * * *', '--message', 'what is new', '--id', 'news']);
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Scheduled: news, cron 0 13 \* \* \*, to me\./),
  });
  const { stdout } = await cli(dir, ['cron', 'list', '--json']);
  const [one] = JSON.parse(stdout) as { next: string }[];
  expect(one).toMatchObject({ id: 'news', zone: 'Pacific/Auckland', last: null, state: 'active', to: 'me' });
  expect(new Date(one?.next ?? '').toLocaleTimeString('en-GB', { timeZone: 'Pacific/Auckland' })).toBe('13:00:00');
  const typed = await cli(dir, ['chat'], { input: '/cron remove news\n/cron list\n' });
  expect(typed.stdout).toMatch(/`news` is removed\.\n+Nothing is scheduled/);
  expect(await cli(dir, ['cron', 'remove', 'news'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no schedule news here\./),
  });
});

it('nightjar cron add ends with 2 where it is used wrongly', async () => {
  const dir = tempDir();
  const none = await cli(dir, ['cron', 'add', '--message', 'x']);
  expect([none.code, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toMatch(/exactly one of --cron, --at and --every, not none\. For example/);
  const silent = await cli(dir, ['cron', 'add', '--every', '2h']);
  expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('--message')]);
});
