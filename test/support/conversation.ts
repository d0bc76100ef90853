// The house without a process of its own: real gateway, queue, sessions and memory on a clock that the test turns, a
// scripted model, and a channel that only keeps what it was given. Tests read as conversations.

// What is loaded when it is first needed must not take its time while a test's clock runs on.
import '../../src/agent/compaction/summarise.js';
import '../../src/agent/flush/pieces.js';
import '../../src/agent/flush/run.js';
import '../../src/agent/trust.js';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunBounds } from '../../src/agent/run-limits.js';
import { tools } from '../../src/agent/tools/table.js';
import type {
  Caps,
  Channel,
  ChatModel,
  ChatSettings,
  DreamDesk,
  InboundEvent,
  Log,
  OutboundMessage,
  Prices,
  Proposer,
  SkillSet,
} from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { openAccessDesk } from '../../src/gateway/access-desk.js';
import { insertCapNotice } from '../../src/gateway/cap-notice.js';
import { chatChoices } from '../../src/gateway/chat-settings.js';
import { deliveryOf } from '../../src/gateway/delivery.js';
import { openFlushDesk } from '../../src/gateway/flush-desk.js';
import { markIntroduced } from '../../src/gateway/grants.js';
import { openIdentity } from '../../src/gateway/identity.js';
import { acceptEvents } from '../../src/gateway/inbound.js';
import { openJobDesk } from '../../src/gateway/job-desk.js';
import { openMedia } from '../../src/gateway/media.js';
import { openModelUses } from '../../src/gateway/model-use.js';
import { openSecrets } from '../../src/gateway/open-secrets.js';
import { policyOf } from '../../src/gateway/policy-of.js';
import { openPrivacyDesk } from '../../src/gateway/privacy-desk.js';
import { GATEWAY } from '../../src/gateway/roles.js';
import { commandServices } from '../../src/gateway/services.js';
import { openSkillsDesk } from '../../src/gateway/skills-desk.js';
import { isStillHeard } from '../../src/gateway/still-heard.js';
import { editPace, openDraftWriter } from '../../src/gateway/streaming.js';
import type { ToolMessageParts } from '../../src/gateway/tool-messages.js';
import { openToolPolicy, type ToolSettings } from '../../src/gateway/tool-policy.js';
import { openUsageDesk } from '../../src/gateway/usage-desk.js';
import { openWakeUps } from '../../src/gateway/wake-ups.js';
import { jobHandlers } from '../../src/jobs/handlers/table.js';
import { openLanes } from '../../src/jobs/lanes.js';
import { joinProcesses } from '../../src/jobs/processes.js';
import { sqliteQueue } from '../../src/jobs/sqlite-queue.js';
import { openMemory } from '../../src/memory/memory.js';
import { recorded } from '../../src/models/recorded.js';
import { openReach } from '../../src/reach-desk.js';
import { openScheduling } from '../../src/scheduling-desk.js';
import type { ResetSettings } from '../../src/sessions/reset.js';
import { openTranscripts } from '../../src/sessions/transcript.js';
import { openSpending } from '../../src/spending-desk.js';
import { testBudgets } from './budgets.js';
import { testDreaming } from './dreaming-parts.js';
import { testEngine } from './engine.js';
import { FakeClock } from './fake-clock.js';
import { inboundDeps } from './inbound-deps.js';
import { silentLog } from './silent-log.js';
import { testSkills } from './skills.js';
import { tempDir } from './temp-dir.js';

export interface Stage {
  dir?: string;
  clock?: FakeClock;
  model: ChatModel;
  /** Replaces the channel's send. */
  send?: Channel['send'];
  /** Whose direct chats are the owner's. Default: `owner`. */
  owners?: string[];
  drainMs?: number;
  /** The queue is not worked: the test runs handlers by hand. */
  idle?: boolean;
  /** Groups of the channel `chat` and how the bot behaves in them. Default: none. */
  groups?: ChatSettings['groups'];
  /** Whether the bot is new in those groups, so that it introduces itself. Default false. */
  newcomer?: boolean;
  /** Further abilities of the channel. */
  channel?: Partial<Channel>;
  /** Models that `/model` can choose beside `model`. */
  others?: ChatModel[];
  dm?: ChatSettings['dm'];
  /** When a session is over by itself. Default: never. */
  reset?: ResetSettings;
  snapshotMessages?: number;
  timezone?: string;
  /** Of background work. */
  limits?: Parameters<typeof testBudgets>[0]['limits'];
  /** What a skill that runs apart may take. */
  apart?: RunBounds;
  /** The skills of every turn, as though they were found. Default: none. */
  skills?: SkillSet;
  /** The skills that come with the program are there, beside those of the home. Default false. */
  bundled?: boolean;
  /** How many schedules a chat may have. Default 50. */
  perChat?: number;
  /** Default: nobody ever dreamt. */
  dreams?: DreamDesk;
  /** Which tools a chat may use. Default: all. */
  toolSettings?: Partial<ToolSettings>;
  /** As `tools.webInside`. */
  webInside?: string[];
  /** Who proposes what a dream writes; absent: rules. */
  proposes?: Proposer;
  /** Default: one that nobody reads. */
  log?: Log;
  /** What models cost and may cost. Default: their use is not counted. */
  usage?: { caps?: Caps; prices?: Prices['models'] };
}

