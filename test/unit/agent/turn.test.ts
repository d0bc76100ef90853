import { describe, expect, it } from 'vitest';
import { runTurn } from '../../../src/agent/turn.js';
import { userEntryId } from '../../../src/agent/turn-parts.js';
import { type AgentEvent, type ChatModel, ModelError } from '../../../src/contracts/index.js';
import type { Script } from '../../../src/models/scripted.js';
import type { Transcript } from '../../../src/sessions/transcript.js';
import { settle } from '../../support/fake-clock.js';
import { bob, owner, probe, team, turnStage } from '../../support/turn-stage.js';

const write = (text: string) => ({ name: 'memory_write', args: { target: 'long', text } });

describe('a turn', () => {
  it('runs the tools of one answer side by side and gives the model their results', async () => {
    const order: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = probe('slow', async () => {
      order.push('slow begins');
      await gate;
      return { content: 'slow result' };
    });
    const quick = probe('quick', async () => {
      order.push('quick');
      open();
      return { content: 'quick result' };
    });
    const house = await turnStage(
      [
        {
          calls: [
            { name: 'slow', args: {} },
            { name: 'quick', args: {} },
          ],
        },
        { text: 'both done' },
      ],
      { extra: [slow, quick] },
    );
    const events = await house.run(house.input(await house.hold(), 'go'));
    expect(order).toEqual(['slow begins', 'quick']);
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'both done' });
    const results = house.model.requests[1]?.messages.filter((message) => message.role === 'tool');
    expect(results?.map(({ text }) => text)).toEqual(['slow result', 'quick result']);
  });

  it('resumes from wherever its process died, without repeating what is finished', async () => {
    const script: Script = (request) => {
      const results = request.messages.filter((message) => message.role === 'tool').length;
      if (results === 0) return { text: 'First.', calls: [write('Fact one 事实一.'), write('Fact two 事实二.')] };
      return results === 2 ? { calls: [write('Fact three.')] } : { text: 'All three are kept.' };
    };
    // Dies when it is about to append for the nth time, and once more after that append.
    for (let survive = 0; survive < 8; survive++) {
      const house = await turnStage(script);
      const first = await house.hold();
      let appends = 0;
      const dying: Transcript = {
        ...first,
        get entries() {
          return first.entries;
        },
        append(entries) {
          if (appends++ >= survive) throw new Error('killed');
          return first.append(entries);
        },
      };
      await house.run(house.input(dying, 'keep three facts')).catch(() => {});
      await settle();
      const events = await house.run(house.input(await house.hold(), 'keep three facts'));
      expect(events.at(-1)).toMatchObject({ type: 'done', text: 'All three are kept.' });
      const facts = house
        .longTerm()
        .split('\n')
        .filter((line) => line.startsWith('- Fact'));
      expect(facts.sort()).toEqual(['- Fact one 事实一.', '- Fact three.', '- Fact two 事实二.']);
      // A third look at a finished turn asks nobody anything.
      const asked = house.model.requests.length;
      expect((await house.run(house.input(await house.hold(), 'keep three facts'))).map(({ type }) => type)).toEqual([
        'done',
      ]);
      expect(house.model.requests).toHaveLength(asked);
    }
  });

  it('keeps two turns apart whose model repeats its call ids', async () => {
    const house = await turnStage([
      { calls: [{ ...write('First fact.'), id: 'call_0' }] },
      { text: 'ok' },
      { calls: [{ ...write('Second fact.'), id: 'call_0' }] },
      { text: 'ok' },
    ]);
    const transcript = await house.hold();
    await house.run(house.input(transcript, 'one', owner, { kind: 'main' }, 't1'));
    await house.run(house.input(transcript, 'two', owner, { kind: 'main' }, 't2'));
    expect(house.longTerm()).toMatch(/- First fact\.\n- Second fact\./);
  });

  it('gives the model every kind of tool trouble as a result to act on', async () => {
    const house = await turnStage(
      [
        {
          calls: [
            { name: 'nowhere', args: {} },
            { name: 'read', args: '{"path"' },
            { name: 'read', args: { path: 7 } },
            { name: 'read', args: { path: '../../etc/passwd' } },
            { name: 'breaks', args: {} },
          ],
        },
        { text: 'I see.' },
      ],
      {
        extra: [
          probe('breaks', async () => {
            throw new TypeError('secret internals');
          }),
        ],
      },
    );
    const events = await house.run(house.input(await house.hold(), 'go'));
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'I see.' });
    const texts = house.model.requests[1]?.messages.flatMap((message) =>
      message.role === 'tool' ? [message.text] : [],
    );
    expect(texts).toMatchObject([
      expect.stringMatching(/^Error: There is no tool nowhere here\. You have: read, /),
      expect.stringMatching(/^Error: The arguments are not a JSON object/),
      expect.stringMatching(/^Error: Wrong arguments: path: /),
      expect.stringMatching(/^Error: /),
      expect.stringMatching(/^Error: The tool failed unexpectedly/),
    ]);
    expect(texts?.join()).not.toContain('secret internals');
  });

  it('a tool that never returns is given up after its time', async () => {
    const house = await turnStage([{ calls: [{ name: 'stuck', args: {} }] }, { text: 'Without it, then.' }], {
      extra: [probe('stuck', () => new Promise(() => {}))],
    });
    const running = house.run(house.input(await house.hold(), 'go'));
    await house.asked(1);
    await house.clock.advance(60_000);
    expect((await running).at(-1)).toMatchObject({ text: 'Without it, then.' });
    expect(house.clock.pending).toBe(0);
  });

  it('answers with what it has when the rounds of tool calls are used up', async () => {
    const house = await turnStage(
      (request) =>
        request.answerOnly !== true ? { calls: [{ name: 'read', args: { path: 'x' } }] } : { text: 'Enough.' },
      { maxToolRounds: 3 },
    );
    const events = await house.run(house.input(await house.hold(), 'loop'));
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'Enough.' });
    expect(house.model.requests).toHaveLength(4);
    expect(house.model.requests.at(-1)?.messages.findLast((message) => message.role === 'user')?.text).toContain(
      'No more tool calls',
    );
  });

  it('an empty answer becomes a sentence', async () => {
    const house = await turnStage([{ text: ' \n' }]);
    expect((await house.run(house.input(await house.hold(), 'hm'))).at(-1)).toMatchObject({
      type: 'done',
      text: expect.stringMatching(/ask me again/),
    });
  });

  it('tells which model answered when it was not the configured one', async () => {
    const house = await turnStage([]);
    const model: ChatModel = {
      ...house.model,
      async *stream() {
        yield { type: 'text', delta: 'half' };
        yield { type: 'restart' };
        yield { type: 'using', model: 'openai/spare', configured: 'openai/first' };
        yield { type: 'text', delta: 'whole' };
        yield { type: 'done', stop: 'end', usage: { input: 10, output: 2 } };
      },
    };
    const given = house.input(await house.hold(), 'hi');
    const turn = { ...given, session: { ...given.session, model } };
    const events: AgentEvent[] = [];
    for await (const event of runTurn(house.deps, turn, {
      abort: house.abort.signal,
      stop: house.stop.signal,
    })) {
      events.push(event);
    }
    expect(events.at(-1)).toEqual({
      type: 'done',
      text: 'whole',
      usage: { input: 10, output: 2 },
      using: { model: 'openai/spare', configured: 'openai/first' },
    });
  });

  it('reports a model that failed, and can be tried again', async () => {
    const failure = new ModelError('network', 'gone', { retryable: true });
    const house = await turnStage([{ text: 'half', fail: failure }, { text: 'whole' }]);
    const transcript = await house.hold();
    expect((await house.run(house.input(transcript, 'hi'))).at(-1)).toEqual({ type: 'failed', error: failure });
    expect((await house.run(house.input(transcript, 'hi'))).at(-1)).toMatchObject({ type: 'done', text: 'whole' });
    expect(transcript.entries.filter(({ type }) => type === 'user')).toHaveLength(1);
  });
});

