// A workspace with every kind of way out of it planted on the disk, and paths that try to get out: what reads and writes files
// must answer none of them with anything from outside.

import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';

/** Stands in files outside of the workspace alone, and is the name of one. */
export const OUTSIDE = 'canary-outside-9f2c';
/** Stands in what is main's alone, also under second names in the folders of others. */
export const PRIVATE = 'canary-private-41d7';

export interface Planted {
  workspace: string;
  outside: string;
  /** Everything outside of the workspace as it is now, by name. */
  state(): string[];
}

const makePipe = 'mkfifo';

/** Plants files of main, a group (`groups/console-team`) and a person (`people/bob`), and ways out among them. */
export function plantEscapes(home: string): Planted {
  const workspace = join(home, 'workspace');
  const outside = join(home, 'outside');
  const put = (root: string, name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const name of ['secret.md', 'deep/secret.md', 'MEMORY.md']) put(outside, name, `- ${OUTSIDE}\n`);
  put(outside, `${OUTSIDE}.md`, 'a name alone');
  for (const name of ['MEMORY.md', 'USER.md', 'memory/a.md', 'people/bob/MEMORY.md']) {
    put(workspace, name, `- ${PRIVATE}\n`);
  }
  for (const name of ['AGENTS.md', 'shared/house.md', 'skills/x/SKILL.md', 'groups/console-team/MEMORY.md']) {
    put(workspace, name, '- seed\n');
  }
  for (const folder of ['.', 'memory', 'shared', 'skills/x', 'groups/console-team', 'people/bob']) {
    const at = (name: string) => join(workspace, folder, name);
    symlinkSync(join(outside, 'secret.md'), at('link.md'));
    symlinkSync(outside, at('linkdir'));
    symlinkSync(relative(dirname(at('x')), outside), at('relative'));
    symlinkSync('/dev/zero', at('zero.md'));
    symlinkSync(join(outside, 'made.md'), at('dangling.md'));
    symlinkSync('loop.md', at('loop.md'));
    execFileSync(makePipe, [at('pipe.md')]);
    try {
      execFileSync('mknod', [at('device.md'), 'c', '1', '5'], { stdio: 'ignore' });
    } catch {
      // Only the system's administrator can.
    }
  }
  for (const folder of ['shared', 'skills/x', 'groups/console-team']) {
    linkSync(join(workspace, 'MEMORY.md'), join(workspace, folder, 'hard.md'));
  }
  return {
    workspace,
    outside,
    state: () => [...below(outside), ...readdirSync(home)].sort(),
  };
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return below(path);
    return [`${path} ${lstatSync(path).mtimeMs} ${readFileSync(path, 'utf8')}`];
  });
}

const NAMES = [
  ...['memory', 'shared', 'skills', 'x', 'groups', 'people', 'console-team', 'bob', 'new', 'MEMORY.md', 'AGENTS.md'],
  ...['link.md', 'linkdir', 'relative', 'zero.md', 'dangling.md', 'loop.md', 'pipe.md', 'device.md', 'hard.md'],
];
const TRICKS = [
  ...['..', '..', '..', '.', '...', '', ' ', '~', '~root', '$HOME', '..;', '.. ', '. .', '..\u200b', '\u202e..', '*'],
  ...['%2e%2e', '%2E%2e', '%252e%252e', '..%c0%af', '%u002e%u002e', '．．', '‥', '․․', '﹒﹒', '。。'],
  ...['C:', 'C:x', 'c:secret.md', 'CON', 'NUL.md', 'aux.md', 'COM1', 'MEMORY~1', 'MEMORY.md ', 'MEMORY.md.'],
  ...[
    'MEMORY.md%00',
    'MEMORY.md\0',
    '\0',
    'x.md\0.txt',
    'MEMORY.md::$DATA',
    'memory.md:x',
    'ME\u00adMORY.md',
    'x\ny.md',
  ],
  ...[
    'ＭＥＭＯＲＹ.md',
    'memοry',
    'ﬁle.md',
    'ſhared',
    'sKills',
    'SHARED',
    'Groups',
    'agents.md',
    'MEMORY.MD',
    'ＡGENTS.md',
  ],
  ...[
    '.git',
    '.env',
    '.nightjar',
    '.MEMORY.md.nightjar.tmp',
    '\ud800',
    '\u2028',
    'console%2Dteam',
    'ré\u0301sumé.md',
    '京都.md',
  ],
];
const BETWEEN = [...Array.from({ length: 16 }, () => '/'), '//', '/./', '\\', '%2f', '%2F', '%5c', '／', '∕', '⁄', ':'];
const TAILS = [
  'secret.md',
  'deep/secret.md',
  'made.md',
  'MEMORY.md',
  'outside/secret.md',
  'etc/passwd',
  'dev/zero',
  '',
];

/** Paths that try to leave the workspace, among a few that do not. */
export function escapePath({ workspace, outside }: Pick<Planted, 'workspace' | 'outside'>): fc.Arbitrary<string> {
  const before = [
    ...Array.from({ length: 16 }, () => ''),
    ...['../', '../../', './', '/', '//', '~/', '~root/', '\\', '\\\\host\\share\\', '//host/share/'],
    ...['\\\\?\\C:\\', 'C:/', 'C:\\', 'C:', 'file://', 'file:///', '/proc/self/root/', '/proc/self/cwd/', '/dev/fd/0/'],
    ...[`${outside}/`, `${workspace}/`, `${workspace}/../outside/`, 'memory/../../outside/', 'shared/linkdir/'],
    ...[
      'linkdir/',
      'memory/linkdir/../',
      'people/bob/../../../outside/',
      'groups/console-team/relative/',
      'skills/../',
    ],
  ];
  const part = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 3, arbitrary: fc.constantFrom(...TRICKS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }) },
  );
  const piece = fc.tuple(part, fc.constantFrom(...BETWEEN)).map(([name, between]) => name + between);
  return fc
    .tuple(fc.constantFrom(...before), fc.array(piece, { maxLength: 4 }), fc.constantFrom(...TAILS))
    .map(([start, pieces, tail]) => `${start}${pieces.join('')}${tail}`);
}