/** How long the disk of a machine that does a lot besides may take. */
const FILES_MS = 20_000;

export async function openConversation({
  dir = tempDir(),
  clock = new FakeClock(),
  model: bare,
  send,
  owners = ['owner'],
  drainMs = 0,
  idle = false,
  groups = {},
  newcomer = false,
  channel: abilities = {},
  others: bareOthers = [],
  dm: policy = 'pairing',
  reset = { idleMinutes: 0 },
  snapshotMessages = 15,
  timezone = 'UTC',
  limits = {},
  apart = { timeoutMs: 30_000, maxTokens: 100_000, maxToolRounds: 3 },
  skills,
  bundled = false,
  perChat = 50,
  dreams,
  proposes,
  toolSettings = {},
  webInside = [],
  log = silentLog,
  usage,
}: Stage) {
  for (const name of ['workspace', 'run', 'sessions']) mkdirSync(join(dir, name), { recursive: true });
  const state = await openState(join(dir, 'state.sqlite'));
  const { db } = state;
  const runDir = join(dir, 'run');
  const prices = { currency: 'USD', models: usage?.prices ?? {} };
  const spending = { db, caps: usage?.caps ?? {}, prices };
  const uses = openModelUses({ ...spending, clock, log, timezone });
  const counted = (one: ChatModel) => (usage ? recorded(one, { clock, log, note: uses.note }) : one);
  const model = counted(bare);
  const others = bareOthers.map(counted);
  const members = await joinProcesses({ db, runDir, kind: 'test', clock });
  const workspace = join(dir, 'workspace');
  const memory = await openMemory({ workspace, runDir, db, clock, timezone, log: log });
  const lanes = openLanes({ db, clock, isAlive: members.isAlive });
  const queue = sqliteQueue({ db, process: members, clock, log: log });
  const wakeUps = openWakeUps({ db, queue, log: log });
  const identity = openIdentity({ db, owners: owners.map((id) => `chat:${id}`) });
  const settings: ChatSettings = { dm: policy, streaming: abilities.edit !== undefined, groups };
  if (!newcomer) {
    const known = Object.keys(groups);
    await db.write(() =>
      known.forEach((id) => void markIntroduced(db, { channel: 'chat', chat: id }, { turn: 'before', now: 0 })),
    );
  }
  const settingsOf = (id: string) => (id === 'chat' ? settings : undefined);
  const sent: { chat: string; message: OutboundMessage }[] = [];
  const channel: Channel = {
    start: async () => {},
    send:
      send ??
      (async (chat, message) => {
        sent.push({ chat: chat.chat, message });
        return { chat, message: String(sent.length) };
      }),
    stop: async () => {},
    health: () => ({ state: 'up' }),
    ...abilities,
  };
  const known = [model, ...others];
  const models = {
    usual: model,
    ids: known.map(({ id }) => id),
    named: (id: string) => known.find((one) => one.id === id),
  };
  const channelOf = () => channel;
  const secrets = openSecrets(clock);
  const access = openAccessDesk({ db, identity, channels: ['chat'], settingsOf, channelOf });
  const { budgets, reached: reachedCaps } = openSpending(
    { clock, config: { timezone }, uses, spending },
    testBudgets({ db, clock, timezone, limits }),
    (notices) => {
      for (const notice of notices) {
        const to = { owners: identity.owners(), channels: ['chat'], now: clock.now() };
        const queued = insertCapNotice(db, notice, to);
        if (queued) setImmediate(() => void wakeUps.send(queued));
      }
    },
  );
  const media = openMedia({
    budgets,
    home: dir,
    folders: memory.folders,
    channelOf,
    fileBytes: () => 20_000_000,
    timezone: 'UTC',
    clock,
    log: log,
    secrets,
  });
  const places = {
    ...{ db, folders: memory.folders, access, owners: identity.owners },
    terminal: { channel: 'console', account: 'local', chat: 'dm:@terminal' },
  };
  const scheduling = openScheduling({ ...places, clock, timezone, perChat });
  const delivery = { db, identity, folders: memory.folders, channels: ['chat'], settingsOf };
  const messaging: ToolMessageParts = { ...places, clock, wakeUps, deliveryOf: (where) => deliveryOf(delivery, where) };
  const transcripts = openTranscripts(join(dir, 'sessions'), { clock, log: log });
  const dreaming = testDreaming({ db, clock, memory, runDir, timezone, wakeUps, proposes });
  const { recalls } = dreaming;
  const shelf = openSkillsDesk({
    ...{ db, clock, folders: memory.folders, library: testSkills(dir, () => clock.now(), { bundled }) },
    policyOf: (event) => policyOf({ folders: memory.folders, settingsOf }, db, event).policy,
  });
  const toolPolicy = openToolPolicy({
    ...{ tools, settings: { scopes: [], ...toolSettings }, canonical: memory.folders.canonical },
    policyIn: (chat) => policyOf({ folders: memory.folders, settingsOf }, db, chat).policy,
    hasFiles: (id) => id === 'chat',
  });
  const services = commandServices({
    db,
    clock,
    log: log,
    memory,
    transcripts,
    wakeUps,
    access,
    schedules: scheduling.desk,
    jobs: openJobDesk({ db, queue, clock }),
    dreams: dreams ?? dreaming.desk,
    skills: shelf,
    privacy: openPrivacyDesk({
      ...{ db, home: dir, memory, transcripts, timezone },
      retention: { inboxDays: 30, outboxDays: 30, mediaDays: 90 },
    }),
    forgetting: {
      forgetText: () => Promise.reject(new Error('nothing is forgotten here')),
      goOn: async () => undefined,
      wished: () => undefined,
    },
    budgets,
    usage: openUsageDesk({ ...spending, clock, timezone }),
    timezone: 'UTC',
    requestStop: lanes.requestStop,
    models,
    toolPolicy,
    house: () => Promise.reject(new Error('no house here')),
  });
  const handlers = jobHandlers({
    state,
    secrets,
    clock,
    log: log,
    wakeUps,
    lanes,
    process: members.id,
    sender: GATEWAY,
    memory,
    transcripts,
    budgets,
    reachedCaps,
    modelOf: () => undefined,
    reset,
    snapshotMessages,
    tools,
    services,
    media,
    toolLayers: toolPolicy.layers,
    chatOf(row) {
      const { event } = row;
      const held = policyOf({ folders: memory.folders, settingsOf, privacy: memory.privacy }, db, event);
      const chat = { ...event.chat, chat: held.home };
      return {
        policy: held.policy,
        heard: isStillHeard(row, identity.principal({ ...event, chat }, held.policy.takesPart), held),
        model: models.named(chatChoices(db, event.chat).model ?? '') ?? model,
        hint: '',
        files: event.chat.channel === 'chat',
      };
    },
    ...openReach({
      ...{ scheduling, skills: skills ? { of: () => skills } : shelf },
      web: { db, clock, inside: webInside },
      messages: messaging,
      sessions: { ...places, log: log, clock, transcripts, timezone, choices: services.choices },
    }),
    catalogChars: 18_000,
    draft: (row, { streaming }, check) =>
      streaming
        ? openDraftWriter({ db, clock, log: log, wakeUps }, row, { paceMs: editPace(row.event, 1_000), check })
        : undefined,
    reach: { owners: identity.owners, channels: ['chat'] },
    modelFor: (chat) => models.named(chatChoices(db, chat).model ?? '') ?? model,
    hintOf: () => '',
    deliveryOf: (schedule) => deliveryOf(delivery, schedule),
    isOwner: (account) => identity.owners().includes(account),
    heartbeatTemplate: '',
    runs: {
      timeoutMs: 60_000,
      maxTokens: 100_000,
      maxToolRounds: 3,
      toolTimeoutMs: 60_000,
      heartbeat: { from: '08:00', to: '22:00' },
    },
    apart,
    home: dir,
    moved: async (channel, chat, to) => memory.folders.addAlias({ kind: 'group', channel, chat }, to),

    timezone,
    limits: { maxToolRounds: 5, toolTimeoutMs: 60_000 },
    ...testEngine({ db, clock, budgets }),
    ensureFlushed: openFlushDesk({ db, clock, wakeUps }).ensure,
    turns: { concurrency: 2, retryMs: 120_000, timeoutMs: 60_000 },
    isSenderAlive: () => true,
    channelOf,
    typing: async ({ event }) => channel.typing?.(event.chat),
    recalled: recalls.note,
    dreaming: dreaming.jobs,
    afterTurn: async () => {},
  });
  const leaving = new AbortController();
  const work = idle ? Promise.resolve() : queue.work(handlers, { concurrency: 4, signal: leaving.signal, drainMs });
  const accept = inboundDeps({
    state,
    identity,
    wakeUps,
    clock,
    log,
    settings,
    folders: memory.folders,
    privacy: memory.privacy,
    channels: ['chat'],
    channel,
    secrets,
  });
  let said = 0;

  function eventOf(account: string, text: string, scripted: boolean): InboundEvent {
    const command = /^\/(\w+)\s*(.*)$/s.exec(text);
    const base = {
      id: `m${++said}`,
      chat: { channel: 'chat', account: 'bot', chat: account },
      place: 'direct' as const,
      from: { account: `chat:${account}`, name: account, kind: 'person' as const },
      at: clock.now(),
      ...(scripted ? { scripted } : {}),
    };
    return command
      ? { ...base, type: 'command', name: command[1] ?? '', args: command[2] ?? '' }
      : { ...base, type: 'message', message: base.id, text, addressed: true, files: [] };
  }

  async function dm(account: string, text: string): Promise<void> {
    await acceptEvents(accept, GATEWAY, [eventOf(account, text, false)]);
  }

  /** Any event of the platform; what is left out is that of a direct message. */
  async function happens(...events: (Partial<InboundEvent> & { from?: InboundEvent['from'] })[]): Promise<void> {
    const whole = events.map((event) => ({ ...eventOf('owner', 'hi', false), ...event }) as InboundEvent);
    await acceptEvents(accept, GATEWAY, whole);
  }

  /** Somebody writes in a group; `more` says whether to the bot, and with what. */
  async function says(
    group: string,
    account: string,
    text: string,
    more: Partial<Extract<InboundEvent, { type: 'message' }>> = {},
  ): Promise<string> {
    const event = { ...eventOf(account, text, false), place: 'group' as const };
    await acceptEvents(accept, GATEWAY, [
      { ...event, chat: { channel: 'chat', account: 'bot', chat: group }, ...(event.type === 'message' ? more : {}) },
    ] as InboundEvent[]);
    return event.id;
  }

  /** Lines written ahead, accepted together. */
  async function script(account: string, ...lines: string[]): Promise<void> {
    await acceptEvents(
      accept,
      GATEWAY,
      lines.map((line) => eventOf(account, line, true)),
    );
  }

  /** Turns the clock in small steps until `done`, for at most `ms`. Files are real and take their own time, behind it too. */
  async function until(done: () => boolean, ms = 10_000): Promise<void> {
    for (let passed = 0; !done() && passed < ms; passed += 50) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(50);
    }
    const began = performance.now();
    while (!done() && performance.now() - began < FILES_MS) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advance(0);
    }
    expect(done()).toBe(true);
  }

  let left = false;
  async function leave(): Promise<void> {
    if (left) return;
    left = true;
    leaving.abort();
    let ended = false;
    void work.then(() => {
      ended = true;
    });
    for (let n = 0; !ended && n < 200; n++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(50);
    }
    await queue.close();
    await members.leave();
    await recalls.idle();
    memory.close();
    state.close();
  }
  onTestFinished(leave);

  const texts = (account: string) => sent.filter(({ chat }) => chat === account).map(({ message }) => message.text);
  const desk = openJobDesk({ db, queue, clock });
  return {
    dir,
    secrets,
    budgets,
    log,
    desk,
    handlers,
    process: members.id,
    db,
    clock,
    queue,
    lanes,
    wakeUps,
    messaging,
    sent,
    texts,
    dm,
    happens,
    says,
    memory,
    recalls,
    transcripts,
    identity,
    script,
    until,
    leave,
  };
}
