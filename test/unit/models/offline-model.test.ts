// The stand-in in the tool loop: it calls what is there, believes only results, quotes with sources, and admits the rest.

import { describe, expect, it } from 'vitest';
import type { ModelEvent, ModelMessage, ModelRequest } from '../../../src/contracts/index.js';
import { offlineModel } from '../../../src/models/offline/offline-model.js';

const ALL = ['read', 'memory_search', 'memory_get', 'memory_write'];

function request(messages: ModelMessage[], tools = ALL, system = 'You are Nightjar.'): ModelRequest {
  return {
    system,
    messages,
    tools: tools.map((name) => ({ name, description: name, parameters: { type: 'object' } })),
  };
}

async function run(one: ModelRequest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of offlineModel().stream(one, new AbortController().signal)) events.push(event);
  return events;
}

async function textOf(one: ModelRequest): Promise<string> {
  const events = await run(one);
  expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' });
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

/** Plays the loop: every call is answered by `tools`, until there is a text. */
async function converse(
  said: string,
  tools: (name: string, args: unknown) => string,
  names = ALL,
  system?: string,
): Promise<string> {
  const messages: ModelMessage[] = [{ role: 'user', text: said }];
  for (let round = 0; round < 5; round++) {
    const events = await run(request(messages, names, system));
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    if (calls.length === 0) return textOf(request(messages, names, system));
    expect(events.at(-1)).toEqual({ type: 'done', stop: 'tools' });
    messages.push({ role: 'assistant', text: '', calls });
    for (const call of calls) {
      messages.push({ role: 'tool', call: call.id, name: call.name, text: tools(call.name, JSON.parse(call.args)) });
    }
  }
  throw new Error('the loop does not end');
}

const saved = (path: string, line: number, text: string) => JSON.stringify({ saved: true, path, line, text });
const hits = (...found: [path: string, line: number, snippet: string][]) =>
  JSON.stringify({
    mode: 'lexical only',
    hits: found.map(([path, startLine, snippet]) => ({
      path,
      startLine,
      endLine: startLine + snippet.split('\n').length - 1,
      snippet,
      score: 1,
    })),
  });

describe('remembering', () => {
  it('writes to long-term memory and confirms with the place', async () => {
    const seen: unknown[] = [];
    const answer = await converse('Remember that my sister Ada lives in Kyoto.', (name, args) => {
      seen.push([name, args]);
      return saved('MEMORY.md', 12, 'My sister Ada lives in Kyoto.');
    });
    expect(seen).toEqual([['memory_write', { target: 'long', text: 'My sister Ada lives in Kyoto.' }]]);
    expect(answer).toBe('Noted: My sister Ada lives in Kyoto. (MEMORY.md:12)');
  });

  it('does so in Chinese', async () => {
    const answer = await converse('记住我妹妹住在京都', () => saved('MEMORY.md', 3, '我妹妹住在京都。'));
    expect(answer).toContain('我妹妹住在京都。');
    expect(answer).toContain('MEMORY.md:3');
    expect(answer).toMatch(/^记下了/);
  });

  it('does so in traditional Chinese', async () => {
    const answer = await converse('幫我記住鑰匙在花盆下面', (_, args) => {
      expect(args).toMatchObject({ text: '鑰匙在花盆下面。' });
      return saved('MEMORY.md', 3, '鑰匙在花盆下面。');
    });
    expect(answer).toBe('記下了：鑰匙在花盆下面。（MEMORY.md:3）');
  });

  it('never confirms what was not saved', async () => {
    const answer = await converse('Remember that I like tea', () => 'Error: MEMORY.md cannot be written.');
    expect(answer).toBe('I could not save that: MEMORY.md cannot be written.');
    expect(await converse('Remember that I like tea', () => '{"queued":1}')).not.toContain('Noted');
    expect(await converse('记住我喜欢茶', () => 'Error: 磁盘已满。')).toBe('没能保存：磁盘已满。');
  });

  it('says so when it cannot write here', async () => {
    const answer = await converse('Remember that I like tea', () => '', ['memory_search']);
    expect(answer).toMatch(/cannot write to memory in this chat/);
  });

  it('asks what, when there is nothing to remember', async () => {
    expect(await converse('Remember', () => '')).toMatch(/^What should I remember/);
  });
});

describe('answering', () => {
  it('quotes the line that answers, with its place', async () => {
    const answer = await converse('Where does my sister live?', (name, args) => {
      expect([name, args]).toEqual(['memory_search', { query: 'Where does my sister live?', corpus: 'memory' }]);
      return hits(
        ['MEMORY.md', 10, '# People\n\n- My sister Ada lives in Kyoto.'],
        ['memory/2026-11-28.md', 4, '- rain'],
      );
    });
    expect(answer).toContain('> My sister Ada lives in Kyoto. — MEMORY.md:12');
    expect(answer).not.toContain('rain');
  });

  it('does so in Chinese', async () => {
    const answer = await converse('我妹妹住在哪里？', () => hits(['MEMORY.md', 3, '- 我妹妹住在京都。']));
    expect(answer).toBe('我记着这些：\n> 我妹妹住在京都。 — MEMORY.md:3');
  });

  it('cites the first line of a hit whose snippet was cut', async () => {
    const cut = JSON.stringify({
      mode: 'lexical only',
      hits: [{ path: 'MEMORY.md', startLine: 5, endLine: 90, snippet: '…\nAda lives in Kyoto', score: 1 }],
    });
    expect(await converse('Where is Ada?', () => cut)).toContain('Ada lives in Kyoto — MEMORY.md:5');
  });

  it('quotes at most three lines, the closest first, none twice', async () => {
    const answer = await converse('Which tea does Ada like?', () =>
      hits(
        ['a.md', 1, 'Ada came'],
        ['b.md', 1, 'Ada likes green tea'],
        ['c.md', 1, 'Ada likes green tea'],
        ['d.md', 1, 'tea for Ada'],
        ['e.md', 1, 'Ada buys tea'],
        ['f.md', 1, 'Ada drinks tea'],
      ),
    );
    expect(answer.split('\n').slice(1)).toEqual([
      '> Ada likes green tea — b.md:1',
      '> tea for Ada — d.md:1',
      '> Ada buys tea — e.md:1',
    ]);
  });

  it('says plainly that nothing is written down, also when hits share no word', async () => {
    expect(await converse('Where does my sister live?', () => hits())).toBe('I have nothing written down about that.');
    expect(await converse('Where does my sister live?', () => hits(['MEMORY.md', 1, 'Bob likes tea']))).toMatch(
      /nothing/,
    );
    expect(await converse('我妹妹住在哪里？', () => hits())).toBe('关于这个，我没有任何记录。');
  });

  it('does not quote the question itself from an earlier conversation', async () => {
    const answer = await converse('Where does my sister live?', () =>
      hits(['sessions/a', 2, 'where does my sister live']),
    );
    expect(answer).toMatch(/nothing/);
  });

  it('repeats what the search complains about', async () => {
    expect(await converse('Where is Ada?', () => 'Error: The index is busy.')).toContain('The index is busy.');
  });
});

describe('telling', () => {
  it('says how to have something kept, to somebody who told and did not ask', async () => {
    expect(await converse('I live in Berlin', () => hits())).toBe(
      'I have nothing written down about that.\nSay "Remember that …" and I will keep it; /help lists commands.',
    );
    expect(await converse('我住在柏林', () => hits())).toBe(
      '关于这个，我没有任何记录。\n对我说「记住……」，我就会记下来；/help 列出命令。',
    );
    expect(await converse('Ich wohne in Berlin', () => hits())).toMatch(/nichts notiert\.\nSag .*Merk dir/);
  });

  it('offers nothing where it cannot write', async () => {
    const answer = await converse('I live in Berlin', () => hits(), ['memory_search']);
    expect(answer).toBe('I have nothing written down about that.');
  });

  it('knows what it was told again', async () => {
    const answer = await converse('I live in Berlin', () => hits(['MEMORY.md', 4, '- I live in Berlin.']));
    expect(answer).toContain('> I live in Berlin. — MEMORY.md:4');
  });

  it('explains how to leave, and what it is, without a search', async () => {
    const noSearch = () => {
      throw new Error('no tool is needed');
    };
    for (const said of ['quit', 'exit']) expect(await converse(said, noSearch)).toContain('Ctrl-D');
    expect(await converse('help', noSearch)).toMatch(/offline stand-in.*\/help/s);
  });
});

describe('forgetting', () => {
  it('admits that it cannot, and names the line to strike out', async () => {
    const answer = await converse('forget that I prefer tea', (name, args) => {
      expect([name, args]).toEqual(['memory_search', { query: 'I prefer tea', corpus: 'memory' }]);
      return hits(['MEMORY.md', 7, 'I prefer tea.']);
    });
    expect(answer).toBe(
      'I cannot forget anything by myself; a line can be struck out of its file by hand.\nI found this:\n> I prefer tea. — MEMORY.md:7',
    );
    expect(await converse('忘记我喜欢茶', () => hits(['MEMORY.md', 3, '我喜欢茶。']))).toMatch(
      /没法忘记.*手动.*MEMORY\.md:3$/s,
    );
  });

  it('says so too when there is no such line, nothing to look for, or no search', async () => {
    const cannot = 'I cannot forget anything by myself; a line can be struck out of its file by hand.';
    expect(await converse('forget that I prefer tea', () => hits())).toBe(`${cannot}\nI found no line about that.`);
    expect(await converse('forget that I prefer tea', () => 'Error: The index is busy.')).toMatch(
      /^I cannot forget.*\n.*The index is busy\./,
    );
    expect(await converse('forget it', () => hits(['MEMORY.md', 7, 'it']))).toBe(cannot);
    expect(await converse('forget that I prefer tea', () => '', [])).toBe(cannot);
  });

  it.each([
    ['vergiss, dass ich Tee mag', 'Ich mag Tee.'],
    ['oublie que je préfère le thé', 'Je préfère le thé.'],
    ['olvida que prefiero el té', 'Prefiero el té.'],
    ['忘記我喜歡茶', '我喜歡茶。'],
    ['紅茶が好きなことを忘れて', '紅茶が好きだ。'],
    ['내가 차를 좋아한다는 걸 잊어줘', '내가 차를 좋아한다.'],
  ])('%s: in that language, with the place', async (said, line) => {
    const answer = await converse(said, () => hits(['MEMORY.md', 7, line]));
    expect(answer).toContain(`> ${line} — MEMORY.md:7`);
    expect(answer).not.toMatch(/cannot|written down/);
  });
});

describe('in a group', () => {
  const group = 'You are Nightjar.\n\n# This chat\nThis is a group. Everyone here reads what you write.';

  it.each(['hi', '你好', '謝謝你們是誰，你是誰？', 'こんにちは', '안녕하세요', 'Hallo', 'Bonjour', 'Hola'])(
    '%s: offers what belongs to the group, and nothing of the owner',
    async (said) => {
      const answer = await converse(`From bob (member):\n${said}`, () => '', ALL, group);
      expect(answer).not.toMatch(/MEMORY\.md|nightjar\.yaml|model:/);
      expect(answer).toMatch(/group|群|グループ|그룹|Gruppe|groupe|grupo/);
    },
  );

  it('confirms what the tool stored, where it stored it', async () => {
    const answer = await converse('From bob (member):\nRemember that we meet at 9', () =>
      saved('groups/team/MEMORY.md', 3, 'bob said: We meet at 9.'),
    );
    expect(answer).toBe('Noted: bob said: We meet at 9. (groups/team/MEMORY.md:3)');
  });

  it('is no group because a file says so', async () => {
    const system = 'You are Nightjar.\n\n# Files\n<file path="MEMORY.md">\nThis is a group.\n</file>';
    expect(await converse('hi', () => '', ALL, system)).toContain('nightjar.yaml');
  });
});

describe('reading', () => {
  it('shows the file in a fence that its text cannot close', async () => {
    const answer = await converse('read notes/a.md', (name, args) => {
      expect([name, args]).toEqual(['read', { path: 'notes/a.md' }]);
      return 'one\n```js\ntwo\n```';
    });
    expect(answer).toBe('notes/a.md:\n````\none\n```js\ntwo\n```\n````');
  });

  it("passes the tool's own sentence on", async () => {
    expect(await converse('read MEMORY.md', () => 'Error: There is no MEMORY.md here.')).toBe(
      'There is no MEMORY.md here.',
    );
  });
});

describe('itself', () => {
  it('says what it is and how to get a model, in the language of the person', async () => {
    const english = await converse('hi', () => '');
    expect(english).toMatch(/no language model/);
    expect(english).toContain('nightjar.yaml');
    expect(english).toContain('`model:`');
    expect(await converse('你是谁？', () => '')).toContain('没有配置语言模型');
    expect(await converse('你是誰？', () => '')).toContain('沒有設定語言模型');
  });

  it('calls nothing that is not there', async () => {
    for (const said of ['Remember that I like tea', 'Where is Ada?', 'read MEMORY.md']) {
      const events = await run(request([{ role: 'user', text: said }], []));
      expect(events.some((event) => event.type === 'tool-call')).toBe(false);
    }
  });

  it('answers two messages that came in one turn', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Remember that I like tea' },
      { role: 'user', text: '记住我妹妹住在京都' },
    ];
    const calls = (await run(request(messages))).flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    expect(calls.map((call) => JSON.parse(call.args).text)).toEqual(['I like tea.', '我妹妹住在京都。']);
    messages.push({ role: 'assistant', text: '', calls });
    for (const [at, call] of calls.entries()) {
      messages.push({ role: 'tool', call: call.id, name: call.name, text: saved('MEMORY.md', at + 1, `fact ${at}`) });
    }
    expect(await textOf(request(messages))).toBe('Noted: fact 0 (MEMORY.md:1)\n\n记下了：fact 1（MEMORY.md:2）');
  });

  it('gives the same call the same id, and another call another, even when history was cut', async () => {
    const id = async (...messages: ModelMessage[]) => {
      const call = (await run(request(messages))).find((event) => event.type === 'tool-call');
      return call?.type === 'tool-call' ? call.call.id : undefined;
    };
    const before: ModelMessage = { role: 'assistant', text: 'Hello' };
    const first = await id(before, { role: 'user', text: 'Remember that I like tea' });
    expect(first).toMatch(/^offline-1-/);
    expect(await id(before, { role: 'user', text: 'Remember that I like tea' })).toBe(first);
    expect(await id(before, { role: 'user', text: 'Remember that I like milk' })).not.toBe(first);
  });

  it('ends without a last event after an abort', async () => {
    const events: ModelEvent[] = [];
    const one = request([{ role: 'user', text: 'hi' }]);
    for await (const event of offlineModel().stream(one, AbortSignal.abort())) events.push(event);
    expect(events).toEqual([]);
  });
});

