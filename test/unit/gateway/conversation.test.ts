// What a chat is told of its own requests, from the tables of a whole house: nothing of another scope's.

import { describe, expect, it } from 'vitest';
import type { Log, Manifest, ManifestPart, Scope, SessionKey } from '../../../src/contracts/index.js';
import { conversationOf, lastRequestOf, type Whose } from '../../../src/gateway/conversation.js';
import { conversationLines, houseLines, notContradicted } from '../../../src/gateway/status.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { keepManifests } from '../../../src/sessions/manifests.js';
import { closeSession, openSession, recordCompaction, recordTurn } from '../../../src/sessions/rows.js';
import { openConversation } from '../../support/conversation.js';
import { file, manifest, part } from '../../support/manifest.js';
import { silentLog } from '../../support/silent-log.js';

const team: Scope = { kind: 'group', channel: 'chat', chat: 'team' };
const inTeam: Whose = { scope: team, session: 'group/chat/team' as SessionKey };
const inMain: Whose = { scope: { kind: 'main' }, session: 'main' as SessionKey };

async function open() {
  const house = await openConversation({ model: scriptedModel([]), groups: { team: {} }, idle: true });
  const { db, memory } = house;
  const errors: Record<string, unknown>[] = [];
  const log: Log = { ...silentLog, error: (event, fields) => void errors.push({ event, ...fields }) };
  const parts = { db, log, folders: memory.folders };
  let now = 1_000;

  async function begin({ scope, session }: Whose): Promise<string> {
    const chat = { channel: 'chat', account: 'bot', chat: 'team' };
    return (await openSession(db, { key: session, scope, chat }, ++now)).id;
  }
  const asked = (session: string, made: ManifestPart[], turn = 't1') =>
    db.write(() => keepManifests(db, [manifest(made, { session, turn, at: ++now })]));
  return { house, db, parts, errors, begin, asked };
}

const paths = (made?: { parts: readonly ManifestPart[] }) => made?.parts.map(({ path }) => path);

