// The one table of slash commands for every channel, and the one way to run them.

import { oneLine } from '../text/truncate.js';
import { type Command, type CommandContext, type CommandReply, type CommandServices, mayUse } from './command.js';
import { helpCommand } from './help.js';
import { memoryCommand } from './memory.js';
import { newCommand, stopCommand } from './session.js';
import { statusCommand, whoamiCommand } from './status.js';

const commands: readonly Command[] = [
  helpCommand(() => commands),
  newCommand,
  stopCommand,
  statusCommand,
  whoamiCommand,
  memoryCommand,
];

function findCommand(name: string): Command | undefined {
  const wanted = name.toLowerCase();
  return commands.find((command) => command.name === wanted || command.aliases?.includes(wanted));
}

/** An unknown command is answered at once too: there is nothing to wait for. */
export function runsAtOnce(name: string, scripted: boolean): boolean {
  const command = findCommand(name);
  return command?.interrupts ?? (!scripted && (command?.atOnce ?? true));
}

/** The reply to a command. A command that the speaker may not use is answered like one that does not exist. */
export async function runCommand(
  name: string,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandReply> {
  const command = findCommand(name);
  if (!command || !mayUse(command, context.who.role, context.scope)) {
    return { text: `I do not know /${oneLine(name, 32)} here. /help lists what I know.` };
  }
  return await command.run(context, services);
}
