// The chats of a run on the stand-in of Telegram: the owner's, those of people whom the owner let in, and groups.

import type { User } from 'grammy/types';
import type { Conversation } from '../stages.js';
import type { TestChat } from '../telegram/chat.js';
import { startTelegram, type Telegram } from '../telegram/server.js';

export interface Crowd {
  telegram: Telegram;
  owner: string;
  /** What stands below `channels` in nightjar.yaml, one line. `token` as it stands there. */
  yaml(token: string): string;
  chats: Conversation[];
  /** The owner lets everybody in, to be called when the bot is up. What is said until then is no answer to a task. */
  letIn(): Promise<void>;
  /** How many of the bot's messages in private grew in front of their reader. */
  grown(): number;
}

const OWNER = 100;
/**
 * Every so many-th message in private comes with a file, which somebody has to fetch. In a group others do not wait for that,
 * and are answered first.
 */
const FILE_EVERY = 6;
const SPEAKERS = 8;
const LET_IN_MS = 30_000;

/** Half of the chats are private, the first of them the owner's. */
export async function openCrowd(count: number): Promise<Crowd> {
  const telegram = await startTelegram();
  const privates = Math.ceil(count / 2);
  const people = Array.from({ length: privates }, (_, at) => telegram.user({ id: OWNER + at, name: `Person ${at}` }));
  const [owner] = people;
  if (!owner) throw new Error('nobody is there');
  const speakers = Array.from({ length: SPEAKERS }, (_, at) => telegram.user({ id: 900 + at, name: `Speaker ${at}` }));
  const before = new Set<number>();
  const direct = people.map((person) => ({ person, chat: telegram.private(person) }));
  const groups = Array.from({ length: count - privates }, (_, at) =>
    telegram.group({ id: -1_003_000_000_000 - at, title: `Group ${at}`, type: 'supergroup' }),
  );
  const inPrivate = direct.map(
    ({ person, chat }): Conversation => ({
      name: `private ${person.id}`,
      id: String(person.id),
      say: withFiles(person, chat),
      shown: () =>
        chat
          .shown()
          .filter(({ id }) => !before.has(id))
          .map(({ text }) => text),
    }),
  );
  const inGroups = groups.map((chat): Conversation => {
    let turn = 0;
    const next = () => speakers[turn++ % SPEAKERS] ?? owner;
    return {
      name: `group ${chat.id}`,
      id: String(chat.id),
      say: (text) => void chat.says(next(), text),
      shown: () => chat.shown().map(({ text }) => text),
    };
  });
  const keys = groups.map(({ id }) => `"${id}": { respond: always }`).join(', ');
  return {
    telegram,
    owner: `telegram:${OWNER}`,
    yaml: (token) => `telegram: { token: "${token}", apiRoot: "${telegram.apiRoot}", groups: { ${keys} } }`,
    chats: [...inPrivate, ...inGroups],
    async letIn() {
      const desk = telegram.private(owner);
      for (const { id } of people) if (id !== OWNER) desk.says(owner, `/allow account telegram:${id}`);
      const done = () => desk.shown().filter(({ text }) => text.includes('is let in')).length;
      await telegram.waitFor(() => done() >= people.length - 1, LET_IN_MS);
      for (const { chat } of direct) for (const { id } of chat.shown()) before.add(id);
    },
    grown: () => direct.flatMap(({ chat }) => chat.shown()).filter(({ edits }) => edits > 0).length,
  };
}

function withFiles(person: User, chat: TestChat): (text: string) => void {
  let said = 0;
  return (text) => {
    said += 1;
    const document = { name: `笔记 ${said}.txt`, mime: 'text/plain', bytes: Buffer.from(`The file says 文 ${said}.`) };
    chat.says(person, text, said % FILE_EVERY === 0 ? { document } : {});
  };
}
