// What a tool is called with in a test: the owner in private, with a memory that it may lack and nothing else in reach.

import type { MemoryView, ToolContext } from '../../src/contracts/index.js';

const none = () => Promise.reject(new Error('no files here'));

export function toolContext(memory: MemoryView, more: Partial<ToolContext> = {}): ToolContext {
  return {
    scope: memory.scope,
    who: { account: 'console:@terminal', name: 'owner', role: 'owner' },
    memory,
    session: 's',
    turn: 't',
    call: 'c',
    entry: 'e',
    now: 0,
    timezone: 'UTC',
    trustOf: () => 'owner',
    signal: new AbortController().signal,
    files: { keepText: none, attach: none },
    room: 10_000,
    ...more,
  };
}
