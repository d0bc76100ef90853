// Which tools a turn shows to the model, and in a sentence why not the others: layers that only take away. Pure. Must never look
// at who speaks: in a group a request would begin differently for each of them, so what only a speaker lacks is refused at the call.

import type { Principal, Scope, ToolGroup, ToolProfile } from '../../contracts/index.js';
import type { SealedTool } from './seal.js';
import { sendFileTool } from './send-file.js';

/** In the order in which they are asked. */
export type ToolLayer = 'profile' | 'configuration' | 'scope' | 'group' | 'place' | 'skill';

/** Lists hold names of tools, groups such as `group:memory`, or `*`. An absent `allow` means all, an empty one none. */
export interface ToolRule {
  profile?: ToolProfile | undefined;
  allow?: readonly string[] | undefined;
  deny?: readonly string[] | undefined;
}

/** What is absent takes nothing away. */
export interface ToolLayers {
  profile?: ToolProfile | undefined;
  configuration?: Omit<ToolRule, 'profile'> | undefined;
  /** Every rule that is about the turn's scope. */
  scope?: readonly ToolRule[] | undefined;
  /** What the group and its topic are confined to, the nearest first; each list takes away. */
  group?: readonly (readonly string[])[] | undefined;
  /** What a skill declares that runs apart. */
  skill?: readonly string[] | undefined;
}

/** What a turn has where it runs. */
export interface ToolPlace {
  scope: Scope;
  /** A person's message began it. */
  person: boolean;
  /** Files can be sent there. */
  files: boolean;
}

/** Layers and place of a turn whose scope is known. */
export interface TurnPolicy extends Omit<ToolPlace, 'scope'> {
  layers: ToolLayers;
}

export interface ToolStep {
  layer: ToolLayer;
  passes: boolean;
  /** One plain sentence, for a chat too: it tells nothing of another scope. */
  reason: string;
  /** The entry of the configuration that decided, for operators. */
  by?: string;
}

export interface ToolDecision {
  tool: SealedTool;
  shown: boolean;
  /** The first layer that takes it away. */
  layer?: ToolLayer;
  /** The sentence of that layer, or that none does. */
  reason: string;
  /** Every layer, in order. */
  steps: readonly ToolStep[];
}

/** From the narrowest to the widest. */
const PROFILES: readonly ToolProfile[] = ['minimal', 'messaging', 'assistant', 'full'];
const GROUPS: Record<ToolGroup, true> = {
  memory: true,
  files: true,
  sessions: true,
  messages: true,
  schedule: true,
  web: true,
  skills: true,
};
const GROUP_PREFIX = 'group:';
const ALIASES: Readonly<Record<string, ToolGroup>> = { fs: 'files' };
/** In whose place it is asked what a chat has. */
const WIDEST: Principal = { account: 'owner', name: 'owner', role: 'owner', person: 'owner' };

export function decideTools(all: readonly SealedTool[], layers: ToolLayers, place: ToolPlace): ToolDecision[] {
  return all.map((tool) => {
    const steps = [
      ofProfile(tool, layers.profile),
      ofLists(tool, layers.configuration),
      ofScope(tool, layers.scope ?? []),
      ofGroup(tool, layers.group ?? []),
      ofPlace(tool, place),
      ofSkill(tool, layers.skill),
    ];
    const denied = steps.find(({ passes }) => !passes);
    if (!denied) return { tool, shown: true, reason: 'Nothing takes it away.', steps };
    return { tool, shown: false, layer: denied.layer, reason: denied.reason, steps };
  });
}

export function shownTools(decisions: readonly ToolDecision[]): SealedTool[] {
  return decisions.filter(({ shown }) => shown).map(({ tool }) => tool);
}

/** Everything that a list may name. */
export function nameableTools(all: readonly SealedTool[]): string[] {
  const groups = [...Object.keys(GROUPS), ...Object.keys(ALIASES)];
  const written = groups.flatMap((group) => [GROUP_PREFIX + group, group]);
  return [...new Set([...all.map(({ spec }) => spec.name), ...written, '*'])];
}

function ofProfile(tool: SealedTool, profile: ToolProfile | undefined): ToolStep {
  const layer = 'profile';
  if (profile === undefined) return { layer, passes: true, reason: 'No profile is set.' };
  if (has(profile, tool)) return { layer, passes: true, reason: `The profile ${profile} has it.` };
  return { layer, passes: false, reason: beyond(profile, tool), by: `tools.profile: ${profile}` };
}

