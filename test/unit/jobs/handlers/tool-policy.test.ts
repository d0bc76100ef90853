// Tools through the house: what is denied to a chat is in none of its requests and comes to nothing when it is called all the
// same; scheduled runs keep the same rules; /tools tells each chat of itself alone.

import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/contracts/index.js';
import { type Script, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation, type Stage } from '../../../support/conversation.js';
import { runStage, TEAM, whole } from '../../../support/jobs/run-stage.js';

const TEAM_SCOPE = { kind: 'group', channel: 'chat', chat: 'team' } as const;
const shown = (request: ModelRequest | undefined) => request?.tools?.map(({ name }) => name).sort() ?? [];
const results = ({ messages }: ModelRequest) => messages.flatMap((one) => (one.role === 'tool' ? [one.text] : []));

/** Calls every one of these tools first, and then answers. */
const calling =
  (...names: string[]): Script =>
  (request) =>
    results(request).length === 0
      ? { calls: names.map((name) => ({ name, args: { path: 'AGENTS.md', target: 'long', text: 'x', query: 'x' } })) }
      : { text: 'so be it' };

async function stage(script: Script, more: Partial<Stage> = {}) {
  const model = scriptedModel(script);
  const house = await openConversation({ model, groups: { team: {}, other: {} }, ...more });
  await house.identity.admit('chat:bob', 'bob', 0);
  const answer = async (group: string, who: string, text: string, thread?: string) => {
    const before = house.sent.length;
    const chat = { channel: 'chat', account: 'bot', chat: group, ...(thread === undefined ? {} : { thread }) };
    if (group === who) await house.dm(who, text);
    else await house.says(group, who, text, { chat });
    await house.until(() => house.sent.length > before);
    return house.sent.at(-1)?.message.text ?? '';
  };
  return { ...house, model, answer };
}

describe('a tool that is denied to a chat', () => {
  it('by its list is in no request of that chat, and calling it all the same changes nothing', async () => {
    const { answer, model, db } = await stage(calling('memory_write', 'read'), {
      groups: { team: { tools: ['memory_search', 'read'] }, other: {} },
    });
    expect(await answer('team', 'bob', 'note this')).toBe('so be it');
    expect(model.requests).toHaveLength(2);
    for (const request of model.requests) {
      expect(shown(request)).toEqual(['memory_search', 'read']);
      expect(JSON.stringify(request.tools)).not.toContain('memory_write');
    }
    const [, second] = model.requests;
    const [refused, read] = second ? results(second) : [];
    expect(refused).toBe('Error: There is no tool memory_write here. You have: read, memory_search.');
    expect(read).not.toMatch(/^Error: There is no tool/);
    expect(db.sql('SELECT count(*) FROM ledger').column()).toEqual([0]);
    // Another group is not confined by it.
    await answer('other', 'bob', 'hello');
    expect(shown(model.requests.at(-1))).toContain('memory_write');
  });

  it('by profile, configuration or for one memory is gone there alone', async () => {
    const { answer, model } = await stage(() => ({ text: 'ok' }), {
      toolSettings: {
        profile: 'messaging',
        deny: ['group:fs'],
        scopes: [
          { scope: TEAM_SCOPE, profile: 'full', deny: ['schedule'] },
          { scope: { kind: 'main' }, profile: 'minimal' },
        ],
      },
    });
    await answer('owner', 'owner', 'hello');
    expect(shown(model.requests.at(-1))).toEqual(['memory_get', 'memory_search', 'session_status']);
    await answer('team', 'bob', 'hello');
    expect(shown(model.requests.at(-1))).toEqual([
      ...['memory_get', 'memory_search', 'memory_write', 'send_file'],
      ...['session_status', 'sessions_history', 'sessions_list'],
    ]);
    await answer('other', 'bob', 'hello');
    expect(shown(model.requests.at(-1))).toContain('schedule');
    for (const request of model.requests) expect(shown(request)).not.toContain('message');
  });

  it('in a topic is what the topic or its group denies', async () => {
    const { answer, model } = await stage(() => ({ text: 'ok' }), {
      groups: { team: { tools: ['group:memory'] }, 'team:7': { tools: ['memory_search', 'read'] }, 'team:8': {} },
    });
    await answer('team', 'bob', 'hello', '7');
    expect(shown(model.requests.at(-1))).toEqual(['memory_search']);
    await answer('team', 'bob', 'hello', '8');
    expect(shown(model.requests.at(-1))).toEqual(['memory_get', 'memory_search', 'memory_write']);
  });

  it('does not depend on who speaks: a group’s requests begin alike for its owner and its members', async () => {
    const { answer, model } = await stage(() => ({ text: 'ok' }));
    await answer('team', 'owner', 'hello');
    await answer('team', 'bob', 'hello');
    const [one, two] = model.requests;
    expect(two?.tools).toEqual(one?.tools);
  });

  it('follows a group to the id that its platform gave it, whichever the configuration names', async () => {
    const { answer, model, memory } = await stage(() => ({ text: 'ok' }), {
      groups: { team: {}, moved: {} },
      toolSettings: { scopes: [{ scope: { ...TEAM_SCOPE, chat: 'moved' }, allow: ['read'] }] },
    });
    await memory.folders.addAlias(TEAM_SCOPE, 'moved');
    await answer('moved', 'bob', 'hello');
    expect(shown(model.requests.at(-1))).toEqual(['read']);
  });
});

