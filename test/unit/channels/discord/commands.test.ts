import { describe, expect, it } from 'vitest';
import { fitCommands } from '../../../../channels/discord/commands.js';
import type { CommandHint } from '../../../../src/contracts/index.js';

function hint(name: string, rest: Partial<CommandHint> = {}): CommandHint {
  return { name, summary: `does ${name}`, for: 'everybody', ...rest };
}

describe('a list of commands', () => {
  it('is fitted to what Discord takes, so that one long text refuses nothing (C109)', () => {
    const hints = Array.from({ length: 140 }, (_, n) =>
      hint(`c${n}`, { usage: '界'.repeat(103), summary: 'x'.repeat(300) }),
    );
    const fitted = fitCommands(hints);
    expect(fitted).toHaveLength(100);
    expect(fitted[99]?.name).toBe('c99');
    for (const one of fitted) {
      expect(one.description.length).toBeLessThanOrEqual(100);
      expect(one.options?.[0]?.description.length).toBeLessThanOrEqual(100);
      expect(one.options?.[0]).toMatchObject({ type: 3, name: 'input' });
    }
  });

  it('leaves out names that Discord refuses, and the second of two', () => {
    const fitted = fitCommands([
      hint('Status'),
      hint('status'),
      hint('with space'),
      hint(''),
      hint('x'.repeat(33)),
      hint('状态'),
      hint('a.b'),
      hint('so-so_1'),
    ]);
    expect(fitted.map(({ name }) => name)).toEqual(['status', '状态', 'so-so_1']);
  });

  it('offers each in servers that installed the bot and in its direct chats, and asks for no right of the platform', () => {
    const fitted = fitCommands([hint('a'), hint('b', { for: 'direct' }), hint('c', { for: 'owner' })]);
    for (const one of fitted) {
      expect(one).toMatchObject({ integration_types: [0], contexts: [0, 1], options: [] });
      expect(one).not.toHaveProperty('default_member_permissions');
    }
    expect(fitted).toHaveLength(3);
  });

  it('tells nobody what is the owner’s own: there is one list for everybody', () => {
    const fitted = fitCommands([
      hint('a'),
      hint('ledger', { for: 'owner', secret: true }),
      hint('pair', { for: 'owner' }),
    ]);
    expect(fitted.map(({ name }) => name)).toEqual(['a', 'pair']);
  });

  it('describes what has no description by its name', () => {
    expect(fitCommands([hint('a', { summary: ' \n' })])[0]?.description).toBe('a');
  });
});
