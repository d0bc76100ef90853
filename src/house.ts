// A home as a whole: its paths, log, state, memory and model, prepared if it is new. Shared by the bot and by the tools
// that look at it; runs nothing and takes no job.

import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nameableTools } from './agent/tools/policy.js';
import { tools } from './agent/tools/table.js';
import { homePaths, prepareHome } from './config/home.js';
import { toolNameWarnings } from './config/list-names.js';
import type { LoadedConfig } from './config/load.js';
import { embeddingSettings, mountSettings } from './config/memory-settings.js';
import { modelSettings } from './config/model-settings.js';
import { privacySettings } from './config/privacy-settings.js';
import { secretsOf } from './config/secret.js';
import { priceSettings, unpricedWarnings } from './config/usage-settings.js';
import { dailyLimits } from './config/work-limits.js';
import type { Channel } from './contracts/index.js';
import { searchTrouble } from './db/native.js';
import { openState } from './db/state.js';
import { lastHealth } from './gateway/channel-health.js';
import { openModelUses } from './gateway/model-use.js';
import { openSecrets } from './gateway/open-secrets.js';
import { skillsOff } from './gateway/skill-switches.js';
import { countHouse, countSkills, dreamNotes, type HouseStatus } from './gateway/status.js';
import { longJobs } from './gateway/work-status.js';
import type { IndexThreadData } from './index-thread.js';
import { openBudgets } from './jobs/budgets.js';
import { gatewayPid, isGatewayUp } from './jobs/gateway-lock.js';
import { attestWorkspace, guardWorkspace } from './memory/attestation.js';
import { troubledDreams } from './memory/dream/dream-rows.js';
import { threadedIndex } from './memory/index/client.js';
import { openConfiguredIndex } from './memory/index/configured.js';
import { indexName } from './memory/index/generation.js';
import { removeUnused } from './memory/index/kept-copies.js';
import type { IndexSettings } from './memory/index/settings.js';
import { type IndexParts, openMemory } from './memory/memory.js';
import { resolveMounts } from './memory/sources/mounts.js';
import { createModels } from './models/create.js';
import { priceOf } from './models/prices.js';
import { createLog } from './ops/log.js';
import { openSetAside } from './ops/set-aside.js';
import { keepHeapSmall } from './ops/small-heap.js';
import { systemClock } from './ops/system-clock.js';
import { searchableTranscripts } from './sessions/searchable.js';
import { openSkills } from './shelf-desk.js';
import { sentences } from './text/sentence.js';

const INDEX_THREAD = new URL('./index-thread.js', import.meta.url);
/** The template a new workspace is made from. */
export const TEMPLATE = fileURLToPath(new URL('../workspaces/default', import.meta.url));

