// Composes the context engine of a house: the built-in one on its tables and settings, and over it the operator's own where
// nightjar.yaml names one.

import { hostname, platform } from 'node:os';
import { defaultEngine } from './agent/engine/default-engine.js';
import type { Composed } from './agent/engine/with-defaults.js';
import type { Config } from './config/schema.js';
import type { Budgets } from './contracts/index.js';
import type { House } from './house.js';
import { openEpochs } from './sessions/epochs.js';
import { recordCompaction, sessionById } from './sessions/rows.js';
import { openTokenRatios, type TokenRatios } from './sessions/token-ratios.js';

export interface EngineDesk extends Composed {
  ratios: TokenRatios;
}

/** Throws a ConfigError when the operator's engine cannot be loaded. */
export async function openEngine(
  house: House,
  version: string,
  budgets: Pick<Budgets, 'allows' | 'spend'>,
): Promise<EngineDesk> {
  const { clock, log, config, paths, state } = house;
  const { db } = state;
  const ratios = openTokenRatios(db, clock);
  const builtIn = defaultEngine({
    clock,
    log,
    budgets,
    epochs: openEpochs(db),
    ratios,
    settings: contextSettings(config),
    runtime: { version, host: hostname(), platform: platform(), home: paths.home, timezone: config.timezone },
    autoRecall: config.memory.autoRecall === 'on',
    citations: config.memory.citations,
    trouble: (session) => sessionById(db, session)?.trouble,
    async compacted(session, trouble) {
      await db.write(() => {
        const times = (sessionById(db, session)?.trouble?.times ?? 0) + 1;
        recordCompaction(db, session, trouble && { ...trouble, times }, clock.now());
      });
    },
  });
  const { engine: name } = config.agent;
  if (name === undefined) return { engine: builtIn, troubles: () => [], ratios };
  const [{ loadEngine }, { withDefaults }] = await Promise.all([
    import('./agent/engine/load-engine.js'),
    import('./agent/engine/with-defaults.js'),
  ]);
  const own = await loadEngine(name, paths.home, builtIn);
  return { ...withDefaults(own, builtIn, { name, log }), ratios };
}

function contextSettings({ agent, compaction }: Pick<Config, 'agent' | 'compaction'>) {
  const { threshold, flushThreshold, target, auto, strategy, timeoutSeconds, pruneToolResults } = compaction;
  return {
    ...{ threshold, flushThreshold, target, auto, strategy },
    timeoutMs: timeoutSeconds * 1_000,
    prune: pruneToolResults,
    fileChars: agent.bootstrapMaxChars,
    totalChars: agent.bootstrapTotalMaxChars,
  };
}
