// A history as somebody reads it who is to write it down or to sum it up: who said what, with edits applied, and apart from
// it whatever they passed on. Pure.

import type { Entry, EntryFile, EntryOf, Scope } from '../contracts/index.js';
import { FORGOTTEN } from '../text/forgetting.js';
import { oneLine } from '../text/truncate.js';
import { editsOf } from './history/edits.js';

export interface Said {
  /** The entry's. */
  id: string;
  turn?: string;
  at: number;
  kind: 'person' | 'assistant' | 'call' | 'result';
  /** A name, or the tool's. */
  who: string;
  /** The speaker's own words, what they spoke included; of a call its arguments. */
  text: string;
  /** Quoted, forwarded, or said around it: others' words. */
  passed: string;
  entry: EntryOf<'user' | 'assistant' | 'tool_call' | 'tool_result'>;
}

/** Oldest first. What was deleted or forgotten, and what says nothing, is left out. */
export function saidIn(
  entries: readonly Entry[],
  scope: Scope,
  edits: ReadonlyMap<string, string | undefined> = editsOf(entries),
): Said[] {
  return entries.flatMap((entry) => saidBy(entry, scope, edits) ?? []);
}

function saidBy(entry: Entry, scope: Scope, edits: ReadonlyMap<string, string | undefined>): Said | undefined {
  const { id, at, turn } = entry;
  if (entry.forgotten === 'whole') return undefined;
  const stamp = { id, at, ...(turn === undefined ? {} : { turn }) };
  if (entry.type === 'user') {
    if (edits.has(id) && edits.get(id) === undefined) return undefined;
    const { text, passed } = wordsOf(entry, edits);
    const who = oneLine(entry.from.name, 60) || (scope.kind === 'main' ? 'owner' : 'somebody');
    return text === '' && passed === '' ? undefined : { ...stamp, kind: 'person', who, text, passed, entry };
  }
  if (entry.type === 'assistant') {
    const text = entry.text.trim();
    return text === '' ? undefined : { ...stamp, kind: 'assistant', who: 'assistant', text, passed: '', entry };
  }
  if (entry.type === 'tool_call') {
    return { ...stamp, kind: 'call', who: entry.name, text: entry.args, passed: '', entry };
  }
  if (entry.type === 'tool_result') {
    return { ...stamp, kind: 'result', who: entry.name, text: entry.text, passed: '', entry };
  }
  return undefined;
}

function wordsOf(
  entry: EntryOf<'user'>,
  edits: ReadonlyMap<string, string | undefined>,
): { text: string; passed: string } {
  const files = entry.files ?? [];
  const spoken = files.flatMap((file) => (isOwnVoice(file) ? [file.said ?? ''] : []));
  // A document's words are whoever's wrote it, however often its sender nods at them.
  const held = files.flatMap((file) =>
    file.said === undefined || isOwnVoice(file) ? [] : [`${oneLine(file.name, 60)}: ${file.said}`],
  );
  const named = files.map(({ kind, name }) => `[${kind} ${oneLine(name, 80)}]`);
  const words = edits.get(entry.id) ?? entry.text;
  const own = words === FORGOTTEN ? '' : words;
  const around = (entry.around ?? []).map(({ from, text }) => `${oneLine(from, 60)}: ${text}`);
  const quoted = (entry.quoted ?? []).map(({ from, text }) => `${oneLine(from, 60)}: ${text}`);
  // What comes from another session is nobody's own word here.
  const passed = [...around, ...quoted, ...held, ...(entry.via === undefined ? [] : [own])];
  const mine = [...named, ...(entry.via === undefined ? [own] : []), ...spoken];
  return { text: joined(mine), passed: joined(passed) };
}

function isOwnVoice({ kind, said, passed }: EntryFile): boolean {
  return kind === 'voice' && said !== undefined && passed === undefined;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n');
}
