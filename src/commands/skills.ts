// /skills: what I can do by a run book in this chat, and why another skill is not among them; an admin switches one off or on.

import type { ListedSkill, SkillCard, SkillState } from '../contracts/index.js';
import { counted } from '../text/amount.js';
import { asData, asWords } from '../text/as-data.js';
import { sentences } from '../text/sentence.js';
import { oneLine } from '../text/truncate.js';
import {
  type Command,
  type CommandContext,
  type CommandReply,
  type CommandServices,
  EVERYBODY,
  isAdminHere,
} from './command.js';

const USAGE = 'I can do this: `/skills`, `/skills off NAME`, `/skills on NAME`.';
const SHOWN = 30;
const DESCRIBED = 160;
const REASON = 300;

const STATES: Record<SkillState, string> = {
  ready: 'ready',
  manual: 'only by its command',
  off: 'off',
  'not-allowed': 'not allowed here',
  unmet: 'lacks something',
  unsupported: 'cannot run here',
  shadowed: 'another one has its name',
  refused: 'refused',
  invalid: 'cannot be read',
};

export const skillsCommand: Command = {
  name: 'skills',
  summary: 'Ways of doing things that I have learnt, and which of them count here',
  usage: '[off NAME | on NAME]',
  roles: EVERYBODY,
  atOnce: true,
  async run(context, services) {
    const [, verb = '', name = ''] = /^(\S*)\s*([\s\S]*)$/.exec(context.args.trim()) ?? [];
    if (verb === '') return { text: overview(context, services) };
    const wish = verb.toLowerCase();
    if ((wish !== 'off' && wish !== 'on') || name === '') return { text: USAGE };
    if (!isAdminHere(context)) return { text: 'Only an admin of this chat switches skills.' };
    return change(context, services, oneLine(name, 80).normalize('NFC'), wish === 'on');
  },
};

function overview(context: CommandContext, { skills: desk }: CommandServices): string {
  const all = desk.list(context);
  if (all.length === 0) return 'There are no skills here.';
  const usable = desk.usable(context);
  const [ready, others] = [all.filter(isUsable), all.filter((one) => !isUsable(one))];
  const rest = (left: number) => (left > 0 ? [`- … and ${left} more`] : []);
  const blocks = [
    ready.length > 0
      ? [
          `**${counted(ready.length, 'skill')} here**`,
          ...ready.slice(0, SHOWN).map((one) => readyLine(one, usable.get(one.name))),
          ...rest(ready.length - SHOWN),
        ]
      : ['No skill can be used here.'],
    others.length > 0
      ? ['**Not in use**', ...others.slice(0, SHOWN).map(otherLine), ...rest(others.length - SHOWN)]
      : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function isUsable({ state }: ListedSkill): boolean {
  return state === 'ready' || state === 'manual';
}

function readyLine({ name, description = '', state, reason }: ListedSkill, card: SkillCard | undefined): string {
  const command = card?.command === undefined ? '' : ` (\`/${card.command}\`)`;
  const about = asData(purpose(description), DESCRIBED);
  const note = state === 'manual' && card?.command !== undefined ? STATES.manual : reason;
  return `- ${asWords(name)}${command}: ${about}${note === undefined ? '' : `. ${sentences(note)}`}`;
}

/** The first sentence, without its stop: what stands behind it tells the model when to begin. */
function purpose(description: string): string {
  const [, first = description] = /^(.{20,}?)(?:[.!?](?=\s+\p{Lu})|[。！？])/su.exec(description) ?? [];
  return first.replace(/\.$/, '');
}

function otherLine({ name, state, reason }: ListedSkill): string {
  return `- ${asWords(name)}: ${STATES[state]}${reason === undefined ? '' : `. ${asData(reason, REASON)}`}`;
}

function change(context: CommandContext, { skills: desk }: CommandServices, name: string, on: boolean): CommandReply {
  const known = named(desk.list(context), desk.usable(context), name);
  if (known === undefined) return { text: `I know no skill ${asWords(name)} here. \`/skills\` lists them.` };
  const told = on
    ? `${asWords(known)} is not switched off here.`
    : `${asWords(known)} is off here, from the next message on. ${asData(`/skills on ${known}`, 100)} takes that back.`;
  return { text: told, also: () => desk.turn(context, known, on) };
}

/** The skill that is meant: by its name, in any case, or by its command. */
function named(
  all: readonly ListedSkill[],
  usable: ReadonlyMap<string, SkillCard>,
  wanted: string,
): string | undefined {
  const names = all.filter(({ state }) => state !== 'shadowed').map(({ name }) => name);
  const plain = (text: string) => text.toLowerCase().replace(/^\//, '').replace(/[-_ ]/g, '_');
  const low = plain(wanted);
  return (
    names.find((name) => name === wanted) ??
    names.find((name) => plain(name) === low || usable.get(name)?.command === low)
  );
}
