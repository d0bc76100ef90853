// /dream as people type it: of their own memory, of another one only by the owner in private, and in words whatever happens.

import { describe, expect, it } from 'vitest';
import { type Dream, MemoryError, type Scope } from '../../../src/contracts/index.js';
import { openAccess } from '../../support/access.js';
import { ann, type DreamStage, dream, line, main, openDreams, plan } from '../../support/dreams.js';

const owner = 'telegram:1';
const team = { kind: 'group', channel: 'telegram', chat: '-100' } as const;
const inTeam = { group: '-100' };
const changed = plan([line('+ - The boat is called Seeadler.', ['memory/2026-11-29.md:4'])]);

async function stage(of: DreamStage = {}, rows: Dream[] = []) {
  const dreams = openDreams(of, rows);
  const house = await openAccess({ dreams });
  const ask = async (args: string, account = owner, said = {}) =>
    (await house.say(account, `/dream ${args}`.trim(), said)).at(-1)?.text ?? '';
  return { ...house, dreams, ask };
}

describe('/dream', () => {
  it('without a word tells how it stands, and what can be said', async () => {
    const { ask, dreams } = await stage();
    expect(await ask('')).toBe(
      'I have not dreamt here yet; `/dream now` has me do it.\nA yes is needed for much at once, for what was written by hand, and for what was quoted or came from a tool or the web.\n\nI can do this: `/dream now`, `/dream status`, `/dream show`, `/dream apply`, `/dream skip`, `/dream undo`, `/dream explain TEXT`. Here you may name another memory behind the word, as `/dream status` lists them: `/dream show group:telegram:-100123`.',
    );
    dreams.rows.push(dream({ plan: changed }));
    expect(await ask('status')).toMatch(
      /^The last night \(2026-11-30\): 1 line came\. `\/dream undo` takes it back\.\nA yes/,
    );
    for (const odd of ['nonsense', 'now please', 'undo 3'])
      expect(await ask(odd)).toMatch(/^I can do this: `\/dream now`/);
  });

  it('now waits a little, then shows what it wrote, or says that it is at it', async () => {
    const { ask, dreams } = await stage({ becomes: { state: 'ok', plan: changed } });
    expect(await ask('now')).toBe(
      'Done: 1 line came. `/dream undo` takes it back.\n```diff\nMEMORY.md\n+ - The boat is called Seeadler.\n    from memory/2026-11-29.md:4\n```',
    );
    expect(dreams.asked).toEqual(['begin main', 'ended 8000']);
    dreams.stage.becomes = { state: 'nothing' };
    expect(await ask('NOW')).toBe('There was nothing to do.');
    dreams.stage.becomes = { state: 'failed', reason: 'the model did not answer' };
    expect(await ask('now')).toBe('That did not work: The model did not answer.');
    delete dreams.stage.becomes;
    expect(await ask('now')).toBe('I am at it; `/dream status` tells how it went.');
    expect(await ask('status')).toMatch(/^The last look \(2026-11-30\): I am at it\./);
  });

  it('now where it is off begins nothing, and says how to turn it on to whoever can', async () => {
    const { ask, dreams, say } = await stage({ policy: { enabled: false, apply: 'ask' } });
    expect(await ask('now')).toMatch(/^Dreaming is off here.*`dreaming\.enabled: true`/);
    await say(owner, '/allow telegram:6');
    expect(await ask('now', 'telegram:6')).toMatch(/^Dreaming is off here.*Whoever runs me/);
    expect(dreams.asked).toEqual([]);
  });

  it('shows and decides what waits, and says when nothing does', async () => {
    const held = dream({ state: 'held', plan: { ...changed, refused: ['It said x.'] }, reason: 'it was quoted' });
    const { ask, dreams } = await stage({}, [held]);
    expect(await ask('show')).toMatch(
      /waits for your yes: 1 line would come\. It was quoted\.[\s\S]*Seeadler[\s\S]*- It said x\./,
    );
    expect(await ask('apply')).toBe('Done: 1 line came. `/dream undo` takes it back.');
    expect(dreams.rows[0]?.state).toBe('ok');
    expect(await ask('apply')).toBe(
      'There is nothing that waits. The last night (2026-11-30): 1 line came. `/dream undo` takes it back.',
    );
    expect(await ask('skip')).toMatch(/^There is nothing that waits\./);
    expect(await ask('undo')).toMatch(/^Taken back: /);
    expect(await ask('undo')).toBe('There is nothing to take back.');
    dreams.rows[0] = held;
    expect(await ask('skip')).toMatch(/^Skipped: nothing was changed/);
    expect(dreams.rows[0]?.state).toBe('skipped');
  });

  it('says that it looks again where MEMORY.md was changed since', async () => {
    const { ask } = await stage({ applied: 'queued' }, [dream({ state: 'held', plan: changed })]);
    expect(await ask('apply')).toBe('MEMORY.md was changed since, so I look at everything again and ask you anew.');
  });

  it('says what to do where the disk refuses or the lines were changed', async () => {
    const { ask, dreams, say } = await stage({}, [
      dream({ plan: changed }),
      dream({ id: 2, scope: team, state: 'held', plan: changed }),
    ]);
    dreams.stage.trouble = new MemoryError('conflict', 'MEMORY.md was edited');
    expect(await ask('undo')).toMatch(/^The same lines were changed since.*by hand/);
    dreams.stage.trouble = new MemoryError('unwritable', 'MEMORY.md was not written: the disk is full', {
      remedy: 'Make room.',
    });
    expect(await ask('undo')).toBe(
      'I could not write to my disk, so nothing was changed. MEMORY.md was not written: the disk is full. Make room.',
    );
    await say(owner, '/allow here', inTeam);
    expect(await ask('apply', owner, inTeam)).toBe(
      'I could not write to my disk, so nothing was changed. Please tell whoever runs me.',
    );
    expect(dreams.rows[1]?.state).toBe('held');
    dreams.stage.trouble = new MemoryError('busy', 'somebody else is at it', { retryable: true });
    await expect(ask('undo')).rejects.toThrow('somebody else is at it');
  });

  it('explains a text, and asks for one', async () => {
    const says = ['It was said on 3 days.'];
    const { ask, dreams } = await stage({ explains: [{ text: 'the boat', sources: [], says }] });
    expect(await ask('explain')).toMatch(/^What shall I explain\?/);
    expect(await ask('explain the boat 船')).toBe('`the boat`\n- It was said on 3 days.');
    expect(dreams.asked).toEqual(['explain main the boat 船']);
  });
});

