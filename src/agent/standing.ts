// Where a turn stands, read from the transcript alone. Pure: this is what makes a turn resumable after a crash.

import type { Entry, ToolCall, Usage } from '../contracts/index.js';

export type Standing =
  /** Nothing of it is written yet. */
  | { kind: 'new' }
  /** The model is to be asked; so many rounds of tool calls are behind it. */
  | { kind: 'ask'; rounds: number }
  /** The model asked for these calls, and their results are not there. */
  | { kind: 'calls'; calls: ToolCall[]; rounds: number }
  | { kind: 'finished'; text: string; stopped: boolean; usage?: Usage; using?: { model: string; configured: string } };

/** `entries` is the session's history in file order. */
export function standingOf(entries: readonly Entry[], turn: string): Standing {
  const own = entries.filter((entry) => entry.turn === turn);
  if (own.length === 0) return { kind: 'new' };
  const asked: ToolCall[] = [];
  const answered = new Set<string>();
  let rounds = 0;
  let inRound = false;
  let usage: Usage | undefined;
  let using: { model: string; configured: string } | undefined;
  for (const entry of own) {
    if (entry.type === 'assistant') {
      inRound = false;
      if (entry.usage) usage = addUsage(usage, entry.usage);
      if (entry.final) {
        return {
          kind: 'finished',
          text: entry.text,
          stopped: entry.stopped ?? false,
          ...(usage ? { usage } : {}),
          ...(using ? { using } : {}),
        };
      }
      // Who stood in for one round need not have answered the next.
      using = undefined;
    } else if (entry.type === 'tool_call') {
      if (!inRound) rounds++;
      inRound = true;
      asked.push({ id: entry.call, name: entry.name, args: entry.args });
    } else if (entry.type === 'tool_result') {
      answered.add(entry.call);
    } else if (entry.type === 'model') {
      using = { model: entry.using, configured: entry.configured };
    }
  }
  const open = asked.filter((call) => !answered.has(call.id));
  return open.length > 0 ? { kind: 'calls', calls: open, rounds } : { kind: 'ask', rounds };
}

function addUsage(sum: Usage | undefined, more: Usage): Usage {
  const cached = (sum?.cached ?? 0) + (more.cached ?? 0);
  return {
    input: (sum?.input ?? 0) + more.input,
    output: (sum?.output ?? 0) + more.output,
    ...(cached > 0 ? { cached } : {}),
  };
}
