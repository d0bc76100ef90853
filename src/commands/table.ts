// The one table of slash commands for every channel, and the one way to run them.

import type { CommandHint } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import { allowCommand, denyCommand } from './allow.js';
import { modelCommand, queueCommand, whyCommand } from './chat.js';
import { type Command, type CommandContext, type CommandReply, type CommandServices, mayUse } from './command.js';
import { compactCommand } from './compact.js';
import { contextCommand } from './context.js';
import { cronCommand } from './cron.js';
import { dreamCommand } from './dream.js';
import { forgetCommand } from './forget.js';
import { helpCommand } from './help.js';
import { jobsCommand } from './jobs.js';
import { linkCommand, unlinkCommand } from './link.js';
import { membersCommand } from './members.js';
import { memoryCommand } from './memory.js';
import { pairCommand } from './pair.js';
import { privacyCommand } from './privacy.js';
import { newCommand, stopCommand } from './session.js';
import { skillsCommand } from './skills.js';
import { statusCommand, whoamiCommand } from './status.js';
import { toolsCommand } from './tools.js';
import { usageCommand } from './usage.js';

const commands: readonly Command[] = [
  helpCommand(() => commands),
  newCommand,
  compactCommand,
  stopCommand,
  statusCommand,
  jobsCommand,
  usageCommand,
  skillsCommand,
  whoamiCommand,
  whyCommand,
  contextCommand,
  toolsCommand,
  memoryCommand,
  privacyCommand,
  dreamCommand,
  forgetCommand,
  queueCommand,
  modelCommand,
  cronCommand,
  linkCommand,
  unlinkCommand,
  pairCommand,
  allowCommand,
  denyCommand,
  membersCommand,
];

function findCommand(name: string): Command | undefined {
  // A menu that takes no dash shows an underscore.
  const wanted = name.toLowerCase().replaceAll('_', '-');
  return commands.find((command) => command.name === wanted || command.aliases?.includes(wanted));
}

/** As the platforms' menus show them, ours first. */
export function commandHints(): CommandHint[] {
  return commands.flatMap(({ name, listed = [], summary, usage, roles, private: isPrivate }) =>
    [name, ...listed].map((shown) => ({
      name: shown,
      summary,
      for: roles.includes('member') ? 'everybody' : roles.includes('admin') ? 'direct' : 'owner',
      ...(usage === undefined ? {} : { usage }),
      ...(isPrivate ? { private: true } : {}),
    })),
  );
}

/** Names that no skill's command may have. */
export function commandNames(): ReadonlySet<string> {
  return new Set(
    commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map((name) => name.replaceAll('-', '_')),
  );
}

/** An unknown command is answered at once too: there is nothing to wait for. */
export function runsAtOnce(name: string, scripted: boolean): boolean {
  const command = findCommand(name);
  return command?.interrupts ?? (!scripted && (command?.atOnce ?? true));
}

/** Whether whatever the command says is for its speaker alone. */
export function answersInPrivate(name: string): boolean {
  return findCommand(name)?.private ?? false;
}

/**
 * The reply to a command. One that the speaker may not use is answered like one that does not exist. One that does not may be
 * another bot's where several listen, and is left to it.
 */
export async function runCommand(
  name: string,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandReply> {
  const command = findCommand(name);
  if (!command || !mayUse(command, context.who.role, context.scope)) {
    if (!command && context.toAnybody) return { text: '' };
    return { text: `I do not know /${oneLine(name, 32)} here. /help lists what I know.` };
  }
  const reply = await command.run(context, services);
  return command.private ? { ...reply, private: true } : reply;
}
