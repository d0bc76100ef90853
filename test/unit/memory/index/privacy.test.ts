// The promise, on the index: whatever lies in it, a reader gets no line that canRead forbids, in either leg; and rows of
// others change no byte of an answer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src/contracts/index.js';
import { openStandalone } from '../../../../src/memory/standalone.js';
import { canRead, type Owner } from '../../../../src/memory/visibility.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { hashingEmbedder } from '../../../support/memory/hashing-embedder.js';
import { memoryLog } from '../../../support/memory-log.js';
import { tempDir } from '../../../support/temp-dir.js';
import { writeFiles } from '../../../support/write-files.js';

const ann: Scope = { kind: 'person', person: 'ann' };
const team: Scope = { kind: 'group', channel: 'console', chat: 'team' };
const club: Scope = { kind: 'group', channel: 'console', chat: 'club' };
const main: Scope = { kind: 'main' };
const scopes = [
  { folder: 'people/ann', scope: ann },
  { folder: 'groups/team', scope: team },
  { folder: 'groups/club', scope: club },
];
const places: { owner: Owner; prefix: string }[] = [
  { owner: main, prefix: '' },
  { owner: 'shared', prefix: 'shared/' },
  ...scopes.map(({ folder, scope }) => ({ owner: scope, prefix: `${folder}/` })),
];
const words = [
  'kyoto',
  'tea',
  'door',
  'code',
  'running',
  'ran',
  '京都',
  '项目评审会议',
  '猫',
  'C++',
  '2026-11-20',
  'café',
];

const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => `- ${some.join(' ')}`);
const note = fc.record({
  place: fc.constantFrom(...places),
  name: fc.constantFrom('MEMORY.md', 'memory/2026-11-20.md', 'memory/2026-10-01.md', 'memory/notes.md'),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
});
const query = fc.array(fc.constantFrom(...words, 'yesterday', '"door code"'), { minLength: 1, maxLength: 4 });

interface Note {
  place: { owner: Owner; prefix: string };
  name: string;
  lines: string[];
}

/** Path to text; each line says whose it is, so that a leak shows. */
function filesOf(notes: readonly Note[]): Map<string, { owner: Owner; text: string }> {
  const files = new Map<string, { owner: Owner; text: string }>();
  for (const { place, name, lines } of notes) {
    files.set(`${place.prefix}${place.owner === 'shared' ? name.replace('MEMORY.md', 'house.md') : name}`, {
      owner: place.owner,
      text: `${lines.join('\n')}\n`,
    });
  }
  return files;
}

async function openOn(files: ReadonlyMap<string, { text: string }>, vectors: boolean) {
  const workspace = tempDir();
  writeFiles(workspace, new Map([...files].map(([path, { text }]) => [path, text])));
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  const standalone = await openStandalone({
    workspace,
    timezone: 'UTC',
    clock,
    log: memoryLog(),
    scopes,
    ...(vectors ? { embedder: hashingEmbedder({ dims: 32 }) } : {}),
  });
  await standalone.index.sync();
  return standalone;
}

describe('what a reader is given', () => {
  it.each([
    ['by words', false],
    ['by words and vectors', true],
  ])(
    '%s, holds nothing that canRead forbids, and does not depend on it',
    async (_, vectors) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(note, { minLength: 1, maxLength: 8 }),
          fc.constantFrom(main, ann, team, club),
          fc.array(query, { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 50 }),
          async (notes, reader, queries, limit) => {
            const all = filesOf(notes);
            // Of what main may read, its ordinary search covers its own and what is shared.
            const readable = new Map(
              [...all].filter(([, { owner }]) => canRead(reader, owner) && (owner === 'shared' || owner === reader)),
            );
            const whole = await openOn(all, vectors);
            const alone = await openOn(readable, vectors);
            try {
              for (const words of queries) {
                const text = words.join(' ');
                const answer = await whole.view(reader).search(text, { limit, corpus: 'all' });
                for (const hit of answer.hits) expect(readable.has(hit.path), `${text} → ${hit.path}`).toBe(true);
                expect(answer).toEqual(await alone.view(reader).search(text, { limit, corpus: 'all' }));
              }
            } finally {
              await whole.close();
              await alone.close();
            }
          },
        ),
        { numRuns: 40 },
      );
    },
    60_000,
  );

  it('is marked with its owner where main asks for what others wrote', async () => {
    const files = filesOf([
      { place: { owner: main, prefix: '' }, name: 'MEMORY.md', lines: ['- my kettle came from Osaka'] },
      { place: { owner: team, prefix: 'groups/team/' }, name: 'MEMORY.md', lines: ['- the office kettle is broken'] },
      {
        place: { owner: ann, prefix: 'people/ann/' },
        name: 'MEMORY.md',
        lines: ['- a red kettle, her birthday present'],
      },
    ]);
    const { view, close } = await openOn(files, false);
    const named = async (reader: Scope, everyone: boolean) =>
      (await view(reader).search('kettle', { everyone })).hits.map(({ path, owner }) => [path, owner]).sort();
    expect(await named(main, false)).toEqual([['MEMORY.md', undefined]]);
    expect(await named(main, true)).toEqual([
      ['MEMORY.md', undefined],
      ['groups/team/MEMORY.md', 'group:console:team'],
      ['people/ann/MEMORY.md', 'person:ann'],
    ]);
    expect(await named(team, true)).toEqual([['groups/team/MEMORY.md', undefined]]);
    await close();
  });

  it('tells others than main the order alone', async () => {
    const files = filesOf([
      { place: { owner: team, prefix: 'groups/team/' }, name: 'memory/notes.md', lines: ['- tea tea tea', '- tea'] },
      { place: { owner: team, prefix: 'groups/team/' }, name: 'memory/2026-11-20.md', lines: ['- tea and the door'] },
    ]);
    const { view, close } = await openOn(files, false);
    const { hits } = await view(team).search('tea', { explain: true });
    expect(hits.map(({ score }) => score)).toEqual([1, 1 / 2].slice(0, hits.length));
    expect(hits.every(({ parts }) => parts === undefined)).toBe(true);
    await close();
  });
});