describe('a turn that is ended early', () => {
  it('by a person keeps what stands there, and the history stays valid', async () => {
    const house = await turnStage([{ text: 'A long', hang: true }, { text: 'next' }]);
    const transcript = await house.hold();
    const running = house.run(house.input(transcript, 'tell me'));
    await house.asked(1);
    house.stop.abort();
    expect((await running).at(-1)).toEqual({ type: 'stopped', text: 'A long' });
  });

  it('by a person while a tool runs records the call as stopped', async () => {
    const house = await turnStage([{ calls: [{ name: 'stuck', args: {} }] }], {
      extra: [probe('stuck', () => new Promise(() => {}))],
    });
    const transcript = await house.hold();
    const running = house.run(house.input(transcript, 'go'));
    await house.asked(1);
    house.stop.abort();
    await house.clock.advance(0);
    expect((await running).at(-1)).toEqual({ type: 'stopped', text: '' });
    expect(transcript.entries.find(({ type }) => type === 'tool_result')).toMatchObject({ error: true });
  });

  it('by its process leaving records no result of a tool that ends afterwards: the next holder runs it', async () => {
    let finish = () => {};
    const slow = probe('slow', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { content: 'late' };
    });
    const house = await turnStage([{ calls: [{ name: 'slow', args: {} }] }], { extra: [slow] });
    const transcript = await house.hold();
    const running = house.run(house.input(transcript, 'go'));
    await house.asked(1);
    house.abort.abort(new Error('leaving'));
    finish();
    await expect(running).rejects.toThrow('leaving');
    expect(transcript.entries.map(({ type }) => type)).not.toContain('tool_result');
  });

  it('by a person keeps no call that the model had only begun to ask for', async () => {
    const house = await turnStage([{ text: 'Let me', calls: [{ name: 'read', args: { path: 'x' } }], hang: true }]);
    const transcript = await house.hold();
    const running = house.run(house.input(transcript, 'go'));
    await house.asked(1);
    house.stop.abort();
    expect((await running).at(-1)).toMatchObject({ type: 'stopped', text: 'Let me' });
    expect(transcript.entries.map(({ type }) => type)).not.toContain('tool_call');
  });

  it('by its process leaving writes nothing more', async () => {
    const house = await turnStage([{ text: 'half', hang: true }]);
    const transcript = await house.hold();
    const running = house.run(house.input(transcript, 'hi'));
    await house.asked(1);
    const before = transcript.entries.length;
    house.abort.abort(new Error('leaving'));
    await expect(running).rejects.toThrow('leaving');
    expect(transcript.entries).toHaveLength(before);
  });
});

