// Revisions that are taken back: what comes back, what stays, what stands in the way, and who may.

import { linkSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Provenance, Scope } from '../../../src/contracts/index.js';
import { ABSENT, revisionOf } from '../../../src/memory/files.js';
import { bob, failure, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

const command = (more: Partial<Provenance> = {}) => why({ by: 'command', reason: 'taken back', ...more });
const path = 'MEMORY.md';

async function replace(home: Home, text: string, more: Partial<Provenance> = {}, scope: Scope = main, file = path) {
  const view = home.memory.view(scope);
  const base = home.has(file) ? revisionOf(home.text(file)) : ABSENT;
  return await view.apply({ kind: 'replace', path: file, text }, base, why(more));
}

/** By hand, and noticed. */
async function edit(home: Home, text: string): Promise<number> {
  home.put(path, text);
  await home.memory.hands.look(path);
  return home.memory.ledgerRows(path, 1)[0]?.row ?? 0;
}

async function open(text = '- a\n- b\n- c\n'): Promise<Home> {
  const home = await openTestMemory();
  home.put(path, text);
  await home.memory.recover();
  return home;
}

describe('a revision', () => {
  it('is taken back byte for byte, as a revision of its own that can be taken back in turn', async () => {
    const before = '\ufeff- a\r\n- 茶\r\nno end';
    const home = await open(before);
    const row = await edit(home, '- a\n- 酒\n');
    const undone = await home.memory.undo(row, command());
    expect(home.text(path)).toBe(before);
    expect(undone).toMatchObject({ undoes: row, row: row + 1, path, changed: true, id: revisionOf(before) });
    expect(home.memory.ledgerRows(path, 1)[0]).toMatchObject({
      by: 'command',
      undoes: row,
      state: 'done',
      base: revisionOf('- a\n- 酒\n'),
    });
    await home.memory.undo(undone.row, command());
    expect(home.text(path)).toBe('- a\n- 酒\n');
    // So that the first is in force again.
    await home.memory.undo(row, command());
    expect(home.text(path)).toBe(before);
  });

  it('that is older leaves what was written since, by hand and by others', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n- B\n- new\n- c\n');
    await edit(home, '- first\n- a\n- B\n- new\n- c\n');
    await home.memory.view(main).remember({ target: 'long', text: '最後' }, why());
    await home.memory.undo(row, command());
    expect(home.text(path)).toBe('- first\n- a\n- b\n- c\n- 最後\n');
  });

  it('whose lines were changed since stays, and the lines are named', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n- B\n- c\n');
    await edit(home, '- new\n- a\n- 酒\n- c\n');
    const count = home.memory.ledgerRows().length;
    const undoing = () => failure(home.memory.undo(row, command()));
    expect(await undoing()).toEqual({
      kind: 'conflict',
      message: `revision ${row} cannot be taken back by itself: line 3 of MEMORY.md was changed since and now says “- 酒”`,
    });
    await edit(home, '- a\n- 1\n- 2\n- c\n');
    expect((await undoing()).message).toContain('lines 2 to 3 of MEMORY.md were changed since and now say “- 1 / - 2”');
    await edit(home, '- a\n- c\n');
    expect((await undoing()).message).toContain('“- B” was taken out of MEMORY.md since, before line 2');
    const two = await replace(home, '- a\n- c1\n- c2\n');
    await edit(home, '- a\n- c1\n- between\n- c2\n');
    expect((await failure(home.memory.undo(two.row, command()))).message).toContain(
      'line 3 of MEMORY.md was added since and now says “- between”',
    );
    expect(home.text(path)).toBe('- a\n- c1\n- between\n- c2\n');
    expect(home.memory.ledgerRows().length).toBe(count + 4);
  });

  it('whose words clash in one line of several names that one', async () => {
    const home = await open('- a\n- b\n- c\n- d\n');
    const { row } = await replace(home, '- a\n- b\n- C\n- d\n');
    await edit(home, '- 一\n- 二\n- 三\n- d\n');
    expect((await failure(home.memory.undo(row, command()))).message).toContain(
      'line 3 of MEMORY.md was changed since and now says “- 三”',
    );
    const two = await replace(home, '- 一\n- 二\n- 三\n- d\n- e\n- f\n');
    await edit(home, '- 一\n- 二\n- 三\n- D\n- E\n- F\n');
    expect((await failure(home.memory.undo(two.row, command()))).message).toContain(
      'lines 5 to 6 of MEMORY.md were changed since and now say “- E / - F”',
    );
  });

  it('that came first leaves the blank line above what came behind it', async () => {
    const home = await open('# Memory\n');
    const view = home.memory.view(main);
    const first = await view.remember({ target: 'long', text: '一' }, why());
    const second = await view.remember({ target: 'long', text: 'two' }, why());
    expect(home.text(path)).toBe('# Memory\n\n- 一\n- two\n');
    const undone = await home.memory.undo(first.row, command());
    expect(home.text(path)).toBe('# Memory\n\n- two\n');
    await home.memory.undo(undone.row, command());
    expect(home.text(path)).toBe('# Memory\n\n- 一\n- two\n');
    await home.memory.undo(second.row, command());
    await home.memory.undo(first.row, command());
    expect(home.text(path)).toBe('# Memory\n');
  });

  it('is not taken back twice, and not where it changed nothing', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n');
    const same = await replace(home, '- a\n');
    await home.memory.undo(row, command());
    const again = { kind: 'invalid', message: `revision ${row} was taken back already` };
    expect(await failure(home.memory.undo(row, command()))).toEqual(again);
    const nothing = `revision ${same.row} changed nothing, so there is nothing to take back`;
    expect(await failure(home.memory.undo(same.row, command()))).toEqual({ kind: 'invalid', message: nothing });
    expect(await failure(home.memory.undo(99, command()))).toMatchObject({ kind: 'not-found' });
  });

  it('of which nothing is left is taken back all the same', async () => {
    const home = await open();
    const { row } = await home.memory.view(main).remember({ target: 'long', text: 'x' }, why());
    await edit(home, '- a\n- b\n- c\n');
    expect(await home.memory.undo(row, command())).toMatchObject({ changed: false });
    expect(await failure(home.memory.undo(row, command()))).toMatchObject({ kind: 'invalid' });
  });

  it('that made a file leaves it empty; one that removed a file makes it again', async () => {
    const home = await open();
    const made = await replace(home, '- 新\n', {}, main, 'notes/x.md');
    await home.memory.undo(made.row, command());
    expect(home.text('notes/x.md')).toBe('');
    rmSync(home.path(path));
    await home.memory.hands.look(path);
    const removal = home.memory.ledgerRows(path, 1)[0]?.row ?? 0;
    await home.memory.undo(removal, command());
    expect(home.text(path)).toBe('- a\n- b\n- c\n');
  });

  it('of a file that is gone stays', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n');
    rmSync(home.path(path));
    expect((await failure(home.memory.undo(row, command()))).message).toContain('MEMORY.md is not there any more');
    expect(home.has(path)).toBe(false);
  });

  it('that only added lines is taken back by them alone where all around it is other', async () => {
    const home = await open();
    const view = home.memory.view(main);
    const rows = [];
    for (const text of ['Ada lives in Kyoto.', '门牌号是十七号。', 'twice']) {
      rows.push((await view.remember({ target: 'long', text }, why())).row);
    }
    home.put(path, '# All else is new\r\n\r\n- 门牌号是十七号。\r\n- twice\r\n- other\r\n- twice\r\n');
    home.db.exec('DELETE FROM known_files');
    await home.memory.undo(rows[1] ?? 0, command());
    expect(home.text(path)).toBe('# All else is new\r\n\r\n- twice\r\n- other\r\n- twice\r\n');
    for (const row of [rows[0], rows[2]]) {
      expect(await failure(home.memory.undo(row ?? 0, command()))).toMatchObject({ kind: 'conflict' });
    }
  });

  it('is taken back by the words around it where not all is known of what came behind it', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n- b\n- c\n- d\n');
    await replace(home, '- new\n- a\n- b\n- c\n- d\n');
    home.db.exec("UPDATE ledger SET inverse = '' WHERE row > 1; DELETE FROM known_files");
    await home.memory.undo(row, command());
    expect(home.text(path)).toBe('- new\n- a\n- b\n- c\n');
    const { row: next } = await replace(home, '- e\n');
    home.put(path, '- wholly other\n');
    home.db.exec('DELETE FROM known_files');
    expect((await failure(home.memory.undo(next, command()))).message).toContain(
      'what it wrote, or what stood around it, was changed',
    );
  });

  it('is taken back once per call', async () => {
    const home = await open();
    const { row } = await replace(home, '- a\n');
    const once = command({ session: 's', call: 'c' });
    const first = await home.memory.undo(row, once);
    expect(await home.memory.undo(row, once)).toEqual({ ...first, repeated: true });
  });

  it('is finished after a kill in the middle of it', async () => {
    const home = await open('\ufeff- a\r\n');
    const { row } = await replace(home, '- a\n- b\n');
    home.db.exec(
      "CREATE TRIGGER cut BEFORE UPDATE ON ledger WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'cut'); END",
    );
    const text = home.text(path);
    await home.memory.undo(row, command()).catch(() => undefined);
    home.db.exec('DROP TRIGGER cut');
    // Before the swap, as far as the disk knows.
    home.put(path, text);
    await home.memory.recover();
    expect(home.text(path)).toBe('\ufeff- a\r\n');
    expect(await failure(home.memory.undo(row, command()))).toMatchObject({ kind: 'invalid' });
  });

  it('brings lines back as they were known', async () => {
    const home = await open('- by hand\n');
    const view = home.memory.view(main);
    await view.remember({ target: 'long', text: 'from a page' }, why({ trust: 'web' }));
    const { row } = await replace(home, '- other\n', { by: 'dream', trust: 'model' });
    await home.memory.undo(row, command());
    expect(view.originsOf(path, ['- by hand', '- from a page'])).toMatchObject([
      { trust: 'owner' },
      { trust: 'web', by: 'tool', row: 1 },
    ]);
    expect(view.originsOf(path, ['- by hand'])).toEqual([{ trust: 'owner' }]);
  });
});

