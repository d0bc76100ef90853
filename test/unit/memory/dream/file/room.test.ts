// A long-term file stays below what is loaded, and whatever leaves it stands word for word in a topic.

import { describe, expect, it } from 'vitest';
import type { LineOrigin, LongTermEntry } from '../../../../../src/contracts/index.js';
import { editLongTerm } from '../../../../../src/memory/dream/file/edit.js';
import { type Move, makeRoom, movesIn } from '../../../../../src/memory/dream/file/room.js';
import { splitLines, withoutEnd } from '../../../../../src/memory/lines.js';
import { dreamt, entriesOf, NIGHT, said } from '../../../../support/memory/dream-words.js';

interface Case {
  text: string;
  limit?: number;
  moves?: Move[];
  topics?: Map<string, string>;
  origin?: (line: string) => LineOrigin;
  isNew?: (entry: LongTermEntry) => boolean;
  folder?: string;
}

async function roomIn({ text, limit = 200, moves = [], topics = new Map(), folder = 'memory/topics', ...more }: Case) {
  const result = await makeRoom({
    text,
    path: 'MEMORY.md',
    entries: entriesOf(text, more.origin),
    limit,
    topicsFolder: folder,
    readTopic: async (path) => topics.get(path),
    importanceOf: (words) => (words.includes('茶') ? 'preference' : 'fact'),
    moves,
    ...(more.isNew ? { isNew: more.isNew } : {}),
  });
  for (const { path, after } of result.topics) topics.set(path, after);
  return { ...result, topics, wrote: result.topics };
}

const fact = (n: number) => `- Fact ${n} is a line of forty characters now`;
const facts = (count: number, from = 1) => Array.from({ length: count }, (_, n) => `${fact(n + from)}\n`).join('');
const byHand = (): LineOrigin => ({ trust: 'owner' });

