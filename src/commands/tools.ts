// /tools: what the model can do in this chat besides talking, and why it cannot do the rest.

import type { ToolDecision } from '../agent/tools/policy.js';
import { idleReason } from '../agent/tools/skill-tools.js';
import { oneLine } from '../text/truncate.js';
import { type Command, type CommandContext, type CommandServices, EVERYBODY } from './command.js';

const MAX_NAME = 60;

export const toolsCommand: Command = {
  name: 'tools',
  summary: 'What I can do here besides talking, and why not more',
  usage: '[name]',
  roles: EVERYBODY,
  atOnce: true,
  async run(context, services) {
    const decisions = decisionsOf(context, services);
    if (context.args === '') return { text: listWords(decisions) };
    const name = context.args.toLowerCase().replaceAll('-', '_');
    const one = decisions.find(({ tool }) => tool.spec.name === name);
    if (one) return { text: oneWords(one, context) };
    return { text: `I know no tool called ${oneLine(context.args, MAX_NAME)}. /tools lists them.` };
  },
};

/** As a turn has them: a tool for which there is nothing to do is not shown to the model. */
function decisionsOf(context: CommandContext, { tools, skills }: CommandServices): ToolDecision[] {
  const count = skills.list(context).filter(({ state }) => state === 'ready').length;
  return tools(context).map((one) => {
    const reason = one.shown ? idleReason(one.tool.spec.name, count) : undefined;
    return reason === undefined ? one : { ...one, shown: false, reason };
  });
}

function listWords(decisions: readonly ToolDecision[]): string {
  const shown = decisions.filter((one) => one.shown).map(({ tool }) => nameOf(tool));
  const denied = decisions.filter((one) => !one.shown).map(({ tool, reason }) => `- ${nameOf(tool)}: ${reason}`);
  const here = shown.length === 0 ? 'I have no tools here.' : `Tools that I have here: ${shown.join(', ')}.`;
  return [here, ...(denied.length === 0 ? [] : ['', 'Not here:', ...denied])].join('\n');
}

function oneWords({ tool, shown, reason }: ToolDecision, { who, scope }: CommandContext): string {
  const name = nameOf(tool);
  if (!shown) return `I do not have ${name} here. ${reason}`;
  const yours = tool.allowed(who, scope) ? '' : ' But not when you are the one who asks.';
  return `I have ${name} here.${yours} What it does: ${tool.spec.description}`;
}

/** Markdown. */
function nameOf({ spec }: ToolDecision['tool']): string {
  return `\`${spec.name}\``;
}
