// Presses under the word that a dream waits: the owner's, in private, once, and only about the plan that was shown.

import { describe, expect, it } from 'vitest';
import { type Dream, MemoryError, type OutboundMessage } from '../../../../src/contracts/index.js';
import { insertDreamNotice } from '../../../../src/gateway/dream-notice.js';
import { openAccess } from '../../../support/access.js';
import { ann, type DreamStage, dream, line, openDreams, plan } from '../../../support/dreams.js';

const owner = 'telegram:1';
const DAY = 86_400_000;
const lines = [line('+ - The boat is called Seeadler.', ['memory/2026-11-29.md:4'])];
const shown = dream({ id: 7, scope: ann, state: 'held', plan: plan(lines, { refused: ['A question is no fact.'] }) });

async function stage(of: DreamStage = {}, one: Dream = shown) {
  const dreams = openDreams(of, [one]);
  const house = await openAccess({ dreams });
  const { db, clock } = house;
  const to = () => ({ owners: [owner], channels: ['telegram'], now: clock.now() });
  const told = await db.write(() => insertDreamNotice(db, one, to()));
  const row = db.sql<{ message: string }>('SELECT message FROM outbox WHERE row = ?').get([told?.row ?? 0]);
  const { buttons = [] } = JSON.parse(row?.message ?? '{}') as OutboundMessage;
  const press = async (label: string, account = owner, said = {}) => {
    const id = buttons.find((button) => button.label === label)?.id;
    const all = await house.press(account, id, said);
    return all.filter(({ text }) => !text.startsWith('The night of')).map(({ text }) => text);
  };
  return { ...house, dreams, press };
}

describe('a press under a dream that waits', () => {
  it('writes it, once; later ones hear how it stands', async () => {
    const { press, dreams } = await stage();
    expect(await press('Apply')).toEqual(['Done: 1 line came. `/dream undo person:ann` takes it back.']);
    expect(dreams.rows[0]?.state).toBe('ok');
    for (const label of ['Apply', 'Skip']) {
      expect(await press(label)).toEqual([
        'That is decided already: it is written. `/dream undo person:ann` takes it back.',
      ]);
    }
    await dreams.undo(ann);
    expect(await press('Apply')).toEqual(['That is decided already: it was written, and taken back since.']);
  });

  it('leaves it', async () => {
    const { press, dreams } = await stage();
    expect(await press('Skip')).toEqual([expect.stringMatching(/^Skipped: nothing was changed/)]);
    expect(dreams.rows[0]?.state).toBe('skipped');
    expect(await press('Apply')).toEqual(['That is decided already: it was skipped, and nothing was changed.']);
  });

  it('shows the details as often as one likes, before and after the decision, and decides nothing', async () => {
    const { press, dreams } = await stage();
    for (let n = 0; n < 2; n++) {
      const [text = ''] = await press('Details');
      expect(text).toContain('    from memory/2026-11-29.md:4');
      expect(text).toContain('- A question is no fact.');
    }
    expect(dreams.rows[0]?.state).toBe('held');
    expect(await press('Apply')).toEqual([expect.stringMatching(/^Done/)]);
    expect((await press('Details'))[0]).toContain('Seeadler');
  });

  it('agrees to nothing but what was shown', async () => {
    const { press, dreams } = await stage();
    const eve = [line('+ - The boat belongs to Eve.')];
    dreams.rows[0] = { ...shown, plan: plan(eve) };
    expect(await press('Apply')).toEqual([
      'That proposal was replaced by a newer one; `/dream show person:ann` shows it.',
    ]);
    expect(dreams.rows[0].state).toBe('held');
    expect((await press('Details'))[0]).not.toContain('Eve');
  });

  it('hears that another one took its place, that it is looked at again, or that nothing is kept', async () => {
    const becomes: [Partial<Dream> | undefined, RegExp][] = [
      [{ state: 'replaced' }, /replaced by a newer one/],
      [{ state: 'nothing' }, /nothing left to do/],
      [{ state: 'failed' }, /did not work.*`\/dream status person:ann`/],
      [undefined, /is over/],
    ];
    for (const [more, words] of becomes) {
      const { press, dreams } = await stage();
      if (more) dreams.rows[0] = { ...shown, ...more };
      else dreams.rows.length = 0;
      expect(await press('Apply')).toEqual([expect.stringMatching(words)]);
    }
    const { press, dreams } = await stage();
    const { plan: _, ...without } = shown;
    dreams.rows[0] = { ...without, state: 'queued' };
    expect(await press('Skip')).toEqual([expect.stringMatching(/look at everything again and ask you anew/)]);
  });

  it('says so where MEMORY.md was changed since', async () => {
    const { press } = await stage({ applied: 'queued' });
    expect(await press('Apply')).toEqual([
      'MEMORY.md was changed since, so I look at everything again and ask you anew.',
    ]);
  });

  it('keeps its use where the disk refused', async () => {
    const { press, dreams } = await stage();
    dreams.stage.trouble = new MemoryError('unwritable', 'the disk is full', { remedy: 'Make room.' });
    expect(await press('Apply')).toEqual([
      'I could not write to my disk, so nothing was changed. The disk is full. Make room.',
    ]);
    delete dreams.stage.trouble;
    expect(await press('Apply')).toEqual([expect.stringMatching(/^Done/)]);
  });

  it('C101 C140: of anybody but the owner in private is refused in silence', async () => {
    const { press, dreams, say, lastState } = await stage();
    await say(owner, '/allow telegram:6');
    await say(owner, '/allow here', { group: '-100' });
    await say(owner, '/members admin telegram:7', { group: '-100' });
    for (const label of ['Apply', 'Skip', 'Details']) {
      for (const [who, said] of [
        ['telegram:6', {}],
        ['telegram:55', {}],
        ['telegram:7', { group: '-100' }],
        [owner, { group: '-100' }],
        [owner, { kind: 'bot' }],
      ] as const) {
        expect(await press(label, who, said)).toEqual([]);
        expect(lastState()).toBe('refused');
      }
    }
    expect(dreams.rows[0]?.state).toBe('held');
  });

  it('works for a week, and then says what to do', async () => {
    const { press, clock, dreams } = await stage();
    await clock.advance(7 * DAY - 1);
    expect((await press('Details'))[0]).toContain('Seeadler');
    await clock.advance(1);
    expect(await press('Apply')).toEqual([
      'That button is too old, so nothing was changed. `/dream status` tells what waits by now.',
    ]);
    expect(dreams.rows[0]?.state).toBe('held');
  });
});
