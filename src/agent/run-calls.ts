// Runs the tool calls of one answer side by side; each result is in the transcript before the next step begins.

import { z } from 'zod';
import type { AgentEvent, ToolCall, ToolContext } from '../contracts/index.js';
import { SKILL_RUN } from './apart/names.js';
import { resultTokens } from './engine/limits.js';
import { type CallOutcome, runTool } from './run-tool.js';
import type { SealedTool } from './tools/seal.js';
import { toolTrustIn } from './tools/table.js';
import { type TurnDeps, type TurnInput, type TurnSignals, userEntryId } from './turn-parts.js';
import type { TurnSecrets } from './turn-secrets.js';
import { withSecretAddresses } from './web/secret-address.js';

/** What `read` leaves in the transcript of a skill's own file. */
const skillRead = z.object({ skill: z.string(), path: z.string(), from: z.number() });

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
  const room = resultTokens(session.model.contextTokens);
  const { apart, secrets } = input;
  const { web } = input.reach;
  const beside = calls.filter(({ name }) => name === SKILL_RUN).length;
  const running = calls.map(async (call): Promise<{ call: ToolCall; outcome: CallOutcome }> => {
    const context: ToolContext = {
      ...input.reach,
      ...(web && secrets ? { web: withSecretAddresses(web, secrets, () => transcript.entries) } : {}),
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
      room,
      ...(apart && { runApart: (wish) => apart({ deps, input, visible, signals, wish, call: call.id, beside, room }) }),
    };
    const outcome = unsaid(await runTool(runner, withSecrets(call, runner.tools, secrets), context), secrets);
    // A process that lost its lane leaves the call open, and the next holder runs it again under the same id.
    if (!signals.abort.aborted) {
      const { text, details, error } = outcome;
      const rest = { ...(details === undefined ? {} : { details }), ...(error ? { error } : {}) };
      transcript.append([
        { type: 'tool_result', turn, call: call.id, name: call.name, text, ...rest },
        ...begunSkill(details).map((skill) => ({ type: 'skill' as const, turn, ...skill })),
      ]);
    }
    return { call, outcome };
  });
  for (const { call, outcome } of await Promise.all(running)) {
    yield { type: 'tool-result', call: call.id, name: call.name, error: outcome.error };
  }
}

/** A tool that keeps nothing is given what was said; the others the marks. */
function withSecrets(call: ToolCall, tools: readonly SealedTool[], secrets: TurnSecrets | undefined): ToolCall {
  const takes = tools.find(({ spec }) => spec.name === call.name)?.takesSecrets;
  return secrets && takes ? { ...call, args: secrets.shownArgs(call.args) } : call;
}

function unsaid(outcome: CallOutcome, secrets: TurnSecrets | undefined): CallOutcome {
  return secrets ? secrets.hiddenIn(outcome) : outcome;
}

/** The skill whose instructions a call has read from their beginning: the conversation follows them from then on. */
function begunSkill(details: unknown): { name: string; path: string }[] {
  const { data } = skillRead.safeParse(details);
  return data?.from === 1 ? [{ name: data.skill, path: data.path }] : [];
}