describe('what the model is shown', () => {
  it('is the same whoever speaks in a group, and nothing of the owner’s', async () => {
    const house = await turnStage(() => ({ text: 'ok' }));
    const transcript = await house.hold();
    await house.run(house.input(transcript, 'hello', owner, team, 't1'));
    await house.run(house.input(transcript, 'hello', bob, team, 't2'));
    const [one, two] = house.model.requests;
    expect(two?.tools).toEqual(one?.tools);
    expect(two?.system).toBe(one?.system);
    // It could not name a file of its own otherwise, before there is one.
    expect(one?.system).toMatch(/files of this chat are those below groups\/[^/\s]+\/\.\n/);
    expect(one?.tools.map(({ name }) => name)).toEqual([
      'read',
      'list',
      'grep',
      'memory_search',
      'memory_get',
      'memory_write',
      'write',
      'edit',
      'send_file',
      'schedule',
      'sessions_list',
      'sessions_history',
      'session_status',
      'web_fetch',
    ]);
  });

  it('hides what the chat may not use, and refuses at the call what only the speaker may not', async () => {
    const forOwner = probe(
      'owner_only',
      async () => ({ content: 'done' }),
      (who) => who.role === 'owner',
    );
    const house = await turnStage(
      [
        {
          calls: [
            { name: 'owner_only', args: {} },
            { name: 'no_such_tool', args: {} },
          ],
        },
        { text: 'ok' },
      ],
      {
        extra: [forOwner],
      },
    );
    await house.run(house.input(await house.hold(), 'go', bob, team));
    expect(house.model.requests[0]?.tools.map(({ name }) => name)).toContain('owner_only');
    const texts = house.model.requests[1]?.messages.flatMap((message) =>
      message.role === 'tool' ? [message.text] : [],
    );
    expect(texts?.[0]).toMatch(/not for the person who asked/);
    expect(texts?.[1]).toMatch(/There is no tool no_such_tool/);
  });

  it('has target "user" of memory_write in private with the owner only', async () => {
    const call = { name: 'memory_write', args: { target: 'user', text: 'Likes tea.' } };
    const house = await turnStage([{ calls: [call] }, { text: 'ok' }]);
    await house.run(house.input(await house.hold(), 'go', bob, team));
    const [result] = house.model.requests[1]?.messages.filter((message) => message.role === 'tool') ?? [];
    expect(result?.text).toMatch(/^Error: .*only in the private chat/);
  });
});

describe('how far a note of the turn can be relied on', () => {
  it.each([
    ['what the owner said', owner, undefined, 'The gate opens with 4711.', 'owner'],
    ['what a member said', bob, team, 'The gate opens with 4711.', 'member'],
    ['what a page said', owner, undefined, 'The ferry leaves at noon.', 'web'],
    ['what nobody said', owner, undefined, 'Mice live in the hull.', 'web'],
  ])('is judged by %s', async (_, who, scope, text, trust) => {
    const seen: string[] = [];
    const fetch = { ...probe('fetch', async () => ({ content: 'The ferry leaves at noon.' })), trust: 'web' as const };
    const judge = probe('judge', async (_args, context) => {
      seen.push(context.trustOf(text));
      return { content: 'ok' };
    });
    const house = await turnStage(
      [{ calls: [{ name: 'fetch', args: {} }] }, { text, calls: [{ name: 'judge', args: {} }] }, { text: 'ok' }],
      { extra: [fetch, judge] },
    );
    await house.run(house.input(await house.hold(), 'The gate opens with 4711', who, scope));
    expect(seen).toEqual([trust]);
  });
});

