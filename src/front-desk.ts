// Composes what stands between the channels and the jobs: who speaks, what holds in their chat, and what a chat is shown
// while a turn runs. The other half of app.ts; decides nothing itself.

import { ownersTerminal } from '../channels/console/seat.js';
import { manifests } from '../channels/index.js';
import { tools } from './agent/tools/table.js';
import type { ForgetDesk } from './commands/forget-desk.js';
import { runsAtOnce } from './commands/table.js';
import { transcriptionSettings } from './config/model-settings.js';
import type {
  AccountId,
  Budgets,
  Channel,
  ChannelId,
  ChatModel,
  ChatRef,
  ChatSettings,
  JobQueue,
} from './contracts/index.js';
import type { Dreaming } from './dreaming-desk.js';
import { openAccessDesk } from './gateway/access-desk.js';
import { chatChoices, moveChoices } from './gateway/chat-settings.js';
import { deliveryOf } from './gateway/delivery.js';
import { openDoorkeeper } from './gateway/doorkeeper.js';
import { openDreamsDesk } from './gateway/dreams-desk.js';
import { mustKnowChat } from './gateway/foreign-chats.js';
import { openIdentity } from './gateway/identity.js';
import type { InboundDeps } from './gateway/inbound.js';
import type { InboxRow } from './gateway/inbox.js';
import { openJobDesk } from './gateway/job-desk.js';
import { openLoopBrake } from './gateway/loop-brake.js';
import { openMedia } from './gateway/media.js';
import type { ChatPolicy } from './gateway/policy.js';
import { policyOf } from './gateway/policy-of.js';
import { openPrivacyDesk } from './gateway/privacy-desk.js';
import { commandServices } from './gateway/services.js';
import { openSkillsDesk } from './gateway/skills-desk.js';
import { queueNotes } from './gateway/status.js';
import { isStillHeard } from './gateway/still-heard.js';
import { type DraftWriter, editPace, openDraftWriter } from './gateway/streaming.js';
import type { Deliverable } from './gateway/tool-messages.js';
import { openToolPolicy } from './gateway/tool-policy.js';
import { openUsageDesk } from './gateway/usage-desk.js';
import type { WakeUps } from './gateway/wake-ups.js';
import type { House } from './house.js';
import type { TurnChat } from './jobs/handlers/turn.js';
import { type Lanes, requestStop } from './jobs/lanes.js';
import { OFFLINE } from './models/offline/offline-model.js';
import { recordedSpeech } from './models/recorded.js';
import { transcriber } from './models/transcription.js';
import { openReach } from './reach-desk.js';
import { type Dispatch, openScheduling } from './scheduling-desk.js';
import type { SessionRow } from './sessions/rows.js';
import type { Transcripts } from './sessions/transcript.js';

export interface FrontDeskParts {
  house: House;
  lanes: Lanes;
  wakeUps: WakeUps;
  /** The connected channels of this process; filled while it starts. */
  channels: ReadonlyMap<ChannelId, Channel>;
  /** The process role whose connections these are; a worker has none. */
  receiver: string | undefined;
  owners: readonly AccountId[];
  /** Has a run of a schedule begun soon; absent: whoever runs schedules finds it. */
  dispatchRun?: Dispatch;
  /** What went wrong with the operator's context engine. */
  engineTroubles(): string[];
  transcripts: Transcripts;
  budgets: Budgets;
  queue: JobQueue;
  dreaming: Pick<Dreaming, 'jobs' | 'policy' | 'scopes'>;
  forgetting: ForgetDesk;
}

