// The policy of tools through the built program: what the model's service is shown, and what the command line says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cli, writeConfig } from '../support/cli.js';
import { startModelServer } from '../support/model-server.js';
import { tempDir } from '../support/temp-dir.js';

it('a denied tool is in no request, comes to nothing when it is called, and is explained', async () => {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const home = tempDir();
  writeConfig(
    home,
    `model: { name: test-model, baseUrl: "${server.baseUrl}", apiKey: x }
tools: { deny: [memory_write, "group:fs", memory_serch] }`,
  );
  server.enqueue(
    { calls: [{ name: 'memory_write', args: { target: 'long', text: 'The boat is called Mirabelle.' } }] },
    { text: 'I cannot write here.' },
  );
  const { stdout, stderr } = await cli(home, [], { input: 'Remember: the boat is called Mirabelle.\n' });
  expect(stdout).toBe('I cannot write here.\n');
  expect(stderr).toContain('tools.deny names "memory_serch", and there is no such tool. Did you mean memory_search?');
  expect(server.requests).toHaveLength(2);
  for (const { body } of server.requests) {
    const names = JSON.stringify(body.tools);
    expect(names).toContain('memory_search');
    expect(names).not.toMatch(/memory_write|"read"|"write"|send_file/);
  }
  const result = server.requests[1]?.body.messages.find(({ role }) => role === 'tool');
  expect(result?.content).toMatch(/^Error: There is no tool memory_write here\./);
  expect(readFileSync(join(home, 'workspace/MEMORY.md'), 'utf8')).not.toContain('Mirabelle');

  const [explained, unknown, nowhere] = await Promise.all([
    cli(home, ['tools', 'explain', 'memory_write', '--json']),
    cli(home, ['tools', 'explain', 'memory-serch']),
    cli(home, ['tools', 'list', '--scope', 'nowhere']),
  ]);
  expect(JSON.parse(explained.stdout)).toMatchObject({ shown: false, layer: 'configuration' });
  expect(unknown).toMatchObject({ code: 2, stderr: 'There is no tool memory-serch. Did you mean memory_search?\n' });
  expect(nowhere.code).toBe(2);
  expect(nowhere.stderr).toMatch(/^--scope nowhere is no scope\. Write main, person:<id>/);
});