describe('room in a long-term file', () => {
  it('is not made while there is some', async () => {
    const text = `## Facts\n\n${facts(3)}`;
    const { text: result, wrote, lines } = await roomIn({ text });
    expect([result, wrote, lines]).toEqual([text, [], []]);
  });

  it('is made by the oldest of the largest section, and one line points there', async () => {
    const { text, topics, lines, refused } = await roomIn({
      text: `## Goals\n\n- 目標\n\n## Facts\n\n${facts(5)}`,
      limit: 260,
    });
    expect(text).toBe(`## Goals\n\n- 目標\n\n## Facts\n\n${facts(2, 4)}\nMore: memory/topics/facts.md\n`);
    expect([...topics]).toEqual([['memory/topics/facts.md', `# Facts\n\n${facts(3)}`]]);
    expect(refused).toEqual([]);
    expect(lines.map(({ sign, text: line }) => sign + line)).toEqual([
      `>${fact(1)}`,
      `>${fact(2)}`,
      `>${fact(3)}`,
      '+More: memory/topics/facts.md',
    ]);
  });

  it('is made by dated notes first', async () => {
    const note = '  - until 2026-01-01: Fact 1 was another one, and long enough';
    const text = `## Facts\n\n${fact(1)}\n${note}\n${facts(2, 2)}`;
    const { text: result, topics } = await roomIn({ text, limit: 247 });
    expect(result).toBe(`## Facts\n\n${facts(3)}\nMore: memory/topics/facts.md\n`);
    expect(topics.get('memory/topics/facts.md')).toBe(`# Facts\n\n${note.trim()}\n`);
  });

  it('keeps what is pinned, and of the rest what came this night as long as it can', async () => {
    const text = `${fact(1)} 📌\n${facts(4, 2)}`;
    const { text: result } = await roomIn({ text, limit: 240, isNew: (entry) => entry.text.startsWith('Fact 2') });
    expect(result).toBe(`${fact(1)} 📌\n${fact(2)}\n${fact(5)}\n\nMore: memory/topics/facts.md\n`);
  });

  it('takes what a hand wrote above the brim only, and says so where nothing is left to take', async () => {
    const text = facts(4);
    expect((await roomIn({ text, limit: 205, origin: byHand })).text).toBe(text);
    const { text: result, topics } = await roomIn({ text, limit: 180, origin: byHand });
    expect(result.length).toBeLessThanOrEqual(180 * 0.95);
    expect(topics.get('memory/topics/facts.md')).toContain(fact(1));
    const pinned = `# Pinned\n\n${facts(6)}`;
    const left = await roomIn({ text: pinned, origin: byHand });
    expect(left.text).toBe(pinned);
    expect(left.refused).toEqual([expect.stringMatching(/^MEMORY\.md stays longer .*\.$/)]);
  });

  it('keeps CRLF, a mark and a missing last newline', async () => {
    const text = `\ufeff${facts(5)}- 茶`.replaceAll('\n', '\r\n');
    const { text: result, topics } = await roomIn({ text });
    expect(result).toBe(`\ufeff${fact(4)}\r\n${fact(5)}\r\n- 茶\r\n\r\nMore: memory/topics/facts.md`);
    expect(topics.get('memory/topics/facts.md')).toBe(`# Facts\n\n${facts(3)}`);
  });

  it('keeps one pointer, up to date, and never moves it', async () => {
    const topics = new Map([['memory/topics/茶道.md', '# 茶道\n']]);
    const old = 'More: memory/topics/gone.md, memory/topics/茶道.md';
    const { text, lines } = await roomIn({ text: `${facts(5)}\n${old}\n\n<!-- end -->\n`, topics, limit: 330 });
    expect(text).toBe(`${facts(3, 3)}\nMore: memory/topics/facts.md, memory/topics/茶道.md\n\n<!-- end -->\n`);
    expect(lines.filter(({ text: line }) => line.startsWith('More')).map(({ sign }) => sign)).toEqual(['-', '+']);
  });

  it('makes topics of headings in any script, never of a path', async () => {
    const moves = [
      { id: 'm1', topic: '../../etc/Passwd' },
      { id: 'm2', topic: '京都の家' },
      { id: 'm3', topic: 'Con' },
    ];
    const { topics } = await roomIn({ text: facts(3), moves, limit: 9_999, folder: 'groups/x/memory/topics' });
    expect([...topics.keys()]).toEqual(
      ['etc-passwd', '京都の家', '_con'].map((name) => `groups/x/memory/topics/${name}.md`),
    );
    const { topics: own } = await roomIn({
      text: `# 关于我\n\n- 茶${'水'.repeat(200)}\n\n## 旅行 & 计划\n\n- ${'山'.repeat(200)}\n`,
    });
    expect([...own]).toEqual([
      ['memory/topics/preferences.md', `# Preferences\n\n- 茶${'水'.repeat(200)}\n`],
      ['memory/topics/旅行-计划.md', `# 旅行 & 计划\n\n- ${'山'.repeat(200)}\n`],
    ]);
  });

  it('follows wishes within bounds, and says why not', async () => {
    const moves = Array.from({ length: 8 }, (_, n) => ({ id: `m${n + 1}`, topic: 'box' }));
    const { topics, refused } = await roomIn({ text: `${facts(7)}- x1 📌\n`, moves, limit: 9_999 });
    expect(topics.get('memory/topics/box.md')).toBe(`# Box\n\n${facts(3)}`);
    expect(refused).toHaveLength(5);
    expect(refused.join('\n')).toMatch(/there is room\.[\s\S]*it is pinned\./);
    const hand = await roomIn({ text: facts(2), moves, limit: 9_999, origin: byHand });
    expect([hand.wrote.length, hand.refused.length]).toEqual([0, 2]);
  });

  it('finds what a move is about after other changes', async () => {
    const text = '- a1\n- b1\n- c1\n';
    const entries = entriesOf(text);
    const [first, second] = entries;
    if (!first || !second) throw new Error('no entries');
    const rests = { sources: [said('x')], trust: 'owner' as const };
    const accepted = [
      { op: 'drop' as const, targets: [first], ...rests },
      { op: 'move' as const, targets: [second], topic: 'bees' },
    ];
    const after = editLongTerm(text, entries, accepted, { night: NIGHT, path: 'M', importanceOf: () => 'fact' });
    const now = entriesOf(after.text);
    expect(movesIn(accepted, now)).toEqual([{ id: 'm1', topic: 'bees' }]);
    expect((await roomIn({ text: after.text, moves: movesIn(accepted, now) })).text).toBe(
      '- c1\n\nMore: memory/topics/bees.md\n',
    );
  });

  it('tells of each moved line how far it can be relied on, as it stands now', async () => {
    const text = `Long ago\n${'x'.repeat(150)}\n\n${fact(1)}\n  - inner\n`;
    const origin = (line: string): LineOrigin => ({ trust: /inner/.test(line) ? 'web' : 'owner', by: 'dream' });
    const { moved, topics } = await roomIn({ text, limit: 100, origin });
    expect(moved.map(({ text: line, trust }) => [line.slice(0, 12), trust])).toEqual([
      ['- Long ago', 'owner'],
      ['  xxxxxxxxxx', 'owner'],
      ['- Fact 1 is ', 'web'],
      ['  - inner', 'web'],
    ]);
    const there = splitLines(topics.get('memory/topics/facts.md') ?? '').map(withoutEnd);
    for (const { text: line } of moved) expect(there).toContain(line);
  });

  it('writes nothing twice, and goes on in another file where one is full', async () => {
    const full = `# Facts\r\n\r\n${fact(2)}\r\n- ${'長'.repeat(14_930)}\r\n`;
    const topics = new Map([['memory/topics/facts.md', full]]);
    const { wrote, text } = await roomIn({ text: facts(6), topics, limit: 300 });
    expect(wrote).toEqual([
      { path: 'memory/topics/facts-2.md', before: undefined, after: `# Facts\n\n${fact(1)}\n${fact(3)}\n` },
    ]);
    expect(text).toBe(`${facts(3, 4)}\nMore: memory/topics/facts.md, memory/topics/facts-2.md\n`);
  });
});

