import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../../src/memory/eval/fixture.js';
import { tempDir } from '../../../support/temp-dir.js';

const settings = {
  now: '2026-11-02T18:00:00+01:00',
  timezone: 'Europe/Berlin',
  floor: 0.35,
  folders: { 'groups/console-team': 'group:console:team', 'people/bob': 'person:bob' },
  sessions: { s1: 'person:bob' },
  wiki: { handbook: 'group:console:team' },
};

function fixture(queries: object[], more: Record<string, string> = {}) {
  const dir = tempDir();
  const files = {
    'fixture.json': JSON.stringify(settings),
    'queries.jsonl': `${queries.map((query) => JSON.stringify(query)).join('\n')}\n`,
    'workspace/MEMORY.md': '# Memory\n\n- 门牌号是十七号\n',
    'sessions/s1.jsonl': '{"text":"hello"}\n',
    'wiki/handbook/a.md': 'Rules\n',
    ...more,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return () => readFixture(dir);
}

const asked = { id: 'a', kind: 'words', query: '门牌号' };

describe('a fixture', () => {
  it('finds the lines of evidence in workspace, sessions and document folders', () => {
    const { questions, settings } = fixture([
      { ...asked, evidence: [{ path: 'MEMORY.md', text: '十七号' }] },
      { ...asked, id: 'b', scope: 'person:bob', evidence: [{ path: 'sessions/s1.jsonl', text: 'hello' }] },
      { ...asked, id: 'c', scope: 'group:console:team', evidence: [{ path: 'wiki:handbook/a.md', text: 'Rules' }] },
    ])();
    expect(questions.map(({ evidence }) => evidence[0]?.line)).toEqual([3, 1, 1]);
    expect(questions.map(({ scope }) => scope.kind)).toEqual(['main', 'person', 'group']);
    expect(new Date(settings.now).toISOString()).toBe('2026-11-02T17:00:00.000Z');
  });

  it('knows what each reader may be shown', () => {
    const { mayShow } = fixture([asked])();
    const paths = ['MEMORY.md', 'shared/a.md', 'groups/console-team/MEMORY.md', 'people/bob/x.md'];
    const outside = ['sessions/s1.jsonl', 'sessions/unknown.jsonl', 'wiki:handbook/a.md', 'groups/unknown/MEMORY.md'];
    const shown = (reader: Parameters<typeof mayShow>[0]) =>
      [...paths, ...outside].filter((path) => mayShow(reader, path));
    const main = ['MEMORY.md', 'shared/a.md', 'sessions/unknown.jsonl', 'groups/unknown/MEMORY.md'];
    expect(shown({ scope: { kind: 'main' } })).toEqual(main);
    expect(shown({ scope: { kind: 'main' }, everyone: true })).toEqual([...paths, ...outside]);
    expect(shown({ scope: { kind: 'person', person: 'bob' } })).toEqual([
      'shared/a.md',
      'people/bob/x.md',
      'sessions/s1.jsonl',
    ]);
    expect(shown({ scope: { kind: 'group', channel: 'console', chat: 'team' }, everyone: true })).toEqual([
      'shared/a.md',
      'groups/console-team/MEMORY.md',
      'wiki:handbook/a.md',
    ]);
  });

  it.each([
    ['evidence that is not there', [{ ...asked, evidence: [{ path: 'MEMORY.md', text: 'x' }] }], /jsonl:1.*not hold/],
    ['a file that is not there', [{ ...asked, evidence: [{ path: 'a.md', text: 'x' }] }], /workspace\/a\.md/],
    ['an id used twice', [asked, asked], /queries\.jsonl:2 is wrong: the id a is taken/],
    ['an unknown key', [{ ...asked, scop: 'main' }], /scop/],
    ['an unknown scope', [{ ...asked, scope: 'team' }], /scope: a scope is main/],
  ])('%s is named with its line', (_, queries, message) => {
    expect(fixture(queries)).toThrow(message);
  });

  it('a broken line and broken settings are named', () => {
    expect(fixture([], { 'queries.jsonl': '{"id":\n' })).toThrow(/queries\.jsonl:1/);
    expect(fixture([asked], { 'fixture.json': '{"now":"today"}' })).toThrow(/fixture\.json is wrong: now/);
    expect(() => readFixture(tempDir())).toThrow(/fixture\.json cannot be read/);
  });
});
