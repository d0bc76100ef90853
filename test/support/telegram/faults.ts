// Planned misfortune: which call fails next, and how. It only keeps the plan; the server carries it out.

import type { ResponseParameters } from 'grammy/types';

export interface RefusedFault {
  code: number;
  description: string;
  parameters?: ResponseParameters;
}

/**
 * 'reset' drops the socket before the work, 'reset-after' does the work first; 'hang' never answers and does nothing;
 * 'half' does the work and drops the socket amid the answer; 'html502' is a proxy's error page, the work not done.
 */
export type Fault = RefusedFault | 'reset' | 'reset-after' | 'hang' | 'half' | 'html502';

/** A refusal as Telegram words it when a bot is too fast. */
export function floodWait(seconds: number): RefusedFault {
  return {
    code: 429,
    description: `Too Many Requests: retry after ${seconds}`,
    parameters: { retry_after: seconds },
  };
}

export interface Faults {
  /** The next `times` calls of `method` ('*': any; 'download': of a file) for which `when` holds fail in this way. */
  add(method: string, times: number, fault: Fault, when?: (fields: Record<string, unknown>) => boolean): void;
  take(method: string, fields: Record<string, unknown>): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  interface Planned {
    method: string;
    left: number;
    fault: Fault;
    when: ((fields: Record<string, unknown>) => boolean) | undefined;
  }
  let plan: Planned[] = [];
  return {
    add(method, times, fault, when) {
      plan.push({ method, left: times, fault, when });
    },
    take(method, fields) {
      if (plan.length === 0) return undefined;
      const found = plan.find((one) => (one.method === '*' || one.method === method) && (one.when?.(fields) ?? true));
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) plan = plan.filter((one) => one !== found);
      return found.fault;
    },
    clear() {
      plan = [];
    },
  };
}
