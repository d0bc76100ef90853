// What a conversation may and may not change in the workspace, through the built program.

import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, collect, startCli, writeConfig } from '../support/cli.js';
import { type ModelServer, type ReplyFunction, startModelServer } from '../support/model-server.js';
import { tempDir } from '../support/temp-dir.js';

async function house(
  answer?: ReplyFunction,
): Promise<{ home: string; server: ModelServer; file(path: string): string }> {
  const server = await startModelServer(answer);
  onTestFinished(() => server.close());
  const home = tempDir();
  writeConfig(home, `model: { name: test, baseUrl: "${server.baseUrl}", apiKey: x }\n`);
  return { home, server, file: (path) => readFileSync(join(home, 'workspace', path), 'utf8') };
}

const renamed = '# Who you are\n\n- Name: 夜莺\n';
const proposal = {
  calls: [{ name: 'write', args: { path: 'IDENTITY.md', text: renamed, reason: 'you asked for another name' } }],
};

describe('IDENTITY.md', () => {
  async function propose(answers: string) {
    const stage = await house();
    await cli(stage.home, [], { input: '/whoami\n' });
    const before = stage.file('IDENTITY.md');
    stage.server.enqueue(proposal, { text: 'I would like that.' });
    stage.server.reply(() => ({ text: 'I listen.' }));
    const { stdout } = await cli(stage.home, [], { input: `Please call yourself 夜莺.\n${answers}` });
    return { ...stage, before, stdout };
  }

  it('changes when the owner has seen the exact difference and said y', async () => {
    const { stdout, file, server, before } = await propose('y\n');
    expect(stdout).toMatch(/I would like that\.\nIDENTITY\.md would change[\s\S]*\+- Name: 夜莺[\s\S]*Answer y or n\./);
    expect(stdout).toMatch(/IDENTITY\.md is changed\.\n$/);
    expect(file('IDENTITY.md')).toMatch(/^Every chat reads this file\.[^\n]*\n\n[\s\S]*- Name: 夜莺\n$/);
    expect(file('IDENTITY.md').split('\n')[0]).toBe(before.split('\n')[0]);
    // The yes was for the program, not for the model.
    expect(server.requests).toHaveLength(2);
  });

  it('stays as it is on n, on silence, and on any other word', async () => {
    for (const answers of ['n\n', '', 'tell me more\ny\n']) {
      const { file, before } = await propose(answers);
      expect(file('IDENTITY.md')).toBe(before);
    }
  });

  it('is left alone when somebody edited it between the question and the yes', async () => {
    const { home, file } = await propose('');
    writeFileSync(join(home, 'workspace/IDENTITY.md'), 'Every chat reads this file.\nMine now.\n');
    const { stdout } = await cli(home, [], { input: 'y\n' });
    expect(stdout).toMatch(/edited meanwhile/);
    expect(file('IDENTITY.md')).toContain('Mine now.');
  });

  it('is not changed by a yes in one window to a question that another, open one shows', async () => {
    const { home, server, file } = await house(({ messages }) => {
      const said = String(messages.findLast((message) => message.role === 'user')?.content);
      if (messages.at(-1)?.role === 'tool') return { text: 'shall I?' };
      return said.startsWith('rename') ? proposal : { text: 'yes to what?' };
    });
    const asking = startCli(home, ['chat']);
    const shown = collect(asking);
    asking.stdin.write('rename yourself\n');
    await expect.poll(() => shown.stdout, { timeout: 10_000 }).toContain('Answer y or n.');
    const other = await cli(home, ['chat'], { input: 'y\n' });
    expect(other.stdout).toBe('yes to what?\n');
    expect(file('IDENTITY.md')).not.toContain('夜莺');
    // In its own window the question still stands.
    asking.stdin.end('y\n');
    await once(asking, 'close');
    expect(file('IDENTITY.md')).toContain('夜莺');
    expect(server.refused).toEqual([]);
  });

  it('cannot be changed in a group, whoever asks', async () => {
    const { home, server, file } = await house();
    server.enqueue(proposal, { text: 'I cannot.' }, { text: 'y to what?' });
    const { stdout } = await cli(home, ['chat', '--group', 'team'], { input: 'call yourself 夜莺\ny\n' });
    expect(stdout).toBe('I cannot.\ny to what?\n');
    expect(file('IDENTITY.md')).not.toContain('夜莺');
  });
});

