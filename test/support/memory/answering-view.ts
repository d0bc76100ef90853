// A view whose search answers what a test says, and keeps what it was asked. Everything else refuses.

import type { Hit, MemoryView, Scope, SearchAnswer, SearchOptions } from '../../../src/contracts/index.js';

export function hit(path: string, snippet: string, more: Partial<Hit> = {}): Hit {
  const lines = snippet.split('\n').length;
  return { path, startLine: 3, endLine: 2 + lines, snippet, score: 0.5, corpus: 'memory', ...more };
}

export function answeringView(
  scope: Scope,
  answer: Partial<SearchAnswer> | (() => Promise<SearchAnswer>),
): MemoryView & { asked: { query: string; options: SearchOptions | undefined }[] } {
  const asked: { query: string; options: SearchOptions | undefined }[] = [];
  const refuse = () => Promise.reject(new Error('only search is answered here'));
  return {
    asked,
    scope,
    pathOf: () => 'MEMORY.md',
    bootstrap: refuse,
    originsOf: (_, lines) => lines.map(() => ({ trust: 'owner' })),
    logs: () => Promise.reject(new Error('not asked for')),
    changesSince: refuse,
    trustOf: (_path, lines) => lines.map(() => 'owner'),
    earlier: () => undefined,
    read: refuse,
    files: refuse,
    apply: refuse,
    remember: refuse,
    revisions: refuse,
    revision: refuse,
    undo: refuse,
    async search(query, options) {
      asked.push({ query, options });
      if (typeof answer === 'function') return await answer();
      return { mode: 'lexical only', hits: [], pending: 0, ...answer };
    },
  };
}
