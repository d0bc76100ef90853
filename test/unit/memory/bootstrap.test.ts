// What stands at the start of a prompt: which files, how much of each, and true words about what is missing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BootstrapMode, MemoryDoc, Scope } from '../../../src/contracts/index.js';
import { bootstrapFiles, type FoundFile, fitFiles } from '../../../src/memory/bootstrap.js';
import { excerpt, type Keep } from '../../../src/memory/excerpt.js';
import { splitLines } from '../../../src/memory/lines.js';
import { pinnedLines } from '../../../src/memory/pins.js';
import { changeOf } from '../../support/memory/change-of.js';
import { bob, main, openTestMemory, team } from '../../support/memory/open.js';

const day = '2026-11-29';
const room = { today: day, fileChars: 20_000, totalChars: 150_000 };

function docOf(path: string, text: string): MemoryDoc & { owner: string } {
  const lines = splitLines(text).length;
  return { path, text, from: 1, to: lines, lines, revision: 'r', more: false, owner: 'main' };
}

/** The lines that a cut text shows, by their numbers as its labels tell them. */
function shownLines(text: string): { line: number; text: string; part: boolean }[] {
  const shown: { line: number; text: string; part: boolean }[] = [];
  let next = 0;
  let last = 0;
  let part = false;
  for (const line of splitLines(text).slice(1)) {
    const found = /^\[lines? (\d+)(?:–(\d+))?(, its beginning)?\]\n$/.exec(line);
    if (found && next > last - (next === 0 ? 1 : 0)) {
      next = Number(found[1]);
      last = Number(found[2] ?? found[1]);
      part = found[3] !== undefined;
      continue;
    }
    shown.push({ line: next++, text: line, part });
  }
  return shown;
}

