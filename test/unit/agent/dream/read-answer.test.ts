// A model's answer as operations: what is tolerated, what is refused and how people are told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../src/agent/dream/read-answer.js';
import { MemoryError } from '../../../../src/contracts/index.js';

const add = { op: 'add', text: 'The boat is called Mira.', sources: ['n1'] };
const drop = { op: 'drop', targets: ['m2'], sources: ['n3'] };
const json = JSON.stringify({ operations: [add, drop] });

function fault(answer: string): string {
  try {
    readAnswer(answer);
  } catch (error) {
    if (error instanceof MemoryError) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const NO_LIST = 'invalid: the model did not answer with a list of changes';

describe('an answer', () => {
  it('is read with all five operations and their fields', () => {
    const all = [
      add,
      { op: 'merge', text: '她住在京都，电话是 075-4711。', targets: ['m1', 'm4'], sources: [] },
      { op: 'supersede', text: 'Die Garage hat den Code 4711.', targets: ['m2'], sources: ['n3'] },
      drop,
      { op: 'move', targets: ['m5'], topic: 'kitchen' },
    ];
    expect(readAnswer(JSON.stringify({ operations: all }))).toEqual({ operations: all, refused: [] });
  });

  it.each([
    ['a bare array', JSON.stringify([add, drop])],
    ['a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['words around it', `Here are the changes [as you asked] {for the file}:\n\n${json}\n\nThat is all.`],
    ['words and a fence', `Sure!\n\`\`\`\n${JSON.stringify([add, drop], undefined, 2)}\n\`\`\`\nDone.`],
    ['white space', `\ufeff \n${json}\n\n`],
  ])('is read as %s', (_, answer) => {
    expect(readAnswer(answer)).toEqual({ operations: [add, drop], refused: [] });
  });

  it('may be an empty list', () => {
    for (const empty of ['{"operations": []}', '[]', 'Nothing tonight: []'])
      expect(readAnswer(empty)).toEqual({ operations: [], refused: [] });
  });

  it.each([
    ['prose', 'I would add that the boat is called Mira.'],
    ['nothing', ''],
    ['a number', '42'],
    ['another object', '{"changes": []}'],
    ['a list in the wrong place', '{"operations": {"op": "add"}}'],
    ['broken JSON', '{"operations": [{"op": "add", text: "x"}]}'],
    ['two lists', `${json}\nor rather\n${json}`],
    ['half a list', json.slice(0, -20)],
    [
      'half a list with whole parts',
      '{"operations": [{"op": "add", "text": "x", "sources": ["n1"]}, {"op": "drop", "sou',
    ],
    ['a list that breaks off in an empty one', 'Changes: {"operations": [{"op": "merge", "sources": []'],
  ])('is refused as %s', (_, answer) => {
    expect(fault(answer)).toBe(NO_LIST);
  });

  it('tolerates labels as one string, in brackets or large, and the words source and target', () => {
    const answer = [
      { op: 'ADD', text: 'A.', source: 'N1' },
      { op: 'merge', text: 'B.', target: ['[m1]', 'm2', 'm1'], sources: 'n1, n2' },
      { op: 'merge', text: 'C.', targets: 'm3' },
    ];
    expect(readAnswer(JSON.stringify(answer)).operations).toEqual([
      { op: 'add', text: 'A.', sources: ['n1'] },
      { op: 'merge', text: 'B.', targets: ['m1', 'm2'], sources: ['n1', 'n2'] },
      { op: 'merge', text: 'C.', targets: ['m3'], sources: [] },
    ]);
  });

  it('keeps no field that no operation has, and no prototype', () => {
    const answer = `[{"op":"add","text":"A.","sources":["n1"],"__proto__":{"admin":true},"path":"/etc/passwd"},
      {"op":"__proto__"},{"op":"constructor","text":"x"}]`;
    const { operations, refused } = readAnswer(answer);
    expect(operations).toEqual([{ op: 'add', text: 'A.', sources: ['n1'] }]);
    expect(Object.keys(operations[0] ?? {})).toEqual(['op', 'text', 'sources']);
    expect('admin' in {}).toBe(false);
    expect(refused).toHaveLength(2);
  });

  it('makes one line of a text, which cannot begin a heading, a bullet or a comment', () => {
    const text = '# Rules\n- The owner likes tea.\n<!-- hidden -->\u0000\u202e';
    const { operations } = readAnswer(JSON.stringify([{ op: 'add', text, sources: ['n1'] }]));
    expect(operations).toEqual([{ op: 'add', text: 'Rules The owner likes tea. <! -- hidden -->', sources: ['n1'] }]);
  });
});

describe('what is no operation', () => {
  it.each([
    ['it is not an operation', 'add the boat'],
    ['it is none of add, merge, supersede, drop, move', { op: 'write', text: 'A.' }],
    ['it has no text', { op: 'add', sources: ['n1'] }],
    ['it has no text', { op: 'add', text: ' \n# ', sources: ['n1'] }],
    ['its text is too long', { op: 'add', text: 'a'.repeat(3_000), sources: ['n1'] }],
    ['it does not say what it rests on', { op: 'add', text: 'A.' }],
    ['it does not say what it rests on', { op: 'add', text: 'A.', sources: [7] }],
    ['it does not say which entries it is about', { op: 'supersede', text: 'A.', sources: ['n1'] }],
    ['it does not say which entries it is about', { op: 'move', targets: {}, topic: 'x' }],
    ['it names no topic', { op: 'move', targets: ['m1'], topic: '\u200b' }],
    ['its sources are no labels', { op: 'merge', text: 'A.', targets: ['m1'], sources: { n1: true } }],
    ['it names too many lines', { op: 'drop', targets: Array.from({ length: 101 }, (_, n) => `m${n}`), sources: 'n1' }],
  ])('is told in a sentence: %s', (why, one) => {
    const { operations, refused } = readAnswer(JSON.stringify({ operations: [add, one] }));
    expect(operations).toEqual([add]);
    expect(refused).toEqual([`Change 2 of the model's list was not taken: ${why}.`]);
  });

  it('is told twenty times and then counted', () => {
    const { operations, refused } = readAnswer(JSON.stringify([...Array.from({ length: 32 }, () => ({})), add]));
    expect(operations).toEqual([add]);
    expect(refused).toHaveLength(21);
    expect(refused[20]).toBe('And 12 more.');
  });

  it('is whatever stands behind the two hundredth', () => {
    const { operations, refused } = readAnswer(JSON.stringify(Array.from({ length: 50_000 }, () => drop)));
    expect(operations).toHaveLength(200);
    expect(refused).toEqual(['Only the first 200 changes were looked at; 49800 more were left out.']);
  });
});

describe('a hostile answer', () => {
  it.each([
    ['brackets', '['.repeat(200_000)],
    ['objects', '{"a":'.repeat(40_000)],
    ['brackets of prose', '[ the { '.repeat(25_000)],
    ['quotes', '{"'.repeat(100_000)],
    ['depth', `{"operations": ${'['.repeat(90_000)}${']'.repeat(90_000)}}`],
    ['depth in a field', `[{"op":"add","text":${'['.repeat(90_000)}${']'.repeat(90_000)}}]`],
    ['many small ones', '[] '.repeat(66_000)],
  ])('is gone through at once: %s', (_, answer) => {
    const began = performance.now();
    try {
      expect(readAnswer(answer).operations).toEqual([]);
    } catch (error) {
      expect(error).toMatchObject({ kind: 'invalid' });
    }
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('never throws anything else, and gives nothing but whole operations', () => {
    const label = fc.constantFrom('n1', 'm2', '', 'x');
    const one = fc.record(
      {
        op: fc.constantFrom('add', 'merge', 'supersede', 'drop', 'move', 'x'),
        text: fc.oneof(fc.string(), fc.constant(undefined)),
        sources: fc.oneof(label, fc.array(label), fc.jsonValue()),
        targets: fc.oneof(label, fc.array(label), fc.jsonValue()),
        topic: fc.oneof(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const answers = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(one).map((all) => JSON.stringify({ operations: all })),
      fc.tuple(fc.string(), fc.array(one), fc.string()).map(([a, all, b]) => `${a}${JSON.stringify(all)}${b}`),
    );
    fc.assert(
      fc.property(answers, (answer) => {
        try {
          for (const read of readAnswer(answer).operations) {
            if (read.op !== 'add') expect(read.targets.length).toBeGreaterThan(0);
            if (read.op !== 'merge' && read.op !== 'move') expect(read.sources.length).toBeGreaterThan(0);
            if ('text' in read) expect(read.text).toMatch(/^[^\n]+$/);
          }
        } catch (error) {
          if (!(error instanceof MemoryError)) throw error;
        }
      }),
    );
  });
});
