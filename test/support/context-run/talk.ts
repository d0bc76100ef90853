// What the owner says, message by message, and which tools an assistant would use for it. Pure: the same number is always the
// same message, so that the stand-in of the model needs no memory of its own.

import type { ServedCall } from '../model-server.js';
import type { Fact } from './facts.js';

/** A message carries its number, by which everybody finds it again. */
export function numberIn(text: string): number | undefined {
  const found = [...text.matchAll(/\(message (\d+)\)/g)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

const CHATTER = [
  'The rain has stopped at last, and the cat sits in the window again.',
  '今天天气不错,我在阳台上喝了一杯茶,心情很好。',
  'I had a quiet morning and read the paper for an hour.',
  '昨日はよく眠れました。散歩も気持ちよかったです。',
  'Supper was fine, thank you, the soup was a little hot.',
  '오늘은 조금 피곤하지만 기분은 좋아요.',
  'The bus was late, as it always is on such days.',
  'Well, well, what a long week this has been.',
] as const;

/** `fact` is told in passing, `bulk` characters of talk come along. */
export function messageText(number: number, { fact, bulk = 0 }: { fact?: Fact; bulk?: number } = {}): string {
  const chatter = CHATTER[number % CHATTER.length] ?? '';
  const more = bulk > 0 ? ` ${talkOf(bulk, number)}` : '';
  const told = fact ? ` ${fact.line}` : '';
  return `(message ${number}) ${chatter}${told}${more}`;
}

/** So many characters of talk that no two messages share. */
export function talkOf(characters: number, seed: number): string {
  const words = [
    'the',
    'garden',
    'was',
    'green',
    'and',
    'somebody',
    'walked',
    'by',
    '花园',
    '很',
    '静',
    'while',
    'we',
    'talked',
  ];
  let text = '';
  for (let n = 0; text.length < characters; n++)
    text += `${words[(n * n * 3 + n * 5 + (n >> 2) * seed + seed) % words.length]} `;
  return text.slice(0, characters).trimEnd();
}

/** The calls of each round, before the last one answers. Some fail, some return much, some go side by side. */
export function callsFor(number: number): ServedCall[][] {
  const search = (query: string): ServedCall => ({ name: 'memory_search', args: { query, limit: 4 } });
  const read = (path: string, lines = 400): ServedCall => ({ name: 'read', args: { path, lines } });
  const note: ServedCall = {
    name: 'memory_write',
    args: { target: number % 2 === 0 ? 'day' : 'long', text: `Item ${number} of the list is in basket B${number}.` },
  };
  const much = (part: string): ServedCall => ({
    name: 'memory_write',
    args: {
      target: 'day',
      text: Array.from({ length: 8 }, (_, n) => `Shelf ${number}-${n} ${part}: ${talkOf(280, number + n)}`).join('\n'),
    },
  });
  // More than a diff behind the latest message should hold.
  if (number % 100 === 45) return [[much('left'), much('right')]];
  if (number % 40 === 17)
    return [[read('shared/long.md'), read('AGENTS.md')], [read('shared/long.md', 200)], [search('garden')]];
  if (number % 10 === 3) return [[search('basket'), read('shared/long.md', 12)]];
  if (number % 10 === 5) return [[note]];
  if (number % 10 === 7)
    return [[search('天气 茶'), note], [{ name: 'memory_get', args: { path: 'MEMORY.md', lines: 20 } }]];
  if (number % 20 === 9)
    return [
      [
        { name: 'memory_get', args: { path: 'memory/none.md' } },
        { name: 'no_such_tool', args: {} },
      ],
    ];
  return [];
}

/** A file whose excerpts are long results. */
export function longFile(): string {
  const lines = Array.from({ length: 300 }, (_, n) => `Row ${n}: ${talkOf(80, n)} 第${n}行的说明文字在这里。`);
  return `Every chat reads this file.\n\n${lines.join('\n')}\n`;
}
