// How a file of a skill is named: `skill:NAME/…`. Takes such a name apart, or refuses it. Pure; must never decode anything.

import { isDeviceName } from '../text/file-name.js';
import { hasPercentCode, isPlainPart } from '../text/path-part.js';
import { SKILL_FILE } from './listing.js';

const SCHEME = 'skill:';
const MOST_UNITS = 1_024;

export interface Location {
  name: string;
  /** Of the path below the skill's folder; at least one. */
  parts: readonly string[];
}

export function locationOf(name: string, path: string = SKILL_FILE): string {
  return `${SCHEME}${name}/${path}`;
}

/**
 * Undefined for what no file of a skill can be named: absolute, `..`, `~`, backslashes, drive letters and streams, control
 * characters, percent codes, empty or hidden parts, trailing dots and blanks, devices.
 */
export function readLocation(location: string): Location | undefined {
  if (!location.startsWith(SCHEME) || location.length > MOST_UNITS) return undefined;
  const [name = '', ...parts] = location.slice(SCHEME.length).split('/');
  if (parts.length === 0 || !parts.every(isFileName)) return undefined;
  return { name: name.normalize('NFC'), parts };
}

/** Whether a file or folder of that name can be told and asked for. */
export function isFileName(part: string): boolean {
  return isPlainPart(part) && !hasPercentCode(part) && !isDeviceName(part);
}
