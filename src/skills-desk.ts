// What an operator asks from outside about skills: which were found, in which state, and what is wrong with them. The same
// library decides as in a turn. Beside a running bot or without one; changes nothing.

import { homePaths } from './config/home.js';
import { skillNameWarnings } from './config/list-names.js';
import type { ListedSkill, Scope } from './contracts/index.js';
import { openState } from './db/state.js';
import { skillsOff } from './gateway/skill-switches.js';
import type { HouseOptions } from './house.js';
import { openFolders } from './memory/folders.js';
import { mustExist } from './operator.js';
import { silentLog } from './ops/silent-log.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { openSkills } from './shelf-desk.js';
import { counted } from './text/amount.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

/** Nobody chose that it is so. */
const WRONG: ReadonlySet<ListedSkill['state']> = new Set(['invalid', 'refused', 'unmet', 'unsupported']);

/** Throws a StateError where there is no home. */
export async function listSkills(house: HouseOptions, scope: Scope): Promise<Told<ListedSkill[]>> {
  const data = await found(house, scope);
  const usable = data.filter(({ state }) => state === 'ready' || state === 'manual').length;
  const end = `${counted(data.length, 'skill')} found, ${usable} usable.`;
  return { data, text: forTerminal([...data.map(line), end].join('\n')) };
}

/** `failed`: something is wrong. What is not in use on purpose, or was read leniently, is no fault. */
export async function checkSkills(house: HouseOptions, scope: Scope): Promise<Told<ListedSkill[]>> {
  const data = await found(house, scope);
  const wrong = data.filter(({ state }) => WRONG.has(state));
  const lenient = data.filter(({ state, reason }) => state === 'ready' && reason !== undefined);
  const names = skillNameWarnings(
    house.loaded,
    data.map(({ name }) => name),
  );
  const end =
    wrong.length === 0
      ? `All of ${counted(data.length, 'skill')} are sound.`
      : `${wrong.length} of ${counted(data.length, 'skill')} cannot be used.`;
  const text = forTerminal([...[...wrong, ...lenient].map(line), ...names, end].join('\n'));
  return { data, text, failed: wrong.length + names.length > 0 };
}

async function found(options: HouseOptions, scope: Scope): Promise<ListedSkill[]> {
  const { home } = options;
  mustExist(home);
  const state = await openState(homePaths(home).state);
  try {
    const { canonical } = openFolders(state.db, systemClock);
    const here = canonical(scope);
    const library = openSkills(options, { now: () => systemClock.now(), log: silentLog, canonical });
    return library.list({ scope: here, off: skillsOff(state.db, here) });
  } finally {
    state.close();
  }
}

function line({ name, source, path, state, reason }: ListedSkill): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  return `${oneLine(name, 64)}  ${state}${oneLine(why, 300)}  (${source}, ${path})`;
}
