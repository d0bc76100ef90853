// The built-in context engine on a test's own state, with settings as nightjar.yaml has them by default.

import { defaultEngine } from '../../src/agent/engine/default-engine.js';
import type { ContextSettings } from '../../src/agent/engine/limits.js';
import type { ContextEngine } from '../../src/contracts/context.js';
import type { Budgets, Clock, Log } from '../../src/contracts/index.js';
import type { Db } from '../../src/db/database.js';
import { openEpochs } from '../../src/sessions/epochs.js';
import { recordCompaction, sessionById } from '../../src/sessions/rows.js';
import { openTokenRatios, type TokenRatios } from '../../src/sessions/token-ratios.js';
import { boundless } from './budgets.js';
import { silentLog } from './silent-log.js';

export const contextSettings: ContextSettings = {
  threshold: 0.9,
  flushThreshold: 0.75,
  target: 0.5,
  auto: true,
  strategy: 'summary',
  timeoutMs: 60_000,
  prune: false,
  fileChars: 20_000,
  totalChars: 150_000,
};

export const runtimeFacts = {
  version: '0.0.0',
  host: 'box',
  platform: 'linux',
  home: '/home/x/.nightjar',
  timezone: 'UTC',
};

export function testEngine(parts: {
  db: Db;
  clock: Clock;
  log?: Log;
  settings?: Partial<ContextSettings>;
  autoRecall?: boolean;
  timezone?: string;
  budgets?: Pick<Budgets, 'allows' | 'spend'>;
}): { context: ContextEngine; ratios: TokenRatios } {
  const {
    db,
    clock,
    log = silentLog,
    settings = {},
    autoRecall = false,
    timezone = 'UTC',
    budgets = boundless,
  } = parts;
  const ratios = openTokenRatios(db, clock);
  const context = defaultEngine({
    clock,
    log,
    budgets,
    epochs: openEpochs(db),
    ratios,
    settings: { ...contextSettings, ...settings },
    runtime: { ...runtimeFacts, timezone },
    autoRecall,
    citations: 'auto',
    trouble: (session) => sessionById(db, session)?.trouble,
    async compacted(session, trouble) {
      await db.write(() => {
        const times = (sessionById(db, session)?.trouble?.times ?? 0) + 1;
        recordCompaction(db, session, trouble && { ...trouble, times }, clock.now());
      });
    },
  });
  return { context, ratios };
}
