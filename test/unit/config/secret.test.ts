// Secrets of the configuration: usable by whoever asks, visible to nobody else (C148).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { configChecks, homeChecks } from '../../../src/config/checks.js';
import { revealed, Secret, secretsOf } from '../../../src/config/secret.js';
import { renderFindings, runChecks } from '../../../src/ops/doctor.js';
import { load, problems } from '../../support/config-home.js';
import { tempDir } from '../../support/temp-dir.js';

const planted = {
  KEY: 'sk-test-planted-0000',
  FALLBACK: 'sk-test-planted-1111',
  TELEGRAM: '123456:AAH-planted',
  DISCORD: 'MTk4-planted.x',
  REDIS: 'redis://user:p%40ss-planted@localhost:6379/0',
  EMBED: 'embed-planted',
};
const yaml = [
  'model: {name: x, apiKey: "$' + '{KEY}", fallbacks: [{name: y, apiKey: "$' + '{FALLBACK}"}]}',
  'embedding: {provider: openai, name: bge-m3, apiKey: "$' + '{EMBED}"}',
  'queue: {redis: "$' + '{REDIS}"}',
  'channels:',
  '  telegram: {token: "$' + '{TELEGRAM}"}',
  '  discord: {token: "$' + '{DISCORD}"}',
].join('\n');

describe('a loaded configuration', () => {
  it('shows none of its secrets, however it is printed', async () => {
    const loaded = load({ yaml, env: planted });
    const { config } = loaded;
    const home = tempDir();
    writeFileSync(join(home, 'nightjar.yaml'), yaml);
    const checks = [...homeChecks(home), ...configChecks({ home, env: planted, defaultTimezone: 'UTC' })];
    const printed = [
      JSON.stringify(loaded),
      inspect(loaded, { depth: 20, showHidden: true, getters: true }),
      format('%o %O %j %s', loaded, loaded, loaded, loaded),
      String(config.queue.redis),
      `${config.model.apiKey}`,
      JSON.stringify(structuredClone(JSON.parse(JSON.stringify(config)))),
      renderFindings(await runChecks(checks)),
    ].join('\n');
    for (const secret of Object.values(planted)) expect(printed).not.toContain(secret);
    expect(printed).not.toContain('planted');
    expect(printed).toContain('[secret]');
  });

  it('gives each secret to the one who asks, with the variable it came from', () => {
    const { config } = load({ yaml, env: planted });
    expect(config.model.apiKey?.reveal()).toBe(planted.KEY);
    expect(config.model.fallbacks[0]?.apiKey?.variable).toBe('FALLBACK');
    expect(revealed(config.channels.telegram)).toMatchObject({ token: planted.TELEGRAM, dm: 'pairing' });
    expect(load({ yaml: 'model: {name: x, apiKey: plain}' }).config.model.apiKey?.variable).toBeUndefined();
  });

  it('lists every value that the log must hide, passwords inside addresses too', () => {
    const { config } = load({ yaml, env: planted });
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining([...Object.values(planted), 'p%40ss-planted', 'p@ss-planted']),
    );
  });
});

describe('error lines', () => {
  it.each([
    'model: {name: x, apiKey: [hush-1]}\nqueue: {redis: hush-2}\n',
    'channels: {telegram: {token: "hush 1"}, discord: {token: {hush: 1}}}\n',
    'model:\n  apiKey: *hush\nqueue:\n  redis: !hush x\n',
    'model:\n  apiKey: hush: hush\n',
    'queue:\n  redis: hush$' + '{\n',
    'model:\n  apiKey: "hush" hush\n',
    'model: {name: x, apiKey: "a hush"}\n',
  ])('repeat no secret: %j', (text) => {
    const found = problems({ yaml: text });
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).not.toContain('hush');
  });

  it('repeat no secret number', () => {
    expect(problems({ yaml: 'model: {name: x, apiKey: 4711471147114711}' }).join()).not.toContain('4711');
    expect(problems({ yaml: 'model: {name: x, apiKey: 47114711471147114711}' }).join()).not.toContain('4711');
  });

  it('repeat no value that came from a variable', () => {
    const text =
      'log: {level: "$' +
      '{X}"}\ntimezone: "$' +
      '{X}"\nowner: ["$' +
      '{X}"]\nmodel: {retries: "$' +
      '{X}"}\nsession: "$' +
      '{X}"\n';
    const found = problems({ yaml: text, env: { X: 'hush' } });
    expect(found).toHaveLength(5);
    expect(found.join()).not.toContain('hush');
    expect(found.join()).toContain('the variable X');
  });
});

describe('Secret', () => {
  it('compares and copies without giving itself away', () => {
    const secret = new Secret('hush');
    expect(Object.keys(secret)).toEqual(['variable']);
    expect(JSON.stringify({ ...secret, secret })).not.toContain('hush');
    expect(`${[secret]}`).toBe('[secret]');
  });
});

describe('the mark of a secret in the place of a value', () => {
  it.each([
    ['model.apiKey', 'model: { apiKey: "[secret]" }'],
    ['channels.telegram.token', 'channels: { telegram: { token: "[secret]" } }'],
    ['channels.discord.token', 'channels: { discord: { token: "[secret]" } }'],
    ['queue.redis', 'queue: { redis: "redis://:[secret]@cache:6379" }'],
  ])('is refused, with what to do: %s', (path, yaml) => {
    expect(problems({ yaml })).toEqual([
      expect.stringMatching(new RegExp(`${path}: .*only the mark of a secret. Put the value itself there`)),
    ]);
  });

  it('is refused from .env too, and repeats nothing', () => {
    const told = problems({ yaml: 'channels: { telegram: { token: "${T}" } }', dotenv: 'T=[secret]\n' });
    expect(told).toEqual([expect.stringMatching(/telegram\.token: .*only the mark/)]);
  });
});
