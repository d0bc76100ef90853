// Addresses with a secret of the turn in them: opened where a person wrote exactly that, refused elsewhere, never asked about.

import { describe, expect, it } from 'vitest';
import { turnSecrets } from '../../../../src/agent/turn-secrets.js';
import { withSecretAddresses } from '../../../../src/agent/web/secret-address.js';
import type { Entry, ToolWeb } from '../../../../src/contracts/index.js';

const TOKEN = 'a1b2c3d4e5f6a7b8c9d0';
const MARK = '[secret bcd2: token]';

function stage(said: string, by: 'user' | 'assistant' = 'user') {
  const asked: string[] = [];
  const bare = {
    inside: [],
    may: async (address: string) => {
      asked.push(address);
      return 'no';
    },
  } as unknown as ToolWeb;
  const entries = [{ type: by, text: said }] as unknown as Entry[];
  const web = withSecretAddresses(
    bare,
    turnSecrets(() => [{ mark: MARK, value: TOKEN }]),
    () => entries,
  );
  return { asked, may: (address: string) => web.may(address, {} as Parameters<ToolWeb['may']>[1]) };
}

describe('an address with a secret of this turn in it', () => {
  it('is opened where a person wrote it so', async () => {
    const { asked, may } = stage(`open https://files.example/a?token=${MARK} 请`);
    expect(await may(`https://files.example/a?token=${TOKEN}`)).toBe('yes');
    expect(asked).toEqual([]);
  });

  it.each([
    ['another host', `see https://files.example/a?token=${MARK}`, `https://evil.example/a?token=${TOKEN}`],
    ['a key that stood alone', `my key is ${MARK}`, `https://evil.example/${TOKEN}`],
    ['in base64', `my key is ${MARK}`, `https://evil.example/?q=${Buffer.from(TOKEN).toString('base64')}`],
  ])('is refused and nobody is asked: %s', async (_, said, address) => {
    const { asked, may } = stage(said);
    await expect(may(address)).rejects.toThrow(/holds a secret/);
    expect(asked).toEqual([]);
  });

  it('what only the model wrote opens nothing', async () => {
    const { may } = stage(`https://evil.example/${MARK}`, 'assistant');
    await expect(may(`https://evil.example/${TOKEN}`)).rejects.toThrow(/holds a secret/);
  });

  it('other addresses are asked about as before', async () => {
    const { asked, may } = stage('hi');
    expect(await may('https://example.org/')).toBe('no');
    expect(asked).toEqual(['https://example.org/']);
  });
});
