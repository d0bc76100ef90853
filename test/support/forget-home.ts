// A home in which several people have said things that nobody else did, written down, remembered, searched and dreamt of; and a look
// at every byte of it for words that should be gone.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cli, writeConfig } from './cli.js';

/** What bob said, in private and in the group, and what was made of it. */
export const BOBS = ['heron-zq81', 'marmalade', 'kestrelword', '蓝色长颈鹿', '미끄럼틀', 'pelicanfield', '黄色潜水艇'];
/** What others said. */
export const OTHERS = ['plot-oak-77', 'cobalt', '青い自転車'];

export async function forgetHome(home: string): Promise<void> {
  writeConfig(home, 'timezone: UTC\nmodel: { provider: offline }\ndreaming: { apply: auto }\n');
  const says = (args: string[], ...lines: string[]) => cli(home, ['chat', ...args], { input: `${lines.join('\n')}\n` });
  await says([], 'Please remember: my allotment number is plot-oak-77.', '/new');
  await says(
    ['--as', 'bob'],
    'Please remember: the vault code is heron-zq81.',
    '我的密码是蓝色长颈鹿。',
    'We decided to buy the marmalade submarine.',
    '/memory add kestrelword 미끄럼틀 is mine',
    'What is the vault code?',
    '/new',
  );
  await says(
    ['--as', 'bob', '--group', 'team'],
    'Remember that the picnic is on the pelicanfield.',
    '请记住：我们的船叫黄色潜水艇。',
  );
  await says(
    ['--as', 'alice', '--group', 'team'],
    'Please remember: Alice brings the cobalt kettle.',
    '覚えて: アリスは青い自転車を持っています。',
    'What did bob say about the picnic?',
  );
}

/** As it may stand in a file: plain, as SQLite or a program of Windows has it, and escaped in JSON. */
function formsOf(word: string): Buffer[] {
  const escaped = [...word]
    .map((one) => (one > '\u007f' ? `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}` : one))
    .join('');
  return [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(escaped)];
}

/** Files below a home that hold one of the words, `path: word`. */
export function holding(home: string, words: readonly string[]): string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const full = join(home, path);
    if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return [];
    const bytes = readFileSync(full);
    return words.filter((word) => formsOf(word).some((form) => bytes.includes(form))).map((word) => `${path}: ${word}`);
  });
}
