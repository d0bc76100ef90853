// What doctor looks at here: the home, its modes and its place, and the configuration. The same loader as start, so both always agree.

import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
        if (!stat && lstatSync(home, { throwIfNoEntry: false })) {
          const remedy =
            'If it leads to a disk of its own, mount that disk; else remove the link, or set NIGHTJAR_HOME.';
          return [{ check: 'home.exists', level: 'error', says: `${home} is a link that leads nowhere.`, remedy }];
        }
        const says = stat ? `${home} is not a folder.` : `There is no home at ${home} yet.`;
        const remedy = stat ? 'Move it away, or set NIGHTJAR_HOME.' : 'Run npm start once; it makes one.';
        return [{ check: 'home.exists', level: stat ? 'error' : 'warning', says, remedy }];
      },
    },
    modeCheck(home),
    { name: 'home.log', run: () => logFindings(home) },
    { name: 'home.state', run: () => stateFindings(home) },
  ];
}

/** The bot goes on without its log; whoever looks for what happened finds nothing then. */
function logFindings(home: string): Finding[] {
  const { log } = homePaths(home);
  const stat = lstatSync(log, { throwIfNoEntry: false });
  if (!stat || stat.isFile()) return [];
  const says = `${log} is no regular file, so nothing is logged.`;
  return [{ check: 'home.log', level: 'warning', says, remedy: 'Move it away; the next start makes a new one.' }];
}

/** Whether what the home knew is gone, though the rest of it is there. A start would make it anew. */
function stateFindings(home: string): Finding[] {
  const { state, workspace } = homePaths(home);
  if (hasState(home)) return [];
  if (!existsSync(join(workspace, '.nightjar/workspace-id'))) return [];
  const says = `${state} is ${existsSync(state) ? 'empty' : 'missing'}, though the workspace of this home is there: people, reminders, the queue and the ledger were in it.`;
  const remedy =
    'Restore a backup into another folder and put its state.sqlite here, or start without it: Markdown memory and transcripts stay.';
  return [{ check: 'home.state', level: 'error', says, remedy }];
}

/** Whether there is anything in it. */
export function hasState(home: string): boolean {
  const { state } = homePaths(home);
  return existsSync(state) && statSync(state).size > 0;
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
