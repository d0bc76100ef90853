// The log of a command that an operator gives: what it tries is no news for the log, because whoever runs it is told.

import type { Log } from '../contracts/index.js';

const nothing = () => {};

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silentLog };
