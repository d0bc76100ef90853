// What the top of a SKILL.md says about a skill: the fields of the Agent Skills format, each as what it means here. Pure; must
// never throw, and never drop a skill in silence: what is wrong is its fault or a note.

import { oneLine, truncate } from '../text/truncate.js';
import { hasUnseen } from '../text/visible.js';
import { type Field, type Fields, note, readFields } from './fields.js';
import { type Requirements, readRequirements } from './requirements.js';

export interface SkillHead {
  /** Usable, or the best that can be told of one that is not. */
  name: string;
  description: string;
  /** One sentence: why this is no skill. */
  fault?: string;
  /** What was read leniently, a sentence each. */
  notes: readonly string[];
  /** False: the end of its fields is missing, as in a file that is just being written. */
  closed: boolean;
  /** It runs apart from the conversation. */
  apart: boolean;
  /** The model is not shown it. */
  manual: boolean;
  /** People may begin it by a command. */
  invocable: boolean;
  /** Names of our tools, and of others as they stand there; absent: it declares none. */
  tools?: readonly string[];
  requires: Requirements;
}

/** Characters. */
const MOST_NAME = 64;
const MOST_DESCRIPTION = 1_024;

/** What others call tools that are ours. */
const OUR_TOOLS = new Map([
  ['Read', 'read'],
  ['Grep', 'grep'],
  ['Glob', 'list'],
  ['LS', 'list'],
  ['Write', 'write'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['WebFetch', 'web_fetch'],
]);

/** `text` is the beginning of a SKILL.md, `folder` the name of the folder that it is in. */
export function readHead(text: string, folder: string): SkillHead {
  const fields = readFields(text);
  const notes = [...fields.notes];
  const textOf = (key: string): string => {
    const value = fields.values.get(key);
    if (value === undefined || typeof value === 'string') return value ?? '';
    notes.push(note(fields.lineOf(key), `${key} must be a text, so put it in quotes`));
    return fields.raw(key);
  };
  const written = textOf('name').normalize('NFC').trim().replace(/ {2,}/g, ' ');
  const name = written === '' ? folder.normalize('NFC') : written;
  if (written === '') notes.push('It has no name, so that of its folder is used.');
  const description = readDescription(textOf('description'), notes);
  const requires = readRequirements(fields.values.get('metadata'));
  if (!requires) notes.push('Its metadata cannot be understood, so nothing that it may require is looked at.');
  const tools = readTools(fields.values.get('allowed-tools'));
  const fault = nameFault(name) ?? (description === '' ? NO_DESCRIPTION : undefined);
  return {
    name: nameFault(name) === undefined ? name : oneLine(folder.normalize('NFC'), MOST_NAME) || 'unnamed',
    description,
    ...(fault === undefined ? {} : { fault }),
    notes,
    closed: fields.closed,
    apart: textOf('context').trim().toLowerCase() === 'fork',
    manual: isYes(fields, 'disable-model-invocation') === true,
    invocable: isYes(fields, 'user-invocable') !== false,
    ...(tools.length > 0 ? { tools } : {}),
    requires: requires ?? NOTHING,
  };
}

const NOTHING: Requirements = { bins: [], anyBins: [], env: [], config: [], os: [], unsupported: [] };
const NO_DESCRIPTION =
  'It has no description, so nobody can tell when it is useful: write one between the lines of --- at its top.';

/** Why a name cannot stand in `skill:NAME/SKILL.md`; undefined: it can. */
function nameFault(name: string): string | undefined {
  if (hasUnseen(name) || /[\p{Default_Ignorable_Code_Point}\n\t]/u.test(name)) {
    return 'Its name holds characters that cannot be seen.';
  }
  const length = [...name].length;
  if (length > MOST_NAME) return `Its name has ${length} characters, and at most ${MOST_NAME} are fine.`;
  if (/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_. -]*$/u.test(name) && !/[. ]$/.test(name)) return undefined;
  return 'Its name may hold letters, digits, - and _ alone, and dots and blanks inside.';
}

function readDescription(text: string, notes: string[]): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (hasUnseen(words)) notes.push('Characters that cannot be seen are left out of its description.');
  const line = oneLine(words, Number.POSITIVE_INFINITY);
  if (line.length > MOST_DESCRIPTION) {
    notes.push(
      `Its description has ${line.length} characters and was cut to ${MOST_DESCRIPTION.toLocaleString('en')}.`,
    );
  }
  return truncate(line, MOST_DESCRIPTION);
}

function isYes({ values }: Fields, key: string): boolean | undefined {
  const value = values.get(key);
  if (typeof value !== 'string') return undefined;
  if (/^(?:true|yes|on|1)$/i.test(value.trim())) return true;
  return /^(?:false|no|off|0)$/i.test(value.trim()) ? false : undefined;
}

/** `Bash(git:*)` is the name before the bracket. */
function readTools(field: Field | undefined): string[] {
  const texts = typeof field === 'string' ? [field] : Array.isArray(field) ? field.filter(isText) : [];
  const names = texts.flatMap((text) => text.replace(/\([^)]*\)?/g, ' ').split(/[\s,]+/));
  const known = names.map((name) => oneLine(name)).filter((name) => name !== '');
  return [...new Set(known.map((name) => OUR_TOOLS.get(name) ?? name))];
}

function isText(field: Field): field is string {
  return typeof field === 'string';
}
