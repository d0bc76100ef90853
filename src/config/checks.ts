// What doctor looks at here: the home, its modes and its place, and the configuration. The same loader as start, so both always agree.

import { statSync } from 'node:fs';
import { type Check, ConfigError, type Finding } from '../contracts/index.js';
import { homePaths } from './home.js';
import { modeCheck } from './home-modes.js';
import { type LoadOptions, loadConfig } from './load.js';

export function homeChecks(home: string): Check[] {
  return [
    {
      name: 'home.exists',
      run: () => {
        const stat = statSync(home, { throwIfNoEntry: false });
        if (stat?.isDirectory()) return [{ check: 'home.exists', level: 'ok', says: `The home is ${home}.` }];
        const says = stat ? `${home} is not a folder.` : `There is no home at ${home} yet.`;
        const remedy = stat ? 'Move it away, or set NIGHTJAR_HOME.' : 'Run npm start once; it makes one.';
        return [{ check: 'home.exists', level: stat ? 'error' : 'warning', says, remedy }];
      },
    },
    modeCheck(home),
  ];
}

export function configChecks(options: LoadOptions): Check[] {
  return [{ name: 'config.file', run: () => configFindings(options) }];
}

function configFindings(options: LoadOptions): Finding[] {
  const check = 'config.file';
  const warning = (says: string, remedy: string): Finding => ({ check, level: 'warning', says, remedy });
  try {
    const loaded = loadConfig(options);
    const { config } = homePaths(options.home);
    const present = statSync(config, { throwIfNoEntry: false }) !== undefined;
    return [
      { check, level: 'ok', says: present ? `${config} is valid.` : `${config} is not there; defaults are in use.` },
      ...loaded.disabledChannels.map(({ reason, variable }) => warning(reason, `Set ${variable}.`)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = 'Correct the line; npm start says the same.';
    return error.message.split('\n').map((says): Finding => ({ check, level: 'error', says, remedy }));
  }
}
