// /forget: shows first what would go, does it on a yes, and looks nowhere but here.

import { expect, it } from 'vitest';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { runCommand } from '../../../src/commands/table.js';

const SESSION = 'main' as CommandContext['session'];

function desk(wished?: string, goneOn?: readonly string[]) {
  const asked: string[] = [];
  const forgetting: CommandServices['forgetting'] = {
    async forgetText(_, { text, row }, dry) {
      asked.push(`${dry ? 'look' : 'forget'} ${text} of ${row}`);
      const memory = text === 'heron' || text === '长颈' ? [{ path: 'MEMORY.md', lines: 1 }] : [];
      const none = { conversations: [], rows: {}, received: 0, mixed: [], left: [] };
      return { dry, memory, ...none, shown: [`- the ${text}`] };
    },
    async goOn() {
      return goneOn;
    },
    wished: () => (wished === undefined ? undefined : { text: wished, row: 7 }),
  };
  async function say(args: string, role: CommandContext['who']['role'] = 'owner'): Promise<string> {
    const who = { account: 'console:a', name: 'a', role };
    const context = {
      who,
      scope: { kind: 'main' },
      session: SESSION,
      args,
      row: 9,
      now: 0,
    } as unknown as CommandContext;
    return (await runCommand('forget', context, { forgetting } as unknown as CommandServices)).text;
  }
  return { asked, say };
}

it('looks first, and forgets what it showed once it is told yes', async () => {
  const { asked, say } = desk('heron');
  expect(await say('heron')).toMatch(
    /^This would be forgotten:\n- 1 line in 1 file[\s\S]*> - the heron[\s\S]*\/forget yes/,
  );
  expect(await say('长颈')).toMatch(/^This would be forgotten/);
  expect(await say('yes')).toMatch(/^Forgotten:[\s\S]*not mine to delete/);
  expect(asked).toEqual(['look heron of 9', 'look 长颈 of 9', 'forget heron of 7']);
});

it('asks for a text, refuses a short one, and does nothing on a yes to nothing', async () => {
  const { asked, say } = desk();
  expect(await say('')).toMatch(/^What shall I forget/);
  expect(await say('abc')).toMatch(/too short/);
  expect(await say('yes')).toMatch(/^Say first/);
  expect(await say('egret')).toMatch(/^I found nothing here that says it but your request itself\. /);
  expect(await say('heron', 'member')).toMatch(/^I do not know \/forget here/);
  expect(asked).toEqual(['look egret of 9']);
});

it('goes on where a kill came before its end, and tells what is in the way', async () => {
  expect(await desk(undefined, []).say('yes')).toMatch(/^Forgotten: it went before[\s\S]*not mine to delete/);
  expect(await desk(undefined, ['The disk is full.']).say('はい')).toContain('This is left:\n- The disk is full.');
});
