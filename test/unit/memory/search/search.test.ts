// Search on small indexes in arrays: the cases that other software got wrong, and what a person expects of an answer.
import { describe, expect, it } from 'vitest';
import { type Found, type SearchWish, searchIndex } from '../../../../src/memory/search/search.js';
import { type ArrayFile, arrayReader } from '../../../support/memory/array-reader.js';

/** A Wednesday; in Auckland it is Thursday already. */
const NOW = Date.parse('2026-11-18T12:30:00Z');

function search(files: readonly ArrayFile[], query: string, wish: Partial<SearchWish> = {}, spaces = [1]): Found[] {
  return searchIndex(arrayReader(files), spaces, {
    query,
    limit: 10,
    budget: 7_000,
    now: NOW,
    timezone: 'Europe/Berlin',
    weights: { text: 1, vector: 0 },
    ...wish,
  });
}

/** One note a text, called a, b, c … */
const notes = (...texts: string[]): ArrayFile[] =>
  texts.map((text, index) => ({ path: `${String.fromCharCode(97 + index)}.md`, text }));
const dated = (days: Record<string, string>): ArrayFile[] =>
  Object.entries(days).map(([day, text]) => ({ path: `memory/${day}.md`, text }));
const paths = (found: readonly Found[]) => found.map(({ chunk }) => chunk.path);
const hybrid = { weights: { text: 0.5, vector: 0.5 } };

