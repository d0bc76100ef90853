// A home with a conversation, a group and an index, in which faults are planted; and all that is in its files, line by line.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../../src/config/load.js';
import type { Scope } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';
import { type DoctorOptions, runDoctor } from '../../../src/doctor-desk.js';
import { type House, openHouse } from '../../../src/house.js';
import { tempDir } from '../temp-dir.js';

export const team: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };

export interface PlantedHome {
  home: string;
  db: Db;
  house: House;
  /** The group's folder, relative to the workspace. */
  group: string;
  put(path: string, text: string | Buffer): void;
  sql(text: string, params?: (string | number)[]): Promise<void>;
}

export function optionsOf(home: string): DoctorOptions {
  const place = { home, env: {}, defaultTimezone: 'UTC' };
  return { ...place, loaded: loadConfig(place), version: 'test' };
}

/** A home that was used for a while, closed again once `plant` has been at it. */
export async function plantedHome(yaml: string, plant: (home: PlantedHome) => Promise<void>): Promise<string> {
  const home = join(tempDir(), 'bots', 'home');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'nightjar.yaml'), yaml, { mode: 0o600 });
  const { loaded, version } = optionsOf(home);
  if (!loaded) throw new Error('the configuration is wrong');
  const house = await openHouse({ home, loaded, version });
  const { db } = house.state;
  const put = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, path), text, { mode: 0o600 });
  };
  const why = { who: 'console:owner', by: 'tool', reason: 'a test', trust: 'owner' } as const;
  await house.memory.view({ kind: 'main' }).remember({ target: 'long', text: 'The boat is called Mirabelle.' }, why);
  await house.memory.view(team).remember({ target: 'long', text: '合唱团星期二排练。' }, why);
  await house.memory.index.sync();
  const group = house.memory.folders.folderOf(team) ?? '';
  const sql: PlantedHome['sql'] = (text, params) => db.write(() => void db.sql(text).run(params));
  await plant({ home, db, house, group, put, sql });
  await house.close();
  return home;
}

/** How often each line stands in a file below the folder. What is derived, or no file of a person, is left out. */
export function linesBelow(folder: string): Map<string, number> {
  const count = new Map<string, number>();
  const left = /(^|\/)(run|index)\/|state\.sqlite|nightjar\.log|\.lock$|\/\.git\//;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || left.test(path.slice(folder.length))) continue;
    for (const line of readFileSync(path, 'latin1').split('\n')) count.set(line, (count.get(line) ?? 0) + 1);
  }
  return count;
}

export async function doctor(home: string, fix: boolean, adoptWorkspace = false) {
  return await runDoctor(optionsOf(home), { fix, adoptWorkspace });
}
