// Ten chats on a stand-in of each platform: two owners in private, groups where the bot is mentioned, topics, a thread. What
// is said in them and what the bot shows looks the same whichever platform it is.

import type { Place } from './discord/place.js';
import { type DiscordServer, startDiscord } from './discord/server.js';
import type { TestChat } from './telegram/chat.js';
import { startTelegram, type Telegram } from './telegram/server.js';

export interface Conversation {
  name: string;
  /** The platform's id of the chat. */
  id: string;
  /** A message that the bot answers; in groups the people take turns. */
  say(text: string): void;
  /** What the bot's messages show now, oldest first. */
  shown(): string[];
}

export interface Stage {
  platform: 'telegram' | 'discord';
  /** The owner's accounts. */
  owners: string[];
  /** What stands below `channels` in nightjar.yaml, one line. */
  yaml: string;
  chats: Conversation[];
  /** How many messages the bot tried to send so far. */
  sends(): number;
  /** Resolves once it holds; asked whenever something happens there. Rejects after `ms`. */
  until(holds: () => boolean, ms: number): Promise<void>;
  close(): Promise<void>;
}

const NAMES = ['Ann', 'Bo', '陈', 'Dee', '恵', 'Finn'];
const TOPICS = [11, 12];

export async function telegramStage(): Promise<Stage & { telegram: Telegram }> {
  const telegram = await startTelegram();
  const owners = [101, 102].map((id) => telegram.user({ id, name: `Olga ${id}` }));
  const people = NAMES.map((name, at) => telegram.user({ id: 201 + at, name }));
  const mention = `@${telegram.me.username}`;
  const direct = owners.map((owner): Conversation => {
    const chat = telegram.private(owner);
    const shown = () => chat.shown().map(({ text }) => text);
    return {
      name: `telegram private ${owner.id}`,
      id: String(owner.id),
      say: (text) => void chat.says(owner, text),
      shown,
    };
  });
  const inGroup = (chat: TestChat, topic?: number): Conversation => {
    const next = takingTurns(people);
    const thread = topic === undefined ? {} : { topic };
    return {
      name: `telegram ${chat.id}${topic === undefined ? '' : `:${topic}`}`,
      id: String(chat.id),
      say: (text) => void chat.says(next(), `${mention} ${text}`, thread),
      shown: () =>
        chat
          .shown()
          .filter((one) => one.thread === topic)
          .map(({ text }) => text),
    };
  };
  const groups = [1, 2, 3, 4, 5, 6].map((at) =>
    telegram.group({ id: -1_002_000_000_000 - at, title: `Group ${at}`, type: 'supergroup' }),
  );
  const forum = telegram.group({ id: -1_002_000_000_100, title: 'Forum', forum: true });
  for (const id of TOPICS) telegram.topic(forum, { id, name: `Topic ${id}` });
  const keys = [...groups, forum].map(({ id }) => `"${id}": {}`).join(', ');
  return {
    telegram,
    platform: 'telegram',
    owners: owners.map(({ id }) => `telegram:${id}`),
    yaml: `telegram: { token: "${telegram.token}", apiRoot: "${telegram.apiRoot}", groups: { ${keys} } }`,
    chats: [...direct, ...groups.map((chat) => inGroup(chat)), ...TOPICS.map((topic) => inGroup(forum, topic))],
    sends: () => telegram.calls('sendMessage').length,
    until: async (holds, ms) => void (await telegram.waitFor(holds, ms)),
    close: () => telegram.stop(),
  };
}

export async function discordStage(): Promise<Stage & { discord: DiscordServer }> {
  const discord = await startDiscord();
  const owners = ['200000000000000001', '200000000000000002'].map((id) =>
    discord.user({ id, name: `Olga ${id.at(-1)}` }),
  );
  const people = NAMES.map((name) => discord.user({ name }));
  const guild = discord.guild({ name: 'Guild' });
  const shown = (place: Place) => () => place.shown().map(({ content }) => content);
  const direct = owners.map((owner): Conversation => {
    const place = discord.dm(owner);
    return {
      name: `discord private ${owner.id}`,
      id: place.id,
      say: (text) => void place.says(owner, text),
      shown: shown(place),
    };
  });
  const inGuild = (place: Place): Conversation => {
    const next = takingTurns(people);
    const say = (text: string) => void place.says(next(), text, { mentionBot: true });
    return { name: `discord ${place.id}`, id: place.id, say, shown: shown(place) };
  };
  const channels = [1, 2, 3, 4, 5, 6, 7].map((at) => guild.channel({ name: `channel-${at}` }));
  const threads = channels.slice(0, 1).map((channel) => channel.thread({ name: 'A thread' }));
  return {
    discord,
    platform: 'discord',
    owners: owners.map(({ id }) => `discord:${id}`),
    yaml: `discord: { token: "${discord.token}", apiRoot: "${discord.root}", groups: { "${guild.id}": {} } }`,
    chats: [...direct, ...[...channels, ...threads].map(inGuild)],
    sends: () => discord.calls('POST', '/channels/:channel/messages').length,
    until: (holds, ms) => discord.waitFor(holds, ms),
    close: () => discord.close(),
  };
}

/** nightjar.yaml for these stages and a model. */
export function stageConfig(stages: readonly Stage[], model: { baseUrl: string; more?: string }): string {
  const owners = stages.flatMap((stage) => stage.owners).map((account) => `"${account}"`);
  return `owner: [${owners.join(', ')}]
model: { name: test, baseUrl: "${model.baseUrl}", apiKey: x${model.more ? `, ${model.more}` : ''} }
channels:
${stages.map(({ yaml }) => `  ${yaml}`).join('\n')}
`;
}

function takingTurns<T>(people: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const one = people[turn++ % people.length];
    if (one === undefined) throw new Error('nobody is there');
    return one;
  };
}
