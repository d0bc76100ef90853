// What the slash commands of skills are called: short, plain, none twice. Pure; the same skills in the same order get the same.

import { createHash } from 'node:crypto';

/** What every platform takes for the name of a command. */
const MOST = 32;

export interface Named {
  name: string;
  /** The name of its folder, for a name that has no letter that a command can have. */
  folder: string;
}

/** Skill's name to its command. `skills` begins with those that choose first; `taken` are commands already. */
export function commandNames(skills: readonly Named[], taken: ReadonlySet<string>): Map<string, string> {
  const used = new Set(taken);
  const commands = new Map<string, string>();
  // Whoever is called exactly like its command has it before those that only come near.
  const isExact = ({ name }: Named) => plainName(name) === name;
  for (const { name, folder } of [...skills.filter(isExact), ...skills.filter((one) => !isExact(one))]) {
    const plain = plainName(name) || plainName(folder);
    // By its name alone: another skill that comes or goes must not give its command to this one.
    const command = free(plain === '' ? `skill_${digest(name)}` : plain, used);
    used.add(command);
    commands.set(name, command);
  }
  return commands;
}

function free(plain: string, used: ReadonlySet<string>): string {
  const isCommand = /^[a-z]/.test(plain);
  const marked = `skill_${plain}`.slice(0, MOST).replace(/_+$/, '');
  const wished = isCommand ? [plain, marked] : [marked];
  return wished.find((name) => !used.has(name)) ?? numbered(isCommand ? plain : marked, used, 2);
}

function numbered(stem: string, used: ReadonlySet<string>, from: number): string {
  for (let number = from; ; number++) {
    const name = `${stem.slice(0, MOST - String(number).length - 1)}_${number}`;
    if (!used.has(name)) return name;
  }
}

function digest(name: string): string {
  return createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 6);
}

/** Lower case, accents left out, everything else that a command cannot have as `_`; '' when nothing remains. */
function plainName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, MOST)
    .replace(/_+$/, '');
}
