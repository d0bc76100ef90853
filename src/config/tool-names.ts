// Names of tools in the configuration that name nothing. Which tools there are is handed in: the configuration is read without
// them. Pure; whoever prints decides where.

import type { ChatSettings } from '../contracts/index.js';
import type { LoadedConfig } from './load.js';
import { nearest } from './nearest.js';

/** One plain warning line a name; `known` are tools, groups of them, and what means all. */
export function toolNameWarnings({ config }: Pick<LoadedConfig, 'config'>, known: readonly string[]): string[] {
  return listsOf(config).flatMap(([key, names]) =>
    [...new Set(names)]
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = nearest(name, known);
        const hint = near === undefined ? '`nightjar tools list` names them.' : `Did you mean ${near}?`;
        return `nightjar.yaml: ${key} names ${JSON.stringify(name)}, and there is no such tool. ${hint}`;
      }),
  );
}

type List = [key: string, names: readonly string[]];

function listsOf({ tools, channels }: LoadedConfig['config']): List[] {
  const ruled = (key: string, { allow = [], deny }: { allow?: string[] | undefined; deny: string[] }): List[] => [
    [`${key}.allow`, allow],
    [`${key}.deny`, deny],
  ];
  const groups = Object.entries(channels).flatMap(([id, settings]) =>
    Object.entries((settings as ChatSettings | undefined)?.groups ?? {}).map(
      ([chat, group]): List => [`channels.${id}.groups.${chat}.tools`, group.tools ?? []],
    ),
  );
  return [
    ...ruled('tools', tools),
    ...tools.scopes.flatMap((one, index) => ruled(`tools.scopes[${index}]`, one)),
    ...groups,
  ];
}
