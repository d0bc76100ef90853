// Whether the Node that runs us is new enough. Never stops anything itself.

import type { Check } from '../contracts/index.js';

const NEEDED: readonly [major: number, minor: number] = [20, 19];

/** The check of `version` ('20.19.0'); doctor passes `process.versions.node`. */
export function nodeVersionCheck(version: string): Check {
  return {
    name: 'node.version',
    run() {
      const [major = 0, minor = 0] = version.split('.').map(Number);
      if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
        return [{ check: 'node.version', level: 'ok', says: `Node ${version}.` }];
      }
      return [
        {
          check: 'node.version',
          level: 'error',
          says: `Node ${version} is too old; Nightjar needs ${NEEDED.join('.')} or newer.`,
          remedy: 'Install a current Node from https://nodejs.org and run npm start again.',
        },
      ];
    },
  };
}
