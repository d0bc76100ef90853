// What the operator configured in confidence, looked for in all that is printed from outside: four planted values, in every
// form in which the desks of the command line say anything, in the log at its loudest, and in a backup without secrets.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { backupHome } from '../../src/backup-desk.js';
import { loadConfig } from '../../src/config/load.js';
import { configJsonSchema } from '../../src/config/schema.js';
import { secretsOf } from '../../src/config/secret.js';
import { listContexts } from '../../src/context-desk.js';
import { runDoctor } from '../../src/doctor-desk.js';
import { openHouse } from '../../src/house.js';
import { mountNotices, readStatus, windowWarnings, withJobs } from '../../src/operator.js';
import { createLog } from '../../src/ops/log.js';
import { listSchedules } from '../../src/schedule-desk.js';
import { explainTool, listTools } from '../../src/tools-desk.js';
import { readUsage } from '../../src/usage-desk.js';
import { problems } from '../support/config-home.js';
import { tempDir } from '../support/temp-dir.js';

const NOBODY = 'http://127.0.0.1:9';
const TELEGRAM = `7${'1'.repeat(9)}:AA${'Hh3kQ'.repeat(6)}xyz`;
const DISCORD = ['MTk4NjIyNDgzNDcxOTI1MjQ4', 'Cl2FMQ', 'ZnCjm1XVW7vRze4b7Cq4se7kKWs'].join('.');
const MODEL = ['planted', 'model', '93kf0s'].join('-');
const REDIS = 'planted%2Fredis77';
const VALUES = [TELEGRAM, DISCORD, MODEL, REDIS, decodeURIComponent(REDIS)];
const YAML = [
  'log: { level: debug }',
  `model: { name: test, baseUrl: "${NOBODY}/v1", apiKey: "\${MODEL_KEY}" }`,
  `channels: { telegram: { token: "\${TG}", apiRoot: "${NOBODY}" }, discord: { token: "\${DC}", apiRoot: "${NOBODY}" } }`,
].join('\n');
const WITH_REDIS = `${YAML}\nqueue: { redis: "redis://:\${REDIS_PW}@127.0.0.1:9/0" }`;
const DOTENV = `MODEL_KEY=${MODEL}\nTG=${TELEGRAM}\nDC=${DISCORD}\nREDIS_PW=${REDIS}\n`;

function homeWith(yaml: string) {
  const home = join(tempDir(), 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'nightjar.yaml'), yaml, { mode: 0o600 });
  writeFileSync(join(home, '.env'), DOTENV, { mode: 0o600 });
  const place = { home, env: {}, defaultTimezone: 'UTC' };
  return { ...place, loaded: loadConfig(place), version: '1' };
}

/** Everything there is in an answer or an error: as JSON, as inspected, with its stack and its causes. */
async function said(work: unknown): Promise<string> {
  const value = await Promise.resolve(work).catch((error: unknown) => error);
  const stack = value instanceof Error ? `${value.message}\n${value.stack}` : '';
  return `${stack}\n${JSON.stringify(value)}\n${inspect(value, { depth: 12 })}`;
}

function expectNone(text: string): void {
  for (const value of VALUES) {
    for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]) {
      expect(text).not.toContain(form);
    }
  }
}

describe('C148: what was configured', () => {
  it('is in nothing that the desks say, nor in the log', async () => {
    const where = homeWith(YAML);
    const house = await openHouse(where);
    for (const value of VALUES.slice(0, 3)) {
      house.log.error(`failed with ${value}`, { error: new Error(`bad ${value}`, { cause: { url: `x/${value}` } }) });
    }
    await house.close();
    const main = { scope: { kind: 'main' as const } };
    const answers = [
      readStatus(where),
      listTools(where, main),
      explainTool(where, main, 'read'),
      listContexts(where),
      listSchedules(where),
      readUsage(where),
      withJobs(where, (desk) => desk.list(true)),
      mountNotices(where.home, where.loaded),
      windowWarnings(where.loaded),
      where.loaded,
      configJsonSchema(),
    ];
    const texts = await Promise.all(answers.map(said));
    expect(texts.every((text) => text.length > 5)).toBe(true);
    for (const text of texts) expectNone(text);
    const log = readFileSync(join(where.home, 'nightjar.log'), 'utf8');
    expect(log).toContain('failed with [secret]');
    expectNone(log);
  });

  it('is in nothing that doctor says, with a queue that cannot be reached', async () => {
    const where = homeWith(WITH_REDIS);
    await (await openHouse({ ...where, loaded: homeWith(YAML).loaded })).close();
    expect(secretsOf(where.loaded.config)).toEqual(expect.arrayContaining([REDIS, decodeURIComponent(REDIS)]));
    const text = await said(runDoctor(where, { fix: false, adoptWorkspace: false }));
    expect(text).toMatch(/redis/i);
    expectNone(text);
    const log = createLog({ level: 'debug', secrets: secretsOf(where.loaded.config), file: join(where.home, 'x.log') });
    log.debug(`connecting to redis://:${REDIS}@127.0.0.1:9`, { password: decodeURIComponent(REDIS) });
    log.flush();
    expectNone(readFileSync(join(where.home, 'x.log'), 'utf8'));
  });

  it.each([
    ['an unknown key', `${WITH_REDIS}\nnope: 1`],
    ['a value of the wrong kind', YAML.replace('token: "${TG}"', 'token: ["${TG}"]')],
    ['the key in the wrong place', YAML.replace('name: test', 'name: test, api_key: "${MODEL_KEY}"')],
    ['no YAML', `${YAML}\n  - "\${DC}`],
    ['spaces in it', YAML.replace('"${MODEL_KEY}"', '"x ${MODEL_KEY}"')],
  ])('is in no error of a configuration with %s', (_, yaml) => {
    const told = problems({ yaml, dotenv: DOTENV });
    expect(told.length).toBeGreaterThan(0);
    expectNone(told.join('\n'));
  });

  it('is in no backup without secrets', async () => {
    const where = homeWith(WITH_REDIS);
    await (await openHouse({ ...where, loaded: homeWith(YAML).loaded })).close();
    const file = join(where.home, '..', 'copy.tar.gz');
    const { data, text } = await backupHome({ home: where.home, file, version: '1', force: false, secrets: false });
    expectNone(text + JSON.stringify(data));
    expectNone(gunzipSync(readFileSync(file)).toString('latin1'));
  });
});
