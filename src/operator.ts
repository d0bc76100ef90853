// What an operator asks of a home from outside, beside a running bot or without one: its status, its jobs, its health.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { engineChecks } from './agent/engine/load-engine.js';
import type { StatusLine } from './commands/command.js';
import { configChecks, homeChecks } from './config/checks.js';
import { homePaths } from './config/home.js';
import type { LoadedConfig, LoadOptions } from './config/load.js';
import { embeddingSettings, mountSettings } from './config/memory-settings.js';
import { knownWindows } from './config/model-settings.js';
import { type Check, type Finding, type JobDesk, type Log, NightjarError, StateError } from './contracts/index.js';
import { stateChecks } from './db/checks.js';
import { nativeCheck } from './db/native.js';
import { channelChecks } from './gateway/channel-health.js';
import { openJobDesk } from './gateway/job-desk.js';
import { type HouseStatus, houseLines, queueNotes } from './gateway/status.js';
import { type House, type HouseOptions, openHouse, unknownTools, unpricedModels } from './house.js';
import { jobChecks } from './jobs/checks.js';
import { isGatewayUp } from './jobs/gateway-lock.js';
import { installationPrefix } from './jobs/installation.js';
import { openQueue, redisFinding } from './jobs/open-queue.js';
import { isProcessAlive, joinProcesses } from './jobs/processes.js';
import { scheduleChecks } from './jobs/scheduler/checks.js';
import { openaiEmbedder } from './memory/embedders/openai.js';
import { resolveMounts } from './memory/sources/mounts.js';
import { windowNotes } from './models/window.js';
import { runChecks } from './ops/doctor.js';
import { nodeVersionCheck } from './ops/node-version.js';
import { systemClock } from './ops/system-clock.js';
import { sessionChecks } from './sessions/checks.js';
import { openTranscripts, type Transcripts } from './sessions/transcript.js';
import { sentences } from './text/sentence.js';

/** How long doctor waits for an embedder. */
const EMBEDDER_MS = 10_000;
const nothing = () => {};
/** A tool's own attempts are no news for the log: whoever runs it is told. */
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silent };

/** The state of the house from outside, beside a running bot or without one. */
export async function readStatus(options: HouseOptions): Promise<{ status: HouseStatus; lines: StatusLine[] }> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const found = await house.status();
    const redis = house.config.queue.redis?.reveal();
    const server = redis === undefined ? undefined : await redisFinding(redis);
    const trouble = server && server.level !== 'ok' ? [sentences(server.says, server.remedy)] : [];
    const status = { ...found, notes: [...found.notes, ...trouble] };
    return { status, lines: houseLines(status) };
  } finally {
    await house.close();
  }
}

/** Runs `work` on the queue without taking jobs from it; `notes` say why some jobs may be unknown now. */
export async function withJobs<T>(
  options: HouseOptions,
  work: (desk: JobDesk, notes: string[]) => Promise<T>,
): Promise<T> {
  mustExist(options.home);
  const house = await openHouse(options);
  const members = await joinProcesses({
    db: house.state.db,
    runDir: house.paths.run,
    kind: 'tool',
    clock: house.clock,
  });
  const { db } = house.state;
  const queue = await openQueue({
    redis: house.config.queue.redis?.reveal(),
    prefix: await installationPrefix(db, house.paths.home),
    ...{ db, process: members, clock: house.clock, log: silent },
  });
  try {
    return await work(openJobDesk({ db, queue, clock: house.clock }), queueNotes(queue.health()));
  } finally {
    await queue.close();
    await members.leave();
    await house.close();
  }
}

/** A tool that only looks makes no home where somebody mistyped one. */
export function mustExist(home: string): void {
  if (existsSync(homePaths(home).state)) return;
  throw new StateError(`There is no Nightjar home at ${home} yet.`, {
    remedy: 'Run `npm start` once, or check NIGHTJAR_HOME.',
  });
}

/** What is said of the configured folders. Throws a ConfigError for one that a start refuses. */
export function mountNotices(home: string, { config }: LoadedConfig): string[] {
  const { workspace } = homePaths(home);
  return resolveMounts(mountSettings(config), { workspace, home, userHome: homedir() }).notices;
}

