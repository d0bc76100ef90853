// The state of the house and of one chat, as plain data and as lines for people. Reads only; tells a chat nothing of
// another's.

import type { StatusLine } from '../commands/command.js';
import { cutWords, percentFull, troubleWords } from '../commands/context-words.js';
import type {
  ChannelHealth,
  ChannelId,
  Dream,
  ListedSkill,
  Manifest,
  ManifestPart,
  QueueHealth,
  SessionKey,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { MemoryStatus } from '../memory/memory.js';
import { ownerName } from '../memory/visibility.js';
import { currentSession } from '../sessions/rows.js';
import { amount, counted, timesOf } from '../text/amount.js';
import { asData } from '../text/as-data.js';
import { sentences } from '../text/sentence.js';
import { type WorkStatus, workLines } from './work-status.js';

export interface HouseStatus {
  version: string;
  home: string;
  /** The running gateway's process id, 0 where it left no note of it; null when none runs. */
  gateway: number | null;
  model: string;
  memory: { mode: string; files: number };
  /** As the owner's private chat has them. */
  skills: { usable: number; others: number };
  channels: Record<
    string,
    Omit<ChannelHealth, 'state'> & { state: ChannelHealth['state'] | 'configured' | 'disabled' }
  >;
  messages: { open: number; unsent: number };
  jobs: { waiting: number; running: number; dead: number };
  sessions: { open: number; turns: number };
  work: WorkStatus;
  /** What does not work as it should, each in one sentence. */
  notes: string[];
}

/** The countable part, from state.sqlite. Commands are not counted: one of them is asking. */
export function countHouse(db: Db): Pick<HouseStatus, 'messages' | 'jobs' | 'sessions'> {
  const count = (text: string) => db.sql<{ n: number | null }>(text).get()?.n ?? 0;
  return {
    messages: {
      open: count("SELECT count(*) AS n FROM inbox WHERE state = 'accepted' AND job = 'turn'"),
      unsent: count("SELECT count(*) AS n FROM outbox WHERE state IN ('queued', 'sending')"),
    },
    jobs: {
      waiting: count("SELECT count(*) AS n FROM jobs WHERE state = 'waiting' AND name NOT LIKE 'command%'"),
      running: count("SELECT count(*) AS n FROM jobs WHERE state = 'running' AND name NOT LIKE 'command%'"),
      dead: count("SELECT count(*) AS n FROM jobs WHERE state = 'dead'"),
    },
    sessions: {
      open: count("SELECT count(*) AS n FROM sessions WHERE closed_at IS NULL AND purpose = 'talk'"),
      turns: count("SELECT sum(turns) AS n FROM sessions WHERE purpose = 'talk'"),
    },
  };
}

export function houseLines(house: HouseStatus): StatusLine[] {
  const channels = Object.entries(house.channels).map(([id, { state }]) => `${id} ${state}`);
  const details = Object.entries(house.channels).flatMap(([id, health]) => channelNotes(id, health));
  const { jobs, messages, sessions } = house;
  return [
    { label: 'Nightjar', value: house.version },
    { label: 'Home', value: house.home },
    { label: 'Running', value: running(house.gateway) },
    { label: 'Model', value: house.model },
    { label: 'Memory', value: `${counted(house.memory.files, 'file')}, ${house.memory.mode}` },
    { label: 'Skills', value: skillsWords(house.skills) },
    { label: 'Channels', value: channels.length > 0 ? channels.join(', ') : 'console only' },
    { label: 'Conversations', value: `${amount(sessions.open)} open, ${counted(sessions.turns, 'turn')}` },
    {
      label: 'Messages',
      value: `${messages.open} unanswered, ${messages.unsent} ${messages.unsent === 1 ? 'reply' : 'replies'} unsent`,
    },
    { label: 'Jobs', value: `${jobs.running} running, ${jobs.waiting} waiting, ${jobs.dead} given up` },
    ...workLines(house.work),
    ...[...details, ...house.notes].map((note) => ({ label: 'Note', value: note })),
  ];
}

/** How many can be used, and how many were found that cannot. */
export function countSkills(all: readonly ListedSkill[]): HouseStatus['skills'] {
  const usable = all.filter(({ state }) => state === 'ready' || state === 'manual').length;
  return { usable, others: all.length - usable };
}

function skillsWords({ usable, others }: HouseStatus['skills']): string {
  return others === 0 ? `${usable} usable` : `${usable} usable, ${others} not (\`/skills\` says why)`;
}

/** What is the matter with a channel, and what would make it work better; each in one line. */
export function channelNotes(id: ChannelId, { detail, hints = [] }: Omit<ChannelHealth, 'state'>): string[] {
  return [...(detail === undefined ? [] : [detail]), ...hints].map((says) => `${id}: ${says}`);
}

/** Work goes on without the queue's server, more slowly. */
export function queueNotes({ state, detail }: QueueHealth): string[] {
  return state === 'down' && detail !== undefined ? [detail] : [];
}

/** What its owner should know of dreams: which wait for a yes, and which went wrong. Plain text. */
export function dreamNotes(dreams: readonly Pick<Dream, 'scope' | 'night' | 'state' | 'reason'>[]): string[] {
  return dreams.map(({ scope, night, state, reason }) => {
    const whose = scope.kind === 'main' ? '' : ` of ${ownerName(scope)}`;
    if (state === 'held') return `The dream${whose} of ${night} waits for a yes: /dream show.`;
    return sentences(`The dream${whose} of ${night} failed`, reason);
  });
}

function running(gateway: number | null): string {
  if (gateway === null) return 'no';
  return gateway === 0 ? 'yes' : `yes, process ${gateway}`;
}

/**
 * What this conversation has used so far, how full its window is, what has no room in it that is not `told` yet (by
 * sentences that begin with the file), and what went wrong when it should have been summed up.
 */
export function conversationLines(
  db: Db,
  session: SessionKey,
  manifest: Manifest | undefined,
  told: readonly string[],
): StatusLine[] {
  const label = 'This conversation';
  const row = currentSession(db, session);
  if (!row) return [{ label, value: 'not begun' }];
  const { turns, inputTokens, outputTokens, compactions, trouble } = row;
  const value = [
    `${counted(turns, 'turn')}, ${counted(inputTokens + outputTokens, 'token')}`,
    ...(manifest ? [`${percentFull(manifest)}% of the window in use`] : []),
    ...(compactions > 0 ? [`summed up ${timesOf(compactions)}`] : []),
  ];
  const notes = [...cutNotes(manifest?.parts ?? [], told), ...(trouble ? [troubleWords(trouble)] : [])];
  return [{ label, value: value.join(', ') }, ...notes.map((note) => ({ label: 'Note', value: note }))];
}

function cutNotes(parts: readonly ManifestPart[], told: readonly string[]): string[] {
  const notes = parts.flatMap(({ part, path = '', cut }) =>
    part === 'file' && cut && !told.some((line) => line.startsWith(`${path} `))
      ? [`${asData(path, 160)} in the prompt: ${cutWords(cut)}`]
      : [],
  );
  // A cut file may stand there in several pieces.
  return [...new Set(notes)];
}

/** Sentences without those about a file of which the last request held less: a small window has no room for what limits allow. */
export function notContradicted(told: readonly string[], manifest: Manifest | undefined): string[] {
  const cuts = (manifest?.parts ?? []).flatMap(({ part, path, cut }) =>
    part === 'file' && path !== undefined && cut ? [{ path, ...cut }] : [],
  );
  return told.filter((line) => {
    const cut = cuts.find(({ path }) => line.startsWith(`${path} `));
    if (!cut) return true;
    const { characters, of } = cut;
    return line.includes(` ${characters < of ? `${characters} of its ${of}` : `all of its ${of}`} characters `);
  });
}

export function memoryLine({ mode, scopes, cut }: MemoryStatus): StatusLine {
  const files = scopes.reduce((sum, scope) => sum + scope.files, 0);
  return { label: 'Memory', value: [`${counted(files, 'file')}, ${mode}`, ...cut].join('. ') };
}
