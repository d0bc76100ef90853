import { describe, expect, it } from 'vitest';
import {
  MemoryError,
  ModelError,
  type ModelFault,
  type Principal,
  type Scope,
  StateError,
} from '../../../src/contracts/index.js';
import { friendlyFailure } from '../../../src/gateway/friendly.js';
import { tooSmall } from '../../../src/models/window.js';

const owner: Principal = { account: 'console:@terminal', name: 'o', person: 'owner', role: 'owner' };
const bob: Principal = { account: 'console:bob', name: 'bob', person: 'console-bob', role: 'member' };
const main: Scope = { kind: 'main' };
const group: Scope = { kind: 'group', channel: 'console', chat: 'team' };
const faults: ModelFault[] = [
  'overflow',
  'rate-limit',
  'auth',
  'refusal',
  'network',
  'timeout',
  'unavailable',
  'bad-request',
];
const RAW = 'POST https://inside.example/v1 500 {"trace":"x"}';

function modelError(kind: ModelFault): ModelError {
  return new ModelError(kind, RAW, { keyVariable: 'MY_KEY', retryable: true, remedy: 'Ask ops at /srv/x.' });
}

describe('friendlyFailure', () => {
  it('says one plain sentence or two for every kind, never the raw error', () => {
    for (const kind of faults) {
      for (const [who, scope] of [
        [owner, main],
        [owner, group],
        [bob, group],
      ] as const) {
        const text = friendlyFailure(modelError(kind), who, scope);
        expect(text).toMatch(/^[A-Z].*[.!]$/);
        expect(text).not.toContain(RAW);
        expect(text).not.toContain('\n');
      }
    }
  });

  it('tells how to repair it to the owner in private, and to nobody else', () => {
    expect(friendlyFailure(modelError('auth'), owner, main)).toContain('MY_KEY');
    for (const kind of faults) {
      for (const [who, scope] of [
        [owner, group],
        [bob, group],
        [bob, { kind: 'person', person: 'console-bob' }],
      ] as const) {
        expect(friendlyFailure(modelError(kind), who, scope)).not.toMatch(/MY_KEY|nightjar\.yaml|\/srv/);
      }
    }
  });

  it('names the disk when the disk is the trouble, and passes on no path', () => {
    const full = new StateError('no space left to write /home/me/state.sqlite', { remedy: 'Free some disk space.' });
    expect(friendlyFailure(full, owner, main)).toBe('I could not write to my disk. Free some disk space.');
    expect(friendlyFailure(new MemoryError('unwritable', '/home/me'), bob, group)).not.toContain('/home');
    expect(friendlyFailure(new TypeError('x is undefined'), bob, group)).toMatch(/^Sorry/);
  });

  it('says that memory is out of reach, and how to get at it to the owner in private alone', () => {
    const gone = new MemoryError('unavailable', 'the folder is not where it was', { remedy: 'Mount /srv.' });
    expect(friendlyFailure(gone, owner, main)).toBe('The folder is not where it was. Mount /srv.');
    for (const who of [owner, bob]) expect(friendlyFailure(gone, who, group)).toMatch(/^I cannot get at my memory/);
    expect(friendlyFailure(gone, bob, group)).not.toMatch(/srv|folder/);
  });

  it('tells the owner how large a window is that is too small, and the way out', () => {
    const error = tooSmall('openai/m', 8_192);
    expect(friendlyFailure(error, owner, main)).toBe(
      'The model could not take my request. Its window is said to be 8,192 tokens, and I need 16,000. Choose a model with at least 16,000, or set contextTokens of this model in nightjar.yaml if that number is wrong.',
    );
    expect(friendlyFailure(error, bob, group)).not.toMatch(/8,192|nightjar\.yaml/);
  });
});
