// The promise, on the index: whatever lies in it, a reader gets no line that canRead forbids, in either leg; and what others
// have changes no byte of an answer, however far the index is.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope, SearchOptions } from '../../../../src/contracts/index.js';
import { canRead, ownerName, sameScope } from '../../../../src/memory/visibility.js';
import { failure } from '../../../support/memory/open.js';
import {
  canonical,
  main,
  type Note,
  openWorld,
  type Place,
  pathOf,
  places,
  readers,
  team,
} from '../../../support/memory/world.js';

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
const names = ['MEMORY.md', 'memory/2026-11-20.md', 'memory/2026-10-01.md', 'memory/notes.md'];

const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => `- ${some.join(' ')}`);
const note: fc.Arbitrary<Note> = fc.record({
  place: fc.constantFrom(...places),
  name: fc.constantFrom(...names),
  text: fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`),
  late: fc.boolean(),
  failing: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
/** At most one of each path. */
const world = fc.uniqueArray(note, { minLength: 1, maxLength: 14, selector: pathOf });
const query = fc
  .array(fc.constantFrom(...words, 'yesterday', '"door code"'), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(' '));
const options: fc.Arbitrary<SearchOptions> = fc.record(
  {
    limit: fc.integer({ min: 1, max: 50 }),
    corpus: fc.constantFrom('all', 'memory', 'sessions', 'wiki'),
    sort: fc.constantFrom('relevance', 'time'),
    explain: fc.boolean(),
  },
  { requiredKeys: ['limit', 'corpus'] },
);

function placeOf(kind: Place['kind'], owner: Place['owner']): Place {
  const found = places.find((place) => place.kind === kind && place.owner === owner);
  if (!found) throw new Error(`there is no ${kind} of ${JSON.stringify(owner)}`);
  return found;
}

const plain = (place: Place, text: string, more: Partial<Note> = {}): Note => ({
  place,
  name: 'MEMORY.md',
  text,
  late: false,
  failing: false,
  ...more,
});

/** In every world: one note that has its vector, and one that lacks it because the embedder has stopped. */
const everywhere = [
  plain(placeOf('own', 'shared'), '- the tea is green\n', { name: 'rules.md' }),
  plain(placeOf('own', 'shared'), '- the door is red\n', { name: 'later.md', late: true }),
];

/** What an ordinary search of the reader covers: its own and what is shared. */
function covers(reader: Scope, { place: { owner } }: Note): boolean {
  return owner === 'shared' || sameScope(canonical(reader), owner);
}

describe('what a reader is given', () => {
  it.each([
    ['by words', false],
    ['by words and vectors, of which some are missing', true],
  ])('%s, holds nothing that canRead forbids, and does not depend on it', { timeout: 120_000 }, async (_, vectors) => {
    const run = async (notes: Note[], reader: Scope, asked: [string, SearchOptions][]) => {
      const all = [...notes, ...everywhere];
      const readable = all.filter((one) => covers(reader, one));
      const paths = new Set(readable.map(pathOf));
      const [whole, alone] = [await openWorld(all, vectors), await openWorld(readable, vectors)];
      try {
        const [here, there] = [whole.memory.view(reader), alone.memory.view(reader)];
        for (const [text, wish] of asked) {
          const answer = await here.search(text, wish);
          for (const { path } of answer.hits) expect(paths.has(path), `${text} → ${path}`).toBe(true);
          expect(answer).toEqual(await there.search(text, wish));
          if (reader !== main) expect(await here.search(text, { ...wish, everyone: true })).toEqual(answer);
        }
        // Main is told of everybody.
        if (reader !== main) expect(await whole.memory.status(reader)).toEqual(await alone.memory.status(reader));
        expect(whole.log.events.filter(({ event }) => event === 'memory.index-crossed-scope')).toEqual([]);
      } finally {
        await whole.close();
        await alone.close();
      }
    };
    const asked = fc.array(fc.tuple(query, options), { minLength: 1, maxLength: 3 });
    await fc.assert(fc.asyncProperty(world, fc.constantFrom(...readers), asked, run), { numRuns: 40 });
  });

  it('can be read where canRead allows it, and is like what is missing where not', { timeout: 60_000 }, async () => {
    const run = async (notes: Note[]) => {
      const { memory, close } = await openWorld(notes, false);
      try {
        for (const reader of readers) {
          const view = memory.view(reader);
          for (const one of notes) {
            const path = pathOf(one);
            if (canRead(canonical(reader), one.place.owner)) expect((await view.read(path)).text).toBe(one.text);
            else
              expect(await failure(view.read(path))).toEqual({
                kind: 'not-found',
                message: `there is no file ${path} here`,
              });
          }
        }
      } finally {
        await close();
      }
    };
    await fc.assert(fc.asyncProperty(world, run), { numRuns: 20 });
  });

  it('is marked with its owner where main asks for what others wrote, who never wrote to the bot included', {
    timeout: 60_000,
  }, async () => {
    const run = async (notes: Note[]) => {
      const { memory, close } = await openWorld(notes, false);
      try {
        const view = memory.view(main);
        const { hits, pending } = await view.search(words.join(' '), { everyone: true, corpus: 'all', limit: 50 });
        const found = new Map(hits.map(({ path, owner }) => [path, owner]));
        const failing = notes.filter((one) => one.failing).length;
        for (const one of notes) {
          const { owner } = one.place;
          const marked = owner === 'shared' || owner === main ? undefined : ownerName(owner);
          if (found.has(pathOf(one))) expect(found.get(pathOf(one)), pathOf(one)).toBe(marked);
        }
        const known = new Set(notes.map(pathOf));
        for (const path of found.keys()) expect(known.has(path), path).toBe(true);
        expect(pending).toBe(failing);
      } finally {
        await close();
      }
    };
    await fc.assert(fc.asyncProperty(world, run), { numRuns: 20 });
  });

  it('comes from every place of every owner', { timeout: 60_000 }, async () => {
    const notes = places.map((place, n) => plain(place, `- kettle number q${n}q of the house\n`));
    const { memory, close } = await openWorld(notes, false);
    const seenBy = async (reader: Scope, n: number, everyone: boolean) => {
      const { hits } = await memory.view(reader).search(`q${n}q`, { corpus: 'all', everyone });
      return hits.filter(({ snippet }) => snippet.includes(`q${n}q`)).map(({ path }) => path);
    };
    // Main first: whoever looks has a folder from then on.
    for (const [n, one] of notes.entries()) expect(await seenBy(main, n, true), pathOf(one)).toEqual([pathOf(one)]);
    for (const reader of readers) {
      for (const [n, one] of notes.entries()) {
        const seen = covers(reader, one) ? [pathOf(one)] : [];
        expect(await seenBy(reader, n, false), `${JSON.stringify(reader)} ${pathOf(one)}`).toEqual(seen);
      }
    }
    await close();
  });

  it('tells others than main the order alone', async () => {
    const own = placeOf('own', team);
    const notes = [
      plain(own, '- tea tea tea\n- tea\n', { name: 'memory/notes.md' }),
      plain(own, '- tea and the door\n', { name: 'memory/2026-11-20.md' }),
    ];
    const { memory, close } = await openWorld(notes, false);
    const { hits } = await memory.view(team).search('tea', { explain: true });
    expect(hits.map(({ score }) => score)).toEqual([1, 1 / 2].slice(0, hits.length));
    expect(hits.every(({ parts }) => parts === undefined)).toBe(true);
    await close();
  });
});