describe('the record of a request', () => {
  it('is told without parts of other scopes, which are an error in the log, without their paths', async () => {
    const { parts, errors, begin, asked } = await open();
    const id = await begin(inTeam);
    await asked(id, [
      file('AGENTS.md', { scope: 'shared' }),
      file('groups/team/MEMORY.md', { scope: 'group:chat:team' }),
      file('MEMORY.md', { scope: 'main' }),
      part('recall', { path: 'people/ann/MEMORY.md', scope: 'person:ann' }),
    ]);
    const own = ['AGENTS.md', 'groups/team/MEMORY.md'];
    expect(paths(conversationOf(parts, inTeam)?.manifest)).toEqual(own);
    expect(paths(lastRequestOf(parts, inTeam))).toEqual(own);
    expect(errors[0]).toMatchObject({ event: 'context.part-of-another-scope', session: id });
    expect(JSON.stringify(errors)).not.toMatch(/MEMORY/);
  });

  it('in the owner’s private chat holds no part of a group either', async () => {
    const { parts, errors, begin, asked } = await open();
    await asked(await begin(inMain), [file('MEMORY.md'), file('groups/team/MEMORY.md', { scope: 'group:chat:team' })]);
    expect(paths(lastRequestOf(parts, inMain))).toEqual(['MEMORY.md']);
    expect(errors).toHaveLength(1);
  });

  it('of a group that got another id counts under both', async () => {
    const { house, parts, errors, begin, asked } = await open();
    const old = { kind: 'group' as const, channel: 'chat', chat: 'team' };
    await house.memory.folders.addAlias(old, 'team2');
    const moved: Whose = { scope: { ...old, chat: 'team2' }, session: 'group/chat/team2' as SessionKey };
    await asked(await begin(moved), [
      file('groups/team/MEMORY.md', { scope: 'group:chat:team' }),
      part('history', { scope: 'group:chat:team2' }),
    ]);
    expect(lastRequestOf(parts, moved)?.parts).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it('is the newest of this chat’s own conversation; /why still knows the answer from before /new', async () => {
    const { db, parts, begin, asked } = await open();
    const first = await begin(inTeam);
    await asked(first, [file('old.md', { scope: 'shared' })]);
    await asked(first, [file('new.md', { scope: 'shared' })], 't2');
    await asked(await begin(inMain), [file('USER.md')]);
    expect(paths(conversationOf(parts, inTeam)?.manifest)).toEqual(['new.md']);
    await db.write(() => closeSession(db, first, 'command', 5_000));
    expect(conversationOf(parts, inTeam)).toBeUndefined();
    await begin(inTeam);
    expect(conversationOf(parts, inTeam)).toEqual({ compactions: 0 });
    expect(paths(lastRequestOf(parts, inTeam))).toEqual(['new.md']);
  });
});

describe('/status', () => {
  it('tells how full the window is, what was cut, how often it was summed up, and that summing up did not work', async () => {
    const { db, parts, begin, asked } = await open();
    const lines = (told: string[] = []) =>
      conversationLines(db, inTeam.session, conversationOf(parts, inTeam)?.manifest, told).map(
        ({ label, value }) => `${label}: ${value}`,
      );
    expect(lines()).toEqual(['This conversation: not begun']);
    const id = await begin(inTeam);
    await db.write(() => recordTurn(db, id, { input: 41_000, output: 200 }, 2_000));
    expect(lines()).toEqual(['This conversation: 1 turn, 41,200 tokens']);

    const cut = { characters: 2_296, of: 14_296 };
    await asked(id, [file('メモ.md', { scope: 'shared', cut }), file('AGENTS.md', { scope: 'shared', cut })]);
    await db.write(() => {
      recordCompaction(db, id, undefined, 3_000);
      recordCompaction(db, id, { says: 'The summary was empty.', at: 4_000, times: 1 }, 4_000);
    });
    expect(lines(['AGENTS.md is too long for the prompt'])).toEqual([
      'This conversation: 1 turn, 41,200 tokens, 24% of the window in use, summed up once',
      'Note: `メモ.md` in the prompt: 2,296 of its 14,296 characters are left out',
      'Note: Summing up did not work: The summary was empty; the conversation stays as it is.',
    ]);
  });

  it('tells of a cut file what really stood in the request, where a window has less room than the limits', () => {
    const [long, gone, same, other] = [
      'MEMORY.md is too long for the prompt: 10441 of its 30253 characters are left out',
      'USER.md is too long for the prompt: 10 of its 20500 characters are left out',
      'TOOLS.md has no room in the prompt: all of its 374 characters are left out',
      'openai/test has a window of only 20,000 tokens; long conversations are summed up often.',
    ];
    const cut = (path: string, characters: number, of: number) => file(path, { cut: { characters, of } });
    const parts = [cut('MEMORY.md', 20_000, 30_253), cut('USER.md', 20_500, 20_500), cut('TOOLS.md', 374, 374)];
    const request = { parts } as Manifest;
    expect(notContradicted([long, gone, same, other], request)).toEqual([same, other]);
    expect(notContradicted([long, gone], undefined)).toEqual([long, gone]);
  });

  it('counts one of a thing as one', () => {
    const house = (n: number) => ({
      ...{
        version: '1',
        home: '/home',
        gateway: null,
        model: 'm',
        skills: { usable: n, others: n - 1 },
        memory: { mode: 'lexical only', files: n },
      },
      ...{ channels: {}, messages: { open: n, unsent: n }, jobs: { waiting: n, running: n, dead: n } },
      ...{ sessions: { open: n, turns: n }, notes: [], work: { today: [], long: [] } },
    });
    const told = (n: number) => houseLines(house(n)).map(({ value }) => value);
    expect(told(1)).toEqual(
      expect.arrayContaining(['1 file, lexical only', '1 open, 1 turn', '1 usable', '1 unanswered, 1 reply unsent']),
    );
    expect(told(1_200)).toContain('1,200 open, 1,200 turns');
    expect(told(3)).toContain('3 usable, 2 not (`/skills` says why)');
  });

  it('forgets the trouble once summing up worked', async () => {
    const { db, begin } = await open();
    const id = await begin(inTeam);
    await db.write(() => {
      recordCompaction(db, id, { says: 'No.', at: 1, times: 1 }, 1);
      recordCompaction(db, id, undefined, 2);
    });
    const lines = conversationLines(db, inTeam.session, undefined, []);
    expect(lines.map(({ value }) => value)).toEqual(['0 turns, 0 tokens, summed up once']);
  });
});

describe('in a group', () => {
  it('a member is told why, and of neither /context nor /compact', async () => {
    const house = await openConversation({ model: scriptedModel([]), groups: { team: {} } });
    const chat = { channel: 'chat', account: 'bot', chat: 'team' };
    const base = { type: 'command' as const, chat, place: 'group' as const, args: '' };
    const bob = { account: 'chat:bob', name: 'bob', kind: 'person' as const };
    const owner = { account: 'chat:owner', name: 'owner', kind: 'person' as const };
    const names = ['context', 'compact', 'why'];
    await house.happens(...names.map((name, n) => ({ ...base, id: `b${n}`, from: bob, name })));
    await house.until(() => house.texts('team').length === 3);
    expect(house.texts('team').sort()).toEqual([
      expect.stringMatching(/^I do not know \/compact here/),
      expect.stringMatching(/^I do not know \/context here/),
      expect.stringMatching(/^I have no answer here on record/),
    ]);
    await house.happens(...names.map((name, n) => ({ ...base, id: `o${n}`, from: owner, name })));
    await house.until(() => house.texts('team').length === 6);
    expect(house.texts('team').slice(3).sort()).toEqual([
      expect.stringMatching(/^I have no answer here on record/),
      expect.stringMatching(/^Nothing was asked in this conversation yet/),
      'There is nothing to sum up yet.',
    ]);
  });
});