describe('what is found in which script', () => {
  const plan = notes('明天下午三点开项目评审会议', '今天天气很好');

  it.each(['项目评审', '评审', '会', '会议'])('C001 C002 a word inside a longer run: %s', (query) => {
    const found = search(plan, query);
    expect(paths(found)).toEqual(['a.md']);
    expect(found[0]?.parts).toMatchObject({ text: expect.closeTo(0.83, 1), vector: 0 });
  });

  it.each([
    ['ประชุม', 'พรุ่งนี้มีประชุมโครงการตอนบ่ายสามโมง', 'วันนี้อากาศดีมาก'],
    ['โครงการ', 'พรุ่งนี้มีประชุมโครงการตอนบ่ายสามโมง', 'วันนี้อากาศดีมาก'],
    ['บ่ายสามโมง', 'พรุ่งนี้มีประชุมโครงการตอนบ่ายสามโมง', 'วันนี้อากาศดีมาก'],
    ['ชุ', 'พรุ่งนี้มีประชุมโครงการตอนบ่ายสามโมง', 'วันนี้อากาศดีมาก'],
    ['ປະຊຸມ', 'ມື້ອື່ນມີປະຊຸມໂຄງການຕອນບ່າຍ', 'ແມວນອນຢູ່ເຮືອນ'],
    ['ប្រជុំ', 'ថ្ងៃស្អែកមានប្រជុំគម្រោងនៅរសៀល', 'ឆ្មាដេក'],
    ['အစည်းအဝေး', 'မနက်ဖြန်စီမံကိန်းအစည်းအဝေးရှိသည်', 'ကြောင်'],
  ])('a word inside a run of a script without spaces: %s', (query, text, other) => {
    const [first, second] = search(notes(text, other), query);
    expect(first?.chunk.path).toBe('a.md');
    expect(second?.score ?? 0).toBeLessThan(0.2 * (first?.score ?? 0));
  });

  it('C004 a Latin word glued to CJK', () => {
    expect(paths(search(notes('修改youer服务端的计划', '服务端的计划'), 'youer'))).toEqual(['a.md']);
  });

  it('C005 every note that holds the word, not only the one that is nothing else', () => {
    const inside = '零一二三四五六七八'.split('').map((one) => `我们昨晚看了电影${one}，然后回家`);
    expect(search(notes('昨晚', ...inside), '昨晚', { limit: 20 })).toHaveLength(10);
  });

  it('C007 a long compound finds notes that hold its parts', () => {
    const found = search(notes('飞书配置说明', '插件配置步骤', '有人问过飞书插件配置的事'), '飞书插件配置');
    expect(paths(found).sort()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(paths(found)[0]).toBe('c.md');
  });

  it('finds Japanese, Korean and mixed text', () => {
    const files = notes('猫の名前はタマ', '부산에서 만나요', 'Trip to 長崎 with Ann', 'nothing of it');
    for (const [query, path] of [
      ['タマ', 'a.md'],
      ['猫の名前は？', 'a.md'],
      ['부산', 'b.md'],
      ['長崎に誰と行った', 'c.md'],
      ['Ann 長崎', 'c.md'],
    ] as const) {
      expect(paths(search(files, query))[0], query).toBe(path);
    }
  });

  it('takes no notice of diacritics, width and the form of English words', () => {
    const files = notes('coffee at the café', 'she went to Zürich', 'two children painted');
    expect(paths(search(files, 'CAFE'))[0]).toBe('a.md');
    expect(paths(search(files, 'who goes to ｚｕｒｉｃｈ'))[0]).toBe('b.md');
    expect(paths(search(files, 'a child paints'))[0]).toBe('c.md');
  });
});

describe('tokens with symbols and phrases', () => {
  it.each(['2026-03-31', 'multi-agent', 'v2.8.3', 'GB/s', "don't", 'C++', 'a,b', '^x', 'foo(bar)', '🎉', '#42'])(
    'C008 %s throws nothing and finds the note that holds it',
    (literal) => {
      const files = notes('2026 8 agent a b x foo bar c gb 42', `the text ${literal} stands here`);
      expect(paths(search(files, literal))[0]).toBe('b.md');
    },
  );

  it('C010 C++ is more than a c', () => {
    const found = search(notes('C is old', 'C++ templates'), 'C++');
    expect(paths(found)[0]).toBe('b.md');
    expect(found[0]?.score).toBeGreaterThan(2 * (found[1]?.score ?? 0));
  });

  it('a quoted phrase stands before its words', () => {
    const files = notes('a whale that was blue, a blue car, a whale', 'we saw a blue whale', 'blue');
    expect(paths(search(files, '"blue whale"'))[0]).toBe('b.md');
    expect(paths(search(notes('评审项目', '项目评审'), '「项目评审」'))[0]).toBe('b.md');
  });

  it('words are alternatives: one that is missing everywhere hides nothing', () => {
    expect(paths(search(notes('the boat is blue', 'tea'), 'which colour has the boat of grandfather'))).toEqual([
      'a.md',
    ]);
    expect(paths(search(notes('the kids like the movie'), 'film for children'))).toEqual(['a.md']);
  });

  it('a question of stop words alone still finds them', () => {
    expect(paths(search(notes('to be or not to be', 'tea'), 'to be'))).toEqual(['a.md']);
  });
});

describe('scores', () => {
  it('C011 fall with relevance, between 0 and 1', () => {
    const found = search(
      notes('red boat in the harbour', 'red boat', 'the red house by the hill', 'tea'),
      'red boat harbour',
    );
    expect(paths(found)).toEqual(['a.md', 'b.md', 'c.md']);
    const scores = found.map(({ score }) => score);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(new Set(scores).size).toBe(3);
    for (const score of scores) expect(score > 0 && score < 1).toBe(true);
  });

  it('C016 can be compared between questions', () => {
    const files = notes('the wifi password is tulip', 'test of the oven', 'tea', 'cheese', 'bread');
    const strong = search(files, 'what is the wifi password?')[0]?.score ?? 0;
    const weak = search(files, 'blorf zanzig oven quux')[0]?.score ?? 1;
    expect(weak).toBeGreaterThan(0);
    expect(weak).toBeLessThan(strong / 2);
  });

  it('C014 an exact old note survives decay and floor', () => {
    const files = [
      { path: 'memory/2026-07-21.md', text: '- door code QX17' },
      ...Array.from({ length: 30 }, (_, n) => ({
        path: `memory/2026-11-${String(n + 1).padStart(2, '0')}.md`,
        text: `- door ${n} open`,
      })),
    ];
    expect(paths(search(files, 'QX17'))).toEqual(['memory/2026-07-21.md']);
    expect(paths(search(files, 'door code QX17'))[0]).toBe('memory/2026-07-21.md');
  });

  it('keep what alone holds a word that was asked for, and leave out what only repeats others', () => {
    const asked = Array.from({ length: 28 }, (_, n) => `word${'abcdefghij'[n % 10]}${n}`).join(' ');
    const files = notes(asked, '- the lanternfish glows', '- worda0 and nothing else');
    expect(paths(search(files, `lanternfish ${asked}`))).toEqual(['a.md', 'b.md']);
  });

  it('lean towards the recent, undated notes being current, and by no more than a fifth', () => {
    const found = search(
      [
        { path: 'memory/2020-01-01.md', text: 'called dentist Ann' },
        { path: 'memory/2026-11-17.md', text: 'called dentist Bob' },
        { path: 'MEMORY.md', text: 'called dentist Cem' },
      ],
      'dentist',
    );
    expect(paths(found)).toEqual(['MEMORY.md', 'memory/2026-11-17.md', 'memory/2020-01-01.md']);
    expect(found.map(({ parts }) => parts.recency)).toEqual([1, expect.closeTo(0.977, 2), expect.closeTo(0, 5)]);
    expect((found[0]?.score ?? 0) * 0.8).toBeLessThan(found[2]?.score ?? 0);
  });

  it('come from the spaces asked for alone', () => {
    const mine = notes('the red boat', 'the blue boat', 'tea');
    const alone = search(mine, 'red boat');
    const others = Array.from({ length: 40 }, (_, n) => ({ path: `z${n}.md`, text: 'red red boat, 2026', space: 2 }));
    expect(search([...mine, ...others], 'red boat')).toEqual(alone);
    expect(search([...mine, ...others], 'red boat', {}, [])).toEqual([]);
  });
});

describe('C020 what is relevant enough to be recalled without being asked', () => {
  const heron = notes(
    'Project Heron ships in May.',
    'Kickoff of Project Heron was in Oslo, Anna was there.',
    'Heron: the test rig is up in room 4, ask Bob.',
    'Project Heron budget is 40k.',
  );
  const recalled = (message: string) => paths(search(heron, message, { atLeast: 0.5 }));

  it.each([
    'test, are you up?',
    'hello!',
    'good morning',
    'thanks, that was great',
    'ok 👍',
    'how are you',
    '你好',
    '在吗',
  ])('nothing for %s', (message) => expect(recalled(message)).toEqual([]));

  it('the note that answers', () => {
    expect(recalled('when does Project Heron ship?')).toEqual(['a.md']);
    expect(recalled('who was in Oslo for the kickoff?')).toEqual(['b.md']);
  });
});

describe('days', () => {
  const log = [
    ...dated({
      '2026-11-17': '# 2026-11-17\n\n- fixed the roof with Paul\n- soup',
      '2026-11-16': '- went swimming yesterday',
      '2026-10-02': '- flew to Rome',
      '2025-05-06': '- Dentist, new crown',
    }),
    { path: 'MEMORY.md', text: '- what we did is in the log; dentist on 6 May' },
  ];

  it.each([
    ['what did we do yesterday?', 'memory/2026-11-17.md'],
    ['yesterday', 'memory/2026-11-17.md'],
    ['昨天我们做了什么', 'memory/2026-11-17.md'],
    ['昨日何をした？', 'memory/2026-11-17.md'],
    ['어제 뭐 했어?', 'memory/2026-11-17.md'],
    ['what happened last month?', 'memory/2026-10-02.md'],
    ['上个月做了什么', 'memory/2026-10-02.md'],
  ])('are found without a word in common: %s', (query, path) => {
    expect(paths(search(log, query))[0]).toBe(path);
  });

  it('are told whole when nothing else is asked', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `- thing ${n} of a long day with many things in it`);
    const found = search(dated({ '2026-11-17': lines.join('\n'), '2026-11-16': '- tea' }), 'what happened yesterday');
    const seen = found.map(({ snippet }) => snippet).join('\n');
    expect(paths(found).every((path) => path === 'memory/2026-11-17.md')).toBe(true);
    for (const line of lines) expect(seen).toContain(line);
  });

  it('are counted where the owner is', () => {
    const files = dated({ '2026-11-17': 'tea', '2026-11-18': 'cake' });
    expect(paths(search(files, 'yesterday'))).toEqual(['memory/2026-11-17.md']);
    expect(paths(search(files, 'yesterday', { timezone: 'Pacific/Auckland' }))).toEqual(['memory/2026-11-18.md']);
  });

  it('are a wish: what fits better from another day is found too', () => {
    expect(paths(search(log, 'did we fly to Rome yesterday?'))).toContain('memory/2026-10-02.md');
  });

  it('that name no year are the last ones of which something is known, and are found in the text too', () => {
    expect(paths(search(log, 'what was on 6 May?')).sort()).toEqual(['MEMORY.md', 'memory/2025-05-06.md']);
    expect(paths(search(log, '5月6号有什么事'))[0]).toBe('memory/2025-05-06.md');
  });

  it('given as a range leave everything else out, also what has no day', () => {
    expect(paths(search(log, 'dentist roof Rome', { from: '2026-01-01', to: '2026-11-16' }))).toEqual([
      'memory/2026-10-02.md',
    ]);
    expect(paths(search(log, 'what did we do', { from: '2026-11-16' }))).toEqual([
      'memory/2026-11-17.md',
      'memory/2026-11-16.md',
    ]);
    expect(search(log, 'roof', { from: '2030-01-01' })).toEqual([]);
  });

  it('are the order when asked for, each time of its own, undated last', () => {
    const same = [
      ...dated({ '2026-01-01': 'dentist', '2026-03-01': 'dentist', '2026-02-01': 'dentist' }),
      ...notes('dentist', 'nothing of the kind'),
    ];
    expect(paths(search(same, 'dentist', { sort: 'time' }))).toEqual([
      'memory/2026-03-01.md',
      'memory/2026-02-01.md',
      'memory/2026-01-01.md',
      'a.md',
    ]);
  });
});

