// A home with the two files of an operator, loaded the way start does it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedConfig, loadConfig } from '../../src/config/load.js';
import { ConfigError } from '../../src/contracts/index.js';
import { tempDir } from './temp-dir.js';

export interface HomeFiles {
  yaml?: string | Uint8Array;
  dotenv?: string;
  env?: Record<string, string>;
}

/** Loads a fresh home that holds these files. */
export function load({ yaml, dotenv, env = {} }: HomeFiles): LoadedConfig {
  const home = tempDir();
  if (yaml !== undefined) writeFileSync(join(home, 'nightjar.yaml'), yaml);
  if (dotenv !== undefined) writeFileSync(join(home, '.env'), dotenv);
  return loadConfig({ home, env, defaultTimezone: 'Asia/Tokyo' });
}

/** The lines of the ConfigError that loading these files gives; none when it gives none. */
export function problems(files: HomeFiles): string[] {
  try {
    load(files);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
