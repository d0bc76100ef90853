// The door of the house on a clock that the test turns: real state, identity, doorkeeper, commands and buttons, and no
// platform. Who speaks is written as on a platform; what leaves is read from the outbox.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandServices } from '../../src/commands/command.js';
import type {
  Channel,
  ChatRef,
  ChatSettings,
  DreamDesk,
  InboundEvent,
  OutboundMessage,
  Scope,
} from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { openAccessDesk } from '../../src/gateway/access-desk.js';
import { accountOfDirect } from '../../src/gateway/chat-key.js';
import { openDoorkeeper } from '../../src/gateway/doorkeeper.js';
import { openFlushDesk } from '../../src/gateway/flush-desk.js';
import { grantOf } from '../../src/gateway/grants.js';
import { openIdentity } from '../../src/gateway/identity.js';
import { type InboxRow, inboxRow, insertInbox } from '../../src/gateway/inbox.js';
import { insertOutbox } from '../../src/gateway/outbox.js';
import { chatPolicy } from '../../src/gateway/policy.js';
import { GATEWAY } from '../../src/gateway/roles.js';
import { isStillHeard } from '../../src/gateway/still-heard.js';
import { openWakeUps } from '../../src/gateway/wake-ups.js';
import { commandHandler } from '../../src/jobs/handlers/command.js';
import { openLanes } from '../../src/jobs/lanes.js';
import { joinProcesses } from '../../src/jobs/processes.js';
import { sqliteQueue } from '../../src/jobs/sqlite-queue.js';
import { openMemory } from '../../src/memory/memory.js';
import { scriptedModel } from '../../src/models/scripted.js';
import { sessionKey } from '../../src/sessions/keys.js';
import { openTranscripts } from '../../src/sessions/transcript.js';
import { readSlashCommand } from '../../src/text/slash-command.js';
import { openDreams } from './dreams.js';
import { testEngine } from './engine.js';
import { FakeClock } from './fake-clock.js';
import { silentLog } from './silent-log.js';
import { tempDir } from './temp-dir.js';

export interface AccessStage {
  owners?: string[];
  dm?: ChatSettings['dm'];
  /** Groups of Telegram that nightjar.yaml names. */
  groups?: ChatSettings['groups'];
  /** Of every platform's adapter. */
  leave?: Channel['leave'];
  /** No platform is connected in this process. */
  unconnected?: boolean;
  dir?: string;
  /** Default: nobody ever dreamt. */
  dreams?: DreamDesk;
}

export interface Said {
  name?: string;
  /** The id of a group; absent in private. */
  group?: string;
  thread?: string;
  title?: string;
  chatTitle?: string;
  inside?: string[];
  kind?: 'person' | 'bot' | 'chat';
  interaction?: string;
}

/** A message on its way: to an account's direct chat, or to a chat. */
export interface Mail {
  to: string;
  text: string;
  message: OutboundMessage;
  chat: ChatRef;
}

