// /memory search in a chat, and the lines that tell of the index.
import { describe, expect, it } from 'vitest';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { memoryCommand } from '../../../src/commands/memory.js';
import { answerLines, statusLines, syncLines, verifyLines } from '../../../src/commands/memory-words.js';
import type { Scope, SearchAnswer, SessionKey } from '../../../src/contracts/index.js';
import { answeringView, hit } from '../../support/memory/answering-view.js';

const main: Scope = { kind: 'main' };
const noServices = {} as CommandServices;

async function search(answer: Partial<SearchAnswer>): Promise<string> {
  const context: CommandContext = {
    who: { account: 'console:@terminal', name: 'owner', role: 'owner' },
    scope: main,
    session: 'main' as SessionKey,
    chat: { channel: 'console', account: 'local', chat: 'dm' },
    place: 'direct',
    inside: [],
    now: 0,
    memory: answeringView(main, answer),
    args: 'search 京都',
    row: 1,
    call: 'c',
  };
  return (await memoryCommand.run(context, noServices)).text;
}

describe('/memory search', () => {
  it('quotes each hit below its place', async () => {
    const hits = [hit('MEMORY.md', '妹妹住在京都'), hit('memory/a.md', '京都\n在京都', { owner: 'person:ann' })];
    expect(await search({ hits })).toBe(
      'MEMORY.md:3\n> 妹妹住在京都\n\nmemory/a.md:3-4 (person:ann)\n> 京都\n> 在京都',
    );
  });

  it('shows the lines that hold what was asked for, and of a transcript only what was said', async () => {
    const log = hit('memory/a.md', '# 2026-11-29\n\n- Tea at five.\n- 妹妹住在京都\n- 明天去京都\n- Bread.');
    const talk = hit('sessions/s.jsonl', 'Ada: 京都？\n\n\nassistant: 京都。', { corpus: 'sessions' });
    const section = hit('memory/b.md', 'Before.\n## 京都\n- Hotel Aoi');
    const other = hit('memory/c.md', 'By meaning alone');
    expect((await search({ hits: [log, talk, section, other] })).split('\n\n')).toEqual([
      'memory/a.md:6-7\n> - 妹妹住在京都\n> - 明天去京都',
      'sessions/s.jsonl:3-6\n> Ada: 京都？\n> assistant: 京都。',
      'memory/b.md:4-5\n> ## 京都\n> - Hotel Aoi',
      'memory/c.md:3\n> By meaning alone',
    ]);
  });

  it('says how it looked when nothing is found, and what it could not look into', async () => {
    expect(await search({})).toBe('I found nothing here (lexical only).');
    expect(await search({ pending: 1 })).toBe('I found nothing here (lexical only; 1 file is not searched yet).');
    const partly = await search({ hits: [hit('MEMORY.md', 'x')], mode: 'hybrid', pending: 4 });
    expect(partly).toBe('MEMORY.md:3\n> x\n\n(hybrid; 4 files are not searched yet)');
  });

  it('says why it cannot search', async () => {
    expect(await search({ disabled: 'the workspace is gone' })).toBe(
      'I cannot search my memory: the workspace is gone.',
    );
  });
});

describe('what the command line prints', () => {
  it('of a search: places, indented snippets, score parts where there are any, and the mode last', () => {
    const parts = { text: 0.9, vector: 0, recency: 0.125 };
    const hits = [hit('memory/a.md', 'one\n二', { score: 0.82, parts }), hit('sessions/s.jsonl', 'x')];
    expect(answerLines({ mode: 'hybrid', hits, pending: 0 }, '二 one x')).toEqual([
      'memory/a.md:3-4',
      '    one',
      '    二',
      '    score 0.82 (text 0.90, vector 0.00, recency 0.13)',
      '',
      'sessions/s.jsonl:3',
      '    x',
      '',
      'hybrid',
    ]);
    expect(answerLines({ mode: 'lexical only', hits: [], pending: 2 }, 'x')).toEqual([
      'Nothing found.',
      'lexical only; 2 files are not searched yet',
    ]);
  });

  it('C022: of the index: each owner’s files on disk and indexed, the mode, the last look, notices', () => {
    const status = {
      mode: 'lexical only',
      generation: 2,
      bytes: 40_000,
      lastSync: Date.parse('2026-11-29T21:01:03Z'),
      notices: [],
      skipped: ['memory.md has the old name.'],
      scopes: [{ owner: { kind: 'main' as const }, files: 3, indexed: 3, stale: 0, chunks: 1, vectors: 0 }],
    };
    expect(statusLines(status)).toEqual([
      'Mode: lexical only',
      'Index: generation 2, 40 KB, last compared with the files 2026-11-29 21:01:03 UTC',
      'main: 3/3 files indexed, 0 stale, 1 chunk, 0 vectors',
      'Note: memory.md has the old name.',
    ]);
    const { lastSync: _, ...fresh } = status;
    expect(statusLines({ ...fresh, generation: 0 })[1]).toBe(
      'Index: in memory, 40 KB, not compared with the files yet',
    );
  });

  it('of a pass: what was done, and what could not be read', () => {
    const report = { files: 3, indexed: 1, unchanged: 1, removed: 0, retried: 0, ms: 12.4 };
    expect(syncLines({ ...report, failed: [{ path: 'memory/x.md', reason: 'it keeps changing' }] })).toEqual([
      '3 files: 1 indexed, 1 unchanged, 0 removed, in 12 ms.',
      'memory/x.md was not indexed: it keeps changing',
    ]);
    const vectors = (left: number) =>
      syncLines({ ...report, failed: [], vectors: { embedded: 2, left, trouble: 'wrong key' } })[1];
    expect(vectors(0)).toBe('2 vectors, none missing.');
    expect(vectors(3)).toBe('2 vectors, 3 missing: wrong key.');
  });

  it('of a proof: that all agree, or every problem and what to do', () => {
    expect(verifyLines({ files: 1, chunks: 2, vectors: 0, problems: [] })).toEqual([
      '1 file, 2 chunks, 0 vectors: all agree.',
    ]);
    const lines = verifyLines({ files: 1, chunks: 2, vectors: 2, problems: ['a.md is gone.', 'b.md has changed.'] });
    expect(lines.slice(0, 2)).toEqual(['a.md is gone.', 'b.md has changed.']);
    expect(lines[2]).toMatch(/2 problems\. .*memory index/);
  });
});