export interface HouseOptions {
  home: string;
  loaded: LoadedConfig;
  version: string;
  /** The index lives in a thread of its own and keeps itself up to date, for a process that stays. */
  resident?: boolean;
  /** Told how far an index is that is brought up to date here, in files; not for a resident one. */
  onIndexed?: (done: number, total: number) => void;
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** State, memory and log of a home, prepared if it is new. Runs nothing. */
export async function openHouse(options: HouseOptions, narrowed = prepareHome(options.home)) {
  /** What was opened so far, taken down in reverse: at the end, and when a later part fails. */
  const built: (() => void | Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const undo of built.splice(0).reverse()) await undo();
  }
  try {
    return { ...(await build(options, narrowed, built)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What is said of names of tools in the configuration that name none. */
export function unknownTools(loaded: Pick<LoadedConfig, 'config'>): string[] {
  return toolNameWarnings(loaded, nameableTools(tools));
}

/** What is said of models whose costs no cap can count. */
export function unpricedModels({ config }: Pick<LoadedConfig, 'config'>): string[] {
  return unpricedWarnings(config, (prices, id) => priceOf(prices, id) !== undefined);
}

async function build(options: HouseOptions, narrowed: readonly string[], built: (() => void | Promise<void>)[]) {
  const { home, loaded, version } = options;
  const clock = systemClock;
  const paths = homePaths(home);
  const { config } = loaded;
  const { run: runDir, workspace } = paths;
  const { mounts, notices } = resolveMounts(mountSettings(config), { workspace, home, userHome: homedir() });
  const secrets = openSecrets(clock);
  const log = createLog({
    ...{ file: paths.log, level: config.log.level, secrets: secretsOf(config) },
    hide: secrets.hide,
  });
  built.push(() => log.flush());
  if (narrowed.length > 0) log.warn('home.permissions-narrowed', { count: narrowed.length });
  const state = await openState(paths.state);
  built.push(() => state.close());
  const { from, to } = state.migration;
  if (from > 0 && from < to) log.info('state.migrated', { ...state.migration });
  const attested = await attestWorkspace({
    ...{ db: state.db, dir: workspace, template: TEMPLATE, clock, isNewState: from === 0 },
  });
  const { timezone } = config;
  const transcripts = searchableTranscripts(state.db, paths.sessions);
  const root = await realpath(workspace);
  removeUnused({ dir: paths.index, runDir }, log);
  const embedding = embeddingSettings(config);
  const settings: IndexSettings = {
    place: { dir: paths.index, runDir, name: indexName(attested.id) },
    timezone,
    mounts,
    chunk: config.memory.chunk,
    sync: config.memory.sync,
    ...(embedding ? { embedding } : {}),
  };
  const inThread = (): IndexThreadData => ({
    settings,
    workspace: root,
    id: attested.id,
    state: paths.state,
    sessions: paths.sessions,
    notices,
  });
  const memory = await openMemory({
    workspace,
    runDir,
    db: state.db,
    clock,
    timezone,
    log,
    mounts,
    transcripts,
    setAside: openSetAside(home, clock),
    guard: guardWorkspace(root, attested.id),
    privacy: privacySettings(config),
    bootstrap: { fileChars: config.agent.bootstrapMaxChars, totalChars: config.agent.bootstrapTotalMaxChars },
    index: (parts: IndexParts) =>
      options.resident
        ? threadedIndex({ module: INDEX_THREAD, settings: inThread(), began: keepHeapSmall, clock, log })
        : openConfiguredIndex({
            ...parts,
            settings,
            notices,
            manner: 'errand',
            onProgress: options.onIndexed,
            rebuilds: !isGatewayUp(runDir),
            clock,
            log,
          }),
  });
  built.push(() => memory.close());
  const skills = openSkills({ home, loaded }, { now: () => clock.now(), log, canonical: memory.folders.canonical });
  const spending = { db: state.db, caps: config.usage.caps, prices: priceSettings(config) };
  const uses = openModelUses({ ...spending, clock, log, timezone });
  const models = createModels(modelSettings(config), { clock, log, note: uses.note });
  const disabled = loaded.disabledChannels.map(({ reason }) => reason);
  const trouble = searchTrouble();
  const withoutSearch = trouble ? [sentences(trouble.says, trouble.remedy)] : [];
  const notes = [...attested.notes, ...withoutSearch, ...disabled, ...unknownTools(loaded), ...unpricedModels(loaded)];

  // Nobody spends by it: whoever does tells the owner, too.
  const budgets = openBudgets({ db: state.db, clock, timezone, limits: dailyLimits(config), over: () => {} });

  async function status(channels: ReadonlyMap<string, Channel> = new Map()): Promise<HouseStatus> {
    const { mode, scopes, cut, notices } = await memory.status({ kind: 'main' });
    const isUp = isGatewayUp(paths.run);
    const told = (id: string) => (isUp ? lastHealth(state.db, id) : undefined) ?? { state: 'configured' as const };
    const configured = Object.keys(config.channels).map((id) => [id, told(id)] as const);
    const disabled = loaded.disabledChannels.map(({ id }) => [id, { state: 'disabled' as const }] as const);
    const health = [...channels].map(([id, channel]) => [id, channel.health()] as const);
    return {
      version,
      home,
      gateway: isUp ? (gatewayPid(paths.run) ?? 0) : null,
      model: models.usual.id,
      memory: { mode, files: scopes.reduce((sum, scope) => sum + scope.files, 0) },
      skills: countSkills(skills.list({ scope: { kind: 'main' }, off: skillsOff(state.db, { kind: 'main' }) })),
      channels: Object.fromEntries([...configured, ...disabled, ...health]),
      ...countHouse(state.db),
      work: { today: budgets.today(), long: longJobs(state.db, clock.now()) },
      notes: [...notes, ...dreamNotes(troubledDreams(state.db)), ...models.notes(), ...cut, ...notices],
    };
  }

  return {
    clock,
    paths,
    template: TEMPLATE,
    config,
    log,
    secrets,
    state,
    memory,
    models,
    uses,
    spending,
    skills,
    notes,
    status,
  };
}
