// What of a failure is told to the model, and so to the chat.

import { expect, it } from 'vitest';
import { runTool } from '../../../src/agent/run-tool.js';
import type { SealedTool } from '../../../src/agent/tools/seal.js';
import { MemoryError, type MemoryFault, type Scope, type ToolContext } from '../../../src/contracts/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';

async function failing(kind: MemoryFault, scope: Scope): Promise<string> {
  const tool = {
    spec: { name: 'memory_write', description: '', parameters: {} },
    allowed: () => true,
    run: () => Promise.reject(new MemoryError(kind, 'it was not written', { remedy: 'Mount that disk.' })),
  } as unknown as SealedTool;
  const deps = {
    ...{ tools: [tool], scope, clock: new FakeClock(), log: silentLog, timeoutMs: 1_000 },
    who: { account: 'console:bob', name: 'bob', person: 'bob', role: 'member' } as const,
  };
  const context = { signal: new AbortController().signal } as ToolContext;
  return (await runTool(deps, { id: 'c1', name: 'memory_write', args: '{}' }, context)).text;
}

it('how a disk or a folder is put right is told in the private chat of the owner alone', async () => {
  const group: Scope = { kind: 'group', channel: 'console', chat: 'team' };
  expect(await failing('unavailable', { kind: 'main' })).toBe('Error: It was not written. Mount that disk.');
  for (const scope of [group, { kind: 'person', person: 'bob' }] as const) {
    for (const kind of ['unavailable', 'unwritable'] as const) {
      expect(await failing(kind, scope)).toBe('Error: It was not written.');
    }
    expect(await failing('conflict', scope)).toContain('Mount that disk.');
  }
});
