// Queries that nobody would type, and what every answer must be all the same.

import type { SearchAnswer } from '../../../src/contracts/index.js';
import type { MemoryIndex } from '../../../src/memory/index/memory-index.js';

/** Stands in one file; whatever surrounds it in a query, that file must be found. */
export const LANTERN = 'lanternfish';
const SCOPE = { kind: 'main' } as const;

const PIECES = [
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'NEAR/3',
    'NEAR(a b, 2)',
    'MATCH',
    'rank',
    'rowid',
    'bm25(x)',
    'highlight',
    'LIKE',
    '%',
  ],
  ...[
    'terms:',
    'text:',
    'path:',
    'title:',
    'id:',
    'space:',
    '{terms text}:',
    '-terms:',
    '-{path}:',
    'terms :',
    ': terms',
  ],
  ...[
    '"',
    "'",
    '""',
    '"""',
    '`',
    '(',
    ')',
    '((',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '*',
    '^',
    '+',
    '-',
    '--',
    ':',
    ';',
    ',',
    '.',
    '\\',
    '/',
  ],
  ...[
    "'; DROP TABLE chunks; --",
    '0x00',
    '\0',
    '\x01',
    '\u0007',
    '\n',
    '\r\n',
    '\t',
    '\v',
    '\u2028',
    '\u00a0',
    '\u3000',
    '\ufeff',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '🇩🇪',
    '\u200d',
    '\ufe0f',
    '\ud83d',
    '\ude00',
    '\udfff\ud800',
    '́',
    'ß',
    'İ',
    'ﬁ',
    'Å',
    '１２３',
    '㍿',
  ],
  ...['评', '评审', '项目评审会议', 'が', 'カタカナ', '한국어', '各', '𠮷', '々', '。', '「', '」', '·', '：'],
  ...[
    'C++',
    'GB/s',
    '2026-03-31',
    'v2.8.3',
    "don't",
    'a,b',
    'foo(bar)',
    '^x',
    'last Tuesday',
    '上周三',
    'x'.repeat(300),
    'the',
    'is',
  ],
];

/** `count` queries: mostly a few pieces, now and then 100 KB. */
export function* fuzzQueries(count: number, random: () => number): Generator<string> {
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const anyUnit = () => String.fromCharCode(Math.floor(random() * 0x10000));
  for (let n = 0; n < count; n++) {
    const long = n % 1_000 === 999;
    const parts: string[] = [];
    const wanted = long ? 100_000 : 1 + random() * 60;
    for (let length = 0; length < wanted; ) {
      const next = random() < 0.3 ? anyUnit() : piece();
      parts.push(next, random() < 0.5 ? ' ' : '');
      length += next.length + 1;
    }
    yield parts.join('');
  }
}

/** Asks the query alone and behind the lantern; says what is wrong with the answers. */
export async function tryQuery(index: MemoryIndex, query: string): Promise<string[]> {
  const faults: string[] = [];
  for (const asked of [query, `${LANTERN} ${query}`]) {
    const say = (says: string) => faults.push(`${JSON.stringify(asked.slice(0, 120))} ${says}`);
    const answer = await index.search(SCOPE, asked, { limit: 5 }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') say(`threw ${answer}`);
    else for (const fault of faultsOf(answer)) say(fault);
    if (typeof answer !== 'string' && asked !== query && !answer.hits.some(({ path }) => path.endsWith('lantern.md'))) {
      say('lost the lantern');
    }
  }
  return faults;
}

function faultsOf({ mode, hits, disabled }: SearchAnswer): string[] {
  const faults: string[] = [];
  if (mode !== 'lexical only') faults.push(`changed the mode to ${mode}`);
  if (disabled !== undefined) faults.push(`disabled memory: ${disabled}`);
  if (hits.length > 5) faults.push(`gave ${hits.length} hits`);
  for (const { snippet, startLine, endLine, score } of hits) {
    if (snippet.length > 700) faults.push(`gave a snippet of ${snippet.length} characters`);
    if (startLine > endLine || startLine < 1) faults.push(`gave lines ${startLine} to ${endLine}`);
    if (!(score > 0 && score <= 1)) faults.push(`gave the score ${score}`);
  }
  return faults;
}