describe('the invitation to get acquainted', () => {
  it('is there at first and goes once USER.md says something', async () => {
    const { home, server } = await house();
    server.enqueue(
      { text: 'hello' },
      { calls: [{ name: 'memory_write', args: { target: 'user', text: 'Is called Ada.' } }] },
      { text: 'Hello Ada.' },
      { text: 'yes?' },
    );
    await cli(home, [], { input: 'hello\nI am Ada\n' });
    expect(readFileSync(join(home, 'workspace/USER.md'), 'utf8')).toMatch(
      /## Learned along the way\n\n- Is called Ada\./,
    );
    expect(existsSync(join(home, 'workspace/BOOTSTRAP.md'))).toBe(false);
    await cli(home, [], { input: 'and now?\n' });
    const system = server.requests.map(({ body }) => String(body.messages[0]?.content));
    expect(system[0]).toContain('<file path="BOOTSTRAP.md"');
    expect(system.at(-1)).not.toContain('<file path="BOOTSTRAP.md"');
  });

  it('goes after ten turns, and never comes back', async () => {
    const { home } = await house(() => ({ text: 'ok' }));
    await cli(home, [], { input: 'hm\n'.repeat(9) });
    expect(existsSync(join(home, 'workspace/BOOTSTRAP.md'))).toBe(true);
    await cli(home, [], { input: 'hm\n' });
    expect(existsSync(join(home, 'workspace/BOOTSTRAP.md'))).toBe(false);
    await cli(home, [], { input: 'hm\n' });
    expect(existsSync(join(home, 'workspace/BOOTSTRAP.md'))).toBe(false);
  });
});

describe('a hand edit', () => {
  it('is seen by the very next turn and the very next search', async () => {
    const { home, server } = await house(() => ({ text: 'ok' }));
    await cli(home, [], { input: 'hello\n' });
    writeFileSync(join(home, 'workspace/MEMORY.md'), '# Mine\n\nThe cat is called Šárka 花子.\n');
    const { stdout } = await cli(home, [], { input: 'and now?\n/memory search 花子\n' });
    expect(String(server.requests.at(-1)?.body.messages[0]?.content)).toContain('花子');
    expect(stdout).toContain('MEMORY.md:3');
  });
});

describe('C055: a burst', () => {
  it('is answered in the order it was typed', async () => {
    const { home } = await house((request) => ({ text: `re ${String(request.messages.at(-1)?.content).slice(0, 5)}` }));
    const { stdout } = await cli(home, [], { input: `1 one\n2 ${'长'.repeat(4_090)}\n3 three\n` });
    expect(stdout).toBe(`re 1 one\nre 2 长长长\nre 3 thr\n`);
  });
});

describe('C047: /status in a group', () => {
  it('shows the conversation that the messages went to', async () => {
    const { home } = await house(() => ({
      text: 'ok',
      usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
    }));
    const team = ['chat', '--group', 'team', '--as', 'bob'];
    await cli(home, team, { input: 'a\nb\nc\nd\ne\n' });
    const { stdout } = await cli(home, team, { input: '/status\n' });
    expect(stdout).toContain('This conversation: 5 turns, 60 tokens');
    const other = await cli(home, ['chat', '--group', 'other', '--as', 'bob'], { input: '/status\n' });
    expect(other.stdout).toContain('This conversation: not begun');
  });
});

describe('C157: told to end in the middle of a long turn', () => {
  it('leaves within the limit, keeps what it has, and answers once after the next start', async () => {
    const { home, server } = await house((_request, number) =>
      number === 1 ? { text: 'slow', delayMs: 60_000 } : { text: 'here it is' },
    );
    const child = startCli(home, ['start', '--json']);
    const output = collect(child);
    child.stdin.write('take your time\nand this too\n');
    await server.received(1);
    const told = Date.now();
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(Date.now() - told).toBeLessThan(10_000);
    expect(output.stdout).not.toContain('"type":"message"');
    const again = await cli(home, []);
    expect(again.stdout).toBe('here it is\nhere it is\n');
    expect((await cli(home, [])).stdout).toBe('');
  }, 40_000);
});