describe('recall without being asked', () => {
  const heron = '# Project Heron\n- Project Heron moves to the new harbour in May.\n- 苍鹭项目的预算是九万。\n';
  const shown = (house: Awaited<ReturnType<typeof turnStage>>, request: number) =>
    house.model.requests[request]?.messages.findLast((message) => message.role === 'user')?.text ?? '';

  it('shows what fits behind the message, the same in every request, and keeps it out of everything else', async () => {
    const house = await turnStage([{ calls: [{ name: 'read', args: { path: 'x' } }] }, { text: 'In May.' }], {
      autoRecall: true,
    });
    house.put('memory/2026-10-01.md', heron);
    const transcript = await house.hold();
    await house.run(house.input(transcript, 'When does Project Heron move to the new harbour?'));
    const [first, second] = [shown(house, 0), shown(house, 1)];
    expect(first).toMatch(
      /^When does Project Heron[^\n]*\n\n<turn-facts>\n[^<]*<\/turn-facts>\n\n<recalled mark="\w+">[\s\S]*memory\/2026-10-01\.md:\d[\s\S]*in May\.[\s\S]*<\/recalled mark="\w+">$/,
    );
    expect(second).toBe(first);
    expect(house.model.requests[0]?.system).not.toContain('in May');
    expect(JSON.stringify(transcript.entries)).not.toContain('in May');
  });

  it('C020: shows nothing that does not bear on the message', async () => {
    const house = await turnStage(() => ({ text: 'Yes.' }), { autoRecall: true });
    house.put('memory/2026-10-01.md', heron);
    house.put('memory/heron.md', `${heron}- The test flight of Project Heron was good; are the papers up to date?\n`);
    for (const [index, text] of ['test, are you up?', '你在吗', 'hello!'].entries()) {
      await house.run(house.input(await house.hold(), text, owner, { kind: 'main' }, `t${index}`));
      expect(shown(house, index)).not.toMatch(/recalled|Heron|苍鹭/);
    }
  });

  it('shows a group nothing of the owner’s', async () => {
    const house = await turnStage(() => ({ text: 'I do not know.' }), { autoRecall: true });
    house.put('memory/2026-10-01.md', heron);
    await house.run(house.input(await house.hold(), 'When does Project Heron move to the new harbour?', bob, team));
    expect(JSON.stringify(house.model.requests)).not.toMatch(/in May|苍鹭/);
  });

  it('is off unless switched on', async () => {
    const house = await turnStage(() => ({ text: 'ok' }));
    house.put('memory/2026-10-01.md', heron);
    await house.run(house.input(await house.hold(), 'When does Project Heron move to the new harbour?'));
    expect(shown(house, 0)).not.toContain('recalled');
  });

  it('lets the turn go on without it when the search does not come back', async () => {
    const house = await turnStage([{ text: 'Hello.' }], { autoRecall: true });
    const turn = house.input(await house.hold(), 'hi');
    const memory = { ...turn.session.memory, search: () => new Promise<never>(() => {}) };
    const running = house.run({ ...turn, session: { ...turn.session, memory } });
    await expect.poll(() => house.clock.pending, { interval: 1 }).toBe(1);
    await house.clock.advance(1_500);
    expect((await running).at(-1)).toMatchObject({ type: 'done', text: 'Hello.' });
  });
});

describe('what people write while the turn runs', () => {
  it('makes a request void also when it came before the request was sent, and memory is asked again', async () => {
    const house = await turnStage(() => ({ text: 'In May.' }), { autoRecall: true });
    house.put('memory/2026-10-01.md', '- Project Heron moves to the new harbour in May.\n');
    const transcript = await house.hold();
    const id = userEntryId('t1');
    const picture = { kind: 'image' as const, name: 'a.png', mime: 'image/png', path: 'media/main/a.png' };
    let said = '在吗';
    let request = new AbortController();
    const events = await house.run({
      ...house.input(transcript, ''),
      mail: {
        take(entries) {
          const from = { account: owner.account, name: 'owner', role: owner.role };
          if (!entries.some((entry) => entry.id === id)) {
            return [{ type: 'user', id, text: said, from, message: 'm1', files: [picture] }];
          }
          const known = entries.some((entry) => entry.type === 'edit') || said === '在吗';
          return known ? [] : [{ type: 'edit', target: id, text: said }];
        },
        changed() {
          request = new AbortController();
          return request.signal;
        },
      },
      // Looked at behind the mail and before the request.
      images: async () => {
        said = 'When does Project Heron move to the new harbour?';
        request.abort();
        return [];
      },
    });
    expect(events.map(({ type }) => type)).toEqual(['asked', 'restart', 'asked', 'text', 'done']);
    const texts = house.model.requests.map(({ messages }) => messages.at(-1)?.text ?? '');
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/\n在吗\n/);
    expect(texts[0]).not.toContain('recalled');
    expect(texts[1]).toMatch(/\nWhen does Project Heron[\s\S]*<recalled[\s\S]*in May/);
  });
});
