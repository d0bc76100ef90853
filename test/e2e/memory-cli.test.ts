// The memory commands of the built program: what an operator sees of search and its index, in a home and without one.

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { cli, collect, startCli, writeConfig } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

interface Answer {
  mode: string;
  pending: number;
  hits: { path: string; startLine: number; endLine: number; snippet: string; owner?: string; parts?: object }[];
}

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A home in which somebody has talked already, with notes of the owner's and of a group. */
async function openHome(yaml = ''): Promise<string> {
  const home = tempDir();
  writeConfig(home, yaml);
  await cli(home, ['chat', '--group', 'team', '--as', 'bob'], {
    input: 'Remember that the budget of the harbour festival is nine thousand.\n',
  });
  put(join(home, 'workspace'), {
    'memory/2026-10-01.md':
      '# 2026-10-01\n- 09:00 The door code of the boathouse is QX17.\n- 我妹妹的门牌号是十七号。\n',
    'memory/2026-11-20.md': '# 2026-11-20\n- 10:00 The boathouse gets a new roof.\n',
    'memory/ideas/boat.md': 'A boat could be called Mirabelle.\n',
  });
  return home;
}

async function ask(home: string, ...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await cli(home, ['memory', 'search', ...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Answer;
}
const paths = ({ hits }: Answer) => hits.map(({ path }) => path);

describe('memory search', () => {
  it('prints places, indented snippets and the mode, also of what was written just now', async () => {
    const home = await openHome();
    const { code, stdout } = await cli(home, ['memory', 'search', 'door', 'code']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^memory\/2026-10-01\.md:\d.*\n( {4}.*\n)* {4}- 09:00 The door code of the boathouse is QX17\.\n/,
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('lexical only');
    put(join(home, 'workspace'), { 'memory/2026-11-21.md': '- The door code was changed to RZ20.\n' });
    expect(paths(await ask(home, 'door code'))).toContain('memory/2026-11-21.md');
    expect(paths(await ask(home, '门牌号'))).toEqual(['memory/2026-10-01.md']);
  });

  it('sees what the scope sees: a group its own, the owner everybody’s when asked for, marked', async () => {
    const home = await openHome();
    const group = ['--scope', 'group:console:team'];
    expect(paths(await ask(home, 'boathouse', ...group))).toEqual([]);
    expect(paths(await ask(home, 'festival budget', '--corpus', 'memory'))).toEqual([]);
    const [own] = (await ask(home, 'festival budget', '--corpus', 'memory', ...group)).hits;
    expect(own?.path).toMatch(/^groups\/console-team\/MEMORY\.md$/);
    expect(own).not.toHaveProperty('owner');
    const [all] = (await ask(home, 'festival budget', '--corpus', 'memory', '--scope', 'all')).hits;
    expect(all).toMatchObject({ path: own?.path, owner: 'group:console:team' });
    // A person of whom nothing is kept is found nothing of, and is not made by being asked about.
    expect(paths(await ask(home, 'boathouse', '--scope', 'person:nobody'))).toEqual([]);
    const { stdout } = await cli(home, ['memory', 'status']);
    expect(stdout).not.toContain('nobody');
  });

  it('keeps to days, a number of hits and a corpus, and explains scores', async () => {
    const home = await openHome();
    expect(paths(await ask(home, 'boathouse', '--from', '2026-11-01'))).toEqual(['memory/2026-11-20.md']);
    expect(paths(await ask(home, 'boathouse', '--to', '2026-11-01'))).toEqual(['memory/2026-10-01.md']);
    expect(paths(await ask(home, 'boathouse', '--limit', '1'))).toHaveLength(1);
    const said = await ask(home, 'festival', '--corpus', 'sessions', '--scope', 'group:console:team');
    expect(said.hits[0]?.path).toMatch(/^sessions\/.*\.jsonl$/);
    const [hit] = (await ask(home, 'boathouse', '--explain')).hits;
    expect(Object.keys(hit?.parts ?? {})).toEqual(['text', 'vector', 'recency']);
    const { stdout } = await cli(home, ['memory', 'search', 'boathouse', '--explain']);
    expect(stdout).toMatch(/ {4}score \d\.\d\d \(text \d\.\d\d, vector \d\.\d\d, recency \d\.\d\d\)/);
  });

  it.each([
    [
      ['x', '--scope', 'private'],
      /--scope private is no scope\. Write main, all, person:<id> or group:<channel>:<chat>/,
    ],
    [['x', '--scope', 'shared'], /is no scope/],
    [['x', '--corpus', 'books'], /memory, sessions, wiki, all/],
    [['x', '--limit', '0'], /whole number/],
    [['x', '--from', 'yesterday'], /2026-11-29/],
    [['x', '--workspace', '/nowhere/at/all'], /There is no folder \/nowhere\/at\/all/],
    [[], /query/],
    [['--jsonl', 'only-one'], /two arguments/],
  ])('%j is wrong use, and told how it is right', async (args, words) => {
    const home = tempDir();
    const { code, stdout, stderr } = await cli(home, ['memory', 'search', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(readdirSync(home)).toEqual([]);
  });

  it('prints nothing that could steer a terminal', async () => {
    const workspace = tempDir();
    put(workspace, { 'memory/a.md': 'red \u001b[31mtext\u0007\n' });
    const { stdout } = await cli(tempDir(), ['memory', 'search', 'red', '--workspace', workspace]);
    expect(stdout).toContain('red');
    for (const steering of ['\u001b', '\u0007']) expect(stdout).not.toContain(steering);
  });
});

describe('a folder without a home', () => {
  it('is searched, and nothing is written anywhere', async () => {
    const workspace = tempDir();
    put(workspace, { 'memory/2026-10-01.md': '- 苍鹭项目的预算是九万。\n', 'MEMORY.md': '- Heron flies at dawn.\n' });
    const home = join(tempDir(), 'home');
    const answer = await ask(home, 'heron', '--workspace', workspace);
    expect(answer).toMatchObject({ mode: 'lexical only', pending: 0, hits: [{ path: 'MEMORY.md', startLine: 1 }] });
    expect(paths(await ask(home, '预算', '--workspace', workspace))).toEqual(['memory/2026-10-01.md']);
    expect(existsSync(home)).toBe(false);
    expect(readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      'MEMORY.md',
      'memory',
      'memory/2026-10-01.md',
    ]);
  });

  it('is served to a program line by line, and goes on after a line that is no question', async () => {
    const workspace = tempDir();
    put(workspace, {
      'memory/2026-10-01.md': '- The door code is QX17.\n- Ada likes tea.\n',
      'memory/2026-10-02.md': '- 明天下午三点开项目评审会议\n- Tea at five.\n',
    });
    const scratch = join(tempDir(), 'index');
    const child = startCli(join(tempDir(), 'home'), ['memory', 'search', '--jsonl', workspace, scratch]);
    const output = collect(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await lines.next()).value)) as unknown;
    expect(await next()).toMatchObject({
      ready: true,
      indexMs: expect.any(Number),
      bytes: expect.any(Number),
      chunks: 2,
    });
    const question = (value: unknown) => {
      child.stdin.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
      return next();
    };
    const [hit] = (await question({ id: 1, query: '项目评审', k: 3 })) as Record<string, unknown>[];
    expect(hit).toMatchObject({
      path: 'memory/2026-10-02.md',
      startLine: 1,
      snippet: expect.stringContaining('项目评审'),
    });
    expect(Object.keys(hit ?? {})).toEqual(['path', 'startLine', 'endLine', 'score', 'snippet']);
    for (const wrong of ['{"query"', '[]', 'null', { id: 2 }, { query: 'x', k: -1 }, { query: 7 }]) {
      expect(await question(wrong)).toEqual([]);
    }
    expect(await question({ id: 3, query: 'tea', k: 1 })).toHaveLength(1);
    child.stdin.end();
    expect((await once(child, 'close'))[0]).toBe(0);
    const errors = output.stderr.trim().split('\n');
    expect(errors).toHaveLength(6);
    for (const error of errors) expect(JSON.parse(error)).toEqual({ error: expect.any(String) });
    expect(existsSync(scratch)).toBe(true);
  });
});

describe('the index', () => {
  it('C022: is whole without an embedder, and status says so', async () => {
    const home = await openHome();
    expect(await cli(home, ['memory', 'index'])).toMatchObject({ code: 0, stdout: /^\d+ files: \d+ indexed/ });
    const { stdout } = await cli(home, ['memory', 'status', '--json']);
    const status = JSON.parse(stdout) as { mode: string; scopes: Record<string, unknown>[] };
    expect(status.mode).toBe('lexical only');
    expect(status.scopes.map(({ owner }) => owner)).toEqual(
      expect.arrayContaining(['main', 'shared', 'group:console:team']),
    );
    for (const { files, indexed, stale, vectors } of status.scopes) {
      expect({ indexed, stale, vectors }).toEqual({ indexed: files, stale: 0, vectors: 0 });
    }
    const main = status.scopes.find(({ owner }) => owner === 'main');
    expect((await cli(home, ['memory', 'status'])).stdout).toContain(
      `main: ${main?.files}/${main?.files} files indexed`,
    );
    expect((await cli(home, ['status'])).stdout).toMatch(/Memory: \d+ files, lexical only/);
  });

  it('is proved by verify, which tells of a file that the index has not seen', async () => {
    const home = await openHome();
    await cli(home, ['memory', 'index', '--rebuild']);
    expect(await cli(home, ['memory', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/all agree/),
    });
    put(join(home, 'workspace'), { 'memory/2026-10-01.md': '- The door code is gone.\n' });
    const changed = await cli(home, ['memory', 'verify', '--json']);
    expect(changed.code).toBe(1);
    expect((JSON.parse(changed.stdout) as { problems: string[] }).problems.join()).toContain('memory/2026-10-01.md');
    await cli(home, ['memory', 'index']);
    expect((await cli(home, ['memory', 'verify'])).code).toBe(0);
  });

  it('tells of a legacy memory.md beside MEMORY.md in status and doctor', async () => {
    const home = await openHome();
    put(join(home, 'workspace'), { 'memory.md': '- The lighthouse is green.\n' });
    expect(paths(await ask(home, 'lighthouse'))).toEqual([]);
    for (const command of [['memory', 'status'], ['status'], ['doctor']]) {
      expect((await cli(home, command)).stdout, command.join(' ')).toMatch(/memory\.md/);
    }
  });

  it('needs a home', async () => {
    for (const command of ['index', 'status', 'verify', 'search x']) {
      const home = join(tempDir(), 'home');
      const { code, stderr } = await cli(home, ['memory', ...command.split(' ')]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/There is no Nightjar home/);
      expect(existsSync(home)).toBe(false);
    }
  });
});

describe('configured places', () => {
  it('are searched by those whose they are, and named in hits', async () => {
    const notes = tempDir();
    put(notes, { 'team/a.md': 'The regatta begins at noon.\n', 'docs/handbook.md': 'Regatta rules: no engines.\n' });
    const home = await openHome(
      [
        'memory:',
        `  extraPaths: [{ path: ${join(notes, 'team')}, scope: "group:console:team" }]`,
        `  wiki: [{ path: ${join(notes, 'docs')}, scope: shared, name: handbook }]`,
      ].join('\n'),
    );
    const group = ['--scope', 'group:console:team'];
    expect(paths(await ask(home, 'regatta', ...group))).toEqual(['extra:team/a.md']);
    expect(paths(await ask(home, 'regatta'))).toEqual([]);
    expect(paths(await ask(home, 'regatta', '--corpus', 'wiki'))).toEqual(['wiki:handbook/handbook.md']);
    expect(paths(await ask(home, 'regatta', '--corpus', 'all', ...group)).sort()).toEqual([
      'extra:team/a.md',
      'wiki:handbook/handbook.md',
    ]);
  });

  it('that lie in the home are refused with exit code 2', async () => {
    const home = tempDir();
    writeConfig(home, 'memory: { extraPaths: [memory] }\n');
    const { code, stderr } = await cli(home, ['chat'], { input: 'hello\n' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/memory\.extraPaths: memory .*settled/);
  });
});

describe('memory eval', () => {
  it('prints figures, keeps a baseline, and fails when search went worse', async () => {
    const fixture = tempDir();
    const question = (more: object) => `${JSON.stringify({ id: 'a', kind: 'words', query: 'door code', ...more })}\n`;
    put(fixture, {
      'fixture.json': JSON.stringify({
        now: '2026-11-29T12:00:00+01:00',
        timezone: 'Europe/Berlin',
        floor: 0.35,
        sessions: { talk: 'main' },
      }),
      'workspace/memory/2026-10-01.md': '- The door code is QX17.\n',
      'sessions/talk.jsonl': '',
      'queries.jsonl': question({ evidence: [{ path: 'memory/2026-10-01.md', text: 'QX17' }] }),
    });
    const home = join(tempDir(), 'home');
    const run = (...args: string[]) => cli(home, ['memory', 'eval', '--fixture', fixture, ...args]);
    expect(await run('--save')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^lexical: lexical only, k = /),
    });
    const report = JSON.parse((await run('--json')).stdout) as { engines: object; regressions: string[] };
    expect(Object.keys(report.engines)).toEqual(['lexical']);
    expect(report.regressions).toEqual([]);
    put(fixture, {
      'workspace/memory/2026-10-01.md': `${'- The door was painted, by the code.\n'.repeat(400)}- QX17.\n`,
    });
    const worse = await run();
    expect(worse).toMatchObject({ code: 1, stdout: expect.stringMatching(/^WORSE {2}/m) });
    expect((await cli(home, ['memory', 'eval', '--fixture', tempDir()])).code).toBe(2);
    expect(existsSync(home)).toBe(false);
  });
});

describe('an embedder that does not answer', () => {
  it('leaves search by words, which says so', async () => {
    const home = await openHome('embedding: { name: bge-m3, baseUrl: "http://127.0.0.1:9/v1", queryBudgetMs: 500 }\n');
    const answer = await ask(home, 'door code');
    expect(answer.mode).toMatch(/^lexical only: /);
    expect(paths(answer)).toContain('memory/2026-10-01.md');
  });
});

describe('wrong use', () => {
  it('names what is wrong and the help that is nearest, with exit code 2', async () => {
    const home = await openHome();
    const wrong: [args: string[], help: string][] = [
      [['memory', 'bogus'], '(nightjar memory --help lists its commands)'],
      [['memory', 'log', '--limit', '0'], '(nightjar memory log --help tells how it is used)'],
      [['doctor', '--bogus'], '(nightjar doctor --help tells how it is used)'],
      [['--bogus'], '(nightjar --help lists its commands)'],
    ];
    for (const [args, help] of wrong) {
      const { code, stderr, stdout } = await cli(home, args);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      expect(stderr).toContain(help);
    }
    expect((await cli(home, ['memory', 'forget', '--text', 'ab'])).code).toBe(2);
  });

  it('what was asked for and did not happen is no success: nobody could be asked, or a yes is missing', async () => {
    const home = await openHome();
    const other = tempDir();
    put(other, { 'MEMORY.md': '# Memory\n\n- 我喜欢爵士乐。\n' });
    const imported = await cli(home, ['import', 'openclaw', other]);
    expect(imported.code).toBe(1);
    expect(imported.stderr).toContain('--yes writes it');
    expect((await cli(home, ['import', 'openclaw', other, '--dry-run'])).code).toBe(0);
    const forget = await cli(home, ['memory', 'forget', '--text', 'boathouse']);
    expect(forget.code).toBe(1);
    expect(forget.stdout).toMatch(/^This would be forgotten:\n- \d+ lines in [\s\S]*--yes does it\.\n$/);
    expect(forget.stdout).not.toMatch(/^- 0 /m);
    const nothing = await cli(home, ['memory', 'forget', '--text', 'zeppelin']);
    expect(nothing).toMatchObject({ code: 0, stdout: 'I found nothing of it.\n' });
  });
});
