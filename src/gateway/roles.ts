// The roles of processes: whose connection a message came through, and so who sends its reply.

/** The process that runs the configured channels; one per home. */
export const GATEWAY = 'gateway';

const TERMINAL = 'terminal:';

/** A `chat` process for its own console. */
export function terminalRole(processId: string): string {
  return `${TERMINAL}${processId}`;
}

/** The process of a terminal's role; undefined for the gateway. */
export function terminalProcess(role: string): string | undefined {
  return role.startsWith(TERMINAL) ? role.slice(TERMINAL.length) : undefined;
}