describe('whose memory /dream is about', () => {
  const scopes: Scope[] = [main, ann, { kind: 'person', person: 'ann b' }, team];
  const heldOf = (id: number, scope: Scope) => dream({ id, scope, state: 'held', plan: changed });

  it('is the owner’s in private unless another is named, and status lists all', async () => {
    const { ask, dreams } = await stage({ scopes }, [
      heldOf(1, main),
      heldOf(2, ann),
      dream({ id: 3, scope: team, plan: changed }),
    ]);
    const lines = (await ask('status')).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      expect.stringMatching(/^- `main`: 2026-11-30, waits for your yes.*`\/dream apply` writes it/),
      expect.stringMatching(/^- `person:ann`: 2026-11-30, waits for your yes.*`\/dream apply person:ann` writes it/),
      '- `person:ann b`: nothing yet.',
      '- `group:telegram:-100`: 2026-11-30, 1 line came. `/dream undo group:telegram:-100` takes it back.',
    ]);
    expect(await ask('status person:ann b')).toMatch(/^I have not dreamt here yet; `\/dream now person:ann b`/);
    expect(await ask('apply `person:ann`')).toMatch(/^Done: .*`\/dream undo person:ann`/);
    expect(dreams.rows.map(({ state }) => state)).toEqual(['held', 'ok', 'ok']);
    await ask('explain person:ann b the boat');
    await ask('explain annual report');
    expect(dreams.asked).toEqual(['explain person:ann b the boat', 'explain main annual report']);
    for (const unknown of ['show person:eve', 'explain person:eve x', 'undo group:x']) {
      expect(await ask(unknown)).toBe('I know no memory of that name. `/dream status` lists those that I have.');
    }
  });

  it('is the chat’s own elsewhere, whoever names another', async () => {
    const rows = [heldOf(1, main), heldOf(2, team)];
    const { ask, dreams, say } = await stage({ scopes }, rows);
    await say(owner, '/allow here', inTeam);
    for (const words of ['show main', 'apply main', 'undo person:ann', 'status main']) {
      expect(await ask(words, owner, inTeam)).toMatch(/^I can do this:/);
    }
    await ask('explain main secrets', owner, inTeam);
    expect(dreams.asked).toEqual(['explain group:telegram:-100 main secrets']);
    expect(await ask('status', owner, inTeam)).not.toMatch(/main|person:ann/);
    expect(await ask('apply', owner, inTeam)).toMatch(/^Done:/);
    expect(dreams.rows.map(({ state }) => state)).toEqual(['held', 'ok']);
  });

  it('is decided in a group by the owner or its admins, in private by whose it is', async () => {
    const { ask, dreams, say, identity } = await stage({ scopes }, [heldOf(1, main), heldOf(2, team)]);
    await say(owner, '/allow here', inTeam);
    await say(owner, '/allow telegram:6');
    await say(owner, '/members admin telegram:7', inTeam);
    expect(await ask('apply', 'telegram:6', inTeam)).toMatch(/^I do not know \/dream here/);
    expect(await ask('apply', 'telegram:7', inTeam)).toMatch(/^Done:/);
    const event = {
      chat: { channel: 'telegram', account: 'bot', chat: '6' },
      place: 'direct',
      from: { account: 'telegram:6', name: 'x', kind: 'person' },
    };
    const { person = '' } = identity.principal(event as never, true);
    dreams.rows.push(heldOf(3, { kind: 'person', person }));
    expect(await ask('apply main', 'telegram:6')).toMatch(/^I can do this:/);
    expect(await ask('apply', 'telegram:6')).toMatch(/^Done:/);
    expect(dreams.rows.map(({ state }) => state)).toEqual(['held', 'ok', 'ok']);
  });

  it('stands in /help behind memory for those who may use it', async () => {
    const { say } = await stage();
    expect((await say(owner, '/help')).at(-1)?.text).toMatch(/\n\/memory .*\n\/privacy .*\n\/dream \[now \|/);
  });
});
