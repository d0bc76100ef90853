// A chain whose models have windows of different sizes: each is asked with what fits it.

import { describe, expect, it } from 'vitest';
import {
  type ChatModel,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type Refit,
} from '../../../src/contracts/index.js';
import { withFallbacks } from '../../../src/models/fallback.js';
import { type ScriptStep, scriptedModel } from '../../../src/models/scripted.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ask, keptLog, textOf } from '../../support/stream.js';

const model = (name: string, step: ScriptStep, contextTokens: number) =>
  scriptedModel(() => step, { id: `test/${name}`, contextTokens });
const broken: ScriptStep = { fail: new ModelError('network', 'not there') };
const long = ask('妹妹住在京都'.repeat(20_000));

async function run(chain: ChatModel, request: ModelRequest, refit?: Refit): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of chain.stream(request, new AbortController().signal, refit)) events.push(event);
  return events;
}
const chainOf = (first: ChatModel, ...rest: ChatModel[]) =>
  withFallbacks(first, rest, { clock: new FakeClock(), log: keptLog() });
const fitting =
  (asked: string[] = []): Refit =>
  ({ id, contextTokens }) => {
    asked.push(`${id} ${contextTokens}`);
    return ask(`within ${contextTokens}`);
  };

describe('refit', () => {
  it('makes the request anew for each smaller window, and for no other', async () => {
    const same = model('b', broken, 200_000);
    const small = model('c', broken, 32_000);
    const smaller = model('d', { text: 'D' }, 16_000);
    const asked: string[] = [];
    const events = await run(chainOf(model('a', broken, 200_000), same, small, smaller), long, fitting(asked));
    expect(textOf(events)).toBe('D');
    expect(events[0]).toEqual({ type: 'using', model: 'test/d', configured: 'test/a' });
    expect(asked).toEqual(['test/c 32000', 'test/d 16000']);
    expect(same.requests[0]).toEqual(long);
    expect(small.requests[0]).toEqual(ask('within 32000'));
    expect(smaller.requests[0]).toEqual(ask('within 16000'));
  });

  it('without it, a model is left out for which the request is too long', async () => {
    const small = model('b', { text: 'B' }, 16_000);
    expect(await run(chainOf(model('a', broken, 200_000), small), long)).toMatchObject([
      { error: { kind: 'network' } },
    ]);
    expect(small.requests).toEqual([]);
  });

  it('whoever can refit has measured: the first model is asked, whatever an estimate says', async () => {
    const only = model('a', { text: 'A' }, 16_000);
    expect(textOf(await run(chainOf(only), long, fitting()))).toBe('A');
    expect(only.requests[0]).toEqual(long);
  });

  it('passes over a model for which nothing fits', async () => {
    const small = model('b', { text: 'B' }, 16_000);
    const middle = model('c', { text: 'C' }, 64_000);
    const refit: Refit = ({ id, contextTokens }) => {
      if (contextTokens < 32_000) throw new ModelError('overflow', `nothing fits ${id}`);
      return ask('fits');
    };
    expect(textOf(await run(chainOf(model('a', broken, 200_000), small, middle), long, refit))).toBe('C');
    expect(small.requests).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['overflow', new ModelError('overflow', 'nothing fits')],
    ['overflow', new Error('a bug')],
  ])('tells why nothing fitted when no other failure came first (%s)', async (kind, thrown) => {
    const first = model('a', broken, 200_000);
    const small = model('b', { text: 'B' }, 16_000);
    const refit: Refit = () => {
      throw thrown;
    };
    const chain = chainOf(first, small);
    expect(await run(chain, long, refit)).toMatchObject([{ type: 'failed', error: { kind: 'network' } }]);
    // The first one rests now, so that the second begins; its own failure is not the one to report.
    expect(await run(chain, long, refit)).toMatchObject([{ type: 'failed', error: { kind: 'network' } }]);
    const alone = chainOf(model('a', { fail: new ModelError(kind as 'overflow', 'full') }, 200_000), small);
    expect(await run(alone, long, refit)).toMatchObject([{ type: 'failed', error: { kind, message: 'full' } }]);
  });

  it('an overflow goes to a larger window only, as before', async () => {
    const full: ScriptStep = { fail: new ModelError('overflow', 'full') };
    const small = model('b', { text: 'B' }, 16_000);
    const large = model('c', { text: 'C' }, 400_000);
    const asked: string[] = [];
    expect(textOf(await run(chainOf(model('a', full, 200_000), small, large), long, fitting(asked)))).toBe('C');
    expect(asked).toEqual([]);
    expect(large.requests[0]).toEqual(long);
  });

  it('goes by the windows as they are known now', async () => {
    let window = 200_000;
    const second: ChatModel = {
      ...model('b', { text: 'B' }, 0),
      get contextTokens() {
        return window;
      },
    };
    const chain = chainOf(model('a', broken, 100_000), second);
    const asked: string[] = [];
    await run(chain, long, fitting(asked));
    window = 20_000;
    await run(chain, long, fitting(asked));
    expect(asked).toEqual(['test/b 20000']);
  });
});
