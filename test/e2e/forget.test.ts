// `nightjar memory forget` beside a working process: no byte of what one person said is left below the home, others' words are, and
// the bot goes on.

import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../src/db/database.js';
import { forgetInHome } from '../../src/forget-desk.js';
import { verifyMemory } from '../../src/memory-desk.js';
import { cli, collect, startCli, writeConfig } from '../support/cli.js';
import { load } from '../support/config-home.js';
import { BOBS, forgetHome, holding, OTHERS } from '../support/forget-home.js';
import { tempDir } from '../support/temp-dir.js';

/** A process that holds the database and the index open, and works. */
async function worker(home: string): Promise<void> {
  const child = startCli(home, ['worker']);
  const output = collect(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!`${output.stdout}${output.stderr}`.includes('is up')) await new Promise((resolve) => setTimeout(resolve, 20));
}

function entriesOf(home: string): { id: string; fence: number; type: string }[] {
  const folder = join(home, 'sessions');
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { id: string; fence: number; type: string });
}

it('what a person said is gone from every file and page while another process works, and nothing else is', async () => {
  const home = tempDir();
  await forgetHome(home);
  const options = { home, loaded: load({}), version: '0' };
  expect(holding(home, BOBS).length).toBeGreaterThan(20);
  // As doctor keeps what it takes away.
  cpSync(join(home, 'workspace'), join(home, '.nightjar-repair/root-memory/then'), { recursive: true });
  cpSync(join(home, 'sessions'), join(home, '.nightjar-repair/leftovers/then/sessions'), { recursive: true });
  await worker(home);

  const before = entriesOf(home);
  const dry = await forgetInHome(options, { kind: 'person', person: 'bob' }, { dry: true, yes: false });
  expect(dry).toMatchObject({ failed: false, data: { dry: true } });
  expect(entriesOf(home)).toEqual(before);

  const done = await forgetInHome(options, { kind: 'person', person: 'bob' }, { dry: false, yes: true });
  expect(done.text).toMatch(/^Forgotten:/);
  expect(done.failed).toBe(false);
  expect(holding(home, BOBS)).toEqual([]);
  for (const word of OTHERS) expect(holding(home, [word])).not.toEqual([]);
  expect(entriesOf(home).map(({ id, fence, type }) => [id, fence, type])).toEqual(
    before.map(({ id, fence, type }) => [id, fence, type]),
  );

  const goes = await cli(home, ['chat'], { input: 'What is my allotment number?\n/forget plot-oak-77\n/forget yes\n' });
  expect(goes.stdout).toContain('plot-oak-77');
  expect(holding(home, ['plot-oak-77'])).toEqual([]);
  expect(await verifyMemory(options)).toMatchObject({ failed: false });
}, 60_000);

it('what was forgotten comes back by no undo, and leaves no mark in its place; what else a revision did can be taken back', async () => {
  const home = tempDir();
  const memory = join(home, 'workspace/MEMORY.md');
  const notes = () => readFileSync(memory, 'utf8').match(/^- .*$/gm) ?? [];
  await cli(home, ['chat'], {
    input: 'Remember that the vault opens with heron-zq81.\nRemember that the boat is called Seeadler.\n',
  });
  // A hand puts two lines behind them, and strikes the first out.
  const text = readFileSync(memory, 'utf8').replace(/.*heron-zq81.*\n/, '');
  writeFileSync(memory, `${text}- the cat is Momo\n- the kestrelword is mine\n`);
  await cli(home, ['memory', 'undo', '2']);
  expect(notes()).toEqual(['- the cat is Momo', '- the kestrelword is mine']);
  // What an editor left, a copy of the database that is none of ours, and a file that is no text.
  writeFileSync(join(home, 'workspace/MEMORY.md~'), '- by the kestrelword\n- another line\n');
  for (const name of ['state.sqlite.damaged', 'workspace/list.csv'])
    writeFileSync(join(home, name), 'a,heron-zq81,b\n');
  const { stdout } = await cli(home, ['memory', 'forget', '--text', 'heron-zq81', '--yes']);
  expect(stdout).toContain('state.sqlite.damaged still holds words of it.');
  expect(stdout).toContain('workspace/list.csv still holds words of it.');
  await cli(home, ['memory', 'forget', '--text', 'kestrelword', '--yes']);
  expect(readFileSync(join(home, 'workspace/MEMORY.md~'), 'utf8')).toBe('- another line\n');
  expect(notes()).toEqual(['- the cat is Momo']);

  const nothing = await cli(home, ['memory', 'undo', '1']);
  expect(nothing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^What revision 1 changed was forgotten/) });
  expect(await cli(home, ['memory', 'undo', '4'])).toMatchObject({ code: 0 });
  expect(notes()).toEqual(['- The boat is called Seeadler.', '- the cat is Momo']);
  // The edit by hand, of which one line is left.
  expect(await cli(home, ['memory', 'undo', '3'])).toMatchObject({ code: 0 });
  expect(notes()).toEqual(['- The boat is called Seeadler.']);
  expect(readFileSync(memory, 'utf8')).not.toMatch(/forgotten|heron|kestrel/);
}, 60_000);