describe('C019 the same fact in many notes', () => {
  it('is told once, and what differs stays', () => {
    const files = dated({
      '2026-10-01': '- 09:12 printer is in room 4',
      '2026-10-02': '- The printer stands in room 4.',
      '2026-10-03': '- 14:00 You find the printer in room 4',
      '2026-10-04': '- Printer location: room 4',
      '2026-10-05': '- room 4 is where the printer is',
      '2026-10-06': '- Our printer can be found in room 4 now',
      '2026-10-09': '- printer moved to room 6',
      '2026-10-10': '- the coffee machine is in the kitchen',
    });
    for (const query of ['where is the printer?', 'printer room']) {
      const found = search(files, query, { limit: 5 });
      expect(
        found.filter(({ snippet }) => snippet.includes('room 4')),
        query,
      ).toHaveLength(1);
      expect(paths(found), query).toContain('memory/2026-10-09.md');
    }
  });

  it.each([
    {
      queries: ['打印机', '打印机在哪里'],
      told: '打印机在四号房间 打印机放在四号房间里 四号房间有打印机 打印机的位置是四号房间 打印机就在四号房间 现在打印机在四号房间',
      changed: '打印机搬到六号房间了',
      part: '四号',
    },
    {
      queries: ['プリンター', 'プリンターはどこにありますか'],
      told: 'プリンターは4号室にあります 4号室にプリンターがあります プリンターの場所は4号室です プリンターは4号室に置いてあります 今プリンターは4号室にあります プリンターは4号室です',
      changed: 'プリンターは6号室に移動しました',
      part: '4号',
    },
    {
      queries: ['프린터', '프린터는 어디에 있어요?'],
      told: '프린터는_4호실에_있습니다 4호실에_프린터가_있어요 프린터_위치는_4호실입니다 프린터는_4호실에_놓여_있습니다 지금_프린터는_4호실에_있습니다 프린터는_4호실에_있음',
      changed: '프린터를 6호실로 옮겼습니다',
      part: '4호',
    },
    {
      queries: ['无线密码', '无线密码是什么'],
      told: '无线密码是heron-42 无线密码：heron-42 无线的密码是heron-42 现在无线密码是heron-42 无线密码就是heron-42 heron-42是无线密码',
      changed: '无线密码改成swan-77了',
      part: 'heron',
    },
  ])('in $changed too', ({ queries, told, changed, part }) => {
    const lines = told.split(' ').map((line, at) => [`2026-10-0${at + 1}`, `- 09:12 ${line.replaceAll('_', ' ')}`]);
    const files = dated({
      ...Object.fromEntries(lines),
      '2026-10-09': `- ${changed}`,
      '2026-10-10': '- 咖啡 コーヒー 커피',
    });
    for (const query of queries) {
      const found = search(files, query, { limit: 5 });
      expect(found.filter(({ snippet }) => snippet.includes(part)).length, query).toBe(1);
      expect(paths(found), query).toContain('memory/2026-10-09.md');
    }
  });
});

