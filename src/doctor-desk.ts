// What doctor looks at, in a home as it was found and then from inside, and the order in which it puts things right. The checks
// are those that each module exports; here they are only handed what they need.

import { existsSync } from 'node:fs';
import { manifests, probeChannel } from '../channels/index.js';
import { engineChecks } from './agent/engine/load-engine.js';
import { configChecks, hasState, homeChecks } from './config/checks.js';
import { homePaths, mustBeOwn, strangeOwner } from './config/home.js';
import { ownershipCheck } from './config/home-modes.js';
import { placeChecks } from './config/home-place.js';
import type { LoadedConfig, LoadOptions } from './config/load.js';
import { embeddingSettings } from './config/memory-settings.js';
import { revealed } from './config/secret.js';
import { type Check, ConfigError, type Finding, type Log, NightjarError } from './contracts/index.js';
import { newestTime, sqliteChecks, stateChecks } from './db/checks.js';
import { isProcessAlive, livingProcesses } from './db/living.js';
import { nativeCheck } from './db/native.js';
import { openState } from './db/state.js';
import { channelChecks } from './gateway/channel-health.js';
import { forgetChecks } from './gateway/forget-checks.js';
import { lostJobCheck } from './gateway/lost-jobs.js';
import { ownerCheck } from './gateway/owner-check.js';
import { type House, openHouse, TEMPLATE, unknownTools, unpricedModels } from './house.js';
import { jobChecks } from './jobs/checks.js';
import { isGatewayUp } from './jobs/gateway-lock.js';
import { installationPrefix } from './jobs/installation.js';
import { openLanes } from './jobs/lanes.js';
import { openQueue, redisFinding } from './jobs/open-queue.js';
import { joinProcesses, type Membership } from './jobs/processes.js';
import { reap } from './jobs/reaper.js';
import { scheduleChecks } from './jobs/scheduler/checks.js';
import { adoptWorkspace } from './memory/attestation.js';
import { openaiEmbedder } from './memory/embedders/openai.js';
import { indexProofCheck } from './memory/index/checks.js';
import { workspaceChecks } from './memory/workspace-checks.js';
import { clockChecks } from './ops/clock-check.js';
import { diskCheck } from './ops/disk-space.js';
import { type Repaired, renderFindings, repair, runChecks, type ToldFinding, tellFindings } from './ops/doctor.js';
import { leftoverCheck } from './ops/leftovers.js';
import { nodeVersionCheck } from './ops/node-version.js';
import { openSetAside } from './ops/set-aside.js';
import { systemClock } from './ops/system-clock.js';
import { sessionChecks } from './sessions/checks.js';
import { openTranscripts } from './sessions/transcript.js';
import { sentences } from './text/sentence.js';
import { forTerminal } from './text/terminal.js';

/** How long doctor waits for an embedder. */
const EMBEDDER_MS = 10_000;
const nothing = () => {};
/** A tool's own attempts are no news for the log: whoever runs it is told. */
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silent };

export interface DoctorOptions extends LoadOptions {
  /** Absent where it cannot be read. */
  loaded?: LoadedConfig;
  version: string;
}

export interface DoctorWish {
  /** Puts right what can be. */
  fix: boolean;
  /** Goes on with the folder that stands where the workspace was. */
  adoptWorkspace: boolean;
}

/** Looks, puts right what is asked for, and looks again. `failed`: an error stays. */
export async function runDoctor(
  options: DoctorOptions,
  { fix, adoptWorkspace: adopts }: DoctorWish,
): Promise<{ data: ToldFinding[]; text: string; failed: boolean }> {
  // What is moved and written would be root's, and out of reach for whoever runs the bot.
  if (fix || adopts) mustBeOwn(options.home);
  const repaired: Repaired[] = adopts ? [await adopt(options)] : [];
  if (fix) repaired.push(...(await examine(options, (findings) => repair(findings, isAlone(options.home)))));
  const findings = await diagnose(options);
  const text = forTerminal(renderFindings(findings, repaired));
  return { data: tellFindings(findings, repaired), text, failed: findings.some(({ level }) => level === 'error') };
}

/** What doctor finds: as it was found, before a part is opened that would narrow modes or finish old writes. */
export function diagnose(options: DoctorOptions): Promise<Finding[]> {
  return examine(options, async (findings) => findings);
}

/** Hands on what was found while the parts are open that repairs need. */
async function examine<T>(options: DoctorOptions, then: (findings: Finding[]) => Promise<T>): Promise<T> {
  const { home, loaded, version } = options;
  const findings = await runChecks(outsideChecks(options));
  const hasNative = findings.every(({ check, level }) => check !== 'state.native' || level === 'ok');
  if (!hasNative || strangeOwner(home) !== undefined || !loaded || !hasState(home)) return await then(findings);
  let house: House;
  try {
    house = await openHouse({ home, loaded, version });
  } catch (error) {
    if (!(error instanceof NightjarError)) throw error;
    const { message, remedy = 'The log may know more.' } = error;
    return await then([...findings, { check: 'house.opens', level: 'error', says: sentences(message), remedy }]);
  }
  try {
    return await then([...findings, ...(await runChecks(insideChecks(house, loaded)))]);
  } finally {
    await house.close();
  }
}

