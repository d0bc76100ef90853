// A workspace of OpenClaw brought in: what is shown, what is written after a yes, and what never comes over.

import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { openHouse } from '../../src/house.js';
import { type ImportWish, importOpenclaw } from '../../src/import-desk.js';
import { tempDir } from '../support/temp-dir.js';

const TOKEN = '123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0';

async function rooms(files: Record<string, string | Buffer>) {
  const dir = tempDir();
  const home = join(dir, 'home');
  const other = join(dir, 'openclaw');
  mkdirSync(home);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(other, path)), { recursive: true });
    writeFileSync(join(other, path), text);
  }
  writeFileSync(join(home, 'nightjar.yaml'), 'model: { provider: offline }\n');
  const house = { home, loaded: loadConfig({ home, env: {}, defaultTimezone: 'UTC' }), version: 'test' };
  await (await openHouse(house)).close();
  const ours = join(home, 'workspace');
  return {
    other,
    house,
    at: (path: string) => join(ours, path),
    text: (path: string) => readFileSync(join(ours, path), 'utf8'),
    has: (path: string) => existsSync(join(ours, path)),
    put: (path: string, text: string) => writeFileSync(join(ours, path), text),
    async bring(more: Partial<ImportWish> = {}) {
      const shown: string[] = [];
      const agrees = async (text: string) => {
        shown.push(text);
        return true;
      };
      const wish = { dir: other, dryRun: false, shared: false, withSecrets: false, agrees, ...more };
      const told = await importOpenclaw(house, wish);
      return { ...told, shown: shown.join(), data: told.data as Record<string, unknown> };
    },
  };
}

const THEIRS = {
  'openclaw.json': `{ "channels": { "telegram": { "botToken": "${TOKEN}" } } }`,
  'workspace/AGENTS.md': '# Their agents\n',
  'workspace/BOOTSTRAP.md': 'hello\n',
  'workspace/USER.md': '# User\n\n- 名字 is Ann\n',
  'workspace/MEMORY.md': `# Memory\n\n- 커피는 아침에만\n- token ${TOKEN}\n`,
  'workspace/memory.md': '- an old line\n',
  'workspace/memory/2026-11-20.md': '# 2026-11-20\n\n- ordered 茶\n- second\n',
  'workspace/memory/2026-11-20-router.md': 'talk\n',
  'workspace/memory/topics/garden.md': '- roses\n',
  'workspace/memory/.dreams/session-corpus/x.md': 'private talk\n',
  'workspace/memory/main.sqlite': 'db',
  'workspace/skills/tea/SKILL.md': '---\nname: tea\ndescription: Brews.\n---\n\nBrew.\n',
  'workspace/skills/tea/run.sh': '#!/bin/sh\n',
};