describe('which files', () => {
  const paths = (scope: Scope, mode?: BootstrapMode) => {
    const prefix = scope.kind === 'main' ? '' : 'people/bob/';
    return bootstrapFiles(scope, prefix, `${prefix}MEMORY.md`, day, mode).map(({ path }) => path);
  };

  it('main has everything, in this order', () => {
    const files = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md', 'MEMORY.md'];
    expect(paths(main)).toEqual([...files, `memory/${day}.md`, 'memory/2026-11-28.md', 'BOOTSTRAP.md']);
    expect(paths(main, 'light')).toEqual(['AGENTS.md', 'SOUL.md', 'TOOLS.md']);
    expect(paths(main, 'none')).toEqual([]);
  });

  it('others have what is shared and their own', () => {
    const logs = [`people/bob/memory/${day}.md`, 'people/bob/memory/2026-11-28.md'];
    const files = ['AGENTS.md', 'people/bob/AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'people/bob/MEMORY.md'];
    expect(paths(bob)).toEqual([...files, ...logs]);
    expect(paths(bob, 'light')).toEqual(['AGENTS.md', 'people/bob/AGENTS.md', 'SOUL.md']);
    expect(paths(bob, 'none')).toEqual([]);
  });

  it('says whose each is, and what was looked for in vain', async () => {
    const { memory, put } = await openTestMemory();
    put('AGENTS.md', 'a\n');
    put('MEMORY.md', 'm\n');
    await memory.folders.ensure(team);
    put('groups/console-team/MEMORY.md', 't\n');
    const own = await memory.view(main).bootstrap(room);
    expect(own.docs.map(({ path, owner }) => [path, owner])).toEqual([
      ['AGENTS.md', 'shared'],
      ['MEMORY.md', 'main'],
    ]);
    expect(Object.keys(own.revisions)).toHaveLength(9);
    expect(own.revisions).toMatchObject({ 'SOUL.md': 'absent', 'MEMORY.md': own.docs[1]?.revision });
    const theirs = await memory.view(team).bootstrap(room);
    expect(theirs.docs.map(({ owner }) => owner)).toEqual(['shared', 'group:console:team']);
    expect(await memory.view(team).bootstrap({ ...room, mode: 'none' })).toEqual({
      docs: [],
      leftOut: [],
      revisions: {},
    });
  });

  it('watches for the file that would take the place of memory.md', async () => {
    const { memory, put } = await openTestMemory();
    put('memory.md', 'old\n');
    const view = memory.view(main);
    const { docs, revisions } = await view.bootstrap(room);
    expect(docs.map(({ path }) => path)).toEqual(['memory.md']);
    put('MEMORY.md', 'new\n');
    expect(await changeOf(view, 'MEMORY.md', revisions['MEMORY.md'] ?? '')).toMatchObject({ kind: 'hand' });
  });
});

describe('a file that is too long', () => {
  const text = Array.from({ length: 1_000 }, (_, n) => `- entry ${n} 京都の日記に書いた事\n`)
    .join('')
    .slice(0, 14_295)
    .concat('\n');

  it('is announced in the prompt and in the status alike, and the count is the file’s (C155)', async () => {
    expect(text).toHaveLength(14_296);
    const { memory, put } = await openTestMemory({ bootstrap: { fileChars: 12_000, totalChars: 150_000 } });
    put('MEMORY.md', text);
    const { docs } = await memory.view(main).bootstrap({ ...room, fileChars: 12_000 });
    const [doc] = docs;
    const shown = shownLines(doc?.text ?? '');
    const left = 14_296 - shown.reduce((sum, line) => sum + line.text.length, 0);
    expect(doc?.text).toContain(`[MEMORY.md is too long to stand here whole: ${left} of its 14296 characters are left`);
    expect(doc?.cut).toEqual({ characters: left, of: 14_296 });
    expect((await memory.status()).cut).toEqual([
      `MEMORY.md is too long for the prompt: ${left} of its 14296 characters are left out`,
    ]);
    // The newest, as much as fits, under its true numbers.
    expect(doc?.text.length).toBeLessThanOrEqual(12_000);
    expect(left).toBeLessThan(14_296 - 12_000 + 250);
    expect(text.endsWith(shown.map((line) => line.text).join(''))).toBe(true);
    expect(splitLines(text)[(shown[0]?.line ?? 0) - 1]).toBe(shown[0]?.text);
    expect([doc?.from, doc?.to]).toEqual([shown[0]?.line, splitLines(text).length]);
  });

  it('keeps what is pinned, wherever it stands, and the newest (C155)', () => {
    const pins = ['# Memory\n', '- the gate code is 4711 <!-- pin -->\n', '  and its battery is new\n', '- old\n'];
    const section = ['## 置顶\n', '- 妹妹住在京都\n', '### More\n', '- 対\n', '## Else\n'];
    const marks = ['- 📌 bins on Monday\n', '- x <!-- importance: 9 -->\n', '- y <!-- importance: 7 -->\n'];
    const doc = docOf('MEMORY.md', [...pins, ...section, ...marks, text].join(''));
    const cut = excerpt(doc, 12_000, 'newest');
    const shown = shownLines(cut?.text ?? '');
    expect(shown.slice(0, 8).map((one) => [one.line, one.text])).toEqual([
      [2, pins[1]],
      [3, pins[2]],
      ...[5, 6, 7, 8].map((line) => [line, section[line - 5]]),
      [10, marks[0]],
      [11, marks[1]],
    ]);
    expect(cut?.text).toContain('left out. Each part below tells its lines.]\n[lines 2–3]\n- the gate code');
    expect(cut?.text).toContain('[lines 5–8]\n## 置顶\n');
    expect(
      doc.text.endsWith(
        shown
          .slice(8)
          .map((one) => one.text)
          .join(''),
      ),
    ).toBe(true);
    expect(shown.length).toBeGreaterThan(300);
  });

  it('that is pinned from end to end still shows its newest lines', () => {
    const lines = ['# Pinned\n', ...Array.from({ length: 2_000 }, (_, n) => `- fact ${n}\n`)];
    const shown = shownLines(excerpt(docOf('MEMORY.md', lines.join('')), 4_000, 'newest')?.text ?? '');
    expect(lines.slice((shown[0]?.line ?? 0) - 1)).toEqual(shown.map((one) => one.text));
  });

  it('keeps the beginning of instructions', () => {
    const cut = excerpt(docOf('AGENTS.md', `# Rules\n\n- be kind <!-- pin -->\n${text}`), 5_000, 'beginning');
    expect(cut?.text).toMatch(/^\[AGENTS\.md is too long[^\n]+\]\n\[lines 1–\d+\]\n# Rules\n\n- be kind/);
    expect(cut).toMatchObject({ from: 1, more: true });
  });

  it('of one endless line shows its beginning', () => {
    for (const keep of ['newest', 'beginning'] as const) {
      const cut = excerpt(docOf('MEMORY.md', '茶'.repeat(200_000)), 12_000, keep);
      const [, label, shown] = cut?.text.split('\n') ?? [];
      expect(label).toBe('[line 1, its beginning]');
      expect(shown).toMatch(/^茶{11000,}$/);
      expect(cut?.cut).toEqual({ characters: 200_000 - (shown?.length ?? 0), of: 200_000 });
    }
  });

  it('finds pins where they are meant', () => {
    const lines = ['## Pinned facts', '- a', '## Spinned', '- b', '- c <!--pin-->', '', '  d', '```', '# 고정', '```'];
    expect(pinnedLines(lines)).toEqual([true, true, false, false, true, false, false, false, false, false]);
    expect(pinnedLines(['# ピン留め', 'a', '## b', '# 고정', '- c', '# d'])).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(pinnedLines(['<!-- importance: 10 -->', '<!-- importance: 1 -->', '<!-- importance: 80 -->'])).toEqual([
      ...[true, false, false],
    ]);
  });

  const line = fc.oneof(
    fc.constantFrom('', '- a', '# 고정', '## Notes', '📌 家', '```', '  more', '- 京都 <!-- pin -->', '[line 3]'),
    fc.string({ maxLength: 60, unit: 'grapheme' }).map((one) => one.replace(/[\n\r]/g, '')),
    fc.integer({ min: 1, max: 3_000 }).map((n) => '👩‍👩‍👧茶'.repeat(n)),
  );
  const anyText = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n'))
    .map(([lines, end]) => lines.join('\n') + end);
  const keeps = fc.constantFrom<Keep>('newest', 'beginning');

  it('never takes more than its room, shows only what is there under its number, and counts truly', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 4_000 }), keeps, (text, room, keep) => {
        const doc = docOf('MEMORY.md', text);
        const cut = excerpt(doc, room, keep);
        if (text.length <= room) expect(cut).toBe(doc);
        else if (!cut) expect(room).toBeLessThan(400);
        if (!cut || cut === doc) return;
        expect(cut.text.length).toBeLessThanOrEqual(room);
        expect(Buffer.from(cut.text).toString()).toBe(cut.text);
        const lines = splitLines(text);
        const shown = shownLines(cut.text);
        let count = 0;
        let before = 0;
        for (const one of shown) {
          const own = lines[one.line - 1] ?? '';
          expect(one.line).toBeGreaterThan(before);
          before = one.line;
          const text = one.part ? one.text.slice(0, -1) : one.text;
          if (one.part) expect(own.startsWith(text)).toBe(true);
          else expect(text).toBe(own);
          count += text.length;
        }
        expect(cut.cut).toEqual({ characters: text.length - count, of: text.length });
        expect(cut.text).toContain(`: ${text.length - count} of its ${text.length} characters `);
        expect([cut.from, cut.to]).toEqual([shown[0]?.line, shown.at(-1)?.line]);
        expect(excerpt(doc, room, keep)).toEqual(cut);
      }),
      { numRuns: 400 },
    );
  });

  it('never makes all of them longer than they may be together', () => {
    const files = fc.array(fc.tuple(anyText, keeps, fc.boolean()), { maxLength: 9 });
    const most = fc.integer({ min: 0, max: 8_000 });
    fc.assert(
      fc.property(files, most, most, (texts, fileChars, totalChars) => {
        const found = texts.map(
          ([text, keep, isLog], n): FoundFile => ({ path: `${n}.md`, keep, isLog, doc: docOf(`${n}.md`, text) }),
        );
        const { docs, leftOut } = fitFiles(found, fileChars, totalChars);
        expect(docs.reduce((sum, doc) => sum + doc.text.length, 0)).toBeLessThanOrEqual(totalChars);
        for (const doc of docs) expect(doc.text.length).toBeLessThanOrEqual(fileChars);
        expect([...docs, ...leftOut].map(({ path }) => path).sort()).toEqual(found.map(({ path }) => path));
        expect(docs.map(({ path }) => path)).toEqual(docs.map(({ path }) => path).sort());
        for (const { path, characters } of leftOut) expect(characters).toBe(texts[Number(path[0])]?.[0].length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('files that are too much together', () => {
  it('have room in their order, logs last, and what has none is named', async () => {
    const { memory, put } = await openTestMemory({ bootstrap: { fileChars: 5_000, totalChars: 12_000 } });
    put('AGENTS.md', 'rule\n'.repeat(900));
    put('MEMORY.md', '- fact\n'.repeat(2_000));
    put(`memory/${day}.md`, '- 09:00 today\n'.repeat(200));
    put('memory/2026-11-28.md', '- 09:00 yesterday\n'.repeat(400));
    put('BOOTSTRAP.md', 'Get acquainted.\n');
    const options = { today: day, fileChars: 5_000, totalChars: 12_000 };
    const { docs, leftOut, revisions } = await memory.view(main).bootstrap(options);
    expect(docs.map(({ path, cut }) => [path, cut !== undefined])).toEqual([
      ['AGENTS.md', false],
      ['MEMORY.md', true],
      [`memory/${day}.md`, true],
      ['BOOTSTRAP.md', false],
    ]);
    expect(leftOut).toEqual([{ path: 'memory/2026-11-28.md', characters: 7_200, owner: 'main' }]);
    expect(revisions['memory/2026-11-28.md']).toMatch(/^[0-9a-f]{64}$/);
    expect((await memory.status()).cut).toEqual([
      ...docs.flatMap(({ path, cut }) =>
        cut ? [`${path} is too long for the prompt: ${cut.characters} of its ${cut.of} characters are left out`] : [],
      ),
      'memory/2026-11-28.md has no room in the prompt: all of its 7200 characters are left out',
    ]);
  });
});
