// Which settings of an openclaw.json have a counterpart here.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/load.js';
import { suggestSettings } from '../../../../src/memory/import/settings.js';
import { tempDir } from '../../../support/temp-dir.js';

const TOKEN = '123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0';

const FULL = `// mine
{
  agents: {defaults: {
    userTimezone:'Europe/Berlin', /* home */
    model: { primary: "openrouter/anthropic/claude-sonnet-4.5", fallbacks: ["openai/gpt-5-mini", "lab/qwen3"] },
    heartbeat: { every: "1h", activeHours: { start: "07:30", end: "23:00" } },
  } },
  models: { providers: { lab: { baseUrl: "http://10.0.0.5:8080/v1", apiKey: "sk-lab-0123456789abcdef0123" } } },
  channels: { telegram: { botToken: "${TOKEN}" }, discord: { token: "\${MY_DISCORD}" } },
}`;

describe('the settings of an openclaw.json', () => {
  it('become a block that our configuration takes, without any token', () => {
    const { yaml, notes } = suggestSettings(FULL);
    const text = `${yaml.join('\n')}\n`;
    expect(notes).toEqual([]);
    expect(text).not.toMatch(/AAHfiq|sk-lab/);
    const home = tempDir();
    writeFileSync(join(home, 'nightjar.yaml'), text);
    const env = {
      ...{ OPENROUTER_API_KEY: 'k', OPENAI_API_KEY: 'k', LAB_API_KEY: 'k' },
      ...{ TELEGRAM_BOT_TOKEN: TOKEN, MY_DISCORD: 'd' },
    };
    const { config } = loadConfig({ home, env, defaultTimezone: 'UTC' });
    expect(config).toMatchObject({
      timezone: 'Europe/Berlin',
      model: {
        name: 'anthropic/claude-sonnet-4.5',
        baseUrl: 'https://openrouter.ai/api/v1',
        fallbacks: [{ name: 'gpt-5-mini' }, { name: 'qwen3', baseUrl: 'http://10.0.0.5:8080/v1' }],
      },
      heartbeat: { everyMinutes: 60, from: '07:30', to: '23:00' },
    });
    expect(Object.keys(config.channels).sort()).toEqual(['discord', 'telegram']);
  });

  it.each([
    ['{"agents":{"defaults":{"model":"xai/grok"}}}', ['model:', '  name: "grok"', '  apiKey: "${XAI_API_KEY}"'], 1],
    [`{"agents":{"defaults":{"model":"openai/${TOKEN}"}}}`, [], 0],
    ['{"agents":{"defaults":{"userTimezone":"Mars/Base","heartbeat":{"every":"2m"}}}}', [], 0],
    [
      '{"channels":{"telegram":{"botToken":{"source":"env","id":"TG"}}}}',
      ['channels:', '  telegram:', '    token: "${TG}"'],
      0,
    ],
    ['no { json', [], 1],
    ['[]', [], 0],
    ['{"__proto__":{"agents":1}}', [], 0],
  ])('are read with care: %s', (text, yaml, notes) => {
    const found = suggestSettings(text);
    expect(found.yaml).toEqual(yaml);
    expect(found.notes).toHaveLength(notes);
  });
});
