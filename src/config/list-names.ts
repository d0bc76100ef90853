// Names in the configuration's lists of tools and skills that name nothing. Which there are is handed in: the configuration is
// read without them. Pure; whoever prints decides where.

import type { ChatSettings, GroupSettings } from '../contracts/index.js';
import type { LoadedConfig } from './load.js';
import { nearest } from './nearest.js';

type Config = Pick<LoadedConfig, 'config'>;
type List = [key: string, names: readonly string[]];

/** One plain warning line a name; `known` are tools, groups of them, and what means all. */
export function toolNameWarnings({ config }: Config, known: readonly string[]): string[] {
  const { tools, channels } = config;
  const ruled = (key: string, { allow = [], deny }: { allow?: string[] | undefined; deny: string[] }): List[] => [
    [`${key}.allow`, allow],
    [`${key}.deny`, deny],
  ];
  const lists = [
    ...ruled('tools', tools),
    ...tools.scopes.flatMap((one, index) => ruled(`tools.scopes[${index}]`, one)),
    ...groupLists(channels, 'tools'),
  ];
  return warnings(lists, known, { fault: 'there is no such tool', all: '`nightjar tools list` names them.' });
}

/** The same for skills; `known` are the names of all that were found, usable or not. */
export function skillNameWarnings({ config }: Config, known: readonly string[]): string[] {
  const { skills, channels } = config;
  const lists: List[] = [
    ['skills.allow', skills.allow ?? []],
    ['skills.allowBundled', skills.allowBundled ?? []],
    ['skills.entries', Object.keys(skills.entries)],
    ...skills.scopes.map(({ allow }, index): List => [`skills.scopes[${index}].allow`, allow]),
    ...groupLists(channels, 'skills'),
  ];
  return warnings(lists, known, { fault: 'no skill is called that', all: '`nightjar skills list` names them.' });
}

function groupLists(
  channels: LoadedConfig['config']['channels'],
  key: keyof Pick<GroupSettings, 'tools' | 'skills'>,
): List[] {
  return Object.entries(channels).flatMap(([id, settings]) =>
    Object.entries((settings as ChatSettings | undefined)?.groups ?? {}).map(
      ([chat, group]): List => [`channels.${id}.groups.${chat}.${key}`, group[key] ?? []],
    ),
  );
}

function warnings(lists: readonly List[], known: readonly string[], words: { fault: string; all: string }): string[] {
  return lists.flatMap(([key, names]) =>
    [...new Set(names)]
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = nearest(name, known);
        const hint = near === undefined ? words.all : `Did you mean ${near}?`;
        return `nightjar.yaml: ${key} names ${JSON.stringify(name)}, and ${words.fault}. ${hint}`;
      }),
  );
}
