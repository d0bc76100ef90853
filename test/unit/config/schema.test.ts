// One schema for start, check and editors: the documented example, the JSON Schema.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configChecks } from '../../../src/config/checks.js';
import { editDistance, nearest } from '../../../src/config/nearest.js';
import { configJsonSchema } from '../../../src/config/schema.js';
import { load, problems } from '../../support/config-home.js';
import { tempDir } from '../../support/temp-dir.js';

/** The example of the design, letter by letter. */
const EXAMPLE = `
owner: ["telegram:123456", "discord:80351110224678912"]   # or pair at first start
timezone: Europe/Berlin                # default: the system's
model:
  provider: openai
  name: gpt-5-mini
  baseUrl: https://…/v1
  apiKey: "\${OPENAI_API_KEY}"
  contextTokens: 200000
  fallbacks: []
embedding: { provider: none }          # none | openai (any compatible endpoint)
channels:
  telegram:
    token: "\${TELEGRAM_BOT_TOKEN}"
    apiRoot: https://…
    dm: pairing
    groups: { "-100123": { respond: mentioned } }
  discord:
    token: "\${DISCORD_BOT_TOKEN}"
    groups: { "80351110224678913": { respond: always } }
queue: { redis: "\${REDIS_URL}" }       # absent: the embedded queue
agent: { contextTokens: 200000, engine: ./my-engine.js }
session: { snapshotMessages: 15, reset: { idleMinutes: 0 } }
compaction: { auto: true, strategy: summary, threshold: 0.9, flushThreshold: 0.75, target: 0.5 }   # target < flushThreshold < threshold
memory: { extraPaths: [], wiki: [], autoRecall: "off" }
dreaming: { enabled: true, cron: "0 3 * * *", apply: ask-if }
# also: heartbeat, skills, tools, privacy, usage
`;
const ENV = { OPENAI_API_KEY: 'k1', TELEGRAM_BOT_TOKEN: '1:t', DISCORD_BOT_TOKEN: 'd', REDIS_URL: 'redis://h' };

describe('the example of the design', () => {
  it('parses', () => {
    const { config, disabledChannels } = load({ yaml: EXAMPLE, env: ENV });
    expect(disabledChannels).toEqual([]);
    expect(config).toMatchObject({
      owner: ['telegram:123456', 'discord:80351110224678912'],
      timezone: 'Europe/Berlin',
      model: { provider: 'openai', name: 'gpt-5-mini', contextTokens: 200_000 },
      channels: { telegram: { dm: 'pairing' }, discord: { groups: { '80351110224678913': { respond: 'always' } } } },
      agent: { engine: './my-engine.js', maxToolRounds: 24 },
      dreaming: { apply: 'ask-if' },
    });
  });
});

describe('configJsonSchema', () => {
  const schema = JSON.parse(JSON.stringify(configJsonSchema())) as {
    properties: Record<string, { properties?: Record<string, Record<string, unknown>>; description?: string }>;
    additionalProperties: boolean;
    required?: string[];
  };

  it('knows every key, describes it, and requires none at the top', () => {
    expect(Object.keys(schema.properties)).toEqual(
      [
        'owner timezone log model embedding transcription channels queue agent session compaction memory dreaming',
        'heartbeat schedules usage retention privacy skills tools',
      ].flatMap((some) => some.split(' ')),
    );
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required ?? []).toEqual([]);
    for (const section of Object.values(schema.properties)) expect(section.description).toBeTruthy();
  });

  it('offers both forms of a place to search', () => {
    const { extraPaths, wiki } = schema.properties.memory?.properties ?? {};
    for (const places of [extraPaths, wiki]) {
      expect(places).toMatchObject({
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'object', required: ['path'], additionalProperties: false }] },
      });
    }
  });

  it('marks secrets and lists the channels', () => {
    expect(schema.properties.model?.properties?.apiKey).toMatchObject({ type: 'string', writeOnly: true });
    expect(schema.properties.queue?.properties?.redis).toMatchObject({ writeOnly: true });
    expect(Object.keys(schema.properties.channels?.properties ?? {})).toEqual(['console', 'discord', 'telegram']);
  });
});

describe('check and start agree (C151)', () => {
  it.each(['', EXAMPLE, 'model: {nam: x}', 'log: {level: 1}\nlog: x', '- a', 'model: {name: "x",}'])(
    'on %j',
    async (yaml) => {
      const home = tempDir();
      writeFileSync(join(home, 'nightjar.yaml'), yaml);
      const [check] = configChecks({ home, env: ENV, defaultTimezone: 'Asia/Tokyo' });
      const errors = ((await check?.run()) ?? []).filter((one) => one.level === 'error');
      expect(errors.map((one) => one.says)).toEqual(problems({ yaml, env: ENV }));
    },
  );

  it('says of a disabled channel as a warning', async () => {
    const home = tempDir();
    writeFileSync(
      join(home, 'nightjar.yaml'),
      'channels:\n  discord: {token: "$' + '{NOPE}"}\n  telegram: {token: "1:x"}',
    );
    const [check] = configChecks({ home, env: {}, defaultTimezone: 'UTC' });
    const findings = (await check?.run()) ?? [];
    expect(findings.map((one) => one.level)).toEqual(['ok', 'warning']);
    expect(findings[1]?.says).toContain('NOPE');
  });

  it('reports a folder in the place of the file', async () => {
    const home = tempDir();
    mkdirSync(join(home, 'nightjar.yaml'));
    const [check] = configChecks({ home, env: {}, defaultTimezone: 'UTC' });
    expect((await check?.run())?.[0]).toMatchObject({ level: 'error' });
  });
});

describe('nearest', () => {
  it('counts a swap of neighbours as one slip', () => {
    expect(editDistance('nmae', 'name')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('guesses only what is near', () => {
    expect(nearest('Base-URL', ['baseUrl', 'apiKey'])).toBe('baseUrl');
    expect(nearest('heartbeat', ['owner', 'model', 'channels'])).toBeUndefined();
    expect(nearest('模', ['model'])).toBeUndefined();
  });
});
