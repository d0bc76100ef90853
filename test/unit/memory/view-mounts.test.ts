// Configured folders through a view: read and found by their owners, and changed by nobody.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Hit, Patch } from '../../../src/contracts/index.js';
import { revisionOf } from '../../../src/memory/files.js';
import { type MemoryOptions, openMemory } from '../../../src/memory/memory.js';
import { type MountSpec, resolveMounts } from '../../../src/memory/sources/mounts.js';
import { bob, failure, main, openTestMemory, team, why } from '../../support/memory/open.js';
import { silentIndex } from '../../support/memory/silent-index.js';

/** A workspace in which folders of several scopes were configured; `mounted` opens the memory with them. */
async function withMounts() {
  const { home, workspace, db, clock, log, put, text, has, memory } = await openTestMemory();
  await memory.close();
  put('../notes/a.md', '- a zebra outside\n');
  const specs: MountSpec[] = [
    { corpus: 'memory', path: 'projects/team', scope: team },
    { corpus: 'memory', path: 'projects/all', scope: 'shared' },
    { corpus: 'wiki', path: 'projects/bob', scope: bob },
    { corpus: 'memory', path: 'projects/mine', scope: main },
    { corpus: 'memory', path: 'journal.md', scope: team },
    { corpus: 'memory', path: join(home, 'notes'), scope: team },
  ];
  async function mounted(index?: MemoryOptions['index']) {
    const places = { workspace, home: join(home, 'elsewhere'), userHome: home };
    const { mounts } = resolveMounts(specs, places);
    const base = { workspace, runDir: join(home, 'run'), db, clock, timezone: 'UTC', log, mounts };
    const opened = await openMemory({ ...base, ...(index ? { index } : {}) });
    onTestFinished(() => opened.close());
    return { memory: opened };
  }
  return { home, put, text, has, log, mounted };
}

it('changes no configured folder, whosever it is and whatever it is called', async () => {
  const { mounted, has, text, put } = await withMounts();
  put('projects/team/plan.md', '- the plan\n');
  put('projects/all/plan.md', '- the plan\n');
  put('projects/bob/plan.md', '- the plan\n');
  put('projects/mine/plan.md', '- the plan\n');
  put('journal.md', '- the plan\n');
  const { memory } = await mounted();
  const folders = ['team', 'all', 'bob', 'mine'].map((name) => `projects/${name}`);
  const existing = [...folders.map((folder) => `${folder}/plan.md`), 'journal.md'];
  const fresh = folders.flatMap((folder) => [`${folder}/new.md`, `${folder}/deep/new.md`, `${folder}/DREAMS.md`]);
  // Some disks take these for the same.
  const respelled = ['PROJECTS/team/plan.md', './projects/team/new.md', 'Journal.md', 'projects/Team/new.md'];
  for (const scope of [main, team, bob]) {
    const view = memory.view(scope);
    for (const one of [...existing, ...fresh, ...respelled, 'extra:notes/a.md', 'extra:notes/new.md']) {
      const patches: Patch[] = [
        { kind: 'append', path: one, lines: ['- a private zebra'] },
        { kind: 'replace', path: one, text: '- a private zebra\n' },
      ];
      for (const patch of patches) {
        const base = patch.kind === 'replace' && has(one) ? revisionOf(text(one)) : undefined;
        const failed = await failure(view.apply(patch, base, why()));
        expect(failed.kind, `${JSON.stringify(scope)} ${one}`).toBe('not-found');
      }
    }
  }
  for (const one of existing) expect(text(one), one).toBe('- the plan\n');
  for (const one of [...fresh, 'PROJECTS']) expect(has(one), one).toBe(false);
  expect(
    await failure(memory.view(main).apply({ kind: 'append', path: existing[0] ?? '', lines: ['x'] }, undefined, why())),
  ).toEqual({
    kind: 'not-found',
    message: 'projects/team/plan.md lies in a folder that is only searched; it is changed by hand',
  });
  expect((await memory.view(team).search('private')).hits).toEqual([]);
  // What lies beside them is main's as before.
  await memory.view(main).apply({ kind: 'append', path: 'projects/other.md', lines: ['- x'] }, undefined, why());
  expect(has('projects/other.md')).toBe(true);
});

it('drops what went away since it was found, and only speaks up for what is somebody else’s', async () => {
  const { mounted, log } = await withMounts();
  const found = (path: string): Hit => ({ path, startLine: 1, endLine: 1, snippet: 'x', score: 1, corpus: 'memory' });
  const paths = ['extra:notes/a.md', 'extra:notes/gone.md', 'journal.md', 'extra:earlier/a.md'];
  const answer = { mode: 'lexical only', pending: 0 };
  const given = (hits: Hit[]) => () => ({ ...silentIndex, search: async () => ({ ...answer, hits }) });
  const { memory } = await mounted(given(paths.map(found)));
  expect((await memory.view(team).search('x')).hits.map(({ path }) => path)).toEqual(['extra:notes/a.md']);
  const loud = () => log.events.filter(({ event }) => event === 'memory.index-crossed-scope').length;
  expect(loud()).toBe(0);
  const { memory: crossed } = await mounted(given(['projects/team/gone.md', 'projects/bob/gone.md'].map(found)));
  expect((await crossed.view(team).search('x')).hits).toEqual([]);
  expect(loud()).toBe(1);
});
