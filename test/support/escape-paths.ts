// Ways out of a folder: links that lie in it on a real disk, and paths that try everything to reach a file outside. For whatever
// reads files by a name that somebody gives; no name may ever bring the canary's words.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import fc from 'fast-check';

/** Stands in the file outside, and nowhere else. */
export const CANARY = 'canary-7f3d: nobody inside may read this';

export interface EscapeWorld {
  /** The folder that nobody may get out of. */
  inside: string;
  /** The file with the canary. */
  outside: string;
}

const FILE = 'canary.md';
/** Links to folders, by their names inside. */
const FOLDER_LINKS = ['out', 'deep/out', 'chain', 'up', 'root'];
const FILE_LINKS = ['file.md', 'deep/file.md', 'chained.md', 'hard.md', 'deep/hard.md'];

/** Lays the links into `inside`, which is there, and the canary into `outside`, which is made. Both on one disk. */
export function plantEscapes(inside: string, outside: string): EscapeWorld {
  const canary = join(outside, FILE);
  mkdirSync(join(inside, 'deep', 'deeper'), { recursive: true });
  mkdirSync(outside, { recursive: true });
  writeFileSync(canary, `${CANARY}\n`);
  writeFileSync(join(inside, 'plain.md'), 'harmless\n');
  symlinkSync(outside, join(inside, 'out'));
  symlinkSync(relative(join(inside, 'deep'), outside), join(inside, 'deep', 'out'));
  symlinkSync('deep/out', join(inside, 'chain'));
  symlinkSync('..', join(inside, 'up'));
  symlinkSync('/', join(inside, 'root'));
  symlinkSync('loop', join(inside, 'loop'));
  symlinkSync(canary, join(inside, 'file.md'));
  symlinkSync(canary, join(inside, 'deep', 'file.md'));
  symlinkSync('deep/file.md', join(inside, 'chained.md'));
  // A file of its own, so that the canary itself is not refused for its second name.
  const hard = join(outside, 'hard.md');
  writeFileSync(hard, `${CANARY}\n`);
  linkSync(hard, join(inside, 'hard.md'));
  linkSync(hard, join(inside, 'deep', 'hard.md'));
  return { inside, outside: canary };
}

/** Paths below the folder that would lead to the canary if somebody followed, decoded or cleaned them. */
export function escapePath({ inside, outside }: EscapeWorld): fc.Arbitrary<string> {
  const climb = relative(inside, outside).split(sep).join('/');
  const down = climb.replace(/^(?:\.\.\/)+/, '');
  const climbs = (fromDepth: number) => '../'.repeat(climb.split('../').length - 1 + fromDepth);
  const folder = fc.constantFrom(...FOLDER_LINKS);
  const target = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(climb, `deep/${climbs(1)}${down}`, `deep/deeper/${climbs(2)}${down}`) },
    fc.constantFrom(outside, `/${outside}`, `file://${outside}`, `C:${outside}`, `\\\\?\\${outside}`),
    fc.constantFrom(
      `~/${down}`,
      `~root/${climb}`,
      `//server/share/${down}`,
      `\\\\server\\share\\${FILE}`,
      `nul/${climb}`,
    ),
    { weight: 2, arbitrary: fc.constantFrom(...FILE_LINKS, 'loop/file.md', 'loop') },
    { weight: 3, arbitrary: folder.map((link) => `${link}/${FILE}`) },
    fc.tuple(fc.constantFrom('up', 'deep/..', '.'), folder).map(([way, link]) => `${way}/${link}/${FILE}`),
    fc.constantFrom(
      `root${outside}`,
      `up/${basename(inside)}/out/${FILE}`,
      `out/../${basename(dirname(outside))}/${FILE}`,
    ),
  );
  return fc
    .tuple(target, fc.array(fc.constantFrom(...DISGUISES), { maxLength: 3 }), fc.nat(7))
    .map(([path, tricks, at]) => {
      return tricks.reduce((disguised, trick) => trick(disguised, at), path);
    });
}

/** What somebody may clean, decode or fold back into the path that it was. */
const DISGUISES: ((path: string, at: number) => string)[] = [
  (path) => path.replaceAll('..', '%2e%2e'),
  (path) => path.replaceAll('..', '%252e%252e'),
  (path) => path.replaceAll('..', '．．'),
  (path) => path.replaceAll('..', '.\u200b.'),
  (path) => path.replaceAll('../', '....//'),
  (path) => path.replaceAll('../', '..;/'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => path.replaceAll('/', '\u2215'),
  (path) => `./${path}`,
  (path) => `deep/../${path}`,
  (path) => `plain.md/../${path}`,
  (path) => `${path}\0`,
  (path) => `${path}\0.md`,
  (path) => `${path}%00`,
  (path) => `${path}/`,
  (path) => `${path}/.`,
  (path) => `${path}.`,
  (path) => `${path} `,
  (path) => `${path}::$DATA`,
  (path) => ` ${path}`,
  (path) => path.toUpperCase(),
  (path) => path.normalize('NFKD'),
  (path, at) => `${path.slice(0, at)}\u00ad${path.slice(at)}`,
  (path, at) => `${path.slice(0, at)}\n${path.slice(at)}`,
  (path, at) => [...path].map((char, index) => (index === at && char !== '/' ? percent(char) : char)).join(''),
];

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