describe('a workspace of OpenClaw', () => {
  it('is shown first, and nothing is written without a yes', async () => {
    const { bring, text, has, other } = await rooms(THEIRS);
    const before = text('USER.md');
    const dry = await bring({ dryRun: true });
    const refused = await bring({ agrees: async () => false });
    expect([text('USER.md'), has('memory/2026-11-20.md'), has('skills/tea')]).toEqual([before, false, false]);
    expect(dry.text).toContain('USER.md: +');
    expect(dry.text).toContain('  +- 名字 is Ann');
    expect(dry.text).toContain('memory/2026-11-20.md: new, +4 lines.');
    expect(dry.text).toContain('MEMORY.md:4');
    expect(dry.text).toContain('    token: "${TELEGRAM_BOT_TOKEN}"');
    expect(dry.text).toMatch(/nothing was written\.$/);
    expect(refused.text).toBe('Nothing was written.');
    expect(`${dry.text}${JSON.stringify(dry.data)}`).not.toContain(TOKEN);
    expect((await bring({ dir: join(other, 'workspace'), dryRun: true })).text).toBe(dry.text);
  });

  it('comes over by a yes: templates give way, the rest is added, once', async () => {
    const { bring, text, put, has, at, house } = await rooms(THEIRS);
    put('MEMORY.md', '# Mine\n\n- kept\n');
    mkdirSync(at('memory'), { recursive: true });
    put('memory/2026-11-20.md', '# 2026-11-20\n\n- second\n');
    chmodSync(at('MEMORY.md'), 0o600);
    const agents = text('AGENTS.md');
    const done = await bring();
    expect(done.failed).toBe(false);
    expect(text('USER.md')).toMatch(/^Only you and I, in private, read this file\.\n\n# User\n\n- 名字 is Ann\n$/);
    expect(text('MEMORY.md')).toMatch(
      /^# Mine\n\n- kept\n\n## Imported from OpenClaw on \d{4}-\d\d-\d\d\n\n### Memory\n\n- 커피는 아침에만\n\n- an old line\n$/,
    );
    expect(text('memory/2026-11-20.md')).toBe('# 2026-11-20\n\n- second\n- ordered 茶\n');
    expect(text('memory/topics/garden.md')).toBe('- roses\n');
    expect(text('skills/tea/SKILL.md')).toContain('Brew.');
    expect([statSync(at('skills/tea/run.sh')).mode & 0o777, statSync(at('skills/tea')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(text('AGENTS.md')).toBe(agents);
    expect(has('memory/.dreams')).toBe(false);
    expect(done.data.left).toEqual(
      expect.arrayContaining([
        { path: 'AGENTS.md', why: expect.stringMatching(/every chat/) },
        { path: 'BOOTSTRAP.md', why: expect.any(String) },
        { path: 'memory/.dreams', why: 'a machine wrote it about itself' },
        { path: 'memory/main.sqlite', why: 'databases are not brought over' },
      ]),
    );
    const open = await openHouse(house);
    const [row] = open.memory.ledgerRows('USER.md');
    const { hits } = await open.memory.view({ kind: 'main' }).search('roses');
    await open.close();
    expect(row).toMatchObject({ by: 'command', trust: 'owner', reason: 'imported from OpenClaw: USER.md' });
    expect(hits.map(({ path }) => path)).toEqual(['memory/topics/garden.md']);

    const again = await bring();
    expect([again.shown, again.data.changes]).toEqual(['', []]);
    const later = await openHouse(house);
    await later.memory.archive({ before: '2026-11-21', scopes: 'all', dryRun: false, who: 'console:owner' });
    await later.close();
    expect((await bring()).data.changes).toEqual([]);
    expect(again.text).toMatch(/There is nothing to bring over that is not here already\.$/);
  });

  it('gives every chat what every chat reads only when asked, and keeps secrets only when asked', async () => {
    const { bring, text } = await rooms(THEIRS);
    const { shown } = await bring({ shared: true, withSecrets: true });
    expect(shown).toMatch(/AGENTS\.md: .*Every chat reads it!/);
    expect(text('AGENTS.md')).toMatch(/^Every chat reads this file.*\n\n# Their agents\n$/);
    expect(text('MEMORY.md')).toContain(TOKEN);
  });

  it('leaves links, other encodings, large files and odd names out, and names them', async () => {
    const { bring, other, has } = await rooms({
      'MEMORY.md': '- fine\n',
      'memory/2026-11-01.md': Buffer.from([0xc3, 0x28]),
      'memory/2026-11-02.md': Buffer.alloc(4 * 1024 * 1024 + 1, 'a'),
      'memory/a%2e.md': 'x\n',
      'memory/b\nMEMORY.md: new, +1 line..md': 'x\n',
      'skills/none/readme.txt': 'no skill\n',
      'elsewhere.md': 'secret of others\n',
    });
    symlinkSync(join(other, 'elsewhere.md'), join(other, 'memory/2026-11-03.md'));
    symlinkSync('/etc', join(other, 'memory/etc'));
    symlinkSync('/etc/passwd', join(other, 'USER.md'));
    const { data, shown } = await bring();
    // A name never passes for a line of ours.
    expect(shown).not.toMatch(/^MEMORY\.md: new, \+1 line\.\.md/m);
    expect(shown).toContain('memory/b MEMORY.md: new, +1 line..md is left out');
    expect((data.left as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      ...[
        'USER.md',
        'elsewhere.md',
        'memory/2026-11-01.md',
        'memory/2026-11-02.md',
        'memory/2026-11-03.md',
        'memory/a%2e.md',
      ],
      ...['memory/b\nMEMORY.md: new, +1 line..md', 'memory/etc', 'skills/none'],
    ]);
    expect(data).toMatchObject({ written: 1, changes: [{ path: 'MEMORY.md' }] });
    expect(has('memory/2026-11-03.md')).toBe(false);
  });

  it('leaves a skill alone whose name is taken, by folder or by name', async () => {
    const skill = (name: string) => `---\nname: ${name}\ndescription: Other.\n---\n\nOther.\n`;
    const { bring, at, put, text } = await rooms({
      'MEMORY.md': '- x\n',
      'skills/tea/SKILL.md': skill('tea'),
      'skills/second/SKILL.md': skill('mine'),
      'skills/daily-brief/SKILL.md': skill('daily-brief'),
    });
    mkdirSync(at('skills/tea'), { recursive: true });
    mkdirSync(at('skills/first'), { recursive: true });
    put('skills/tea/SKILL.md', 'ours\n');
    put('skills/first/SKILL.md', skill('mine'));
    const { data } = await bring();
    const why = 'there is a skill of that name here';
    expect(data.left).toEqual([
      // One that comes with Nightjar.
      { path: 'skills/daily-brief', why },
      { path: 'skills/second', why },
      { path: 'skills/tea', why },
    ]);
    expect(text('skills/tea/SKILL.md')).toBe('ours\n');
  });

  it('is not made up where there is none', async () => {
    const { bring, other } = await rooms({ 'notes.txt': 'x' });
    await expect(bring()).rejects.toMatchObject({ kind: 'not-found' });
    await expect(bring({ dir: join(other, 'nowhere') })).rejects.toMatchObject({ kind: 'not-found' });
  });
});