export async function openAccess(stage: AccessStage = {}) {
  const { owners = ['telegram:1'], dm = 'pairing', groups = {}, dir = tempDir() } = stage;
  for (const name of ['workspace', 'run']) mkdirSync(join(dir, name), { recursive: true });
  const clock = new FakeClock();
  const state = await openState(join(dir, 'state.sqlite'));
  const { db } = state;
  const members = await joinProcesses({ db, runDir: join(dir, 'run'), kind: 'test', clock });
  const queue = sqliteQueue({ db, process: members, clock, log: silentLog });
  const wakeUps = openWakeUps({ db, queue, log: silentLog });
  const workspace = join(dir, 'workspace');
  const memory = await openMemory({ workspace, runDir: join(dir, 'run'), db, clock, timezone: 'UTC', log: silentLog });
  onTestFinished(async () => {
    await queue.close();
    await members.leave();
    memory.close();
    state.close();
  });
  const channels = ['telegram', 'discord'];
  const identity = openIdentity({ db, owners: ['console:@terminal', ...owners] });
  const doorkeeper = openDoorkeeper({ identity, channels });
  const settingsOf = (channel: string): ChatSettings | undefined =>
    channels.includes(channel) ? { dm, streaming: false, groups: channel === 'telegram' ? groups : {} } : undefined;
  const channel: Channel = {
    start: async () => {},
    send: async (chat) => ({ chat, message: '1' }),
    stop: async () => {},
    health: () => ({ state: 'up' }),
    ...(stage.leave ? { leave: stage.leave } : {}),
  };
  const desk = openAccessDesk({
    db,
    identity,
    channels,
    settingsOf,
    channelOf: () => (stage.unconnected ? undefined : channel),
  });
  const handlerDeps = {
    db,
    clock,
    log: silentLog,
    wakeUps,
    lanes: openLanes({ db, clock, isAlive: members.isAlive }),
    process: members.id,
    memory,
    services: { access: desk, dreams: stage.dreams ?? openDreams() } as CommandServices,
    isSenderAlive: () => true,
    deliveryOf: () => 'nothing is delivered here',
    ...testEngine({ db, clock }),
    transcripts: openTranscripts(dir, { clock, log: silentLog }),
    ensureFlushed: openFlushDesk({ db, clock, wakeUps }).ensure,
    chatOf(row: InboxRow) {
      const policy = policyOf(row.event);
      const who = identity.principal(row.event, policy.takesPart);
      const heard = isStillHeard(row, who, { policy, home: row.event.chat.chat });
      return { heard, model: scriptedModel([]) };
    },
  };
  const handler = commandHandler(handlerDeps);
  let events = 0;

  function policyOf(event: InboundEvent) {
    const granted = grantOf(db, event.chat, event.inside ?? [])?.state === 'allowed';
    return chatPolicy(event, { settings: settingsOf(event.chat.channel), names: [event.chat.chat], granted });
  }

  function base(account: string, said: Said) {
    const [channel = '', id = ''] = account.split(':');
    const { name = account, group, thread, kind = 'person', ...more } = said;
    const chat = { channel, account: 'bot', chat: group ?? id, ...(thread === undefined ? {} : { thread }) };
    const place = group === undefined ? ('direct' as const) : ('group' as const);
    return { id: `e${++events}`, chat, place, from: { account, name, kind }, at: clock.now(), ...more };
  }

  /** Runs the row's job, as often as its handler asks for it. */
  async function serve(row: number): Promise<void> {
    const job = { id: 'j', name: 'command', data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 };
    await handler.run(job, { signal: new AbortController().signal, fence: 0 });
  }

  /** Accepts an event as the gateway does; returns the row of one that waits for its job. */
  async function accept(event: InboundEvent): Promise<number | undefined> {
    return await db.write(() => {
      const now = clock.now();
      const policy = policyOf(event);
      doorkeeper.introduction(db, event, { policy, home: event.chat.chat }, now);
      if (event.type === 'membership') {
        doorkeeper.membership(db, event, policy, now);
        return undefined;
      }
      const principal = identity.principal(event, policy.takesPart);
      if (event.place === 'direct' && principal.role === 'owner') doorkeeper.owner(db, event, now);
      const scope: Scope =
        event.place === 'group'
          ? { kind: 'group', channel: event.chat.channel, chat: event.chat.chat }
          : principal.role === 'owner'
            ? { kind: 'main' }
            : { kind: 'person', person: principal.person ?? '?' };
      const refused = principal.role === 'stranger' && event.type !== 'button';
      const isOpen = !refused && (event.type === 'command' || event.type === 'button');
      const row = insertInbox(db, {
        receiver: GATEWAY,
        event,
        principal,
        scope,
        session: sessionKey(scope, event.chat),
        state: refused ? 'refused' : isOpen ? 'accepted' : 'context',
        job: event.type === 'message' ? 'turn' : 'command',
        acceptedAt: now,
      });
      if (row === undefined || isOpen || !refused) return row;
      const { reply } = doorkeeper.stranger(db, event, policy, now);
      if (reply !== undefined) {
        const message = { text: reply };
        insertOutbox(db, { turn: event.id, part: 0, sender: GATEWAY, chat: event.chat, message, queuedAt: now });
      }
      return undefined;
    });
  }

  /** Somebody writes; a command is run. */
  async function say(account: string, text: string, said: Said = {}): Promise<Mail[]> {
    const command = readSlashCommand(text);
    const start = base(account, said);
    const event: InboundEvent = command
      ? { ...start, type: 'command', name: command.name, args: command.args }
      : { ...start, type: 'message', message: start.id, text, addressed: true, files: [] };
    const row = await accept(event);
    if (row !== undefined && command) await serve(row);
    return fresh();
  }

  async function press(account: string, button: string | undefined, said: Said = {}): Promise<Mail[]> {
    const row = await accept({ ...base(account, said), type: 'button', button: button ?? 'none', message: '1' });
    if (row !== undefined) await serve(row);
    return fresh();
  }

  async function joined(account: string, said: Said & { group: string }): Promise<Mail[]> {
    await accept({ ...base(account, said), type: 'membership', change: 'joined' });
    return fresh();
  }

  async function left(account: string, said: Said & { group: string }): Promise<Mail[]> {
    await accept({ ...base(account, said), type: 'membership', change: 'left' });
    return fresh();
  }

  let seen = 0;
  /** What left since the last look. */
  function fresh(): Mail[] {
    const rows = db
      .sql<{ row: number; chat: string; message: string }>(
        'SELECT row, chat, message FROM outbox WHERE row > ? ORDER BY row',
      )
      .all([seen]);
    return rows.map(({ row, chat, message }) => {
      seen = row;
      const ref = JSON.parse(chat) as ChatRef;
      const sent = JSON.parse(message) as OutboundMessage;
      return { to: accountOfDirect(ref) ?? `${ref.channel}/${ref.chat}`, text: sent.text, message: sent, chat: ref };
    });
  }

  const role = (account: string, said: Said = {}, takesPart = true) =>
    identity.principal(base(account, said), takesPart).role;
  const stateOf = (row: number) => inboxRow(db, row)?.state;
  /** How the last event ended. */
  const lastState = () => stateOf(db.sql<{ row: number }>('SELECT max(row) AS row FROM inbox').get()?.row ?? 0);

  return {
    dir,
    workspace,
    db,
    clock,
    identity,
    desk,
    doorkeeper,
    memory,
    handlerDeps,
    say,
    press,
    joined,
    left,
    accept,
    serve,
    role,
    lastState,
  };
}

/** The token of a message's button with that label. */
export function button(mail: Mail | undefined, label: string): string | undefined {
  return mail?.message.buttons?.find((one) => one.label === label)?.id;
}

/** The code in a text. */
export function codeIn(text = ''): string {
  return /\b[2-9A-HJ-NP-Z]{8}\b/.exec(text)?.[0] ?? '';
}

/** The one message to somebody. */
export function mailTo(mails: readonly Mail[], to: string): Mail | undefined {
  return mails.find((mail) => mail.to === to);
}
