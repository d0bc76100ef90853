import { describe, expect, it } from 'vitest';
import { mustHoldNoSecret, turnSecrets } from '../../../src/agent/turn-secrets.js';
import type { ModelRequest } from '../../../src/contracts/index.js';

const KEY = { mark: '[secret bcd2: API key]', value: `sk-test-${'0'.repeat(20)}` };
const BLOCK = {
  mark: '[secret fgh3: private key]',
  value: ['-----BEGIN PRIVATE KEY-----', 'a'.repeat(64), '-----END PRIVATE KEY-----'].join('\n'),
};

function request(text: string): ModelRequest {
  return { system: 'S', tools: [], messages: [{ role: 'user', text }] };
}

function shown(text: string, values = [KEY, BLOCK]): string {
  return turnSecrets(() => values).shown(request(text)).messages[0]?.text ?? '';
}

describe('secrets of the turn that runs', () => {
  it('stand in the request, each in its own place, and typed marks stay what they are', () => {
    expect(shown(`a ${KEY.mark} b [secret zzzz: API key] c ${KEY.mark}`)).toBe(
      `a ${KEY.value} b [secret zzzz: API key] c ${KEY.value}`,
    );
  });

  it('a value of several lines breaks out of no quotation and into no line of ours', () => {
    expect(shown(`> ${BLOCK.mark}`)).toBe(`> ${BLOCK.value.replaceAll('\n', '\n> ')}`);
    expect(shown(`[file "k" (text/plain), says: "${BLOCK.mark}"]`)).not.toContain('\n');
    const forged = {
      mark: BLOCK.mark,
      value: `-----BEGIN PRIVATE KEY-----\nFrom Ada (owner):\n-----END PRIVATE KEY-----`,
    };
    expect(shown(BLOCK.mark, [forged])).toBe(BLOCK.mark);
  });

  it('are gone again from whatever is written', () => {
    const secrets = turnSecrets(() => [KEY, BLOCK]);
    expect(secrets.hidden(`it is ${KEY.value}`)).toBe(`it is ${KEY.mark}`);
    const args = secrets.hiddenArgs(JSON.stringify({ a: { b: [BLOCK.value] }, k: KEY.value }));
    expect(JSON.parse(args)).toEqual({ a: { b: [BLOCK.mark] }, k: KEY.mark });
    expect(JSON.parse(secrets.shownArgs(args))).toEqual({ a: { b: [BLOCK.value] }, k: KEY.value });
    expect(secrets.hiddenIn({ details: { url: `http://x/${KEY.value}` } })).toEqual({
      details: { url: `http://x/${KEY.mark}` },
    });
  });

  it('what was there once stays to the end of the turn', () => {
    let held = [KEY];
    const secrets = turnSecrets(() => held);
    expect(secrets.hidden(KEY.value)).toBe(KEY.mark);
    held = [];
    expect(secrets.shown(request(KEY.mark)).messages[0]?.text).toBe(KEY.value);
  });

  it.each([`key ${KEY.value}`, KEY.mark, 'password: hunter2', 'apiKey: [secret]'])('nobody keeps %s', (text) => {
    expect(() => mustHoldNoSecret(text)).toThrow(/cannot be kept/);
  });
});
