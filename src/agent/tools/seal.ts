// Closes a tool over its argument type, so that the loop can hold tools of any kind in one list.

import { z } from 'zod';
import {
  type Principal,
  type Scope,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
  type ToolSpec,
} from '../../contracts/index.js';

export interface SealedTool {
  /** As the model is shown it. */
  spec: ToolSpec;
  /** How far what it returns can be relied on. */
  trust: 'tool' | 'web';
  allowed(who: Principal, scope: Scope): boolean;
  /** Throws a ToolError that names what is wrong with the arguments, or whatever the tool throws. */
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}

export function seal<A>(tool: Tool<A>): SealedTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.args, { io: 'input' });
  return {
    spec: { name: tool.name, description: tool.description, parameters },
    trust: tool.trust ?? 'tool',
    allowed: (who, scope) => tool.allowed(who, scope),
    async run(args, context) {
      const checked = tool.args.safeParse(args);
      if (!checked.success) {
        const problems = checked.error.issues.map(
          ({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`,
        );
        throw new ToolError(`Wrong arguments: ${problems.join('; ')}.`);
      }
      return await tool.run(checked.data, context);
    },
  };
}
