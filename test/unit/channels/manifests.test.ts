// The manifests: readable without any SDK, and their settings accepted or refused at load, never silently dead (C154).
import { describe, expect, it } from 'vitest';
import { manifests } from '../../../channels/index.js';
import { revealed } from '../../../src/config/secret.js';
import { load, problems } from '../../support/config-home.js';

describe('manifests', () => {
  it('have distinct plain ids and sane limits', () => {
    const ids = manifests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, limits, promptHint } of manifests) {
      expect(id).toMatch(/^[a-z]+$/);
      expect(limits.textUnits).toBeGreaterThan(0);
      expect(promptHint).toMatch(/\.$/);
    }
  });

  it('take their own revealed settings again', () => {
    const { config } = load({
      yaml: 'channels: {telegram: {token: "1:a", groups: {-100: {}}}, discord: {token: b}, console: {}}',
    });
    for (const { id, config: schema } of manifests) {
      const settings = revealed(config.channels[id]);
      expect(schema.parse(settings)).toEqual(settings);
    }
  });
});

describe('Telegram groups (C154)', () => {
  const telegram = (groups: string) => `channels:\n  telegram:\n    token: "1:a"\n    groups:\n${groups}`;

  it('are one entry as number and as string', () => {
    const groupsOf = (yaml: string) => (load({ yaml }).config.channels.telegram as { groups: unknown }).groups;
    const expected = { '-1001234567890': { respond: 'always' } };
    expect(groupsOf(telegram('      -1001234567890: { respond: always }\n'))).toEqual(expected);
    expect(groupsOf(telegram('      "-1001234567890": { respond: always }\n'))).toEqual(expected);
    expect(groupsOf(telegram('      "-1001234567890:5":\n'))).toEqual({ '-1001234567890:5': {} });
  });

  it('are named when one stands in both forms', () => {
    expect(problems({ yaml: telegram('      -1001234567890: {}\n      "-1001234567890": {}\n') })).toEqual([
      'nightjar.yaml:6:7: channels.telegram.groups.-1001234567890: this key stands twice, first on line 5. Keep one of the two.',
    ]);
  });

  it('refuse names and other spellings with a hint, all at once', () => {
    const found = problems({
      yaml: telegram(
        '      "@team": {}\n      team: {}\n      "0123": {}\n      "user:123": {}\n      -5: {respnd: x}\n',
      ),
    });
    expect(found).toHaveLength(5);
    for (const line of found.slice(0, 2)) expect(line).toMatch(/is a name.*chat id/);
    expect(found[2]).toContain('not a Telegram chat id');
    expect(found[4]).toContain('Did you mean respond?');
  });
});

describe('Discord groups', () => {
  it('take snowflakes and explain everything else', () => {
    const yaml = 'channels: {discord: {token: x, groups: {"80351110224678913": {}, general: {}, "<#123>": {}}}}';
    const found = problems({ yaml });
    expect(found).toHaveLength(2);
    for (const line of found) expect(line).toMatch(/is not a Discord id\. Turn on Developer Mode/);
  });
});