export function openFrontDesk(parts: FrontDeskParts) {
  const { house, lanes, wakeUps, channels, receiver, owners, transcripts, budgets, queue, dreaming } = parts;
  const { clock, log, config, state, memory, models, paths } = house;
  const { db } = state;
  const { folders } = memory;
  const identity = openIdentity({ db, owners });
  const channelOf = (id: ChannelId) => channels.get(id);
  const settingsOf = (id: ChannelId): ChatSettings | undefined => {
    const settings = id === 'console' ? undefined : config.channels[id];
    return settings === undefined ? undefined : (settings as ChatSettings);
  };
  /** Platforms on which the bot can write first. */
  const reachable = Object.keys(config.channels).filter((id) => id !== 'console');
  const reach = { owners: identity.owners, channels: reachable };
  const speech = transcriptionSettings(config);

  const { secrets } = house;
  const media = openMedia({
    secrets,
    home: paths.home,
    folders,
    channelOf,
    fileBytes: (id) => manifestOf(id)?.limits.fileBytes ?? 0,
    transcribe: speech && recordedSpeech(transcriber(speech), speech.name, house.uses.note),
    budgets,
    timezone: config.timezone,
    clock,
    log,
  });
  const access = openAccessDesk({ db, identity, channels: reachable, settingsOf, channelOf });
  const places = { db, folders, access, owners: identity.owners, terminal: ownersTerminal };
  const scheduling = openScheduling({
    ...{ ...places, clock },
    ...{ timezone: config.timezone, perChat: config.schedules.perChat, dispatch: parts.dispatchRun },
  });
  const dreams = openDreamsDesk({
    ...{ db, clock, timezone: config.timezone, wakeUps, canonical: folders.canonical },
    ...{ dreamer: dreaming.jobs.dreamer, policy: dreaming.policy, scopes: dreaming.scopes },
  });
  const skills = openSkillsDesk({
    ...{ db, clock, folders, library: house.skills },
    policyOf: (event) => policyOf({ folders, settingsOf }, db, event).policy,
  });
  const hasFiles = (id: ChannelId) => manifestOf(id)?.can.includes('files') ?? false;
  const toolPolicy = openToolPolicy({
    ...{ tools, settings: config.tools, canonical: folders.canonical, hasFiles },
    policyIn: (chat) => policyOf({ folders, settingsOf }, db, chat).policy,
  });
  const services = commandServices({
    db,
    clock,
    log,
    memory,
    transcripts,
    wakeUps,
    access,
    schedules: scheduling.desk,
    jobs: openJobDesk({ db, queue, clock }),
    dreams,
    skills,
    privacy: openPrivacyDesk({
      ...{ db, home: paths.home, memory, transcripts },
      ...{ timezone: config.timezone, retention: config.retention },
    }),
    forgetting: parts.forgetting,
    budgets,
    usage: openUsageDesk({ ...house.spending, clock, timezone: config.timezone }),
    timezone: config.timezone,
    requestStop: lanes.requestStop,
    models,
    toolPolicy,
    async house() {
      const status = await house.status(channels);
      return { ...status, notes: [...status.notes, ...queueNotes(queue.health()), ...parts.engineTroubles()] };
    },
  });

  function chatOf(row: InboxRow): TurnChat {
    const { event } = row;
    mustKnowChat(row, { role: receiver, settings: settingsOf(event.chat.channel) });
    const manifest = manifestOf(event.chat.channel);
    const held = policyOf({ folders, settingsOf, privacy: memory.privacy }, db, event);
    const chat = { ...event.chat, chat: held.home };
    return {
      policy: held.policy,
      heard: isStillHeard(row, identity.principal({ ...event, chat }, held.policy.takesPart), held),
      model: modelIn(event.chat),
      hint: manifest?.promptHint ?? '',
      files: hasFiles(event.chat.channel),
    };
  }

  const delivery = { db, identity, folders, channels: reachable, settingsOf };
  const modelIn = (chat: ChatRef) => models.named(chatChoices(db, chat).model ?? '') ?? models.usual;

  const inbound: InboundDeps = {
    state,
    identity,
    wakeUps,
    folders,
    privacy: memory.privacy,
    doorkeeper: openDoorkeeper({ identity, channels: reachable }),
    brake: openLoopBrake(clock),
    secrets,
    clock,
    log,
    settingsOf,
    textUnits: (id) => manifestOf(id)?.limits.textUnits ?? Number.POSITIVE_INFINITY,
    runsAtOnce,
    skillBehind: skills.behind,
    interrupt: requestStop,
    acknowledge({ chat, message }, emoji) {
      void channelOf(chat.channel)?.react?.({ chat, message }, emoji);
    },
  };

  return {
    identity,
    secrets,
    inbound,
    services,
    dreams,
    media,
    chatOf,
    toolLayers: toolPolicy.layers,
    ...openReach({
      ...{ scheduling, skills },
      web: { db, clock, inside: config.tools.webInside },
      messages: { ...places, clock, wakeUps, deliveryOf: (where) => deliveryOf(delivery, where) },
      sessions: { db, log, folders, clock, transcripts, timezone: config.timezone, choices: services.choices },
    }),
    /** For work that takes a mind; rules alone have none. */
    modelOf({ chat }: Pick<SessionRow, 'chat'>): ChatModel | undefined {
      const model = modelIn(chat);
      return model.id === OFFLINE ? undefined : model;
    },
    modelFor: modelIn,
    hintOf: ({ channel }: ChatRef) => manifestOf(channel)?.promptHint ?? '',
    deliveryOf: (where: Deliverable) => deliveryOf(delivery, where),
    isOwner: (account: AccountId) => owners.includes(account) || identity.owners().includes(account),
    reach,
    /** Only where this process has the connection, and the platform shows it. */
    async typing({ receiver: through, event }: InboxRow): Promise<void> {
      if (through !== receiver || !manifestOf(event.chat.channel)?.can.includes('typing')) return;
      await channelOf(event.chat.channel)?.typing?.(event.chat);
    },
    /** From now on the new id names the same group. */
    async moved(channel: ChannelId, chat: string, to: string): Promise<void> {
      const scope = folders.canonical({ kind: 'group', channel, chat });
      if (scope.kind === 'group' && scope.chat !== to) await folders.addAlias(scope, to);
      await db.write(() => moveChoices(db, { channel, chat }, to));
    },
    /** Where the platform can change what stands there and the chat wants to see it. */
    draft(row: InboxRow, policy: ChatPolicy, check: () => void): DraftWriter | undefined {
      const { event } = row;
      const manifest = manifestOf(event.chat.channel);
      if (!policy.streaming || !manifest?.can.includes('edit')) return undefined;
      const replyTo = event.place === 'group' && event.type === 'message' ? { replyTo: event.message } : {};
      const paceMs = editPace(event, manifest.limits.minEditMs);
      return openDraftWriter({ db, clock, log, wakeUps }, row, { paceMs, check, ...replyTo });
    },
  };
}

function manifestOf(id: string): (typeof manifests)[number] | undefined {
  return manifests.find((manifest) => manifest.id === id);
}
