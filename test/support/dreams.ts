// Dreams by hand: plans and rows in short words, and a desk that keeps them in memory and writes nothing.

import {
  type ApplyPolicy,
  type Dream,
  type DreamDesk,
  type DreamExplanation,
  type DreamPlan,
  MemoryError,
  type PlannedLine,
  type Scope,
} from '../../src/contracts/index.js';
import { ownerName, sameScope } from '../../src/memory/visibility.js';

export const main: Scope = { kind: 'main' };
export const ann: Scope = { kind: 'person', person: 'ann' };

/** `memory/2026-11-29.md:4`, `memory/2026-11-29.md:4-6`. */
function sourceOf(place: string): PlannedLine['sources'][number] {
  const [, path = '', from = '1', to = from] = /^(.*):(\d+)(?:-(\d+))?$/.exec(place) ?? [];
  return { path, from: Number(from), to: Number(to) };
}

/** `+ - The boat is called Seeadler.` of MEMORY.md, and where from. */
export function line(words: string, places: readonly string[] = [], more: Partial<PlannedLine> = {}): PlannedLine {
  return {
    sign: words.charAt(0) as PlannedLine['sign'],
    path: 'MEMORY.md',
    text: words.slice(2),
    sources: places.map(sourceOf),
    trust: 'owner',
    ...more,
  };
}

export function plan(lines: readonly PlannedLine[], more: Partial<DreamPlan> = {}): DreamPlan {
  const of = (sign: string) => lines.filter((one) => one.sign === sign).map(({ text }) => `${text}\n`);
  const file = { path: 'MEMORY.md', base: 'b', before: of('-').join(''), after: of('+').join('') };
  return {
    ...{ night: '2026-11-30', by: 'rules', lines: [...lines], files: lines.length === 0 ? [] : [file] },
    ...{ moved: [], themes: [], refused: [], promoted: [], passed: [] },
    ...more,
  };
}

export function dream(more: Partial<Dream> = {}): Dream {
  return { id: 1, scope: main, night: '2026-11-30', cause: 'night', state: 'ok', tokens: 0, at: 0, ...more };
}

export interface DreamStage {
  policy?: { enabled: boolean; apply: ApplyPolicy };
  scopes?: Scope[];
  /** What a dream that is begun becomes; undefined: it never ends. */
  becomes?: Partial<Dream>;
  explains?: DreamExplanation[];
  /** What an act ends with instead of being carried out. */
  trouble?: MemoryError;
  /** What saying yes makes of it. Default ok. */
  applied?: Dream['state'];
}

export type DreamStore = DreamDesk & { rows: Dream[]; stage: DreamStage; asked: string[] };

export function openDreams(stage: DreamStage = {}, rows: Dream[] = []): DreamStore {
  const asked: string[] = [];
  const of = (scope: Scope) => rows.filter((one) => sameScope(one.scope, scope)).sort((a, b) => b.id - a.id);
  const at = (id: number) => rows.findIndex((one) => one.id === id);

  function change(id: number, more: Partial<Dream>): Dream {
    const row = rows[at(id)];
    if (!row) throw new MemoryError('not-found', 'there is no such dream');
    rows[at(id)] = { ...row, ...more };
    return { ...row, ...more };
  }

  function decided(id: number, state: Dream['state']): Dream {
    if (stage.trouble) throw stage.trouble;
    if (rows[at(id)]?.state !== 'held') throw new MemoryError('not-found', 'nothing waits under that id');
    return change(id, { state });
  }

  return {
    rows,
    stage,
    asked,
    policy: () => stage.policy ?? { enabled: true, apply: 'ask-if' },
    scopes: () => stage.scopes ?? [main],
    list: (scope, limit) => of(scope).slice(0, limit),
    find: (id) => rows[at(id)],
    held: (scope) => of(scope).find(({ state }) => state === 'held'),
    async begin(scope) {
      asked.push(`begin ${ownerName(scope)}`);
      const begun = dream({ id: rows.length + 1, scope, cause: 'asked', state: 'queued' });
      rows.push(begun);
      return begun;
    },
    async ended(id, withinMs) {
      asked.push(`ended ${withinMs}`);
      return stage.becomes && change(id, stage.becomes);
    },
    async apply(id) {
      return decided(id, stage.applied ?? 'ok');
    },
    async skip(id) {
      return decided(id, 'skipped');
    },
    async undo(scope) {
      if (stage.trouble) throw stage.trouble;
      const newest = of(scope).find(({ state }) => state === 'ok');
      if (!newest) throw new MemoryError('not-found', 'there is none');
      return change(newest.id, { state: 'undone' });
    },
    async explain(scope, text) {
      asked.push(`explain ${ownerName(scope)} ${text}`);
      return stage.explains ?? [];
    },
  };
}