function ofLists(tool: SealedTool, rule: ToolRule = {}): ToolStep {
  const layer = 'configuration';
  const denied = entryOf(rule.deny ?? [], tool);
  if (denied !== undefined) {
    return { layer, passes: false, reason: 'The configuration denies it.', by: `tools.deny: ${denied}` };
  }
  if (rule.allow === undefined) return { layer, passes: true, reason: 'The configuration does not deny it.' };
  const allowed = entryOf(rule.allow, tool);
  if (allowed !== undefined) {
    return { layer, passes: true, reason: 'The configuration allows it.', by: `tools.allow: ${allowed}` };
  }
  return {
    layer,
    passes: false,
    reason: 'The configuration allows only others.',
    by: `tools.allow: ${told(rule.allow)}`,
  };
}

function ofScope(tool: SealedTool, rules: readonly ToolRule[]): ToolStep {
  const layer = 'scope';
  const key = 'tools.scopes';
  for (const { profile, allow, deny = [] } of rules) {
    if (profile !== undefined && !has(profile, tool)) {
      return { layer, passes: false, reason: beyond(profile, tool, ' here'), by: `${key}.profile: ${profile}` };
    }
    const denied = entryOf(deny, tool);
    if (denied !== undefined) {
      return { layer, passes: false, reason: 'The configuration denies it here.', by: `${key}.deny: ${denied}` };
    }
    if (allow !== undefined && entryOf(allow, tool) === undefined) {
      const reason = 'The configuration allows only others here.';
      return { layer, passes: false, reason, by: `${key}.allow: ${told(allow)}` };
    }
  }
  return { layer, passes: true, reason: 'Nothing is taken away here.' };
}

function ofGroup(tool: SealedTool, lists: readonly (readonly string[])[]): ToolStep {
  const layer = 'group';
  if (lists.length === 0) return { layer, passes: true, reason: 'No list of tools is set for this chat.' };
  const without = lists.find((list) => entryOf(list, tool) === undefined);
  if (!without) return { layer, passes: true, reason: 'It is on the list of this chat.' };
  return {
    layer,
    passes: false,
    reason: 'It is not on the list of this chat.',
    by: `tools of the group: ${told(without)}`,
  };
}

function ofPlace(tool: SealedTool, { scope, person, files }: ToolPlace): ToolStep {
  const layer = 'place';
  const not = (reason: string): ToolStep => ({ layer, passes: false, reason });
  if (!tool.allowed(WIDEST, scope)) return not('It does not work in a chat like this.');
  if (tool.needsPerson && !person) return not('It works only when a person has just asked.');
  if (tool.spec.name === sendFileTool.name && !files) return not('Files cannot be sent here.');
  return { layer, passes: true, reason: 'It works here.' };
}

function ofSkill(tool: SealedTool, declared: readonly string[] | undefined): ToolStep {
  const layer = 'skill';
  if (declared === undefined) return { layer, passes: true, reason: 'No skill runs.' };
  if (tool.apart === 'never') return { layer, passes: false, reason: 'No skill that runs apart may have it.' };
  if (tool.apart === 'free') return { layer, passes: true, reason: 'Every skill has it.' };
  if (entryOf(declared, tool) !== undefined) return { layer, passes: true, reason: 'The skill declares it.' };
  return { layer, passes: false, reason: 'The skill does not declare it.' };
}

function has(profile: ToolProfile, tool: SealedTool): boolean {
  return PROFILES.indexOf(tool.profile) <= PROFILES.indexOf(profile);
}

function beyond(profile: ToolProfile, tool: SealedTool, here = ''): string {
  return `The profile${here} is ${profile}; it needs ${tool.profile === 'full' ? 'full' : `${tool.profile} or a wider one`}.`;
}

/** The first entry of a list that means the tool. */
function entryOf(list: readonly string[], tool: SealedTool): string | undefined {
  return list.find((entry) => {
    if (entry === '*' || entry === tool.spec.name) return true;
    const group = entry.startsWith(GROUP_PREFIX) ? entry.slice(GROUP_PREFIX.length) : entry;
    return group === tool.group || (Object.hasOwn(ALIASES, group) && ALIASES[group] === tool.group);
  });
}

function told(list: readonly string[]): string {
  return list.length === 0 ? 'none' : list.join(', ');
}
