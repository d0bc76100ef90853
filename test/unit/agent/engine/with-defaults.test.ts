// An operator's own engine may be wrong in any way: the built-in one stands in, says so, and nobody waits in vain.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../../../src/agent/engine/load-engine.js';
import { type Composed, withDefaults } from '../../../../src/agent/engine/with-defaults.js';
import { ConfigError, type ContextEngine } from '../../../../src/contracts/index.js';
import { dialogue } from '../../../support/dialogue.js';
import { silentLog } from '../../../support/silent-log.js';
import { tempDir } from '../../../support/temp-dir.js';

/** As an operator writes it, whom no types hold back. */
type Own = (builtIn: ContextEngine) => Record<string, unknown>;

async function stage(own: Own) {
  let composed: Composed | undefined;
  const house = await dialogue(() => ({ text: 'ok' }), {
    engine(builtIn) {
      composed = withDefaults(own(builtIn) as Partial<ContextEngine>, builtIn, { name: './mine.js', log: silentLog });
      return composed.engine;
    },
  });
  return { ...house, troubles: () => composed?.troubles() ?? [] };
}

const rubbish: [name: string, change: (good: Record<string, unknown>) => unknown][] = [
  ['nothing', () => undefined],
  ['no manifest', ({ prompt }) => ({ prompt, manifest: null })],
  ['a manifest without parts', (good) => ({ ...good, manifest: { ...(good.manifest as object), parts: undefined } })],
  ['a prompt of messages alone', ({ prompt, ...rest }) => ({ ...rest, prompt: { messages: [] } })],
  [
    'messages that are none',
    (good) => ({ ...good, prompt: { ...(good.prompt as object), messages: [null, { role: 'user' }] } }),
  ],
  ['a refit that cannot be called', (good) => ({ ...good, refit: 5 })],
];

describe('an engine whose assemble gives', () => {
  for (const [name, change] of rubbish) {
    it(`${name} is stood in for`, async () => {
      const { say, troubles, manifests } = await stage((builtIn) => ({
        assemble: async (turn: never) => change({ ...(await builtIn.assemble(turn)) }),
      }));
      expect((await say('hello')).at(-1)).toMatchObject({ type: 'done', text: 'ok' });
      expect(troubles()).toEqual([expect.stringMatching(/^The engine \.\/mine\.js failed in assemble/)]);
      expect(manifests[0]?.parts.length).toBeGreaterThan(0);
    });
  }

  it('a good answer is taken as it is, under the name of its own turn', async () => {
    const { say, troubles, manifests, model, row } = await stage((builtIn) => ({
      async assemble(turn: never) {
        const { prompt, manifest } = await builtIn.assemble(turn);
        return { prompt: { ...prompt, system: 'Mine.' }, manifest: { ...manifest, session: 'of another', turn: 'x' } };
      },
    }));
    await say('hello');
    expect(troubles()).toEqual([]);
    expect(model.requests[0]?.system).toBe('Mine.');
    expect(manifests[0]).toMatchObject({ session: row().id, turn: 't1' });
  });
});

it('an engine whose compact answers with no numbers is stood in for', async () => {
  const { say, context, session, troubles } = await stage(() => ({ compact: async () => ({ done: true }) }));
  await say('hello');
  expect(await context.compact(session(), 'command')).toMatchObject({ done: false });
  expect(troubles()).toEqual([expect.stringContaining('failed in compact')]);
});

it('an engine that throws while it is made is named, with what to do', async () => {
  const home = tempDir();
  writeFileSync(join(home, 'mine.mjs'), "export function createEngine() { throw new Error('no luck'); }");
  const loading = loadEngine('./mine.mjs', home, {} as ContextEngine);
  await expect(loading).rejects.toBeInstanceOf(ConfigError);
  await expect(loading).rejects.toThrow(/mine\.mjs.*no luck/);
});
