// What an operator asks from outside about the tools of a chat: which the model has there, and which layer decided. Beside a
// running bot or without one, before the first start too; changes nothing.

import { existsSync } from 'node:fs';
import { manifests } from '../channels/index.js';
import type { ToolDecision, ToolStep } from './agent/tools/policy.js';
import { tools } from './agent/tools/table.js';
import { homePaths } from './config/home.js';
import type { LoadedConfig } from './config/load.js';
import { nearest } from './config/nearest.js';
import { type ChannelId, type ChatRef, type ChatSettings, ConfigError, type Scope } from './contracts/index.js';
import { openState } from './db/state.js';
import { insideOf } from './gateway/delivery.js';
import { chatPolicy } from './gateway/policy.js';
import { policyOf } from './gateway/policy-of.js';
import { openToolPolicy, type ToolChat, type ToolPolicyParts } from './gateway/tool-policy.js';
import { openFolders } from './memory/folders.js';
import { ownerName } from './memory/visibility.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { sessionsOfScope } from './sessions/rows.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

export interface ToolsHouse {
  home: string;
  loaded: LoadedConfig;
}

export interface ToolsPlace {
  scope: Scope;
  /** A topic or thread of the group. */
  thread?: string;
}

/** Every tool there is. */
export async function listTools(house: ToolsHouse, place: ToolsPlace): Promise<Told> {
  const found = await decided(house, place);
  const width = Math.max(...found.map(({ tool }) => tool.spec.name.length));
  const lines = found.map(({ tool, shown, layer, reason }) => {
    const name = tool.spec.name.padEnd(width);
    return shown ? `${name}  yes  ${tool.group}` : `${name}  no   ${layer}: ${reason}`;
  });
  const head = `Tools of ${placeName(place)}; nightjar tools explain NAME tells more of one.`;
  return { data: found.map(dataOf), text: forTerminal([head, ...lines].join('\n')) };
}

/** One of them, layer by layer. Throws a ConfigError for a name that no tool has. */
export async function explainTool(house: ToolsHouse, place: ToolsPlace, name: string): Promise<Told> {
  const found = await decided(house, place);
  const one = found.find(({ tool }) => tool.spec.name === name);
  if (!one) {
    const near = nearest(
      name,
      found.map(({ tool }) => tool.spec.name),
    );
    throw new ConfigError(`There is no tool ${oneLine(name, 60)}.`, {
      remedy: near === undefined ? '`nightjar tools list` names them.' : `Did you mean ${near}?`,
    });
  }
  const { tool, shown, layer, steps, scheduled } = one;
  const head = shown
    ? `${name} is there in ${placeName(place)}.`
    : `${name} is not there in ${placeName(place)}: the layer ${layer} takes it away.`;
  const lines = [
    head,
    `It belongs to group:${tool.group} and to the profile ${tool.profile}.`,
    ...steps.filter(isAsked).map(stepLine),
    ...(shown && !scheduled.shown ? [`Not in a scheduled run. ${scheduled.reason}`] : []),
  ];
  return { data: dataOf(one), text: forTerminal(lines.join('\n')) };
}

type Decided = ToolDecision & { scheduled: Pick<ToolDecision, 'shown' | 'reason'> };

async function decided(house: ToolsHouse, place: ToolsPlace): Promise<Decided[]> {
  return await withPlaces(house, place, (parts, inside) => {
    const policy = openToolPolicy(parts);
    const chat = chatOf(house.loaded, place, parts, inside);
    const scheduled = policy.decisions(chat, { person: false });
    return policy.decisions(chat).map((one, index) => {
      const { shown, reason } = scheduled[index] ?? one;
      return { ...one, scheduled: { shown, reason } };
    });
  });
}

/** With what the state knows of other names of a group and of where it stands; before the first start, without. */
async function withPlaces<T>(
  { home, loaded }: ToolsHouse,
  { scope }: ToolsPlace,
  look: (parts: ToolPolicyParts, inside: string[]) => T,
): Promise<T> {
  const { config } = loaded;
  const settingsOf = (id: ChannelId) =>
    id === 'console' ? undefined : (config.channels[id] as ChatSettings | undefined);
  const hasFiles = (id: ChannelId) => manifests.find((one) => one.id === id)?.can.includes('files') ?? false;
  const parts = { tools, settings: config.tools, hasFiles };
  if (!existsSync(homePaths(home).state)) {
    const policyIn = (event: ToolChat) =>
      chatPolicy(event, { settings: settingsOf(event.chat.channel), names: [event.chat.chat], granted: false });
    return look({ ...parts, canonical: (one) => one, policyIn }, []);
  }
  const state = await openState(homePaths(home).state);
  try {
    const { db } = state;
    const folders = openFolders(db, systemClock);
    const chats = sessionsOfScope(db, folders.canonical(scope), 0).map(({ chat }) => chat);
    const policyIn = (event: ToolChat) => policyOf({ folders, settingsOf }, db, event).policy;
    return look({ ...parts, canonical: folders.canonical, policyIn }, insideOf(db, chats.reverse()));
  } finally {
    state.close();
  }
}

/** A private chat is taken for one of a platform, where there is one: what can be sent differs. */
function chatOf(
  { config }: LoadedConfig,
  { scope: asked, thread }: ToolsPlace,
  { canonical, hasFiles }: ToolPolicyParts,
  inside: string[],
): ToolChat {
  const scope = canonical(asked);
  const ref = (channel: ChannelId, chat: string): ChatRef => ({ channel, account: '', chat });
  if (scope.kind !== 'group') {
    const channel = Object.keys(config.channels).find(hasFiles) ?? 'console';
    return { scope, chat: ref(channel, ''), place: 'direct' };
  }
  const chat = { ...ref(scope.channel, scope.chat), ...(thread === undefined ? {} : { thread }) };
  return { scope, chat, place: 'group', inside };
}

function placeName({ scope, thread }: ToolsPlace): string {
  return oneLine(`${ownerName(scope)}${thread === undefined ? '' : `, thread ${thread}`}`, 200);
}

/** Whoever asks from outside runs no skill. */
function isAsked({ layer }: ToolStep): boolean {
  return layer !== 'skill';
}

function stepLine({ layer, passes, reason, by }: ToolStep): string {
  return `${layer.padEnd(13)}  ${passes ? 'yes' : 'no '}  ${reason}${by === undefined ? '' : ` (${by})`}`;
}

function dataOf({ tool, shown, layer, reason, steps, scheduled }: Decided) {
  const { spec, group, profile } = tool;
  return {
    ...{ name: spec.name, group, profile, shown },
    ...(layer === undefined ? {} : { layer }),
    ...{ reason, layers: steps.filter(isAsked), scheduled },
  };
}