describe('a scheduled run', () => {
  it('keeps the rules of its chat, without what needs a person', async () => {
    const { put, slot, model, delivered } = await runStage(calling('memory_write', 'send_file', 'memory_get'), {
      groups: { team: { tools: ['memory_search', 'memory_get', 'send_file', 'schedule'] } },
      toolSettings: { scopes: [{ scope: TEAM_SCOPE, deny: ['memory_get'] }] },
    });
    await put({ chat: TEAM, scope: TEAM_SCOPE });
    await slot();
    await delivered();
    expect(model.requests).toHaveLength(2);
    for (const request of model.requests) expect(shown(request)).toEqual(['memory_search']);
    expect(whole(model.requests[1])).toMatch(
      /no tool memory_write here.*no tool send_file here.*no tool memory_get here/,
    );
  });
});

describe('/tools', () => {
  it('tells a member what their chat has and why not the rest, and nothing of other chats', async () => {
    const { answer } = await stage(() => ({ text: 'ok' }), {
      groups: { team: { tools: ['group:memory', 'read'] }, other: { tools: ['schedule'] } },
      toolSettings: {
        deny: ['memory_write'],
        scopes: [
          { scope: { kind: 'main' }, profile: 'minimal', deny: ['memory_get'] },
          { scope: { kind: 'person', person: 'secret-friend' }, deny: ['read'] },
        ],
      },
    });
    const told = await answer('team', 'bob', '/tools');
    const [here, ...denied] = told.split('\n').filter((line) => line !== '');
    expect(here).toBe('Tools that I have here: `read`, `memory_search`, `memory_get`.');
    expect(denied).toEqual(
      expect.arrayContaining([
        'Not here:',
        '- `memory_write`: The configuration denies it.',
        '- `schedule`: It is not on the list of this chat.',
      ]),
    );
    expect(told).not.toMatch(/main|secret|minimal|tools\.|other/);
    expect(await answer('team', 'bob', '/tools schedule')).toBe(
      'I do not have `schedule` here. It is not on the list of this chat.',
    );
    expect(await answer('team', 'bob', '/tools memory-get')).toMatch(/^I have `memory_get` here\. What it does: Reads/);
    expect(await answer('team', 'bob', '/tools 網 [x](http://evil)')).toMatch(/^I know no tool called .*\/tools lists/);
  });

  it('tells the owner in private of the owner’s chat', async () => {
    const { answer } = await stage(() => ({ text: 'ok' }), {
      toolSettings: { scopes: [{ scope: { kind: 'main' }, allow: [] }] },
    });
    const told = await answer('owner', 'owner', '/tools');
    expect(told).toMatch(/^I have no tools here\.\n\nNot here:\n/);
    expect(told).toContain('- `read`: The configuration allows only others here.');
  });
});
