// A log for tests that do not look at it.

import type { Log } from '../../src/contracts/index.js';

const nothing = () => {};

export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  with: () => silentLog,
};
