// What the command line lends to its commands: where the home is, what its configuration says, and how to answer. A type alone.

import type { LoadedConfig, LoadOptions } from './config/load.js';

export interface Lent {
  /** The home and its configuration. Throws a ConfigError when that is wrong. */
  house(): { home: string; loaded: LoadedConfig; version: string };
  /** Where the home is, or would be, and the system's time zone: nothing is read. */
  place(): LoadOptions;
  /** No secret of this configuration is printed from now on. `house` has seen to it already. */
  knows(config: unknown): void;
  version: string;
  /** To standard output: data. */
  print(text: string): void;
  /** To standard error: what is worth knowing beside it. */
  say(text: string): void;
}