describe('in a chat', () => {
  async function peopled() {
    const home = await open();
    const rows = {
      main: (await replace(home, '- main\n')).row,
      bob: (await home.memory.view(bob).remember({ target: 'long', text: 'figs' }, why())).row,
      team: (await home.memory.view(team).remember({ target: 'long', text: '会議' }, why())).row,
    };
    home.put('AGENTS.md', 'be kind\n');
    await home.memory.hands.sweep();
    return { ...home, rows: { ...rows, shared: home.memory.ledgerRows('AGENTS.md')[0]?.row ?? 0 } };
  }

  it('everybody is told of their own revisions, and main of those of shared files', async () => {
    const home = await peopled();
    const listed = async (scope: Scope, file?: string) =>
      (await home.memory.view(scope).revisions(file, 9)).map(({ row }) => row);
    expect(await listed(main)).toEqual([home.rows.shared, home.rows.main]);
    expect(await listed(bob)).toEqual([home.rows.bob]);
    expect(await listed(team)).toEqual([home.rows.team]);
    expect(await listed(team, 'AGENTS.md')).toEqual([]);
    expect(await listed(team, path)).toEqual([]);
    expect(await listed(main, './MEMORY.md')).toEqual(await listed(main, path));
    expect(await home.memory.view(main).revisions(undefined, 1)).toEqual([
      {
        ...{
          row: home.rows.shared,
          path: 'AGENTS.md',
          at: home.clock.now(),
          who: 'system',
          by: 'hand',
          trust: 'owner',
        },
        ...{ reason: 'made by hand', added: 1, removed: 0, undone: false },
      },
    ]);
    expect(await home.memory.view(main).revision(home.rows.main)).toMatchObject({
      ...{ added: 1, removed: 3, by: 'tool' },
      lines: [...['- a', '- b', '- c'].map((text) => ({ sign: '-', text })), { sign: '+', text: '- main' }],
    });
  });

  it('a chat that got another id is told of its revisions under both, and takes them back', async () => {
    const home = await peopled();
    const moved: Scope = { kind: 'group', channel: 'console', chat: '-100新' };
    // Before anybody said that it is the same chat.
    const early = await home.memory.view(moved).remember({ target: 'long', text: '早い' }, why());
    await home.memory.folders.addAlias({ kind: 'group', channel: 'console', chat: 'team' }, '-100新');
    const late = await home.memory.view(moved).remember({ target: 'long', text: 'later' }, why());
    for (const scope of [team, moved]) {
      const listed = await home.memory.view(scope).revisions(undefined, 9);
      expect(listed.map(({ row }) => row)).toEqual([late.row, early.row, home.rows.team]);
    }
    expect(await home.memory.view(team).revision(early.row)).toMatchObject({ added: 3 });
    expect(await home.memory.view(team).undo(early.row, command())).toMatchObject({ changed: true });
    expect(await failure(home.memory.view(bob).revision(early.row))).toMatchObject({ kind: 'not-found' });
  });

  it('another’s revision is as good as none (C137)', async () => {
    const home = await peopled();
    const missing = (row: number) => ({ kind: 'not-found', message: `there is no revision ${row} here` });
    for (const [scope, row] of [
      ...[[team, home.rows.main] as const, [team, home.rows.bob] as const, [bob, home.rows.team] as const],
      ...[[main, home.rows.bob] as const, [main, home.rows.team] as const, [team, home.rows.shared] as const],
      [team, 999] as const,
    ]) {
      const view = home.memory.view(scope);
      expect(await failure(view.revision(row))).toEqual(missing(row));
      expect(await failure(view.undo(row, command()))).toEqual(missing(row));
    }
    expect(home.text(path)).toBe('- main\n');
  });

  it('what is one’s own is taken back, what every chat reads only on the command line', async () => {
    const home = await peopled();
    const undone = await home.memory.view(team).undo(home.rows.team, command());
    expect(home.text('groups/console-team/MEMORY.md')).toBe('');
    const [first] = await home.memory.view(team).revisions(undefined, 9);
    expect(first).toMatchObject({ row: undone.row, undoes: home.rows.team, undone: false });
    expect((await home.memory.view(team).revision(home.rows.team)).undone).toBe(true);
    expect(await failure(home.memory.view(main).undo(home.rows.shared, command()))).toMatchObject({ kind: 'invalid' });
    expect(home.text('AGENTS.md')).toBe('be kind\n');
    await home.memory.undo(home.rows.shared, command());
    expect(home.text('AGENTS.md')).toBe('');
  });

  it('a group’s instructions are not its own to take back', async () => {
    const home = await peopled();
    home.put('groups/console-team/AGENTS.md', 'be brief\n');
    await home.memory.hands.sweep();
    const [row] = home.memory.ledgerRows('groups/console-team/AGENTS.md');
    const undoing = home.memory.view(team).undo(row?.row ?? 0, command());
    expect((await failure(undoing)).message).toContain('is not yours to change');
  });

  it('nothing is written over a second name', async () => {
    const home = await peopled();
    const file = 'groups/console-team/MEMORY.md';
    linkSync(home.path(file), home.path('notes.txt'));
    const failed = await failure(home.memory.view(team).undo(home.rows.team, command()));
    expect(failed).toMatchObject({ kind: 'not-found' });
  });
});

describe('blame', () => {
  it('tells of each line where it is from', async () => {
    const home = await open('- old\n');
    await home.memory.view(main).remember({ target: 'long', text: '茶' }, why({ trust: 'tool', entry: 'e1' }));
    home.put(path, '- old\n- 茶\n\n- by hand\n');
    const blamed = await home.memory.blame(path);
    expect(blamed.map(({ line, text }) => `${line} ${text}`)).toEqual(['1 - old', '2 - 茶', '3 ', '4 - by hand']);
    expect(blamed.map(({ origin }) => [origin.by, origin.trust, origin.row])).toEqual([
      ...[
        [undefined, 'owner', undefined],
        ['tool', 'tool', 1],
        [undefined, 'owner', undefined],
      ],
      ['hand', 'owner', 2],
    ]);
    expect(blamed[1]?.origin.entries).toEqual(['e1']);
    for (const name of ['none.md', '../x.md']) {
      expect(await failure(home.memory.blame(name))).toMatchObject({ kind: 'not-found' });
    }
  });
});
