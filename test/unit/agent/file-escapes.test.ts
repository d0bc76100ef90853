// No path that a model writes gets a tool out of the roots of its scope, and what is forbidden sounds like what is missing.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editTool } from '../../../src/agent/tools/edit.js';
import { grepTool } from '../../../src/agent/tools/grep.js';
import { listTool } from '../../../src/agent/tools/list.js';
import { memoryGetTool } from '../../../src/agent/tools/memory-get.js';
import { readTool } from '../../../src/agent/tools/read.js';
import { type SealedTool, seal } from '../../../src/agent/tools/seal.js';
import { writeTool } from '../../../src/agent/tools/write.js';
import type { Scope, ToolChanges, ToolContext } from '../../../src/contracts/index.js';
import { escapePath, OUTSIDE, PRIVATE, plantEscapes } from '../../support/file-escapes.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';
import { silentIndex } from '../../support/memory/silent-index.js';

const BATCHES = 100;
const BATCH = 50;

const REFUSED = [
  /^there is no file [^\n]* here$/,
  /^There is no file [^\n]* here\. Make a new one with write\.$/,
  /^There are no files in [^\n]* here\.$/,
  /^[^\n]* is not yours to change: only the owner does, by hand or by a yes$/,
  /^memory is kept in files that end in \.md$/,
  // Of a file that is there and the scope's own.
  /^That passage does not stand in [^\n]*\. Read the file and copy the passage exactly\.$/,
  /^Wrong arguments: (?:path|folder): /,
];

it(`C149: ${BATCHES * BATCH} paths lead no tool out of its roots, whoever calls it`, async () => {
  const house = await openTestMemory({ index: () => silentIndex });
  const { memory, home } = house;
  await memory.folders.ensure(team);
  await memory.folders.ensure(bob);
  const planted = plantEscapes(home);
  mkdirSync(join(home, 'run'), { recursive: true });
  const before = planted.state();
  const theirs = () => ['MEMORY.md', 'USER.md', 'memory/a.md'].map(house.text).join('');
  let calls = 0;

  /** As in a turn that needs no more yes. */
  function changesOf(scope: Scope): ToolChanges {
    return {
      async put(wish) {
        const { path, right } = await memory.changeable(scope, wish.path);
        const written = why({ session: 's', call: `c${++calls}` });
        const { text, base } = wish;
        const done =
          right === 'own'
            ? await memory.view(scope).apply({ kind: 'replace', path: wish.path, text }, base, written)
            : await memory.replaceConfirmed({ scope, path, text, base, why: written });
        return { state: 'written', path: done.path, line: done.line, revision: done.id };
      },
    };
  }

  async function answer(tool: SealedTool, args: Record<string, unknown>, scope: Scope): Promise<string> {
    const context = {
      ...{ scope, memory: memory.view(scope), changes: changesOf(scope), session: 's', turn: 't', entry: 'e' },
      ...{ call: `c${++calls}`, now: 0, timezone: 'UTC', room: 10_000, trustOf: () => 'owner' },
      ...{ who: { account: 'x:1', name: 'x', role: 'owner' }, signal: new AbortController().signal },
    } as unknown as ToolContext;
    try {
      const { content, details } = await tool.run(args, context);
      return `ok ${content} ${JSON.stringify(details)}`;
    } catch (error) {
      const said = (error as Error).message;
      if (!REFUSED.some((pattern) => pattern.test(said)))
        throw new Error(`${tool.spec.name} ${JSON.stringify(args)}: ${said}`);
      return said;
    }
  }

  const tools = [readTool, memoryGetTool].map((tool) => seal(tool as typeof readTool));
  const [list, grep, write, edit] = [seal(listTool), seal(grepTool), seal(writeTool), seal(editTool)];

  async function look(path: string, scope: Scope): Promise<void> {
    const answers = [
      ...(await Promise.all(tools.map((tool) => answer(tool, { path }, scope)))),
      await answer(list, { folder: path }, scope),
      await answer(grep, { folder: path, text: 'canary' }, scope),
      await answer(edit, { path, reason: 'x', old: 'nowhere', new: 'y' }, scope),
    ];
    mustBeHarmless(path, scope, answers);
  }

  async function change(path: string, scope: Scope): Promise<void> {
    mustBeHarmless(path, scope, [await answer(write, { path, reason: 'x', text: 'mine' }, scope)]);
  }

  function mustBeHarmless(path: string, scope: Scope, answers: readonly string[]): void {
    // One look for all: an assertion each would take longer than the calls.
    const said = answers.join('\n');
    if (said.includes(OUTSIDE)) throw new Error(`${JSON.stringify(path)}: it tells what stands outside: ${said}`);
    if (scope.kind === 'group' && said.includes(PRIVATE))
      throw new Error(`${JSON.stringify(path)}: it tells what is main’s: ${said}`);
  }

  const paths = fc.array(escapePath(planted), { minLength: BATCH, maxLength: BATCH });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(main, team, bob), paths, async (scope, all) => {
      const own = theirs();
      await Promise.all(all.map((path) => look(path, scope)));
      // One after another: two that mean the same file would be in each other's way.
      for (const path of all) await change(path, scope);
      expect(planted.state()).toEqual(before);
      if (scope.kind !== 'main') expect(theirs()).toBe(own);
    }),
    // A failure names its path.
    { numRuns: BATCHES, endOnFailure: true },
  );
}, 60_000);