describe('the vector leg', () => {
  const east = [1, 0];
  const north = [0, 1];
  const between = [Math.SQRT1_2, Math.SQRT1_2];

  it('C013 hits of either leg in one file are both kept, each with its own parts', () => {
    const lines = [...Array(30).fill('- The mast is oak and tall.'), ...Array(60).fill('- Tulips grow in the garden.')];
    const file = { path: 'a.md', text: lines.join('\n') };
    const vectors = arrayReader([file]).rows.map(({ text }) => (text.includes('mast') ? [] : east));
    const files = [{ ...file, vectors }];
    const found = search(files, 'mast', { ...hybrid, vector: Float32Array.from(east) });
    const lexical = found.find(({ snippet }) => snippet.includes('mast'));
    const near = found.find(({ snippet }) => snippet.includes('Tulips'));
    expect(lexical?.parts.text).toBeGreaterThan(0);
    expect(near?.parts).toMatchObject({ text: 0, vector: 1 });
    for (const a of found) {
      for (const b of found) expect(a === b || a.endLine < b.startLine || b.endLine < a.startLine).toBe(true);
    }
  });

  it('C017 what is near in other spaces or on other days pushes nothing out', () => {
    const near = Array.from({ length: 90 }, (_, n) => ({
      path: `z${n}.md`,
      text: `far ${n}`,
      space: 2,
      vectors: [east],
    }));
    const mine = { path: 'memory/2026-01-01.md', text: 'mine', vectors: [between] };
    const wish = { ...hybrid, vector: Float32Array.from(east) };
    expect(paths(search([...near, mine], 'unknown', wish))).toEqual([mine.path]);
    const dayless = near.map((file) => ({ ...file, space: 1 }));
    expect(paths(search([...dayless, mine], 'unknown', { ...wish, from: '2026-01-01' }))).toEqual([mine.path]);
  });

  it('decides between texts that are alike, and a chunk without a vector is judged by its text', () => {
    const files = [
      { path: 'a.md', text: 'the red boat of Ann', vectors: [north] },
      { path: 'b.md', text: 'the red boat of Ben', vectors: [east] },
      { path: 'c.md', text: 'red sails on a boat at sea' },
    ];
    const found = search(files, 'red boat', { ...hybrid, vector: Float32Array.from(east) });
    expect(found.map(({ chunk }) => chunk.path)).toEqual(['b.md', 'c.md', 'a.md']);
    expect(found.map(({ parts }) => parts.vector)).toEqual([1, 0, 0]);
  });
});