/** Of a home that nobody has touched yet. */
function outsideChecks(options: DoctorOptions): Check[] {
  const { home, loaded } = options;
  return [
    nodeVersionCheck(process.versions.node),
    nativeCheck(),
    ...sqliteChecks(),
    ...homeChecks(home),
    ownershipCheck(home),
    ...placeChecks(home),
    diskCheck(home),
    leftoverCheck(home, systemClock.now, openSetAside(home, systemClock)),
    ...configChecks(options),
    ...(loaded ? [...toolNamesCheck(loaded), ...pricesCheck(loaded)] : []),
    ...engineChecks(loaded?.config.agent.engine, home),
  ];
}

/** Of a home that stands open. */
function insideChecks(house: House, loaded: LoadedConfig): Check[] {
  const { clock, paths, config, memory, template } = house;
  const { db } = house.state;
  const channels = Object.keys(config.channels);
  const isUp = isGatewayUp(paths.run);
  const transcripts = openTranscripts(paths.sessions, { clock, log: silent });
  return [
    ...stateChecks(db),
    ...clockChecks({
      ...{ now: () => clock.now(), newest: () => newestTime(db), configured: config.timezone },
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    ownerCheck(db, config.owner, channels),
    ...jobChecks({
      ...{ db, clock, isAlive: (id) => isProcessAlive(paths.run, id) },
      returnLost: () => asMember(house, (members) => returnLost(house, members)),
    }),
    ...(config.queue.redis
      ? []
      : [lostJobCheck(db, (ids) => asMember(house, (members) => cancel(house, members, ids)))]),
    ...forgetChecks(db),
    ...scheduleChecks(db, { now: clock.now(), isUp, channels }),
    ...sessionChecks({ dir: paths.sessions, db, clock, transcripts }),
    ...memory.checks,
    indexProofCheck(memory.index),
    ...workspaceChecks({ workspace: paths.workspace, template, folders: memory.folders, db }),
    ...channelChecks({ db, ids: channels, isUp, probe: (id) => askPlatform(loaded, id) }),
    ...redisCheck(loaded),
    ...embedderCheck(loaded),
  ];
}

function isAlone(home: string): boolean {
  const { run } = homePaths(home);
  return !isGatewayUp(run) && livingProcesses(run).length === 0;
}

/** Throws a ConfigError beside a running bot, whose memory that is. */
async function adopt({ home }: DoctorOptions): Promise<Repaired> {
  const { state: path, workspace: dir } = homePaths(home);
  if (!existsSync(path)) {
    throw new ConfigError(`There is no Nightjar home at ${home} yet.`, {
      remedy: 'A start makes a workspace by itself.',
    });
  }
  if (!isAlone(home)) {
    throw new ConfigError(`Nightjar is running on ${home}.`, {
      remedy: 'Stop it first, with its workers and terminals.',
    });
  }
  process.umask(0o077);
  const state = await openState(path);
  try {
    const fixed = await adoptWorkspace({ db: state.db, dir, template: TEMPLATE, clock: systemClock });
    return {
      finding: { check: 'memory.workspace', level: 'error', says: 'Another folder was to be the workspace.' },
      fixed,
    };
  } finally {
    state.close();
  }
}

/** Some repairs do what only a process does that the others know of. */
async function asMember<T>({ state, paths, clock }: House, work: (members: Membership) => Promise<T>): Promise<T> {
  const members = await joinProcesses({ db: state.db, runDir: paths.run, kind: 'tool', clock });
  try {
    return await work(members);
  } finally {
    await members.leave();
  }
}

async function returnLost({ state: { db }, clock }: House, members: Membership): Promise<void> {
  const lanes = openLanes({ db, clock, isAlive: members.isAlive });
  await reap({ db, lanes, process: members, log: silent }, clock.now());
  await members.sweep();
}

async function cancel(house: House, members: Membership, ids: readonly string[]): Promise<void> {
  const { db } = house.state;
  const prefix = await installationPrefix(db, house.paths.home);
  const queue = await openQueue({ prefix, db, process: members, clock: house.clock, log: silent });
  try {
    for (const id of ids) await queue.cancel(id);
  } finally {
    await queue.close();
  }
}

async function askPlatform({ config }: LoadedConfig, id: string): ReturnType<typeof probeChannel> {
  const manifest = manifests.find((one) => one.id === id);
  const settings = manifest && config.channels[manifest.id];
  return manifest && settings ? await probeChannel(manifest, revealed(settings), { clock: systemClock }) : undefined;
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
