// Runs one tool call. Whatever goes wrong comes back as a result that the model can act on; this never throws.

import {
  type Clock,
  type Log,
  MemoryError,
  type MemoryFault,
  type Principal,
  type Scope,
  type ToolCall,
  type ToolContext,
  ToolError,
} from '../contracts/index.js';
import { sentences } from '../text/sentence.js';
import { oneLine } from '../text/truncate.js';
import type { SealedTool } from './tools/seal.js';

export interface CallOutcome {
  text: string;
  details?: unknown;
  error: boolean;
}

export interface RunToolDeps {
  /** The tools shown to the model in this turn. */
  tools: readonly SealedTool[];
  who: Principal;
  scope: Scope;
  clock: Clock;
  log: Log;
  timeoutMs: number;
}

const OF_THE_MACHINE: ReadonlySet<MemoryFault> = new Set(['unavailable', 'unwritable']);
const STOPPED = 'The call was stopped.';

export async function runTool(deps: RunToolDeps, call: ToolCall, context: ToolContext): Promise<CallOutcome> {
  const tool = deps.tools.find((one) => one.spec.name === call.name);
  const began = deps.clock.now();
  const outcome = await carryOut(deps, tool, call, context);
  // A name that names nothing is the model's own words.
  deps.log.info('tool.called', { tool: tool?.spec.name, ms: deps.clock.now() - began, ok: !outcome.error });
  return outcome;
}

async function carryOut(
  deps: RunToolDeps,
  tool: SealedTool | undefined,
  call: ToolCall,
  context: ToolContext,
): Promise<CallOutcome> {
  if (!tool) {
    const known = deps.tools.map((one) => one.spec.name).join(', ');
    return failed(`There is no tool ${oneLine(call.name, 60)} here. You have: ${known || 'none'}.`);
  }
  if (!tool.allowed(deps.who, deps.scope)) return failed(`${call.name} is not for the person who asked.`);
  const args = parseArgs(call.args);
  if (args === undefined) return failed('The arguments are not a JSON object. Write them again.');
  const ended = new AbortController();
  try {
    const work = tool.run(args, { ...context, signal: AbortSignal.any([context.signal, ended.signal]) });
    const result = tool.keepsTime ? await work : await Promise.race([work, expiry(deps, context.signal, ended.signal)]);
    return { text: result.content, error: false, ...(result.details === undefined ? {} : { details: result.details }) };
  } catch (error) {
    // These two are worded for the model; other errors may name what only the operator should see.
    if (error instanceof ToolError || error instanceof MemoryError)
      return failed(sentences(error.message, isForWhoRunsMe(error, deps.scope) ? undefined : error.remedy));
    if (context.signal.aborted) return failed(STOPPED);
    deps.log.error('tool.failed', { tool: call.name, error });
    return failed('The tool failed unexpectedly. Do without it, and say so.');
  } finally {
    ended.abort();
  }
}

/** How disks and folders are put right is no business of a group, or of anybody but the owner. */
function isForWhoRunsMe(error: ToolError | MemoryError, scope: Scope): boolean {
  return error instanceof MemoryError && scope.kind !== 'main' && OF_THE_MACHINE.has(error.kind);
}

async function expiry(deps: RunToolDeps, signal: AbortSignal, ended: AbortSignal): Promise<never> {
  await deps.clock.sleep(deps.timeoutMs, AbortSignal.any([signal, ended]));
  throw new ToolError(signal.aborted ? STOPPED : 'The tool took too long and was stopped.');
}

function failed(text: string): CallOutcome {
  return { text: `Error: ${text}`, error: true };
}

function parseArgs(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
