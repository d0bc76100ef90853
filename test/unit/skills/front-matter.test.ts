// The top of a SKILL.md, as people and machines really write it: nothing makes a skill vanish, and every stretch is told.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead } from '../../../src/skills/front-matter.js';

const head = (...lines: string[]) => readHead(['---', ...lines, '---', '', 'Body.'].join('\n'), 'folder');

describe('front matter', () => {
  it('reads the fields of the format', () => {
    expect(
      head(
        'name: pdf-tools',
        'description: >-',
        '  Works with PDFs.',
        '  Use it for forms.',
        'license: MIT',
        'compatibility: any',
        'allowed-tools: Read, Bash(git:*) Glob',
        'context: fork',
        'disable-model-invocation: true',
        'user-invocable: false',
      ),
    ).toMatchObject({
      name: 'pdf-tools',
      description: 'Works with PDFs. Use it for forms.',
      notes: [],
      closed: true,
      apart: true,
      manual: true,
      invocable: false,
      tools: ['read', 'Bash', 'list'],
    });
  });

  it('is invocable, shown and together with the conversation unless it says otherwise', () => {
    const read = head('name: a', 'description: b');
    expect(read).toMatchObject({ apart: false, manual: false, invocable: true });
    expect(read).not.toHaveProperty('tools');
    expect(read).not.toHaveProperty('fault');
  });

  it('C131: every scalar is the text that stands there', () => {
    expect(head('name: 123', 'description: 1.10')).toMatchObject({ name: '123', description: '1.10', notes: [] });
    expect(head('name: 0123', 'description: true')).toMatchObject({ name: '0123', description: 'true' });
    expect(head('name: no', 'description: 2026-11-29', 'version: 1.10')).toMatchObject({
      name: 'no',
      description: '2026-11-29',
    });
    expect(head('name: a', 'description: b', 'metadata: { requires: { bins: [7] } }').requires.bins).toEqual(['7']);
  });

  it.each([
    [
      'a colon in a value',
      ['name: a', 'description: Use when: x'],
      'Use when: x',
      /^Line 3: .*colon.*read leniently\.$/,
    ],
    ['a leading [', ['name: a', 'description: [a] — b'], '[a] — b', /^Line 3: .*begins with \[/],
    [
      'a list where a text should be',
      ['name: a', 'description: [beta]'],
      '[beta]',
      /^Line 3: description must be a text/,
    ],
    ['a leading {', ['name: a', 'description: {x} and more'], '{x} and more', /^Line 3: .*begins with \{/],
    ['a leading @', ['name: a', 'description: @ann asks'], '@ann asks', /^Line 3: .*begins with @/],
    ['a leading backtick', ['name: a', 'description: `git` help'], '`git` help', /^Line 3: .*begins with `/],
    ['a leading *', ['name: a', 'description: *everything*'], '*everything*', /^Line 3: .*read leniently\.$/],
    ['a leading !', ['name: a', 'description: !important'], '!important', /^Line 3: .*begins with !/],
    ['a leading %', ['name: a', 'description: %d things'], '%d things', /^Line 3: /],
    ['quotes that never close', ['description: "Use it', 'name: a'], 'Use it', /^Line 2: .*quotes/],
    ['quotes around a part', ['name: a', 'description: "x" and y'], '"x" and y', /^Line 3: .*quotes/],
    ['two quoted parts', ['name: a', 'description: "x" and "y"'], '"x" and "y"', /^Line 3: .*quotes/],
    ['an apostrophe in quotes', ['name: a', "description: 'it's fine'"], "it's fine", /^Line 3: /],
    ['a path between quotes', ['name: a', 'description: "C:\\path"'], 'C:\\path', /^Line 3: .*backslash/],
    ['a line that is not indented', ['name: a', 'description: one', 'and two'], 'one and two', /^Line \d: /],
    ['a colon in a later line', ['name: a', 'description: one', '  two: three'], 'one two: three', /^Line \d: /],
  ])('C131: reads %s and says so', (_, lines, description, note) => {
    const read = head(...lines);
    expect(read).toMatchObject({ name: 'a', description });
    expect(read).not.toHaveProperty('fault');
    expect(read.notes[0]).toMatch(note);
  });

  it('C131: of a field that stands there twice the first counts', () => {
    const read = head('name: a', 'description: first', 'description: second');
    expect(read.description).toBe('first');
    expect(read.notes).toEqual([expect.stringMatching(/^Line 4: description stands here a second time/)]);
  });

  it('C131: a field that was indented by mistake is a field all the same', () => {
    const read = readHead('---\nname: s\n\tdescription: by a tab\n  license: MIT\n---\n', 'folder');
    expect(read).toMatchObject({ name: 's', description: 'by a tab' });
    expect(read.fault).toBeUndefined();
    expect(read.notes).toEqual([expect.stringMatching(/line 3.*tab/i)]);
  });

  it('C131: a tab is an indentation like any other', () => {
    const read = head('name: a', 'description: b', 'metadata:', '\trequires:', '\t\tbins: [git]');
    expect(read.requires.bins).toEqual(['git']);
    expect(read.notes).toEqual([expect.stringMatching(/tab/)]);
    expect(head('\tname: a', '\tdescription: b')).toMatchObject({ name: 'a', description: 'b' });
  });

  it('C131: one field that is no YAML takes nothing from the others', () => {
    const read = head(
      'name: a',
      'description: Use when: x',
      'metadata:',
      '  openclaw:',
      '    requires:',
      '      env: KEY',
    );
    expect(read.requires.env).toEqual(['KEY']);
    expect(read.notes).toHaveLength(1);
  });

  it('C131: the opening --- may be missing', () => {
    const read = readHead('name: a\ndescription: b\n---\n\nBody: text', 'folder');
    expect(read).toMatchObject({ name: 'a', description: 'b', closed: true });
    expect(read.notes).toEqual([expect.stringMatching(/^Line 1: the --- above the fields is missing/)]);
    expect(readHead('\n\n---\nname: a\ndescription: b\n---\n', 'folder').notes).toEqual([
      expect.stringMatching(/^Line 3: .*first line/),
    ]);
  });

  it.each([
    ['a blank line', '---\nname: a\ndescription: b\n\nBody: text\n'],
    ['a heading', '---\nname: a\ndescription: b\n# Title\nBody: text\n'],
    ['the end', '---\nname: a\ndescription: b'],
    ['a blank line, with a rule far below', '---\nname: a\ndescription: b\n\nBody: [text\n\n---\n\nmore'],
  ])('C131: the closing --- may be missing: the fields end at %s', (_, text) => {
    const read = readHead(text, 'folder');
    expect(read).toMatchObject({ name: 'a', description: 'b', closed: false });
    expect(read.notes).toEqual([expect.stringMatching(/^Line 4: the --- below the fields is missing/)]);
  });

  it('C131: a byte order mark and the line ends of Windows are nothing to speak of', () => {
    expect(readHead('\ufeff---\r\nname: a\r\ndescription: b\r\n---\r\n', 'folder')).toMatchObject({
      name: 'a',
      description: 'b',
      notes: [],
      closed: true,
    });
  });

  it.each([
    '',
    '\n\n',
    '# Only a heading\n',
    'Just words.\n',
    '---\n---\n',
    '---\nname: a\n---\nx',
    '---\nname: a\ndescription:\n---\n',
  ])('C131: says that %j has no description', (text) =>
    expect(readHead(text, 'folder').fault).toMatch(/has no description/),
  );

  it('takes the name of the folder for a skill that has none', () => {
    const read = readHead('---\ndescription: b\n---\n', '旅行の準備');
    expect(read).toMatchObject({ name: '旅行の準備', notes: ['It has no name, so that of its folder is used.'] });
    expect(read).not.toHaveProperty('fault');
  });

  it.each(['packing-list', '旅行の準備', 'résumé', 'v1.2', '하루 정리', '_private', 'a'.repeat(64)])(
    'takes the name %s',
    (name) => expect(head(`name: ${name}`, 'description: b')).toMatchObject({ name: name.normalize('NFC') }),
  );

  it.each([
    'a/b',
    '../x',
    '.hidden',
    'a:b',
    'a%20b',
    'a.',
    '~a',
    '🙂',
    '"a\\u200bb"',
    '"a\\nb"',
    'a\u3164b',
    'a\u202eb',
    'a'.repeat(65),
  ])('does not take the name %j', (name) => {
    const read = head(`name: ${name}`, 'description: b');
    expect(read.fault).toMatch(/^Its name /);
    expect(read.name).toBe('folder');
  });

  it('composes names, so that two spellings of one are one', () => {
    expect(head('name: re\u0301sume\u0301', 'description: b').name).toBe('résumé');
  });

  it('makes the description one harmless line, and cuts it between characters', () => {
    const long = head('name: a', `description: ${'汉'.repeat(2_000)}`);
    expect(long.description).toHaveLength(1_024);
    expect(long.notes).toEqual([expect.stringMatching(/2000 characters.*1,024/)]);
    const odd = head('name: a', 'description: "one\\ntwo\\u202e\\u200b three"');
    expect(odd.description).toBe('one two three');
    expect(odd.notes).toEqual([expect.stringMatching(/cannot be seen/)]);
  });

  it.each([
    ['allowed-tools: Read Grep LS', ['read', 'grep', 'list']],
    ['allowed-tools: [Edit, MultiEdit, Write]', ['edit', 'write']],
    [
      'allowed-tools:\n  - WebFetch\n  - Bash(git add:*, git status)\n  - memory_search',
      ['web_fetch', 'Bash', 'memory_search'],
    ],
    ['allowed-tools: Bash(npm run test:*), Read', ['Bash', 'read']],
  ])('reads %j', (line, tools) => expect(head('name: a', 'description: b', line).tools).toEqual(tools));

  const REQUIRED = { bins: ['gh', 'jq'], anyBins: ['rg', 'grep'], env: ['TOKEN'], config: ['channels.telegram'] };
  it.each([
    ['directly', { requires: REQUIRED, os: ['macos'] }],
    ['for one vendor', { openclaw: { emoji: '🐙', requires: REQUIRED, os: 'darwin' } }],
    ['for another vendor', { somebody: { requires: { ...REQUIRED, os: ['darwin'] } } }],
    ['as JSON for a vendor', { openclaw: JSON.stringify({ requires: REQUIRED, os: ['darwin'] }) }],
  ])('knows what is required %s', (_, metadata) => {
    const json = JSON.stringify(metadata);
    const expected = { ...REQUIRED, os: ['darwin'], unsupported: [] };
    expect(head('name: a', 'description: b', `metadata: ${json}`).requires).toEqual(expected);
    expect(head('name: a', 'description: b', `metadata: '${json}'`).requires).toEqual(expected);
    expect(head('name: a', 'description: b', 'metadata:', `  ${json.slice(0, -1)},}`).requires).toEqual(expected);
  });

  it('takes a text for a list, and sees what nothing here can meet', () => {
    expect(head('name: a', 'description: b', 'metadata:', '  requires:', '    bins: git, gh').requires.bins).toEqual([
      'git',
      'gh',
    ]);
    expect(
      head('name: a', 'description: b', 'metadata: {x: {requires: {plugins: [p], remote: true}}}').requires,
    ).toMatchObject({ unsupported: ['another machine', 'a plug-in'] });
    expect(
      head('name: a', 'description: b', 'metadata: {x: {requires: {plugins: [], remote: false}}}').requires,
    ).toMatchObject({ unsupported: [] });
  });

  it('says when the metadata are beyond understanding', () => {
    const read = head('name: a', 'description: b', 'metadata: "{not json"');
    expect(read.notes).toEqual([expect.stringMatching(/metadata cannot be understood/)]);
  });

  it('is not held up by aliases without end or by keys of objects', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((key, at) => {
        const from = 'abcdefg'[at];
        return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${from}`).join(',')}]`;
      }),
    ];
    expect(head(...bomb, 'name: x', 'description: y')).toMatchObject({ name: 'x', description: 'y' });
    expect(head('__proto__: {description: no}', 'constructor: x', 'name: a', 'description: b')).toMatchObject({
      name: 'a',
      description: 'b',
    });
  });

  it('takes nothing down with it, however deep its fields are nested', () => {
    const deep = [
      '['.repeat(60_000),
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      '{a: '.repeat(15_000),
      `\n  ${'- '.repeat(30_000)}x`,
      `\n  ${'? '.repeat(30_000)}x`,
      `\n${Array.from({ length: 300 }, (_, n) => `${' '.repeat(n + 1)}${'- '.repeat(90)}`).join('\n')}`,
    ];
    for (const metadata of deep) {
      const before = process.cpuUsage();
      const head = readHead(`---\nname: deep\ndescription: It is deep.\nmetadata: ${metadata}\n---\n`, 'deep');
      expect(head).toMatchObject({ name: 'deep', description: 'It is deep.' });
      expect(head.notes.join()).toMatch(/metadata|nested/);
      // What grows with the square of a text takes many times that; CPU time, since others run beside it.
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
    }
  });

  it('never throws, and always tells something of a skill that it does not take', () => {
    const piece = fc.constantFrom(
      '---',
      'name: a',
      'description: b',
      ': ',
      '- x',
      '\t',
      '"',
      "'",
      '{',
      '[',
      '&a',
      '*a',
      '|',
      '>',
      '\r',
      '# x',
      '汉',
      '\ud800',
      '? ',
      '%Y',
      '!!map',
      'metadata:',
      '  x: y',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.constantFrom('\n', ' ', '')), { maxLength: 14 }), (pieces) => {
        const read = readHead(pieces.flat().join(''), 'folder');
        expect(read.name).not.toBe('');
        expect(read.fault !== undefined || read.description !== '').toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('reads simple fields as it reads them among others that are not', () => {
    const word = fc.constantFrom(
      'a',
      '1',
      '汉字',
      ' ',
      '  ',
      ':',
      ': ',
      '#',
      ' #',
      "'",
      '"',
      '[',
      '- ',
      '\u00a0',
      '\u2028',
      ',',
      '.',
      '?',
    );
    const line = fc.tuple(
      fc.constantFrom('name', 'description', 'context', 'allowed-tools'),
      fc.array(word, { maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (fields) => {
        const lines = fields.map(([key, words]) => `${key}: ${words.join('')}`);
        const { notes: _, ...simple } = head(...lines);
        const { notes: __, ...whole } = head('metadata: {}', ...lines);
        expect(simple).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });
});
