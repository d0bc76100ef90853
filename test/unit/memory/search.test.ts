// Searching through a view: what is found, in which order, how it is cut, what never is; and that nothing upsets it.

import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope, SearchAnswer } from '../../../src/contracts/index.js';
import { classify } from '../../../src/memory/paths.js';
import { canRead } from '../../../src/memory/visibility.js';
import { bob, main, openTestMemory, team } from '../../support/memory/open.js';

async function withFiles(files: Record<string, string>) {
  const home = await openTestMemory();
  for (const [name, text] of Object.entries(files)) home.put(name, text);
  return { ...home, search: home.memory.view(main).search };
}

const where = ({ hits }: SearchAnswer) => hits.map(({ path, startLine }) => `${path}:${startLine}`);
const paths = ({ hits }: SearchAnswer) => hits.map(({ path }) => path);

describe('what is found', () => {
  const files = {
    'MEMORY.md':
      '# Memory\n\n- my sister Ada lives in Kyoto\n- I drink tea, not coffee\n\n## Flat\n\n- door code 4711\n- 猫の名前はタマ\n',
    'memory/2026-11-28.md':
      '# 2026-11-28\n\n- 09:00 called the dentist, v1.2.3-beta released\n- 10:00 부산에서 만나요\n',
    'memory/2026-11-20.md': '# 2026-11-20\n\n- 09:00 called the dentist\n',
    'memory/old/2025-01-01-trip.md': 'Trip to 長崎 with Ann (C++ meetup) 🎉\n',
    'shared/house.md': '- quiet after ten\n',
  };

  it.each([
    ['Where does my sister live?', 'MEMORY.md:3'],
    ['door code', 'MEMORY.md:8'],
    ['タマ', 'MEMORY.md:9'],
    ['猫', 'MEMORY.md:9'],
    ['부산', 'memory/2026-11-28.md:4'],
    ['長崎に行った？', 'memory/old/2025-01-01-trip.md:1'],
    ['v1.2.3-beta', 'memory/2026-11-28.md:3'],
    ['C++', 'memory/old/2025-01-01-trip.md:1'],
    ['🎉', 'memory/old/2025-01-01-trip.md:1'],
    ['ｋｙｏｔｏ', 'MEMORY.md:3'],
    ['"after ten"', 'shared/house.md:1'],
    ['Flat', 'MEMORY.md:6'],
  ])('%s', async (query, first) => {
    const { search } = await withFiles(files);
    const [path = '', line = ''] = first.split(':');
    const [hit] = (await search(query)).hits;
    expect(hit?.path).toBe(path);
    expect(hit?.startLine).toBeLessThanOrEqual(Number(line));
    expect(hit?.endLine).toBeGreaterThanOrEqual(Number(line));
    const lines = (files[path as keyof typeof files] ?? '').split('\n');
    expect(hit?.snippet).toBe(lines.slice((hit?.startLine ?? 0) - 1, hit?.endLine).join('\n'));
  });

  it('prefers the newer of two equals', async () => {
    const same = '- 09:00 called the dentist about tooth';
    const { search } = await withFiles({
      'memory/2026-11-20.md': `${same} 11\n`,
      'memory/2026-11-28.md': `${same} 12\n`,
    });
    expect(paths(await search('the dentist'))).toEqual(['memory/2026-11-28.md', 'memory/2026-11-20.md']);
  });

  it('is an exact token before words that only look like it', async () => {
    const { search } = await withFiles({
      'memory/a.md': '- port 8080 is for the web, and port 80 too, port after port\n',
      'memory/b.md': '- the proxy listens on port-8080\n',
    });
    expect(where(await search('port-8080'))[0]).toBe('memory/b.md:1');
  });

  it('sees days, and orders by them when asked to', async () => {
    const { search } = await withFiles(files);
    expect(paths(await search('dentist', { from: '2026-11-01', to: '2026-11-25' }))).toEqual(['memory/2026-11-20.md']);
    expect(where(await search('kyoto', { from: '2020-01-01' }))).toEqual([]);
    expect(paths(await search('dentist', { sort: 'time' }))).toEqual(['memory/2026-11-28.md', 'memory/2026-11-20.md']);
    expect(await search('dentist', { corpus: 'sessions' })).toEqual({ mode: 'lexical only', hits: [], pending: 0 });
    expect((await search('dentist', { limit: 1 })).hits).toHaveLength(1);
    expect((await search('dentist', { limit: Number.NaN })).hits.length).toBeGreaterThan(0);
  });

  it('sees an edit by hand and a deleted file at once', async () => {
    const { search, put, path } = await withFiles(files);
    await search('Kyoto');
    put('MEMORY.md', '- my sister Ada lives in Osaka\n');
    expect((await search('Kyoto')).hits).toEqual([]);
    expect(where(await search('Osaka'))).toEqual(['MEMORY.md:1']);
    rmSync(path('MEMORY.md'));
    expect((await search('Osaka')).hits).toEqual([]);
  });

  it('looks only where memory is', async () => {
    const { search } = await withFiles({
      'AGENTS.md': 'zebra',
      'SOUL.md': 'zebra',
      'TOOLS.md': 'zebra',
      'DREAMS.md': 'zebra',
      'BOOTSTRAP.md': 'zebra',
      'skills/x/SKILL.md': 'zebra',
      'memory/.draft.md': 'zebra',
      'memory/.git/x.md': 'zebra',
      '.nightjar/conflicts/MEMORY.md': 'zebra',
      'memory/notes.txt': 'zebra',
      'groups/a/MEMORY.md': 'zebra',
      'USER.md': '- a zebra of mine',
    });
    expect(where(await search('zebra'))).toEqual(['USER.md:1']);
  });
});

