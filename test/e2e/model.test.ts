// The built program against a local stand-in of a model's service: what goes well, and every way it can go wrong.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, collect, startCli, writeConfig } from '../support/cli.js';
import { type ModelServer, type ReplyFunction, startModelServer } from '../support/model-server.js';
import { tempDir } from '../support/temp-dir.js';

const KEY = 'sk-planted-0123456789abcdef';
const env = { TEST_KEY: KEY };

async function house(answer?: ReplyFunction, more = ''): Promise<{ home: string; server: ModelServer }> {
  const server = await startModelServer(answer);
  onTestFinished(() => server.close());
  const home = tempDir();
  writeConfig(
    home,
    `model: { name: test-model, baseUrl: "${server.baseUrl}", apiKey: "\${TEST_KEY}", timeoutSeconds: 1, retries: 1 }
agent: { retrySeconds: 1 }
${more}`,
  );
  return { home, server };
}

/** Nobody outside sees a stack, a raw body or the key. */
function expectPlain(text: string): void {
  expect(text).not.toMatch(/\bat .*:\d+:\d+|Error:|\{"|\bundefined\b/);
  expect(text).not.toContain(KEY);
}

describe('a turn with tools', () => {
  it('streams parallel calls, stores what they do, and answers from the results', async () => {
    const { home, server } = await house();
    server.enqueue(
      {
        text: 'One moment.',
        calls: [
          { name: 'memory_write', args: { target: 'long', text: 'The boat is called Mirabelle.' } },
          { name: 'memory_search', args: { query: 'boat' } },
          { name: 'no_such_tool', args: {} },
          { name: 'read', args: '{"path": ' },
        ],
        piece: 3,
      },
      { text: 'It is written down. 船叫 Mirabelle。' },
    );
    const { stdout, code } = await cli(home, [], { input: 'Remember: the boat is called Mirabelle.\n', env });
    expect(code).toBe(0);
    expect(stdout).toBe('It is written down. 船叫 Mirabelle。\n');
    const results = server.requests[1]?.body.messages.filter((message) => message.role === 'tool') ?? [];
    expect(results.map(({ content }) => String(content).slice(0, 15))).toEqual([
      '{"saved":true,"',
      '{"mode":"lexica',
      'Error: There is',
      'Error: The argu',
    ]);
    expect(readFileSync(join(home, 'workspace/MEMORY.md'), 'utf8')).toContain('- The boat is called Mirabelle.');
    expect(server.refused).toEqual([]);
  });

  it('sends the same beginning in every request of a conversation', async () => {
    const { home, server } = await house((_request, number) => ({ text: `answer ${number}` }));
    await cli(home, [], { input: 'one\ntwo\nthree\n', env });
    const [first, second, third] = server.requests.map(({ body }) => body.messages);
    expect(third?.slice(0, 3).map(({ content }) => content)).toEqual([first?.[0]?.content, 'one', 'answer 1']);
    expect(second?.[0]).toEqual(first?.[0]);
    expect(String(second?.at(-1)?.content)).toMatch(
      /^two\n\n<turn-facts>\nNow: \w+day \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/,
    );
  });

  it('sends nothing private to the model in a group', async () => {
    const { home, server } = await house(() => ({ text: 'ok' }));
    await cli(home, [], { input: '/memory add My sister Ada lives in Kyoto.\nhello\n', env });
    await cli(home, ['chat', '--group', 'team'], { input: 'where is my sister?\n', env });
    const [mine, group] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(mine).toContain('Kyoto');
    expect(group).toContain('From owner (owner):');
    expect(group).not.toMatch(/Ada|Kyoto|Only you and I|<file path=."(USER|MEMORY|TOOLS)/);
    expect(group).not.toContain(home);
  });

  it('is silent when the model has nothing to say', async () => {
    const { home } = await house(() => ({ text: 'NO_REPLY' }));
    expect(await cli(home, [], { input: 'just so you know\n', env })).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('trouble that passes', () => {
  it('a 429 is waited out as long as its Retry-After says', async () => {
    const { home, server } = await house();
    server.enqueue(
      { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'slow down' } } },
      { text: 'now' },
    );
    const before = Date.now();
    const { stdout } = await cli(home, [], { input: 'hello\n', env });
    expect(stdout).toBe('now\n');
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
  });

  it('a dropped connection is tried again, and the half answer is not shown', async () => {
    const { home, server } = await house();
    server.enqueue({ text: 'half of a sentence that breaks off', dropAfter: 2 }, { text: 'a whole sentence' });
    const { stdout } = await cli(home, [], { input: 'hello\n', env });
    expect(stdout).toBe('a whole sentence\n');
  });

  it('another model stands in, and the reply says so', async () => {
    const { home, server } = await house((request) =>
      request.model === 'spare' ? { text: 'from the spare' } : { status: 503, body: {} },
    );
    writeConfig(
      home,
      `model: { name: first, baseUrl: "${server.baseUrl}", apiKey: x, retries: 0, fallbacks: [{ name: spare, baseUrl: "${server.baseUrl}", apiKey: x }] }`,
    );
    const { stdout } = await cli(home, [], { input: 'hello\n', env });
    expect(stdout).toBe('using openai/spare (default openai/first)\n\nfrom the spare\n');
  });
});

describe('trouble that stays is told in one friendly sentence', () => {
  const overflow = { error: { message: 'maximum context length exceeded', code: 'context_length_exceeded' } };
  const cases: [string, Parameters<ModelServer['enqueue']>[0], RegExp][] = [
    ['a wrong key', { status: 401, body: { error: { message: `bad key ${KEY}` } } }, /TEST_KEY/],
    ['an overflow', { status: 400, body: overflow }, /longer than the model can read.*\/new/],
    ['a refusal', { text: '', finish: 'content_filter' }, /declined/],
    ['a hung stream', { text: 'never ends', hangAfter: 1 }, /did not answer in time/],
    ['a broken service', { status: 500, body: 'oops <html>' }, /not available right now/],
    ['an endless 429', { status: 429, headers: { 'retry-after': '3600' }, body: {} }, /slow down/],
  ];
  for (const [name, reply, says] of cases) {
    it(name, async () => {
      const { home } = await house(() => reply);
      const { stdout, stderr, code } = await cli(home, [], { input: 'hello\n', env });
      expect(code).toBe(0);
      expect(stdout).toMatch(says);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      expectPlain(stdout + stderr);
      const written = readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(log|jsonl|md|sqlite|sqlite-wal)$/.test(file))
        .map((file) => readFileSync(join(home, file), 'latin1'));
      expect(written.join('')).not.toContain(KEY);
    });
  }

  it('an unreachable service, and others are not told where it is', async () => {
    const { home, server } = await house();
    await server.close();
    const mine = await cli(home, [], { input: 'hello\n', env });
    expect(mine.stdout).toMatch(/could not reach the model/);
    const bob = await cli(home, ['chat', '--as', 'bob'], { input: 'hello\n', env });
    expect(bob.stdout).toMatch(/^Sorry, I cannot think right now/);
    expectPlain(mine.stdout + bob.stdout);
  });

  it('is a dead letter with its reason, and jobs retry answers after all', async () => {
    let broken = true;
    const { home } = await house(() => (broken ? { status: 401, body: {} } : { text: 'better late' }));
    await cli(home, [], { input: 'hello\n', env });
    const jobs = await cli(home, ['jobs', 'list', '--json'], { env });
    const [dead] = (JSON.parse(jobs.stdout) as { id: string; state: string; reason?: string }[]).filter(
      (job) => job.state === 'dead',
    );
    expect(dead?.reason).toMatch(/key/);
    broken = false;
    expect((await cli(home, ['jobs', 'retry', dead?.id ?? ''], { env })).code).toBe(0);
    // The message came through the gateway's console, so it is there that its answer appears.
    const again = await cli(home, [], { env });
    expect(again.stdout).toBe('better late\n');
  });
});

describe('C053: a model that hangs', () => {
  it('holds up its own session only, which goes on after the time limit', async () => {
    const { home, server } = await house((request) => {
      const text = JSON.stringify(request.messages.at(-1)?.content);
      return text.includes('hang') ? { hangAfter: 0 } : { text: 'quick' };
    });
    writeConfig(
      home,
      readFileSync(join(home, 'nightjar.yaml'), 'utf8').replace('timeoutSeconds: 1', 'timeoutSeconds: 5'),
    );
    const hanging = startCli(home, ['chat'], env);
    const hung = collect(hanging);
    hanging.stdin.end('hang\nand now?\n');
    await server.received(1);
    const bob = await cli(home, ['chat', '--as', 'bob'], { input: 'hello\n', env });
    expect(bob.stdout).toBe('quick\n');
    expect(hung.stdout).toBe('');
    await once(hanging, 'close');
    expect(hung.stdout).toMatch(/did not answer in time[^\n]*\nquick\n$/);
  });
});

describe('/stop', () => {
  it('ends the running turn, and the next message is answered', async () => {
    const { home, server } = await house((_request, number) =>
      number === 1 ? { text: 'a long story', hangAfter: 1 } : { text: 'here' },
    );
    writeConfig(
      home,
      readFileSync(join(home, 'nightjar.yaml'), 'utf8').replace('timeoutSeconds: 1', 'timeoutSeconds: 60'),
    );
    const child = startCli(home, ['chat'], env);
    const output = collect(child);
    child.stdin.write('tell me a story\n');
    await server.received(1);
    child.stdin.write('/stop\n');
    await expect.poll(() => output.stdout, { timeout: 5_000 }).toMatch(/Stopping\.[\s\S]*Stopped\./);
    child.stdin.end('are you there?\n');
    await once(child, 'close');
    expect(output.stdout).toMatch(/here\n$/);
    expect(server.refused).toEqual([]);
  });
});

describe('two terminals of one chat', () => {
  it('each show their own answers, all of them and no others', async () => {
    const { home } = await house(({ messages }) => {
      const last = messages.findLast((message) => message.role === 'user');
      return { text: `re ${/^\w+/.exec(String(last?.content))?.[0]}` };
    });
    const lines = (name: string) => Array.from({ length: 15 }, (_, n) => `${name}${n}`);
    const runs = ['a', 'b', 'c'].map(async (name) => {
      const { stdout } = await cli(home, ['chat'], {
        input: lines(name)
          .map((line) => `${line}\n`)
          .join(''),
        env,
      });
      return [name, stdout] as const;
    });
    for (const [name, stdout] of await Promise.all(runs)) {
      expect(stdout.trim().split('\n')).toEqual(lines(name).map((line) => `re ${line}`));
    }
  });
});

describe('counts of tokens', () => {
  it('that make no sense fail no answer', async () => {
    for (const tokens of [10.5, 1e19, -3]) {
      const usage = { prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens };
      const { home } = await house(() => ({ text: 'the answer', usage }));
      expect((await cli(home, [], { input: 'hi\n', env })).stdout).toBe('the answer\n');
    }
  });
});

describe('what an endpoint says of its own trouble', () => {
  it('reaches neither the chat nor the log, where it may repeat the prompt', async () => {
    const { home } = await house(({ messages }) => ({
      status: 400,
      body: { error: { message: `bad input: ${String(messages.at(-1)?.content)}`, code: 'bad_input' } },
    }));
    const { stdout } = await cli(home, [], { input: 'my plan is BROCCOLI\n', env });
    const log = readFileSync(join(home, 'nightjar.log'), 'utf8');
    expect(stdout + log).not.toContain('BROCCOLI');
    expect(log).toContain('bad_input');
  });
});
