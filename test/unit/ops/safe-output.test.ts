// What a command prints, with the secrets of the environment and, once it is read, of the configuration in it.

import { expect, it } from 'vitest';
import { secretsOf } from '../../../src/config/secret.js';
import { safeOutput } from '../../../src/ops/safe-output.js';
import { load } from '../../support/config-home.js';

const TOKEN = `7${'1'.repeat(9)}:AA${'Hh3kQ'.repeat(6)}xyz`;

function stage(env: NodeJS.ProcessEnv = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const to = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  return { out, err, output: safeOutput(env, { stdout: to(out), stderr: to(err) }) };
}

it('data goes one way and trouble another, each with its line', () => {
  const { out, err, output } = stage();
  output.print('数据');
  output.say('trouble');
  expect([out, err]).toEqual([['数据\n'], ['trouble\n']]);
});

it('C148: what an environment variable is named for is printed neither way, in no form', () => {
  const { out, err, output } = stage({ MY_API_KEY: 'planted/key+93', DB_PASSWORD: 'planted-pw-17', HOME: '/home/ann' });
  output.print(`a planted/key+93 b ${encodeURIComponent('planted/key+93')} in /home/ann`);
  output.say(`no entry with planted-pw-17 or ${Buffer.from('planted-pw-17').toString('base64')}`);
  expect(out).toEqual(['a [secret] b [secret] in /home/ann\n']);
  expect(err).toEqual(['no entry with [secret] or [secret]\n']);
});

it('C148: what is configured is printed no more once it is known, and the environment stays hidden', () => {
  const { out, output } = stage({ MY_TOKEN: 'planted-env-token' });
  output.print(TOKEN);
  output.knows(secretsOf(load({ yaml: 'channels: { telegram: { token: "${T}" } }', env: { T: TOKEN } }).config));
  output.print(`${TOKEN} planted-env-token`);
  expect(out).toEqual([`${TOKEN}\n`, '[secret] [secret]\n']);
});