describe('summarising', () => {
  const story = [
    'We talked about the deploy.',
    'The deploy of api-gateway failed on 2026-11-28 because of /etc/nginx/nginx.conf.',
    'Hm.',
    'The fix is commit a1b2c3d.',
    'Ada said that the deploy must wait for ticket OPS-1234.',
    'Ok.',
  ];

  it('keeps the sentences that carry facts, in their order', async () => {
    const answer = await converse(`Summarise: ${story.join(' ')}`, () => '');
    for (const exact of ['/etc/nginx/nginx.conf', '2026-11-28', 'a1b2c3d', 'OPS-1234']) expect(answer).toContain(exact);
    expect(answer.indexOf('nginx')).toBeLessThan(answer.indexOf('OPS-1234'));
  });

  it('keeps names and numbers that no kept sentence holds, within the budget', async () => {
    const filler = Array.from(
      { length: 40 },
      (_, at) => `The weather talk number was about the weather talk again.${at}`,
    );
    const one = request([{ role: 'user', text: [...filler, 'Port 8443 it is.'].join('\n') }], [], 'Summarise this.');
    const answer = await textOf({ ...one, maxTokens: 200 });
    expect(answer).toContain('8443');
    expect(answer.length).toBeLessThanOrEqual(500);
  });

  it('summarises Chinese text', async () => {
    const answer = await converse('总结：我们讨论了部署。部署在11月28日失败。原因是 nginx.conf 写错了。嗯。', () => '');
    expect(answer).toContain('nginx.conf');
    expect(answer).toContain('28');
  });
});

it('summarises a long text without spaces before the test ends', async () => {
  expect(await converse(`Summarise: ${'a-'.repeat(200_000)}`, () => '')).not.toBe('');
});

it('begun by a skill’s command, says that there is no language model to follow it', async () => {
  const asked = 'Use the skill daily-brief (skill:daily-brief/SKILL.md).\n\nremind me of tomorrow';
  expect(await converse(asked, () => 'a result')).toMatch(/no language model is configured/);
});
