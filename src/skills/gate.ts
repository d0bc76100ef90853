// Which of the skills that were found may be used by whom, where, and in one sentence why not. Pure; every layer only takes away.

import type { Scope, SkillState, SkillView } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import type { SkillHead } from './front-matter.js';
import type { Requirements } from './requirements.js';
import type { SkillRoot } from './roots.js';

/** One that was found: with its head, or with the reason why it has none. */
export type FoundSkill = { root: SkillRoot; path: string; name: string } & (
  | { head: SkillHead }
  | { state: 'refused' | 'invalid'; reason: string }
);

export interface Verdict {
  state: SkillState;
  reason?: string;
}

export interface SkillRules {
  /** Names; absent: all. */
  allowBundled?: readonly string[] | undefined;
  allow?: readonly string[] | undefined;
  scopes: readonly { scope: Scope; allow: readonly string[] }[];
  entries: Readonly<Record<string, { enabled: boolean }>>;
}

/** What there is to meet a requirement, and who is who. */
export interface Surroundings {
  canRead(reader: Scope, owner: Scope | 'shared'): boolean;
  sameScope(a: Scope, b: Scope): boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`. */
  platform: string;
  /** Whether nightjar.yaml has such a key, as `channels.telegram`. */
  configured(path: string): boolean;
  hasProgram(name: string): boolean;
}

/** Those that exist for this view, in the same order, each with its verdict. `found` begins with the nearest. */
export function gate<T extends FoundSkill>(
  found: readonly T[],
  view: SkillView,
  rules: SkillRules,
  around: Surroundings,
): { skill: T; verdict: Verdict }[] {
  const visible = found.filter(({ root }) => root.owners.some((owner) => around.canRead(view.scope, owner)));
  const nearest = new Map<string, T>();
  for (const skill of visible) {
    const counts = 'head' in skill && skill.head.fault === undefined && isWanted(skill, rules);
    if (counts && !nearest.has(skill.name)) nearest.set(skill.name, skill);
  }
  return visible.map((skill) => ({ skill, verdict: judge(skill, nearest.get(skill.name), view, rules, around) }));
}

function judge(
  skill: FoundSkill,
  nearest: FoundSkill | undefined,
  view: SkillView,
  rules: SkillRules,
  around: Surroundings,
): Verdict {
  if (!('head' in skill)) return { state: skill.state, reason: skill.reason };
  const { head } = skill;
  if (head.fault !== undefined) return { state: 'invalid', reason: [head.fault, ...head.notes].join(' ') };
  if (nearest !== undefined && nearest !== skill && isWanted(skill, rules)) {
    return { state: 'shadowed', reason: `Another one of this name is nearer (${nearest.root.source}).` };
  }
  const verdict = denial(skill, view, rules, around) ?? condition(head.requires, around) ?? exposure(head);
  const reason = [verdict.reason ?? '', ...head.notes].filter((said) => said !== '').join(' ');
  return { state: verdict.state, ...(reason === '' ? {} : { reason }) };
}

/** A bundled one that is not wanted leaves its name to others. */
function isWanted({ root, name }: FoundSkill, { allowBundled }: SkillRules): boolean {
  return root.source !== 'bundled' || allowBundled === undefined || names(allowBundled, name);
}

function denial(skill: FoundSkill, view: SkillView, rules: SkillRules, around: Surroundings): Verdict | undefined {
  const { name } = skill;
  const entry = Object.entries(rules.entries).find(([key]) => key.normalize('NFC') === name)?.[1];
  if (entry?.enabled === false) return { state: 'off', reason: 'It is switched off in the configuration.' };
  if (!isWanted(skill, rules)) return { state: 'not-allowed', reason: 'skills.allowBundled does not name it.' };
  if (rules.allow && !names(rules.allow, name))
    return { state: 'not-allowed', reason: 'skills.allow does not name it.' };
  const here = rules.scopes.filter(({ scope }) => around.sameScope(scope, view.scope));
  if (here.some(({ allow }) => !names(allow, name))) {
    return { state: 'not-allowed', reason: 'skills.scopes does not name it for this memory.' };
  }
  if (view.allow && !names(view.allow, name)) {
    return { state: 'not-allowed', reason: 'This chat is confined to other skills.' };
  }
  if (view.off?.has(name)) return { state: 'off', reason: 'It is switched off in this chat.' };
  return undefined;
}

function names(list: readonly string[], name: string): boolean {
  return list.some((one) => one.normalize('NFC') === name);
}

function condition(requires: Requirements, around: Surroundings): Verdict | undefined {
  const foreign = requires.unsupported.join(' and ');
  if (foreign !== '') {
    return { state: 'unsupported', reason: `It requires ${foreign}, which Nightjar does not have.` };
  }
  if (requires.os.length > 0 && !requires.os.includes(around.platform)) {
    return { state: 'unmet', reason: `It is made for ${listed(requires.os.map(systemName), 'or')} alone.` };
  }
  const missing = [
    ...requires.bins.filter((name) => !around.hasProgram(name)).map((name) => `the program ${shown(name)}`),
    ...(requires.anyBins.length > 0 && !requires.anyBins.some((name) => around.hasProgram(name))
      ? [`one of the programs ${listed(requires.anyBins.map(shown), 'or')}`]
      : []),
    ...requires.env.filter((name) => !around.env[name]).map((name) => `the environment variable ${shown(name)}`),
    ...requires.config.filter((path) => !around.configured(path)).map((path) => `the setting ${shown(path)}`),
  ];
  if (missing.length === 0) return undefined;
  return { state: 'unmet', reason: `It requires what is not here: ${listed(missing, 'and')}.` };
}

function exposure({ manual, invocable }: SkillHead): Verdict {
  if (!manual) return { state: 'ready' };
  const how = invocable ? 'Only its command begins it' : 'It has no command either';
  return { state: 'manual', reason: `The model is not shown it, as it says itself. ${how}.` };
}

function systemName(platform: string): string {
  const known: Record<string, string> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' };
  return known[platform] ?? shown(platform);
}

function shown(name: string): string {
  return oneLine(name, 60);
}

function listed(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;
}