/** What is said of configured windows that are small. */
export function windowWarnings({ config }: LoadedConfig): string[] {
  return windowNotes(knownWindows(config));
}

/** One text embedded, now: whether the embedder does its part cannot be told from the index alone. */
function embedderCheck({ config }: LoadedConfig): Check[] {
  const settings = embeddingSettings(config);
  if (!settings) return [];
  const check = 'memory.embedder';
  const run = async (): Promise<Finding[]> => {
    const embedder = openaiEmbedder(settings, { clock: systemClock, log: silent });
    try {
      const [vector] = await embedder.embed(['hello'], 'query', AbortSignal.timeout(EMBEDDER_MS));
      return [{ check, level: 'ok', says: `${settings.name} makes vectors of ${vector?.length ?? 0} numbers.` }];
    } catch (error) {
      if (!(error instanceof NightjarError)) throw error;
      const remedy =
        error.remedy ?? 'Check the section embedding of nightjar.yaml. Until then search goes by words alone.';
      return [{ check, level: 'warning', says: sentences(error.message), remedy }];
    }
  };
  return [{ name: check, run }];
}

function toolNamesCheck(loaded: LoadedConfig): Check[] {
  const check = 'config.tools';
  const remedy = 'Correct the name in nightjar.yaml.';
  const run = (): Finding[] => unknownTools(loaded).map((says) => ({ check, level: 'warning', says, remedy }));
  return [{ name: check, run }];
}

function pricesCheck(loaded: LoadedConfig): Check[] {
  const check = 'config.prices';
  const remedy = 'Set its price in usage.prices of nightjar.yaml, or a cap in tokens.';
  const run = (): Finding[] => unpricedModels(loaded).map((says) => ({ check, level: 'warning', says, remedy }));
  return [{ name: check, run }];
}

function redisCheck({ config }: LoadedConfig): Check[] {
  const url = config.queue.redis?.reveal();
  return url === undefined ? [] : [{ name: 'queue.redis', run: async () => [await redisFinding(url)] }];
}

function readable({ clock, paths }: House): Transcripts {
  return openTranscripts(paths.sessions, { clock, log: silent });
}

/** What doctor finds: as it was found, before a part is opened that would narrow modes or finish old writes. */
export async function diagnose(options: LoadOptions & { loaded?: LoadedConfig; version: string }): Promise<Finding[]> {
  const { home, loaded, version } = options;
  const outside = [
    nodeVersionCheck(process.versions.node),
    nativeCheck(),
    ...homeChecks(home),
    ...configChecks(options),
    ...(loaded ? [...toolNamesCheck(loaded), ...pricesCheck(loaded)] : []),
    ...engineChecks(loaded?.config.agent.engine, home),
  ];
  const findings = await runChecks(outside);
  const hasNative = findings.every(({ check, level }) => check !== 'state.native' || level === 'ok');
  if (!hasNative || !loaded || !existsSync(homePaths(home).state)) return findings;
  let house: House;
  try {
    house = await openHouse({ home, loaded, version });
  } catch (error) {
    if (!(error instanceof NightjarError)) throw error;
    const { message, remedy = 'The log may know more.' } = error;
    return [...findings, { check: 'house.opens', level: 'error', says: sentences(message), remedy }];
  }
  try {
    const isAlive = (id: string) => isProcessAlive(house.paths.run, id);
    const { db } = house.state;
    const inside = [
      ...stateChecks(db),
      ...jobChecks({ db, clock: house.clock, isAlive }),
      ...scheduleChecks(db),
      ...sessionChecks({ dir: house.paths.sessions, db, clock: house.clock, transcripts: readable(house) }),
      ...house.memory.checks,
      ...channelChecks({ db, ids: Object.keys(loaded.config.channels), isUp: isGatewayUp(house.paths.run) }),
      ...redisCheck(loaded),
      ...embedderCheck(loaded),
    ];
    return [...findings, ...(await runChecks(inside))];
  } finally {
    await house.close();
  }
}
