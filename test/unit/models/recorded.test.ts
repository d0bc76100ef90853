// Each request of a model is counted under the model that answered it, on whoever's account it was, and told to the log.

import { describe, expect, it } from 'vitest';
import { type Charge, type ChatModel, ModelError, type ModelUse } from '../../../src/contracts/index.js';
import { charged, chargedAs } from '../../../src/models/charge.js';
import { withFallbacks } from '../../../src/models/fallback.js';
import { onBudget } from '../../../src/models/metered.js';
import { recorded, recordedSpeech } from '../../../src/models/recorded.js';
import { type Script, scriptedModel } from '../../../src/models/scripted.js';
import { boundless } from '../../support/budgets.js';
import { FakeClock } from '../../support/fake-clock.js';
import { memoryLog } from '../../support/memory-log.js';

const SECRET_WORDS = 'the tax of 山田さん';
const request = { system: '', messages: [{ role: 'user' as const, text: SECRET_WORDS }], tools: [] };
const bob: Charge = { kind: 'talk', scope: { kind: 'person', person: 'bob' }, chat: '{}', person: 'bob' };

function house() {
  const noted: [Charge, ModelUse][] = [];
  const log = memoryLog();
  const parts = {
    clock: new FakeClock(),
    log,
    note: async (charge: Charge, use: ModelUse) => void noted.push([charge, use]),
  };
  const model = (id: string, script: Script) => recorded(scriptedModel(script, { id }), parts);
  return { noted, log, parts, model };
}

async function ask(model: ChatModel | undefined): Promise<void> {
  for await (const _ of model?.stream(request, new AbortController().signal) ?? []);
}

describe('a recorded model', () => {
  it('is counted under its own name when it stands in for another', async () => {
    const { noted, log, parts, model } = house();
    const first = model('p/one', [{ text: 'half an ans', fail: new ModelError('unavailable', 'gone') }]);
    const second = model('p/two', [{ text: 'yes', usage: { input: 70, output: 7, cached: 50 } }]);
    await charged(bob, () => ask(withFallbacks(first, [second], parts)));
    expect(noted).toMatchObject([
      [bob, { model: 'p/one', cached: 0 }],
      [bob, { model: 'p/two', input: 70, cached: 50, output: 7 }],
    ]);
    expect(log.events.map(({ event, fields }) => [event, fields.model, fields.end])).toEqual([
      ['model.asked', 'p/one', undefined],
      ['model.answered', 'p/one', 'failed: unavailable'],
      ['model.fallback', 'p/one', undefined],
      ['model.asked', 'p/two', undefined],
      ['model.answered', 'p/two', 'end'],
    ]);
    expect(JSON.stringify(log.events)).not.toMatch(/tax|山田|half|yes/);
  });

  it('is on the account of its own work, however many run at once', async () => {
    const { noted, log, model } = house();
    const one = model('p/one', () => ({ text: 'ok', usage: { input: 9, output: 1 } }));
    const ann: Charge = { kind: 'talk', scope: { kind: 'main' }, person: 'owner' };
    await Promise.all([
      charged(bob, () => ask(one)),
      charged(ann, () => onBudget({ budgets: boundless, log }, 'compaction', one, ask)),
      charged(ann, () => chargedAs('apart', () => ask(one))),
      ask(one),
    ]);
    expect(noted.map(([{ kind, person = '' }]) => `${kind} ${person}`.trim()).sort()).toEqual([
      'apart owner',
      'compaction owner',
      'talk',
      'talk bob',
    ]);
  });

  it('costs nothing where it failed before a word, and speech costs what was heard', async () => {
    const { noted, parts, model } = house();
    await ask(model('p/one', [{ fail: new ModelError('auth', 'no') }]));
    expect(noted).toEqual([]);
    const hear = recordedSpeech(async () => '请明天提醒我交税', 'whisper', parts.note);
    await charged(bob, () =>
      hear({ bytes: new Uint8Array(), name: 'a', mime: 'audio/ogg' }, new AbortController().signal),
    );
    expect(noted).toMatchObject([
      [
        { ...bob, kind: 'transcription' },
        { model: 'whisper', input: 0 },
      ],
    ]);
  });
});
