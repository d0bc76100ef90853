// What slash commands need from the house, over its tables. Handed to them by the composition root.

import type { AccessDesk } from '../commands/access-desk.js';
import type { CommandContext, CommandServices, SilenceNote } from '../commands/command.js';
import type { ForgetDesk } from '../commands/forget-desk.js';
import type { PrivacyDesk } from '../commands/privacy-desk.js';
import type { SchedulesDesk } from '../commands/schedules-desk.js';
import type { SkillsDesk } from '../commands/skills-desk.js';
import type { UsageDesk } from '../commands/usage-desk.js';
import type { Budgets, ChatRef, Clock, DreamDesk, JobDesk, Log, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Memory } from '../memory/memory.js';
import { type Ended, endSession } from '../sessions/endings.js';
import { currentSession } from '../sessions/rows.js';
import type { Transcripts } from '../sessions/transcript.js';
import { asWords } from '../text/as-data.js';
import { chatKey } from './chat-key.js';
import { chatChoices, setChoice } from './chat-settings.js';
import { conversationOf, lastRequestOf } from './conversation.js';
import { type SilenceRow, silences } from './silences.js';
import { conversationLines, type HouseStatus, houseLines, memoryLine, notContradicted } from './status.js';
import { stopTurn } from './stop-turn.js';
import type { ToolPolicy } from './tool-policy.js';
import type { WakeUps } from './wake-ups.js';

export interface ServiceParts {
  db: Db;
  clock: Clock;
  log: Log;
  memory: Memory;
  transcripts: Pick<Transcripts, 'read'>;
  wakeUps: Pick<WakeUps, 'ended'>;
  access: AccessDesk;
  schedules: SchedulesDesk;
  jobs: JobDesk;
  dreams: DreamDesk;
  skills: SkillsDesk;
  privacy: PrivacyDesk;
  forgetting: ForgetDesk;
  budgets: Pick<Budgets, 'today'>;
  usage: UsageDesk;
  /** The owner's, as an IANA name. */
  timezone: string;
  requestStop(lane: string, turn: string): void;
  /** The models that can be chosen; see Models. */
  models: { usual: { id: string }; ids: readonly string[]; named(name: string): { id: string } | undefined };
  house(): Promise<HouseStatus>;
  toolPolicy: Pick<ToolPolicy, 'decisions'>;
  /** See CommandServices. */
}

/** So many reasons are told at most. */
const NOTES = 10;

const WHY: Record<SilenceRow['rule'], string> = {
  'not-allowed': 'I do not take part there; `/allow here` in the group, or the group’s id in nightjar.yaml, lets me',
  'not-addressed': 'I answer when I am mentioned or replied to; `respond: always` in nightjar.yaml makes me answer all',
  'commands-only': 'I only answer commands there (`respond: commands`)',
  never: 'I keep silent there (`respond: never`)',
  denied: 'its author was shut out with /deny',
  bot: 'it came from another bot',
  loop: 'it was one of too many within a minute, so I paused',
  spent: 'no more might be spent (`usage.caps` in nightjar.yaml), and I say so once a day',
};

/** Without what only the holder of a lane can do. */
export function commandServices(parts: ServiceParts): Omit<CommandServices, 'compact'> {
  const { db, log, memory, models, access, schedules, timezone } = parts;
  const { jobs, dreams, skills, privacy, forgetting, budgets, usage } = parts;
  const { folders } = memory;
  const conversation = (context: CommandContext) => conversationOf({ db, log, folders }, context);
  const modelOf = (chat: ChatRef) => models.named(chatChoices(db, chat).model ?? '')?.id ?? models.usual.id;
  return {
    access,
    schedules,
    timezone,
    jobs,
    dreams,
    skills,
    privacy,
    forgetting,
    budgets,
    usage,
    isOpen: (session) => currentSession(db, session) !== undefined,
    startOver: (session) => startOver(parts, session),
    stopTurn: (session, row, mine) => stopTurn(db, parts.requestStop, { session, row }, mine),
    choices: {
      queue: (chat) => chatChoices(db, chat).queue,
      model: modelOf,
      models: models.ids,
      modelNamed: (name) => models.named(name)?.id,
      set: (chat, name, value) => setChoice(db, chat, name, value),
    },
    tools: (context) => parts.toolPolicy.decisions({ ...context, inside: [...context.inside] }),
    silences: (context) => silenceNotes(db, access, context),
    conversation,
    lastRequest: (context) => lastRequestOf({ db, log, folders }, context),
    async status(context) {
      const { scope, session, chat } = context;
      const manifest = conversation(context)?.manifest;
      const used = (told: readonly string[]) => conversationLines(db, session, manifest, told);
      // The house is told to its owner, in private; a chat hears of itself alone.
      if (scope.kind === 'main') {
        const house = await parts.house();
        const notes = notContradicted(house.notes, manifest);
        return [...houseLines({ ...house, notes }), ...used(notes)];
      }
      const remembered = await memory.status(scope);
      const cut = notContradicted(remembered.cut, manifest);
      return [{ label: 'Model', value: modelOf(chat) }, ...used(cut), memoryLine({ ...remembered, cut })];
    },
  };
}

/** Read before the transaction, which must be short; nobody else writes the transcript while the command holds its lane. */
function startOver({ db, clock, transcripts, wakeUps }: ServiceParts, key: SessionKey) {
  const session = currentSession(db, key);
  const entries = session ? transcripts.read(session.id) : [];
  let ended: Ended | undefined;
  return {
    also() {
      ended = session && endSession(db, session, entries, 'command', clock.now());
    },
    async after() {
      if (ended) await wakeUps.ended(ended);
    },
  };
}

/** A chat hears of itself alone, and not whom the owner shut out; the owner, in private, of everything. */
function silenceNotes(db: Db, access: AccessDesk, { scope, chat }: CommandContext): SilenceNote[] {
  const isOwners = scope.kind === 'main';
  const rows = isOwners ? silences(db) : silences(db, chatKey(chat)).filter(({ rule }) => rule !== 'denied');
  const noted = rows.filter(({ rule, ...where }) => rule !== 'not-allowed' || !takesPart(access, where));
  return noted.slice(0, NOTES).map(({ chat: key, rule, title, name, at, count }) => ({
    ...(isOwners ? { where: title === null ? chatName(key) : asWords(title) } : {}),
    why: WHY[rule],
    name,
    at,
    count,
  }));
}

/** It was allowed since: there is nothing to advise any more. */
function takesPart(access: AccessDesk, { chat, inside }: Pick<SilenceRow, 'chat' | 'inside'>): boolean {
  const to = JSON.parse(chat) as ChatRef;
  const where = { channel: to.channel, chat: to.chat, inside: JSON.parse(inside) as string[], to };
  const { configured, state } = access.group(where);
  return configured || state === 'allowed';
}

function chatName(key: string): string {
  const { channel, chat } = JSON.parse(key) as ChatRef;
  return `${channel}:${chat}`;
}
