// Histories for tests of summaries, written as a conversation.

import type { SummarySource } from '../../src/agent/compaction/summary-source.js';
import type { Entry, EntryBody, Scope } from '../../src/contracts/index.js';

const main: Scope = { kind: 'main' };
export const group: Scope = { kind: 'group', channel: 'telegram', chat: '-1001' };

type Passed = { quoted?: string; via?: string };

export function person(text: string, name = 'Ann', { quoted, via }: Passed = {}): EntryBody {
  return {
    type: 'user',
    text,
    from: { account: `console:${name}`, name, role: 'owner' },
    message: 'm',
    ...(quoted === undefined ? {} : { quoted: [{ kind: 'forward' as const, from: 'Eve', text: quoted }] }),
    ...(via === undefined ? {} : { via }),
  };
}

export function reply(text: string): EntryBody {
  return { type: 'assistant', text, model: 'm', final: true };
}

export function result(text: string): EntryBody {
  return { type: 'tool_result', call: 'c1', name: 'read', text };
}

export const skill = (name: string): EntryBody => ({ type: 'skill', name, path: `skills/${name}/SKILL.md` });

function entriesOf(bodies: readonly EntryBody[]): Entry[] {
  return bodies.map((body, index) => ({ ...body, id: `e${index + 1}`, at: index, fence: 1, turn: `t${index}` }));
}

export function sourceOf(bodies: readonly EntryBody[], more: Partial<SummarySource> = {}): SummarySource {
  return { scope: main, entries: entriesOf(bodies), edits: new Map(), maxTokens: 1_000, ...more };
}

/** C061: what must be there afterwards, whatever the model makes of it. */
export const delivery = [
  person('Where is my order 7F3-221? The settings are in /srv/app/etc.yml.'),
  reply('It left the warehouse on Monday.'),
  person('Good. One more thing: never mail Bob about it.'),
  reply('Noted.'),
  person('Kiedy kurier będzie na Żurawiej 12?'),
];
export const planted = ['order 7F3-221', '/srv/app/etc.yml', 'never mail Bob', 'Kiedy kurier będzie na Żurawiej 12?'];
