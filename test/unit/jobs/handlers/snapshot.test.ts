// The file that a conversation leaves behind: one, in its own scope, whatever it is named and whatever dies meanwhile.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModelError, type Scope } from '../../../../src/contracts/index.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { endSession } from '../../../../src/sessions/endings.js';
import { isSnapshotOpen } from '../../../../src/sessions/snapshots.js';
import { answer, Killed, killedAt, openFlushHouse, user } from '../../../support/flush-house.js';
import { main, team } from '../../../support/memory/open.js';

async function stage() {
  const house = await openFlushHouse();
  const { db, clock, workspace } = house;
  /** A conversation that was ended. */
  async function ended(scope: Scope, ...texts: string[]): Promise<string> {
    const session = await house.session(scope);
    await house.say(session.id, ...texts.flatMap((text) => [user(text), answer(`re: ${text}`)]));
    await db.write(() => endSession(db, session, house.transcripts.read(session.id), 'command', clock.now()));
    return session.id;
  }
  const files = () =>
    readdirSync(workspace, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort();
  const open = (session: string) => isSnapshotOpen(db, session);
  return { ...house, ended, files, open };
}

const named = (text: string) => scriptedModel(() => ({ text }));

describe('a snapshot', () => {
  it('is named by the model, from the end of the conversation', async () => {
    const { ended, snapshot, files, text, open } = await stage();
    const session = await ended(main, '锅炉坏了');
    const model = named('锅炉维修');
    await snapshot(session, { model });
    expect(files()).toEqual(['memory/2026-11-29-锅炉维修.md']);
    expect(text('memory/2026-11-29-锅炉维修.md')).toContain('> re: 锅炉坏了');
    expect(open(session)).toBe(false);
    const [request] = model.requests;
    expect(request?.messages[0]).toMatchObject({ role: 'user', text: expect.stringContaining('锅炉坏了') });
    expect(request?.tools).toEqual([]);
  });

  it('has the time for a name where there is no model, it fails, or it talks', async () => {
    const { ended, snapshot, files } = await stage();
    await snapshot(await ended(main, 'one'));
    await snapshot(await ended(main, 'two'), {
      model: scriptedModel([{ fail: new ModelError('auth', 'no key') }]),
    });
    await snapshot(await ended(main, 'three'), {
      model: named('Sure! Here is the name that you have asked me to give it:'),
    });
    expect(files()).toEqual([
      'memory/2026-11-29-0900-2.md',
      'memory/2026-11-29-0900-3.md',
      'memory/2026-11-29-0900.md',
    ]);
  });

  it('is named by the time of day where the budget of the day is spent', async () => {
    const { ended, snapshot, files, db } = await stage();
    const limits = { snapshot: { runs: 1 } };
    const model = named('boiler');
    await snapshot(await ended(main, 'one'), { model, limits });
    await snapshot(await ended(main, 'two'), { model, limits });
    expect(files()).toEqual(['memory/2026-11-29-0900.md', 'memory/2026-11-29-boiler.md']);
    expect(model.requests).toHaveLength(1);
    expect(db.sql('SELECT kind, runs FROM work_use').all()).toEqual([{ kind: 'snapshot', runs: 1 }]);
  });

  it('is named once, however often the disk refuses it', async () => {
    const { ended, snapshot, workspace } = await stage();
    const session = await ended(main, 'one');
    writeFileSync(join(workspace, 'memory'), 'no folder');
    const model = named('boiler');
    await expect(snapshot(session, { model, tries: 4 })).rejects.toThrow();
    expect(model.requests).toHaveLength(1);
  });

  it('does not wait long for a name', async () => {
    const { ended, snapshot, files, clock } = await stage();
    const session = await ended(main, 'one');
    const waiting = snapshot(session, { model: scriptedModel([{ hang: true }]) });
    while (files().length === 0) await clock.advance(1_000);
    await waiting;
    expect(files()).toEqual(['memory/2026-11-29-0900.md']);
  });

  it('of another conversation of the same name gets a number', async () => {
    const { ended, snapshot, files } = await stage();
    for (const text of ['one', 'two']) await snapshot(await ended(main, text), { model: named('boiler') });
    expect(files()).toEqual(['memory/2026-11-29-boiler-2.md', 'memory/2026-11-29-boiler.md']);
  });

  it('stands in the memory of its own scope alone', async () => {
    const { ended, snapshot, files } = await stage();
    await snapshot(await ended(team, 'only for the team'));
    await snapshot(await ended(main, 'only for me'));
    const [group, own, ...rest] = files();
    expect(group).toMatch(/^groups\/[^/]+\/memory\/2026-11-29-0900\.md$/);
    expect([own, rest]).toEqual(['memory/2026-11-29-0900.md', []]);
  });

  it('belongs to the owner’s day of its last message (C067)', async () => {
    const { ended, snapshot, files, clock } = await stage();
    clock.set(Date.parse('2026-04-11T19:53:00Z'));
    const session = await ended(main, 'late');
    clock.set(Date.parse('2026-04-13T09:00:00Z'));
    await snapshot(session, { timezone: 'Asia/Shanghai' });
    expect(files()).toEqual(['memory/2026-04-12-0353.md']);
  });

  it('is not made where nothing was said or none is wanted', async () => {
    const { ended, snapshot, files, open } = await stage();
    const silent = await ended(main);
    await snapshot(silent);
    const unwanted = await ended(main, 'hello');
    await snapshot(unwanted, { messages: 0 });
    expect(files()).toEqual([]);
    expect([open(silent), open(unwanted)]).toEqual([false, false]);
  });

  for (const behind of [false, true]) {
    for (const at of [1, 2, 3]) {
      it(`is there once after a kill ${behind ? 'behind' : 'before'} write ${at}, whatever it would be named then`, async () => {
        const { ended, snapshot, files, text, open, db, remember } = await stage();
        const session = await ended(main, 'the one');
        await snapshot(session, { on: killedAt(db, at, behind), model: named('first') }).catch((error: unknown) =>
          expect(error).toBeInstanceOf(Killed),
        );
        await (await remember()).recover();
        await snapshot(session, { model: named('second') });
        const [file = '', ...rest] = files();
        expect(rest).toEqual([]);
        expect(text(file)).toContain('> the one');
        expect(db.sql('SELECT path FROM snapshots').column<string>()).toEqual([file]);
        expect(open(session)).toBe(false);
      });
    }
  }
});