describe('lines that say nothing', () => {
  it('begin and end no snippet, and hide none', () => {
    const text = 'From the template.\n\n- tea with Ann\n\n---\n';
    const files = [{ path: 'memory/2026-11-17.md', text, skip: ['From the template.'] }];
    for (const query of ['tea', 'yesterday']) {
      expect(search(files, query)[0], query).toMatchObject({ startLine: 3, endLine: 3, snippet: '- tea with Ann' });
    }
    expect(search(files, 'template')).toEqual([]);
  });
});

describe('snippets', () => {
  const line = (n: number) => `- line ${n} ${'filler words go here '.repeat(4)}`;

  it('are the lines around the find, at most 700 characters', () => {
    const lines = Array.from({ length: 60 }, (_, n) => line(n));
    lines[40] = '- the key is under the blue pot';
    const [hit] = search([{ path: 'a.md', text: lines.join('\n') }], 'where is the key?');
    expect(hit?.snippet).toContain('under the blue pot');
    expect(hit?.snippet.length).toBeLessThanOrEqual(700);
    expect(hit?.snippet).toBe(lines.slice((hit?.startLine ?? 1) - 1, hit?.endLine).join('\n'));
  });

  it('of a line that is longer than a snippet are cut where the words are', () => {
    const long = `${'nothing of note '.repeat(200)}the key is under the pot ${'more of nothing '.repeat(200)}`;
    const found = search([{ path: 'a.md', text: `first\n${long}\nlast` }], 'where is the key?');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ startLine: 2, endLine: 2 });
    expect(found[0]?.snippet).toContain('the key is under the pot');
    expect(long).toContain(found[0]?.snippet);
  });

  it('share no line, though chunks overlap', () => {
    const lines = Array.from({ length: 80 }, (_, n) => `- boat ${n} ${'of some kind '.repeat(6)}`);
    const found = search([{ path: 'a.md', text: lines.join('\n') }], 'boat', { limit: 20 });
    const seen = found.flatMap(({ startLine, endLine }) =>
      Array.from({ length: endLine - startLine + 1 }, (_, n) => startLine + n),
    );
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('keep to the budget together', () => {
    const files = Array.from({ length: 20 }, (_, n) => ({
      path: `${n}.md`,
      text: `- boat ${n}: ${'x y z '.repeat(100)}`,
    }));
    for (const budget of [0, 79, 300, 1_500, 7_000]) {
      const found = search(files, 'boat', { budget, limit: 20 });
      expect(found.reduce((sum, { snippet }) => sum + snippet.length, 0)).toBeLessThanOrEqual(budget);
      expect(found.length).toBeGreaterThanOrEqual(Math.floor(budget / 700));
    }
  });

  it('belong to who is asked about: a line spoken by them comes first', () => {
    const files = notes('- Anna: I went to the pottery class', '- Ben: I went to the pottery class, Anna did not');
    expect(paths(search(files, 'What did Ben do at the pottery class?'))[0]).toBe('b.md');
    expect(paths(search(files, 'What did Anna do at the pottery class?'))[0]).toBe('a.md');
  });

  it('hold the answer behind the question', () => {
    const dialogue = Array.from({ length: 40 }, (_, n) => `- Ann: small talk number ${n} about the weather of the day`);
    dialogue[20] = '- Ann: Where did you learn to make pottery?';
    dialogue[21] = '- Ben: In Oslo, from my aunt.';
    expect(search([{ path: 'a.md', text: dialogue.join('\n') }], 'where did Ben learn pottery')[0]?.snippet).toContain(
      'Oslo',
    );
  });
});