describe('scores and snippets', () => {
  it('can be compared for main and are ranks for all others', async () => {
    const { memory, put } = await withFiles({ 'MEMORY.md': '- tea tea\n', 'memory/a.md': '- tea and much else\n' });
    const mine = (await memory.view(main).search('tea')).hits.map(({ score }) => score);
    expect(mine).toHaveLength(2);
    expect(mine[0]).toBeGreaterThan(mine[1] ?? 1);
    expect(mine[0]).toBeLessThan(1);
    const [weak] = (await memory.view(main).search('tea elephants voyage zeppelin')).hits;
    expect(weak?.score).toBeLessThan((mine[1] ?? 0) / 2);
    const folder = await memory.folders.ensure(bob);
    for (const n of [1, 2, 3]) put(`${folder}/memory/${n}.md`, `- tea number ${n}\n`);
    expect((await memory.view(bob).search('tea')).hits.map(({ score }) => score)).toEqual([1, 1 / 2, 1 / 3]);
  });

  it('are cut where the words are, within 700 characters', async () => {
    const filler = Array.from({ length: 400 }, (_, n) => `filler ${n}`).join(' ');
    const { search } = await withFiles({ 'MEMORY.md': `# Memory\n\n${filler} needle here ${filler}\n` });
    const [hit] = (await search('needle')).hits;
    expect(hit?.snippet).toContain('needle');
    expect(hit?.snippet.length).toBeLessThanOrEqual(700);
    expect(hit).toMatchObject({ startLine: 3, endLine: 3 });
  });
});

describe('odd queries', () => {
  it('never upset it', async () => {
    const { search } = await withFiles({ 'MEMORY.md': '- tea AND coffee NOT "water" *\n' });
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        'AND OR NOT',
        '"',
        '""',
        'a*',
        '^a',
        'text:foo',
        '(',
        ')',
        "don't",
        '-tea',
        '\ud800',
        '🎉',
        '*',
        '的',
        '%',
        '\0',
      ),
      fc.constantFrom('a', '京', '"', ' ', '\ud83d', '-').map((char) => char.repeat(100_000)),
    );
    await fc.assert(
      fc.asyncProperty(odd, odd, async (a, b) => {
        const { mode, hits } = await search(`${a} ${b}`);
        expect(mode).toBe('lexical only');
        for (const { score, snippet } of hits) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(snippet.length).toBeLessThanOrEqual(700);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('privacy of the order (C139)', () => {
  const scopes: Scope[] = [
    main,
    team,
    bob,
    { kind: 'person', person: 'Ann' },
    { kind: 'group', channel: 'console', chat: 'other' },
  ];
  const words = ['tea', 'Kyoto', '京都', 'secret', 'port-80', 'the'];
  const text = fc
    .array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
    .map((lines) => lines.map((line) => `- ${line.join(' ')}\n`).join('\n'));
  const name = fc.constantFrom('MEMORY.md', 'memory/2026-11-29.md', 'memory/2026-11-01.md', 'memory/sub/a.md');
  const prefixes = [
    '',
    'shared/',
    'people/bob/',
    'people/%41nn/',
    'groups/console-team/',
    'groups/console-other/',
    'groups/nobody/',
  ];
  const files = fc.dictionary(
    fc.tuple(fc.constantFrom(...prefixes), name).map(([prefix, file]) => prefix + file),
    text,
    { maxKeys: 14 },
  );

  it('no hit is from a forbidden file, and forbidden files change no byte of an answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.constantFrom(...scopes),
        fc.constantFrom(...words, 'the tea of Kyoto'),
        async (tree, scope, query) => {
          const [all, allowed] = [await openTestMemory(), await openTestMemory()];
          for (const home of [all, allowed]) {
            for (const one of scopes) await home.memory.folders.ensure(one);
          }
          for (const [path, content] of Object.entries(tree)) {
            const place = classify(path, all.memory.folders);
            all.put(path, content);
            if (place && canRead(scope, place.owner)) allowed.put(path, content);
          }
          const answer = await all.memory.view(scope).search(query);
          expect(JSON.stringify(answer)).toBe(JSON.stringify(await allowed.memory.view(scope).search(query)));
          for (const { path } of answer.hits) {
            const place = classify(path, all.memory.folders);
            expect(place && canRead(scope, place.owner)).toBe(true);
            if (scope.kind === 'main') expect(path).not.toMatch(/^(groups|people)\//);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