it('what the owner wrote on the command line is nobody else’s, whatever somebody calls themself', async () => {
  const home = tempDir();
  await cli(home, ['chat', '--as', 'owner'], { input: 'Remember that the heron-zq81 is mine.\n' });
  await cli(home, ['memory', 'add', 'The plot-oak-77 is mine.']);
  const log = await cli(home, ['memory', 'log', '--json']);
  const [added, said] = JSON.parse(log.stdout) as { who: string }[];
  expect(said?.who).toBe('console:owner');
  expect(added?.who).not.toBe('console:owner');
  await cli(home, ['memory', 'forget', '--person', 'console:owner', '--yes']);
  expect(holding(home, ['heron-zq81'])).toEqual([]);
  expect(readFileSync(join(home, 'workspace/MEMORY.md'), 'utf8')).toContain('- The plot-oak-77 is mine.');
}, 60_000);

it('a request to forget is no trace of what nobody said, and nothing brings back what was forgotten', async () => {
  const home = tempDir();
  const input =
    '/memory add The heron nests by the lake.\n/forget zebra crossing\n/forget zebra crossing\n/forget yes\n/forget heron\n/forget yes\n/memory undo 2\n/memory log\n';
  const { stdout } = await cli(home, ['chat'], { input });
  expect(stdout).toMatch(/^I found nothing here that says it but your request itself\. `\/forget yes`/m);
  expect(stdout).toMatch(/^This would be forgotten:\n- 1 line in 1 file of memory$/m);
  expect(stdout).toMatch(/^With revision 2 something was forgotten, and nothing brings that back\.$/m);
  expect(stdout).toContain('`/memory revision 1` shows what one changed');
  expect(holding(home, ['zebra crossing', 'heron'])).toEqual([]);
});

/** Looks at the rows of a home from outside until they say so. */
async function until(home: string, sql: string, isRunning: () => boolean = () => true): Promise<void> {
  const db = openDb(join(home, 'state.sqlite'), { readonly: true });
  try {
    while (isRunning() && db.sql(sql).get() === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  } finally {
    db.close();
  }
}

it('/forget yes that is killed while only old bytes are left goes on with the next start', async () => {
  const home = tempDir();
  writeConfig(home, 'timezone: UTC\nmodel: { provider: offline }\n');
  const first =
    'Please remember: my allotment number is plot-oak-77.\n私の自転車は青い自転車です\n/forget plot-oak-77\n';
  await cli(home, ['chat'], { input: first });
  const killed = startCli(home, ['chat']);
  const closed = once(killed, 'close');
  killed.stdin.write('/forget yes\n');
  await until(home, 'SELECT 1 FROM forgets WHERE cleared = 1', () => killed.exitCode === null);
  killed.kill('SIGKILL');
  await closed;

  const next = startCli(home, ['chat']);
  onTestFinished(() => void next.kill('SIGKILL'));
  await until(home, "SELECT 1 FROM forgets WHERE state = 'done'");
  expect(holding(home, ['plot-oak-77'])).toEqual([]);
  expect(holding(home, ['青い自転車'])).not.toEqual([]);
}, 30_000);

it('two who forget at once both come to their end', async () => {
  const home = tempDir();
  await forgetHome(home);
  const both = ['bob', 'alice'].map((one) => cli(home, ['memory', 'forget', '--person', one, '--yes']));
  for (const { code, stdout, stderr } of await Promise.all(both)) {
    expect(`${code} ${stdout}${stderr}`).toMatch(/^0 Forgotten:/);
  }
  expect(holding(home, [...BOBS, 'cobalt', '青い自転車'])).toEqual([]);
  expect(holding(home, ['plot-oak-77'])).not.toEqual([]);
}, 30_000);
