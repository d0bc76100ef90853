// /dream: what the nights made of the logs, of this chat; in the owner's private chat of any memory that is named.

import type { DreamDesk, Scope } from '../contracts/index.js';
import { ownerName } from '../memory/visibility.js';
import { ADMINS, type Command, type CommandContext } from './command.js';
import { type Asker, decideHeld, undoNewest } from './dream-acts.js';
import {
  explanationLines,
  inChat,
  outcomeInChat,
  policyWords,
  showText,
  statusItem,
  statusText,
} from './dream-words.js';

/** So long a reply waits for what was asked for. */
const PATIENCE_MS = 8_000;
const LOOKED_AT = 20;
const LISTED = 50;
const VERBS = ['now', 'status', 'show', 'apply', 'skip', 'undo', 'explain'] as const;
type Verb = (typeof VERBS)[number];

const USAGE =
  'I can do this: `/dream now`, `/dream status`, `/dream show`, `/dream apply`, `/dream skip`, `/dream undo`, `/dream explain TEXT`.';
const ELSEWHERE =
  'Here you may name another memory behind the word, as `/dream status` lists them: `/dream show group:telegram:-100123`.';

export const dreamCommand: Command = {
  name: 'dream',
  summary: 'What I made of the days at night: look at it, decide, take it back',
  usage: '[now | status | show | apply | skip | undo | explain TEXT]',
  roles: ADMINS,
  atOnce: true,
  async run(context, { dreams }) {
    return { text: await answer(context, dreams) };
  },
};

async function answer(context: CommandContext, desk: DreamDesk): Promise<string> {
  const [, first = '', behind = ''] = /^(\S*)\s*([\s\S]*)$/.exec(context.args.trim()) ?? [];
  const usage = reachesAll(context) ? `${USAGE} ${ELSEWHERE}` : USAGE;
  if (first === '') return `${status(context, desk, undefined)}\n\n${usage}`;
  const verb = VERBS.find((one) => one === first.toLowerCase());
  if (!verb) return usage;
  const named = namedScope(context, desk, behind);
  if (named === 'unknown') return 'I know no memory of that name. `/dream status` lists those that I have.';
  const rest = named?.rest ?? behind;
  if (verb !== 'explain' && rest !== '') return usage;
  return await carryOut(verb, context, desk, { named: named?.scope, text: rest });
}

async function carryOut(
  verb: Verb,
  context: CommandContext,
  desk: DreamDesk,
  { named, text }: { named: Scope | undefined; text: string },
): Promise<string> {
  const scope = named ?? context.scope;
  const by = asker(context, named);
  switch (verb) {
    case 'status':
      return status(context, desk, named);
    case 'now':
      return await now(desk, scope, by);
    case 'show':
      return show(desk, scope, by);
    case 'apply':
    case 'skip':
      return (await decideHeld(desk, { scope, yes: verb === 'apply' }, by)).text;
    case 'undo':
      return (await undoNewest(desk, { scope, call: context.call }, by)).text;
    case 'explain':
      if (text === '') return 'What shall I explain? `/dream explain TEXT`, with a few words of it.';
      return explanationLines(await desk.explain(scope, text), 'chat').join('\n');
  }
}

function reachesAll({ scope, who }: CommandContext): boolean {
  return scope.kind === 'main' && who.role === 'owner';
}

function asker(context: CommandContext, named: Scope | undefined): Asker {
  const name = named === undefined || named.kind === context.scope.kind ? undefined : ownerName(named);
  return { written: inChat(name), isOwner: reachesAll(context) };
}

/**
 * The memory that stands before the rest, and what follows it; undefined where none is named. Elsewhere than in the owner's
 * private chat nothing is a name. One may hold blanks and be the beginning of another, so that the longest counts.
 */
function namedScope(
  context: CommandContext,
  desk: DreamDesk,
  words: string,
): { scope: Scope; rest: string } | 'unknown' | undefined {
  if (!reachesAll(context)) return undefined;
  const text = words.replace(/^`([^`]*)`/, '$1');
  const [found] = desk
    .scopes()
    .map((scope) => ({ scope, name: ownerName(scope) }))
    .filter(({ name }) => text === name || (text.startsWith(name) && /\s/.test(text.charAt(name.length))))
    .sort((a, b) => b.name.length - a.name.length);
  if (found) return { scope: found.scope, rest: text.slice(found.name.length).trim() };
  return /^(?:person|group):\S/.test(text) ? 'unknown' : undefined;
}

async function now(desk: DreamDesk, scope: Scope, by: Asker): Promise<string> {
  const policy = desk.policy(scope);
  if (!policy.enabled) return policyWords(policy, by.isOwner);
  const begun = await desk.begin(scope);
  const ended = await desk.ended(begun.id, PATIENCE_MS);
  return outcomeInChat(ended, by.written);
}

/** What waits, or else the newest that changed something. */
function show(desk: DreamDesk, scope: Scope, by: Asker): string {
  const all = desk.list(scope, LOOKED_AT);
  const dream = desk.held(scope) ?? all.find(({ state, plan }) => state === 'ok' && plan) ?? all[0];
  return dream ? showText(dream, by.written) : standing(desk, scope, by);
}

function status(context: CommandContext, desk: DreamDesk, named: Scope | undefined): string {
  if (named !== undefined || !reachesAll(context)) {
    return standing(desk, named ?? context.scope, asker(context, named));
  }
  const scopes = desk.scopes();
  if (scopes.length <= 1) return standing(desk, context.scope, asker(context, undefined));
  const items = scopes.slice(0, LISTED).map((scope) => {
    const dream = desk.held(scope) ?? desk.list(scope, 1)[0];
    return statusItem(ownerName(scope), dream, desk.policy(scope).enabled, asker(context, scope).written);
  });
  const more = scopes.length - LISTED;
  const own = policyWords(desk.policy(context.scope), true);
  return [...items, ...(more > 0 ? [`- and ${more} more`] : []), own].join('\n');
}

function standing(desk: DreamDesk, scope: Scope, by: Asker): string {
  const policy = policyWords(desk.policy(scope), by.isOwner);
  return statusText({ dreams: desk.list(scope, 1), held: desk.held(scope), policy }, by.written);
}