describe('over many nights', () => {
  it('C074 sixty rounds stay below the limit, and every line stands exactly once, in either place', async () => {
    const limit = 8_000;
    const topics = new Map<string, string>();
    let text = '# Long-term memory\n\nMine.\n';
    const added: string[] = [];
    for (let round = 0; round < 60; round++) {
      const words = [0, 1, 2].map((n) => `第${round}夜の${n}番目: ${'長い文です。'.repeat(30)} box ${round}-${n}`);
      added.push(...words);
      const rests = { sources: [said('x')], trust: 'owner' as const };
      const importanceOf = (one: string) => (one.endsWith('-0') ? ('preference' as const) : ('fact' as const));
      const parts = { night: NIGHT, path: 'MEMORY.md', importanceOf };
      const operations = words.map((one) => ({ op: 'add' as const, text: one, ...rests }));
      text = editLongTerm(text, entriesOf(text), operations, parts).text;
      const isNew = (entry: LongTermEntry) => words.includes(entry.text);
      const origin = (line: string) => (line === 'Mine.' ? byHand() : dreamt());
      const room = await roomIn({ text, limit, topics, isNew, origin });
      text = room.text;
      expect(text.length).toBeLessThanOrEqual(limit * 0.8);
      for (const word of words) expect(text).toContain(word);
      expect(text.match(/^More: /gm)?.length ?? 0).toBeLessThanOrEqual(1);
    }
    const all = [text, ...topics.values()].flatMap((one) => splitLines(one).map(withoutEnd));
    for (const words of added) expect(all.filter((line) => line === `- ${words}`)).toHaveLength(1);
    expect(text).toContain('Mine.\n');
    expect([...topics.keys()]).toContain('memory/topics/facts-2.md');
    for (const one of topics.values()) expect(one.length).toBeLessThanOrEqual(15_000);
    for (const path of topics.keys()) expect(text).toContain(path);
  });
});
