// How far lines can be relied on, by what the ledger says of the write that brought each.

import { describe, expect, it } from 'vitest';
import type { Provenance, TranscriptSource, Trust } from '../../../src/contracts/index.js';
import { ledgerRows } from '../../../src/memory/ledger-rows.js';
import { lineOrigins } from '../../../src/memory/ledger-trust.js';
import { resolveMounts } from '../../../src/memory/sources/mounts.js';
import { bob, failure, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

const log = 'memory/2026-11-29.md';
const source = (trust: Trust, ...entries: string[]) => ({ trust, entries });

async function append(home: Home, lines: string[], more: Partial<Provenance> = {}, path = log): Promise<void> {
  await home.memory.view(main).apply({ kind: 'append', path, lines }, undefined, why(more));
}

describe('a line', () => {
  it('has the trust of its own source, in the order of the lines', async () => {
    const home = await openTestMemory();
    const lines = [source('member', 'e1'), source('web', 'e2', 'e3'), source('owner', 'e4')];
    await append(home, ['- 09:00 一', '- 09:00 二', '- 09:00 三'], { trust: 'web', lines });
    const view = home.memory.view(main);
    expect(view.trustOf(log, ['- 09:00 三', '- 09:00 二  ', '- 09:00 一\n', '- 09:00 四'])).toEqual([
      ...['owner', 'web', 'member', 'owner'],
    ]);
    // The heading came with the write, too, and no line speaks for it.
    expect(view.trustOf(log, ['# 2026-11-29', ''])).toEqual(['web', 'owner']);
    expect(home.memory.ledgerRows(log)[0]).toMatchObject({ trust: 'web', sources: lines });
  });

  it('keeps it apart from an equal line beside it', async () => {
    const home = await openTestMemory();
    home.put(log, '- b\n');
    await append(home, ['- a', '- b'], { trust: 'web', lines: [source('tool', 'e'), source('member', 'e')] });
    expect(home.memory.view(main).trustOf(log, ['- a', '- b'])).toEqual(['tool', 'member']);
    await append(home, ['- c', '- c'], { trust: 'web', lines: [source('owner', 'e'), source('tool', 'e')] });
    expect(home.memory.view(main).trustOf(log, ['- c'])).toEqual(['tool']);
  });

  it('has the trust of the newest write that brought it', async () => {
    const home = await openTestMemory();
    const view = home.memory.view(main);
    const of = (...lines: string[]) => view.trustOf(log, lines);
    await append(home, ['- a', '- b'], { trust: 'web' });
    expect(of('- a', '- b')).toEqual(['web', 'web']);
    await append(home, ['- a'], { trust: 'tool' });
    expect(of('- a', '- b')).toEqual(['tool', 'web']);
    // A tidying that moves lines says nothing of them.
    const doc = await view.read(log);
    const text = `# 2026-11-29\n\n- a\n- new\n- b\n- a\n`;
    await view.apply({ kind: 'replace', path: log, text }, doc.revision, why({ by: 'dream', trust: 'model' }));
    expect(of('- a', '- b', '- new')).toEqual(['tool', 'web', 'model']);
  });

  it('is the owner’s when somebody wrote it by hand', async () => {
    const home = await openTestMemory();
    home.put('AGENTS.md', 'be kind\n');
    await append(home, ['- a fact from a page'], { trust: 'web' });
    home.put(log, '- a fact from a page, corrected\n');
    const view = home.memory.view(main);
    expect(view.trustOf(log, ['- a fact from a page, corrected'])).toEqual(['owner']);
    expect(view.trustOf('AGENTS.md', ['be kind'])).toEqual(['owner']);
    expect(home.memory.view(team).trustOf('AGENTS.md', ['be kind'])).toEqual(['owner']);
    await home.memory.folders.ensure(bob);
    expect(home.memory.view(bob).trustOf(`people/bob/${log}`, ['x'])).toEqual(['owner']);
  });

  it('is known by a fragment of it, as snippets show it', async () => {
    const home = await openTestMemory();
    await append(home, ['- the page says that the gate code is 4711'], { trust: 'web' });
    const view = home.memory.view(main);
    expect(view.trustOf(log, ['…the gate code is 4711', '- the page says…', '…the gate code is 4712…'])).toEqual([
      ...['web', 'web', 'owner'],
    ]);
  });

  it('counts while its write is under way, and as it was written in the end', async () => {
    const home = await openTestMemory();
    const rows = ledgerRows(home.db);
    const origins = lineOrigins(rows);
    const trustOf = (...of: Parameters<typeof origins>) => origins(...of).map(({ trust }) => trust);
    home.db.exec(
      "CREATE TRIGGER cut BEFORE UPDATE ON ledger WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'cut'); END",
    );
    await append(home, ['- a'], { trust: 'web' }).catch(() => undefined);
    expect(trustOf(log, ['- a'], 'owner')).toEqual(['web']);
    home.db.exec('DROP TRIGGER cut');
    await home.memory.recover();
    await append(home, ['- b'], { trust: 'tool' });
    expect(trustOf(log, ['- a', '- b'], 'owner')).toEqual(['web', 'tool']);
  });

  it('of a file with more writes than are looked at is nobody’s for sure', async () => {
    const home = await openTestMemory();
    for (const name of ['a', 'b', 'c']) await append(home, [`- ${name}`], { trust: 'web' });
    const origins = lineOrigins(ledgerRows(home.db), 2);
    const trustOf = (...of: Parameters<typeof origins>) => origins(...of).map(({ trust }) => trust);
    expect(trustOf(log, ['- a', '- b', '- c', '- d'], 'owner')).toEqual(['model', 'web', 'web', 'model']);
  });

  it('outside of the workspace, of a conversation or of its tail is not taken for the owner’s', async () => {
    const first = await openTestMemory();
    first.put('../vault/x.md', 'x\n');
    const { mounts } = resolveMounts([{ corpus: 'memory', path: '../vault', scope: main }], {
      ...{ workspace: first.workspace, home: `${first.home}/elsewhere`, userHome: first.home },
    });
    const talk = { path: 'sessions/s.jsonl', scope: main, stamp: '1', mtimeMs: 1 };
    const transcripts: TranscriptSource = {
      list: () => [talk],
      find: (path) => (path === talk.path ? talk : undefined),
      text: () => 'Ann: hello',
    };
    const { memory } = await openTestMemory({ workspace: first.workspace, mounts, transcripts });
    const view = memory.view(main);
    const label = mounts[0]?.label ?? '';
    expect(view.trustOf(`${label}/x.md`, ['x'])).toEqual(['member']);
    expect(view.trustOf('sessions/s.jsonl', ['Ann: hello'])).toEqual(['model']);
    expect(view.trustOf('memory/2026-11-28-trip.md', ['x'])).toEqual(['member']);
    for (const path of ['sessions/s.jsonl', 'MEMORY.md', '../x.md', `${label}/x.md`]) {
      expect(memory.view(team).trustOf(path, ['x', 'y'])).toEqual(['web', 'web']);
    }
  });
});

describe('where a line comes from', () => {
  it('is told with its revision, its time and its sources', async () => {
    const home = await openTestMemory();
    const lines = [source('member', 'e1'), source('web', 'e2', 'e3'), source('web', 'e3', 'e4')];
    await append(home, ['- 一', '- 二', '- 二'], { trust: 'web', lines, session: 's', call: 'c' });
    await home.clock.advance(1_000);
    await append(home, ['- 三'], { trust: 'model', entry: 'e9', by: 'dream', who: 'system' });
    await append(home, ['- 四']);
    const at = Date.parse('2026-11-29T09:00:00Z');
    const first = { by: 'tool', who: 'console:owner', session: 's', row: 1, at };
    const later = { at: at + 1_000 };
    expect(home.memory.view(main).originsOf(log, ['- 一', '- 二', '- 三', '- 四', '- by hand'])).toEqual([
      { ...first, trust: 'member', entries: ['e1'] },
      { ...first, trust: 'web', entries: ['e2', 'e3', 'e4'] },
      { ...later, trust: 'model', by: 'dream', who: 'system', row: 2, entries: ['e9'] },
      { ...later, trust: 'owner', by: 'tool', who: 'console:owner', row: 3 },
      { trust: 'owner' },
    ]);
  });
});

describe('what is said of single lines', () => {
  it('must be said of each', async () => {
    const { memory, has } = await openTestMemory();
    const view = memory.view(main);
    const lines = [source('owner', 'e')];
    const two = { kind: 'append', path: log, lines: ['- a', '- b'] } as const;
    const folded = { kind: 'append', path: log, lines: ['- a\n- b'] } as const;
    const whole = { kind: 'replace', path: log, text: '- a\n' } as const;
    for (const patch of [two, folded, whole]) {
      const writing = view.apply(
        { ...patch, ...('lines' in patch ? { lines: [...patch.lines] } : {}) } as typeof whole,
        undefined,
        why({ lines }),
      );
      expect(await failure(writing)).toMatchObject({ kind: 'invalid' });
    }
    expect(has(log)).toBe(false);
    expect(memory.ledgerRows()).toEqual([]);
    await view.apply({ kind: 'append', path: log, lines: ['- a'] }, undefined, why());
    expect(memory.ledgerRows()[0]?.sources).toBeNull();
  });
});
