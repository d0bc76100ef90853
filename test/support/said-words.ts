// Short words for histories in tests of what is written down.

import type { Entry, EntryOf, Role } from '../../src/contracts/index.js';

let next = 0;

/** What every entry carries; `at` is UTC. */
function stamp(turn: string, at: string | number) {
  next += 1;
  return { id: `e${next}`, at: typeof at === 'number' ? at : Date.parse(at), fence: 1, turn };
}

export const NOON = '2026-11-29T12:00:00Z';

export function says(
  text: string,
  more: Partial<EntryOf<'user'>> & { name?: string; role?: Role; when?: string | number } = {},
): EntryOf<'user'> {
  const { name = 'Ada', role = 'owner', when = NOON, turn = 't1', ...rest } = more;
  const from = { account: `console:${name}`, name, role };
  return { ...stamp(turn, when), type: 'user', text, from, message: `m${next}`, ...rest };
}

export function answers(text: string, turn = 't1', when: string | number = NOON): EntryOf<'assistant'> {
  return { ...stamp(turn, when), type: 'assistant', text, model: 'scripted/test', final: true };
}

export function calls(name: string, args: unknown, call: string, turn = 't1', when: string | number = NOON): Entry {
  return { ...stamp(turn, when), type: 'tool_call', call, name, args: JSON.stringify(args) };
}

export function returns(
  name: string,
  text: string,
  call: string,
  more: { details?: unknown; turn?: string; when?: string | number } = {},
): EntryOf<'tool_result'> {
  const { details, turn = 't1', when = NOON } = more;
  return {
    ...stamp(turn, when),
    type: 'tool_result',
    call,
    name,
    text,
    ...(details === undefined ? {} : { details }),
  };
}
