// `nightjar skills`: of three hundred skills in six places the list, the check and the prompt speak alike; a group that has moved is
// the same one by either id.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ListedSkill, Scope, SkillSource } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { openFolders } from '../../src/memory/folders.js';
import { rankTexts } from '../../src/memory/search/rank-texts.js';
import { openSkills } from '../../src/shelf-desk.js';
import { catalogText } from '../../src/skills/catalog.js';
import { checkSkills, listSkills } from '../../src/skills-desk.js';
import { load } from '../support/config-home.js';
import { FakeClock } from '../support/fake-clock.js';
import { silentLog } from '../support/silent-log.js';
import { skillText } from '../support/skill-library.js';
import { tempDir } from '../support/temp-dir.js';
import { writeFiles } from '../support/write-files.js';

/** Tops of files that are no strict YAML, or no skill at all; `%` is the name. */
const ODD = [
  'name: %\ndescription: Use when: it rains',
  'name: %\ndescription: [a] — b',
  'name: %\n\tdescription: by a tab',
  'name: %\ndescription: one\ndescription: two',
  'name: %',
  'name: %\ndescription: "never ends',
  'name: 123%\nversion: 1.10\ndescription: 数字的名字',
];
const AGREE: ReadonlySet<ListedSkill['state']> = new Set(['ready']);

it('C131 C133 C134: list, check and prompt agree about three hundred of them, within the size of the list', async () => {
  const home = tempDir();
  const extra = tempDir();
  const places: [SkillSource, string][] = [
    ['extra', extra],
    ['managed', join(home, 'skills')],
    ['project', join(home, 'workspace/.agents/skills')],
    ['workspace', join(home, 'workspace/skills')],
  ];
  for (const [source, dir] of places) {
    for (let n = 0; n < 75; n++) {
      // A third has the name of one in a nearer place.
      const name = n % 3 === 0 ? `shared-${n}` : `${source}-${n}`;
      const top =
        n % 10 === 1
          ? (ODD[(n - 1) / 10] ?? '').replaceAll('%', name)
          : `name: ${name}\ndescription: Does ${name} 做事.`;
      const body = n === 70 ? 'x'.repeat(400_000) : 'Do it.';
      mkdirSync(join(dir, name), { recursive: true });
      writeFileSync(join(dir, name, 'SKILL.md'), `${n === 50 ? '' : '---\n'}${top}\n---\n${body}\n`);
    }
    symlinkSync('/etc', join(dir, 'away'));
    symlinkSync('.', join(dir, 'loop'));
    symlinkSync(join(dir, `${source}-2`), join(dir, 'inside'));
  }
  const loaded = load({ yaml: `skills: {dirs: [{path: "${extra}"}], catalogChars: 6000}` });
  const options = { home, loaded, version: '1' };
  // A home is there once it has been opened.
  mkdirSync(join(home, 'run'), { recursive: true });
  writeFileSync(join(home, 'state.sqlite'), '');
  const { data } = await listSkills(options, { kind: 'main' });
  const library = openSkills(options, { now: () => Date.now(), log: silentLog, canonical: (scope) => scope });
  const shown = library.of({ scope: { kind: 'main' } }).shown;

  const ready = data.filter(({ state }) => AGREE.has(state));
  expect(shown.map(({ name }) => name)).toEqual(ready.map(({ name }) => name));
  expect(new Set(ready.map(({ name }) => name)).size).toBe(ready.length);
  for (const one of data) if (one.state !== 'ready') expect(one.reason).toBeTruthy();
  const of = (state: ListedSkill['state']) => data.filter((one) => one.state === state);
  expect(of('shadowed')).toHaveLength(3 * 25);
  expect(of('refused').map(({ name }) => name)).toEqual(expect.arrayContaining(['away']));
  expect(of('invalid').filter(({ reason }) => /256 KB/.test(reason ?? ''))).toHaveLength(4);

  const text = catalogText(shown, { chars: loaded.config.skills.catalogChars, searchable: true });
  expect(text.length).toBeLessThanOrEqual(6_000);
  const listed = [...text.matchAll(/location="skill:([^/"]+)\//g)].map(([, name]) => name);
  const more = Number(/(\d+) more, use skill_search/.exec(text)?.[1]);
  expect(listed.length + more).toBe(ready.length);
  // Whoever is dropped comes from the farthest place, and the search still finds it.
  expect(listed).toEqual(shown.slice(0, listed.length).map(({ name }) => name));
  const last = shown.at(-1)?.name ?? '';
  const texts = shown.map(({ name, description }) => ({ key: name, title: name, body: description }));
  expect(rankTexts(`do ${last}`, texts, 3)).toContain(last);

  const check = await checkSkills(options, { kind: 'main' });
  expect(check.data).toEqual(data);
  expect(check.failed).toBe(true);
  for (const { name } of [...of('invalid'), ...of('refused')]) expect(check.text).toContain(name);
});

const group = (chat: string): Scope & { kind: 'group' } => ({ kind: 'group', channel: 'telegram', chat });

it.each(['-100', '-1001'])(
  'holds a group to its skills that has moved, when the configuration calls it %s',
  async (id) => {
    const home = tempDir();
    writeFiles(home, {
      'workspace/skills/brief/SKILL.md': skillText('brief'),
      'workspace/skills/minutes/SKILL.md': skillText('minutes'),
      'own/rota/SKILL.md': skillText('rota'),
    });
    const loaded = load({
      yaml: `skills:
  allowBundled: []
  dirs: [{ path: own, scopes: ["group:telegram:${id}"] }]
  scopes: [{ scope: "group:telegram:${id}", allow: [brief, rota] }]
`,
    });
    const state = await openState(join(home, 'state.sqlite'));
    await openFolders(state.db, new FakeClock()).addAlias(group('-100'), '-1001');
    state.close();
    for (const chat of ['-100', '-1001']) {
      const { data } = await listSkills({ home, loaded, version: '0' }, group(chat));
      const usable = data.filter(({ state: is }) => is === 'ready').map(({ name }) => name);
      expect(usable.sort()).toEqual(['brief', 'rota']);
    }
  },
);

it('says of each name in the configuration that no skill has it, and which is near', async () => {
  const home = tempDir();
  writeFiles(home, { 'workspace/skills/packing-list/SKILL.md': skillText('packing-list'), 'state.sqlite': '' });
  const loaded = load({
    yaml: 'skills: {allow: [packng-list], entries: {packing-list: {enabled: true}}, scopes: [{scope: main, allow: [x]}]}',
  });
  const { text, failed } = await checkSkills({ home, loaded, version: '1' }, { kind: 'main' });
  expect(text).toContain('skills.allow names "packng-list", and no skill is called that. Did you mean packing-list?');
  expect(text).toContain('skills.scopes[0].allow names "x", and no skill is called that. `nightjar skills list`');
  expect(text).not.toContain('skills.entries names');
  expect(failed).toBe(true);
});
