// Names of skills in the configuration that no skill has. Which there are is handed in. Pure; whoever prints decides where.

import type { ChatSettings } from '../contracts/index.js';
import type { LoadedConfig } from './load.js';
import { nearest } from './nearest.js';

/** One plain warning line a name; `known` are the names of all skills that were found, usable or not. */
export function skillNameWarnings({ config }: Pick<LoadedConfig, 'config'>, known: readonly string[]): string[] {
  return listsOf(config).flatMap(([key, names]) =>
    [...new Set(names)]
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = nearest(name, known);
        const hint = near === undefined ? '`nightjar skills list` names them.' : `Did you mean ${near}?`;
        return `nightjar.yaml: ${key} names ${JSON.stringify(name)}, and no skill is called that. ${hint}`;
      }),
  );
}

type List = [key: string, names: readonly string[]];

function listsOf({ skills, channels }: LoadedConfig['config']): List[] {
  const groups = Object.entries(channels).flatMap(([id, settings]) =>
    Object.entries((settings as ChatSettings | undefined)?.groups ?? {}).map(
      ([chat, group]): List => [`channels.${id}.groups.${chat}.skills`, group.skills ?? []],
    ),
  );
  return [
    ['skills.allow', skills.allow ?? []],
    ['skills.allowBundled', skills.allowBundled ?? []],
    ['skills.entries', Object.keys(skills.entries)],
    ...skills.scopes.map(({ allow }, index): List => [`skills.scopes[${index}].allow`, allow]),
    ...groups,
  ];
}
