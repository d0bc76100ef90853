// Skills through the built program: found, listed, shown to the model, read, followed, switched off, begun by their command.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, writeConfig } from '../support/cli.js';
import { type ModelServer, type ReplyFunction, startModelServer } from '../support/model-server.js';
import { tempDir } from '../support/temp-dir.js';

async function house(answer?: ReplyFunction, more = ''): Promise<{ home: string; server: ModelServer }> {
  const server = await startModelServer(answer);
  onTestFinished(() => server.close());
  const home = tempDir();
  writeConfig(
    home,
    `model: { name: test-model, baseUrl: "${server.baseUrl}", apiKey: x, retries: 0 }\nagent: { retrySeconds: 1 }\n${more}`,
  );
  return { home, server };
}

function skill(home: string, path: string, front: string, body: string): void {
  const file = join(home, path, 'SKILL.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `---\n${front}\n---\n${body}\n`);
}

const systemOf = (server: ModelServer, number: number) =>
  String(server.requests[number - 1]?.body.messages.find(({ role }) => role === 'system')?.content);
const entriesOf = (home: string) =>
  readdirSync(join(home, 'sessions')).flatMap((file) =>
    readFileSync(join(home, 'sessions', file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; name?: string; text?: string; path?: string }),
  );

describe('a skill', () => {
  it('is picked from the list, read at its location, and followed with tools', async () => {
    const { home, server } = await house();
    const body = '# 船\n\n1. Write the day into memory.\n2. Say "shipshape".';
    skill(home, 'workspace/skills/boat-log', 'name: boat-log\ndescription: When the boat was cleaned or moved.', body);
    server.enqueue(
      { calls: [{ name: 'read', args: { path: 'skill:boat-log/SKILL.md' } }] },
      { calls: [{ name: 'memory_write', args: { target: 'day', text: 'The boat was cleaned.' } }] },
      { text: 'Shipshape.' },
    );
    const { stdout } = await cli(home, [], { input: 'I cleaned the boat\n' });
    expect(stdout).toBe('Shipshape.\n');
    expect(systemOf(server, 1)).toContain('skill:boat-log/SKILL.md');
    expect(systemOf(server, 1)).toContain('When the boat was cleaned or moved.');
    expect(systemOf(server, 1)).not.toContain('shipshape');
    const read = entriesOf(home).find(({ type, name }) => type === 'tool_result' && name === 'read');
    expect(read?.text).toContain(body);
    expect(entriesOf(home).filter(({ type }) => type === 'skill')).toMatchObject([
      { name: 'boat-log', path: 'skill:boat-log/SKILL.md' },
    ]);
    const [day] = readdirSync(join(home, 'workspace/memory')).filter((name) => /^\d/.test(name));
    expect(readFileSync(join(home, 'workspace/memory', day ?? ''), 'utf8')).toContain('The boat was cleaned.');
    expect(server.refused).toEqual([]);
  });

  it('that runs apart sees its input and nothing of the conversation', async () => {
    const { home, server } = await house((request) => {
      const text = JSON.stringify(request.messages);
      if (text.includes('COUNT THE WORDS')) return { text: 'It has 3 words.' };
      return text.includes('"role":"tool"')
        ? { text: 'Three.' }
        : { calls: [{ name: 'skill_run', args: { name: 'counter', input: 'red green blue' } }] };
    });
    skill(home, 'workspace/skills/counter', 'name: counter\ndescription: Counts.\ncontext: fork', 'COUNT THE WORDS');
    const { stdout } = await cli(home, [], {
      input: '/memory add My sister Ada lives in Kyoto.\ncount for me, 秘密\n',
    });
    expect(stdout).toContain('Three.');
    const apart = server.requests
      .map(({ body }) => body)
      .filter((one) => JSON.stringify(one).includes('COUNT THE WORDS'));
    expect(apart).toHaveLength(1);
    expect(JSON.stringify(apart)).toContain('red green blue');
    expect(JSON.stringify(apart)).not.toMatch(/秘密|Kyoto|count for me|memory_write|skill_run|"schedule"/);
    const result = server.requests.at(-1)?.body.messages.find(({ role }) => role === 'tool');
    expect(String(result?.content)).toContain('It has 3 words.');
  });

  it('that runs apart and calls tools without end is asked for its answer, and its turn goes on', async () => {
    const { home, server } = await house(({ messages, tool_choice: choice }) => {
      const text = JSON.stringify(messages);
      if (choice === 'none') return { text: 'Nothing yet.' };
      if (text.includes('LOOK FOR IT')) return { calls: [{ name: 'memory_search', args: { query: '宝 x' } }] };
      return text.includes('"role":"tool"')
        ? { text: 'It found nothing.' }
        : { calls: [{ name: 'skill_run', args: { name: 'seeker', input: 'the key' } }] };
    });
    skill(home, 'workspace/skills/seeker', 'name: seeker\ndescription: Seeks.\ncontext: fork', 'LOOK FOR IT');
    const { stdout } = await cli(home, [], { input: 'find it\n' });
    expect(stdout).toBe('It found nothing.\n');
    const results = entriesOf(home).filter(({ type, name }) => type === 'tool_result' && name === 'skill_run');
    expect(results.map(({ text }) => text)).toEqual([expect.stringContaining('Nothing yet.')]);
    expect(server.refused).toEqual([]);
  });

  it('of the owner’s own places does not exist in a group; switched off or changed it is so from the next turn', async () => {
    const { home, server } = await house(() => ({ text: 'ok' }));
    skill(home, 'skills/ledger', 'name: ledger\ndescription: My secret money.', 'x');
    skill(home, 'workspace/skills/tea', 'name: tea\ndescription: How tea is made here.', 'x');
    skill(home, 'workspace/skills/green', 'name: th\u00e9_vert\ndescription: Green tea.', 'x');
    const typed = '/skills off the\u0301_vert';
    const first = await cli(home, [], { input: `one\n/skills off tea\ntwo\n/skills on tea\nthree\n${typed}\n` });
    expect(first.stdout).toMatch(/`thé_vert` is off here, [^\n]* `\/skills on thé_vert` takes that back\.$/m);
    const told = [1, 2, 3].map((number) => systemOf(server, number).includes('skill:tea/SKILL.md'));
    expect(told).toEqual([true, false, true]);
    expect(systemOf(server, 1)).toContain('skill:ledger/SKILL.md');
    const { stdout } = await cli(home, ['chat', '--group', 'team'], { input: 'four\n/skills\n' });
    expect(systemOf(server, 4)).toContain('skill:tea/SKILL.md');
    expect(systemOf(server, 4)).not.toMatch(/ledger|secret money/);
    expect(stdout).not.toMatch(/ledger|secret money/);
    server.enqueue({ calls: [{ name: 'read', args: { path: 'skill:ledger/SKILL.md' } }] });
    server.enqueue({ calls: [{ name: 'read', args: { path: 'skill:nosuch/SKILL.md' } }] });
    await cli(home, ['chat', '--group', 'team'], { input: 'five\n' });
    const answers = server.requests.at(-1)?.body.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(answers.map(({ content }) => String(content).replace(/ledger|nosuch/, 'X'))).toEqual([
      'Error: There is no file skill:X/SKILL.md here.',
      'Error: There is no file skill:X/SKILL.md here.',
    ]);
    skill(home, 'workspace/skills/tea', 'name: tea\ndescription: How coffee is made here.', 'x');
    await cli(home, [], { input: 'six\n' });
    expect(systemOf(server, server.requests.length)).toContain('How coffee is made here.');
  });

  it('has a command of its own, which people may use where the model is not shown it', async () => {
    const { home, server } = await house(() => ({ text: 'poured' }));
    const front = 'name: tea-time\ndescription: Tea.\ndisable-model-invocation: true';
    skill(home, 'workspace/skills/tea-time', front, 'x');
    const { stdout } = await cli(home, [], { input: 'hello\n/tea_time oolong 乌龙\n' });
    expect(stdout).toBe('poured\npoured\n');
    expect(systemOf(server, 1)).not.toContain('tea-time');
    const said = server.requests[1]?.body.messages.filter(({ role }) => role === 'user').at(-1);
    expect(String(said?.content)).toMatch(/^Use the skill tea-time \(skill:tea-time\/SKILL\.md\)\.\n\noolong 乌龙\n/);
  });
});

describe('nightjar skills', () => {
  it('lists what the prompt shows, and check says what is wrong', async () => {
    const { home, server } = await house(() => ({ text: 'ok' }));
    skill(home, 'workspace/skills/good', 'name: good\ndescription: Good.', 'x');
    skill(home, 'workspace/skills/colon', 'name: colon\ndescription: Use when: always', 'x');
    skill(home, 'workspace/skills/mute', 'name: mute', 'x');
    skill(
      home,
      'workspace/skills/lacks',
      'name: lacks\ndescription: L.\nmetadata:\n  requires:\n    bins: [no-such-bin]',
      'x',
    );
    symlinkSync('/etc', join(home, 'workspace/skills/away'));
    await cli(home, [], { input: 'hello\n' });
    const { stdout, code } = await cli(home, ['skills', 'list', '--json']);
    expect(code).toBe(0);
    const all = JSON.parse(stdout) as { name: string; source: string; path: string; state: string; reason?: string }[];
    const own = new Map(all.filter(({ source }) => source === 'workspace').map((one) => [one.name, one]));
    expect([...own.values()].map(({ name, state }) => `${name} ${state}`).sort()).toEqual([
      'away refused',
      'colon ready',
      'good ready',
      'lacks unmet',
      'mute invalid',
    ]);
    expect(own.get('colon')?.reason).toMatch(/line 3/i);
    expect(own.get('lacks')?.reason).toContain('no-such-bin');
    const shown = [...systemOf(server, 1).matchAll(/skill:([^/\s]+)\/SKILL\.md/g)].map(([, name]) => name);
    expect(new Set(shown)).toEqual(new Set(all.filter(({ state }) => state === 'ready').map(({ name }) => name)));
    const check = await cli(home, ['skills', 'check']);
    expect(check.code).toBe(1);
    expect(check.stdout).toMatch(/away[\s\S]*lacks[\s\S]*mute/);
    expect((await cli(home, ['skills', 'list', '--scope', 'nobody'])).code).toBe(2);
  });
});
