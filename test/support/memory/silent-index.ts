// An index that refuses every question, for tests that replace one of its answers.

import type { MemoryIndex } from '../../../src/memory/index/memory-index.js';

const refuse = () => Promise.reject(new Error('not in this test'));

export const silentIndex: MemoryIndex = {
  search: refuse,
  refresh: refuse,
  sync: refuse,
  rebuild: refuse,
  hint() {},
  status: refuse,
  verify: refuse,
  close: async () => {},
};
