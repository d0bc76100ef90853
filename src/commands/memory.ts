// /memory: what this chat remembers, in its own scope: searched, shown, added to, and what became of it.

import { MemoryError } from '../contracts/index.js';
import { holdsSecretOrMark } from '../text/secrets.js';
import { sentences } from '../text/sentence.js';
import { truncate } from '../text/truncate.js';
import { type Command, type CommandContext, type CommandServices, EVERYBODY } from './command.js';
import { focusOn } from './focus.js';
import { log, revision, undo } from './memory-ledger.js';
import { hitTitle, modeOf, snippetLines } from './memory-words.js';

const SHOWN_CHARACTERS = 3_500;

export const memoryCommand: Command = {
  name: 'memory',
  summary: 'Search, show or add to what I remember here',
  usage: 'search WORDS | show [FILE] | add TEXT | log [FILE] | revision NUMBER | undo NUMBER',
  roles: EVERYBODY,
  atOnce: false,
  async run(context, services) {
    return { text: await answer(context, services) };
  },
};

async function answer(context: CommandContext, services: Pick<CommandServices, 'timezone'>): Promise<string> {
  const [verb = '', rest = ''] = split(context.args);
  switch (verb.toLowerCase()) {
    case 'search':
      return rest === '' ? 'What shall I look for? `/memory search WORDS`' : await search(context, rest);
    case 'show':
      return await show(context, rest);
    case 'add':
      return rest === '' ? 'What shall I add? `/memory add TEXT`' : await add(context, rest);
    case 'log':
      return await log(context, services, rest);
    case 'revision':
      return await revision(context, services, rest);
    case 'undo':
      return await undo(context, rest);
    default:
      return 'I can do this: `/memory search WORDS`, `/memory show [FILE]`, `/memory add TEXT`, `/memory log [FILE]`, `/memory revision NUMBER`, `/memory undo NUMBER`.';
  }
}

function split(args: string): [string, string] {
  const match = /^(\S+)\s*([\s\S]*)$/.exec(args.trim());
  return [match?.[1] ?? '', match?.[2] ?? ''];
}

async function search({ memory }: CommandContext, query: string): Promise<string> {
  const answer = await memory.search(query, { limit: 5, corpus: 'all' });
  if (answer.disabled !== undefined) return sentences(`I cannot search my memory: ${answer.disabled}`);
  if (answer.hits.length === 0) return `I found nothing here (${modeOf(answer)}).`;
  const hits = answer.hits.map((found) => {
    const hit = focusOn(found, query);
    return [hitTitle(hit), ...snippetLines(hit).map((line) => `> ${line}`)].join('\n');
  });
  return [...hits, ...(answer.pending > 0 ? [`(${modeOf(answer)})`] : [])].join('\n\n');
}

async function show({ memory }: CommandContext, path: string): Promise<string> {
  try {
    const doc = await memory.read(path === '' ? memory.pathOf('long') : path);
    if (doc.text.trim() === '') return `${doc.path} is empty.`;
    const shown = truncate(doc.text, SHOWN_CHARACTERS);
    const cut = shown.length < doc.text.length ? '\n(The rest is in the file.)' : '';
    return `${doc.path}\n\n${shown.trimEnd()}${cut}`;
  } catch (error) {
    if (!(error instanceof MemoryError && error.kind === 'not-found')) throw error;
    return path === '' ? 'Nothing is written down here yet.' : 'There is no such file here.';
  }
}

async function add({ memory, who, call }: CommandContext, text: string): Promise<string> {
  if (holdsSecretOrMark(text)) {
    return 'That holds a password, a key or a card number. I do not write such things down; please leave it out.';
  }
  const revision = await memory.remember(
    { target: 'long', text },
    {
      who: who.account,
      by: 'command',
      session: 'command',
      call,
      reason: '/memory add',
      trust: who.role === 'owner' ? 'owner' : 'member',
    },
  );
  return `Noted in ${revision.path}:${revision.line}.`;
}
