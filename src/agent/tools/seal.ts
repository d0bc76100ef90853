// Closes a tool over its argument type, so that the loop can hold tools of any kind in one list.

import { z } from 'zod';
import {
  type ApartUse,
  type Principal,
  type Scope,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolGroup,
  type ToolProfile,
  type ToolResult,
  type ToolSpec,
} from '../../contracts/index.js';

export interface SealedTool {
  /** As the model is shown it. */
  spec: ToolSpec;
  /** How far what it returns can be relied on. */
  trust: 'tool' | 'web';
  group: ToolGroup;
  profile: ToolProfile;
  apart: ApartUse;
  needsPerson: boolean;
  keepsTime: boolean;
  takesSecrets: boolean;
  allowed(who: Principal, scope: Scope): boolean;
  /** Throws a ToolError that names what is wrong with the arguments. */
  check(args: unknown): void;
  /** The same, or whatever the tool throws. */
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}

export function seal<A>(tool: Tool<A>): SealedTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.args, { io: 'input' });
  function parse(args: unknown): A {
    const checked = tool.args.safeParse(args);
    if (checked.success) return checked.data;
    const problems = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
    throw new ToolError(`Wrong arguments: ${problems.join('; ')}.`);
  }
  return {
    spec: { name: tool.name, description: tool.description, parameters },
    trust: tool.trust ?? 'tool',
    group: tool.group,
    profile: tool.profile,
    apart: tool.apart,
    needsPerson: tool.needsPerson ?? false,
    keepsTime: tool.keepsTime ?? false,
    takesSecrets: tool.takesSecrets ?? false,
    allowed: (who, scope) => tool.allowed(who, scope),
    check: (args) => void parse(args),
    run: async (args, context) => await tool.run(parse(args), context),
  };
}
