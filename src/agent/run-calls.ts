// Runs the tool calls of one answer side by side; each result is in the transcript before the next step begins.

import type { AgentEvent, ToolCall, ToolContext } from '../contracts/index.js';
import { type CallOutcome, runTool } from './run-tool.js';
import type { SealedTool } from './tools/seal.js';
import { toolTrustIn } from './tools/table.js';
import { type TurnDeps, type TurnInput, type TurnSignals, userEntryId } from './turn-parts.js';

export async function* runCalls(
  deps: TurnDeps,
  input: TurnInput,
  visible: readonly SealedTool[],
  calls: readonly ToolCall[],
  signals: TurnSignals,
): AsyncGenerator<AgentEvent> {
  const { transcript, turn, who, session } = input;
  const { scope, memory } = session;
  const signal = AbortSignal.any([signals.abort, signals.stop]);
  const runner = { ...deps, tools: visible, who, scope, timeoutMs: deps.limits.toolTimeoutMs };
  const toolTrust = toolTrustIn(deps.tools);
  // Its tables of words are loaded by the first who calls a tool.
  const { noteJudge } = await import('./trust.js');
  const running = calls.map(async (call): Promise<{ call: ToolCall; outcome: CallOutcome }> => {
    const context: ToolContext = {
      scope,
      who,
      memory,
      session: transcript.session,
      turn,
      call: call.id,
      entry: userEntryId(turn),
      now: deps.clock.now(),
      timezone: deps.timezone,
      trustOf: noteJudge(transcript.entries, { turn, scope, toolTrust }),
      signal,
      files: input.files,
      propose: (change) => input.propose(transcript.session, call.id, change),
      ...(input.schedules ? { schedules: input.schedules } : {}),
      ...(input.recalled ? { recalled: input.recalled } : {}),
    };
    const outcome = await runTool(runner, call, context);
    // A process that lost its lane leaves the call open, and the next holder runs it again under the same id.
    if (!signals.abort.aborted) {
      const { text, details, error } = outcome;
      const rest = { ...(details === undefined ? {} : { details }), ...(error ? { error } : {}) };
      transcript.append([{ type: 'tool_result', turn, call: call.id, name: call.name, text, ...rest }]);
    }
    return { call, outcome };
  });
  for (const { call, outcome } of await Promise.all(running)) {
    yield { type: 'tool-result', call: call.id, name: call.name, error: outcome.error };
  }
}
