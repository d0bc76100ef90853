// `nightjar tools` on a home: every layer of one tool, before the first start and beside a bot that runs.

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Scope, SessionKey } from '../../src/contracts/index.js';
import { ConfigError } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { insertInbox } from '../../src/gateway/inbox.js';
import { GATEWAY } from '../../src/gateway/roles.js';
import { openFolders } from '../../src/memory/folders.js';
import { openSession } from '../../src/sessions/rows.js';
import { explainTool, listTools } from '../../src/tools-desk.js';
import { load } from '../support/config-home.js';
import { FakeClock } from '../support/fake-clock.js';
import { tempDir } from '../support/temp-dir.js';

const YAML = `
tools:
  profile: messaging
  deny: [memory_write]
  scopes:
    - { scope: "person:安", profile: minimal }
    - { scope: "group:telegram:-200", deny: [read] }
channels:
  telegram:
    token: "1:a"
    groups: { "-100": { tools: ["group:memory", send_file] }, "-100:7": { tools: [memory_search] } }
  discord:
    token: abc
    groups: { "80351110224678912": { tools: [read] } }
`;
const MAIN: Scope = { kind: 'main' };
const GROUP: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };

const house = () => ({ home: tempDir(), loaded: load({ yaml: YAML }) });
const allOf = async (where: ReturnType<typeof house>, scope: Scope, thread?: string) => {
  const { data } = await listTools(where, { scope, ...(thread === undefined ? {} : { thread }) });
  return (data as { name: string; shown: boolean }[]).filter(({ shown }) => shown).map(({ name }) => name);
};

async function state({ home }: ReturnType<typeof house>) {
  const opened = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => opened.close());
  return opened.db;
}

describe('nightjar tools', () => {
  it('lists every tool with the layer that takes it away, before the first start too', async () => {
    const { data, text } = await listTools(house(), { scope: MAIN });
    expect(text).toMatch(/^Tools of main;/);
    expect(text).toMatch(/^memory_search +yes {2}memory$/m);
    expect(text).toMatch(/^memory_write +no {3}configuration: The configuration denies it\.$/m);
    expect(text).toMatch(/^web_fetch +no {3}profile: The profile is messaging; it needs assistant or a wider one\.$/m);
    expect(data).toContainEqual(
      expect.objectContaining({ name: 'memory_write', group: 'memory', shown: false, layer: 'configuration' }),
    );
  });

  it('knows what a person and a group have, and what a topic has less', async () => {
    expect(await allOf(house(), { kind: 'person', person: '安' })).toEqual([
      ...['read', 'memory_search', 'memory_get', 'skill_search', 'session_status'],
    ]);
    expect(await allOf(house(), GROUP)).toEqual(['memory_search', 'memory_get', 'send_file']);
    expect(await allOf(house(), GROUP, '7')).toEqual(['memory_search']);
  });

  it('explains one layer by layer, with the entry that decided', async () => {
    const { data, text } = await explainTool(house(), { scope: GROUP }, 'read');
    expect(text.split('\n')).toEqual([
      'read is not there in group:telegram:-100: the layer group takes it away.',
      'It belongs to group:files and to the profile minimal.',
      'profile        yes  The profile messaging has it.',
      'configuration  yes  The configuration does not deny it.',
      'scope          yes  Nothing is taken away here.',
      'group          no   It is not on the list of this chat. (tools of the group: group:memory, send_file)',
      'place          yes  It works here.',
    ]);
    expect(data).toMatchObject({ name: 'read', shown: false, layer: 'group' });
  });

  it('says of one that is there when it is not in a scheduled run', async () => {
    const { data, text } = await explainTool(house(), { scope: MAIN }, 'schedule');
    expect(text).toMatch(/^schedule is there in main\.\n/);
    expect(text).toMatch(/\nNot in a scheduled run\. It works only when a person has just asked\.$/);
    expect(data).toMatchObject({ shown: true, scheduled: { shown: false } });
    expect((await explainTool(house(), { scope: MAIN }, 'read')).text).not.toContain('scheduled');
  });

  it('names the nearest tool to one that there is not', async () => {
    const asked = explainTool(house(), { scope: MAIN }, 'memory-serch');
    await expect(asked).rejects.toThrow(ConfigError);
    await expect(asked).rejects.toMatchObject({ remedy: 'Did you mean memory_search?' });
    await expect(explainTool(house(), { scope: MAIN }, '不明\u001b[2J')).rejects.toMatchObject({
      remedy: '`nightjar tools list` names them.',
    });
  });

  it('knows a group by another of its ids', async () => {
    const where = house();
    const db = await state(where);
    await openFolders(db, new FakeClock()).addAlias({ kind: 'group', channel: 'telegram', chat: '-100' }, '-200');
    const both = ['memory_search', 'memory_get', 'send_file'];
    expect(await allOf(where, { ...GROUP, chat: '-200' })).toEqual(both);
    const { text } = await explainTool(where, { scope: GROUP }, 'read');
    expect(text).toContain('scope          no   The configuration denies it here. (tools.scopes.deny: read)');
  });

  it('knows of a channel in which server it stands, from what was said there', async () => {
    const where = house();
    const db = await state(where);
    const chat = { channel: 'discord', account: 'bot', chat: '91' };
    const scope: Scope = { kind: 'group', channel: 'discord', chat: '91' };
    expect((await allOf(where, scope)).length).toBeGreaterThan(1);
    await openSession(db, { key: 'group/91' as SessionKey, scope, chat }, 0);
    const from = { account: 'discord:1', name: 'a', kind: 'person' as const };
    const said = { id: 'm', message: 'm', text: 'x', addressed: true, files: [], at: 0 };
    await db.write(() =>
      insertInbox(db, {
        ...{
          receiver: GATEWAY,
          session: 'group/91' as SessionKey,
          scope,
          state: 'refused',
          job: 'turn',
          acceptedAt: 0,
        },
        event: { ...said, type: 'message', chat, place: 'group', inside: ['80351110224678912'], from },
        principal: { account: 'discord:1', name: 'a', role: 'member' },
      }),
    );
    expect(await allOf(where, scope)).toEqual(['read']);
  });
});
