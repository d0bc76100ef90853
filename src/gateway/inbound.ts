// Accepts what a channel delivers: recognises the speaker, routes the event, and has it on disk before the platform is
// told so. Decides nothing that route.ts can decide; never calls a model.

import {
  type ChannelId,
  type ChatSettings,
  type Clock,
  type InboundCommand,
  type InboundEvent,
  type InboundMembership,
  type InboundMessage,
  type Log,
  NightjarError,
  type Principal,
  type Scope,
  type SessionKey,
  type SkillCard,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { State } from '../db/state.js';
import type { Folders } from '../memory/folders.js';
import type { PrivacySettings } from '../memory/privacy.js';
import { redactInbound } from '../text/redact.js';
import { putMark } from './channel-store.js';
import { chatChoices, moveChoices } from './chat-settings.js';
import type { Doorkeeper } from './doorkeeper.js';
import { applyEdit } from './edits.js';
import { quietWindow } from './fragments.js';
import { begunTurn, boundAround, callAlbum, completesCall, forgetFollowed, isMessageRow, placeOf } from './gather.js';
import type { Identity } from './identity.js';
import { awaitsTurn, inboxRow, insertInbox, type NewInboxRow, servedBy, stateOfEvent } from './inbox.js';
import type { LoopBrake } from './loop-brake.js';
import { type OpenSecrets, withMarks } from './open-secrets.js';
import { insertOutbox, type NewOutboxRow, type OutboxRow } from './outbox.js';
import { noteAdminName } from './people.js';
import type { ChatPolicy } from './policy.js';
import { policyOf } from './policy-of.js';
import { type Route, route } from './route.js';
import { noteSilence } from './silences.js';
import { begunNote, skillMessage } from './skill-turn.js';
import { turnId } from './turn-id.js';
import type { WakeUps } from './wake-ups.js';

export interface InboundDeps {
  state: State;
  identity: Identity;
  wakeUps: WakeUps;
  folders: Pick<Folders, 'canonical' | 'addAlias'>;
  privacy: Pick<PrivacySettings, 'of'>;
  doorkeeper: Doorkeeper;
  brake: LoopBrake;
  /** Holds what was marked for the turn of its message. Absent: nobody does. */
  secrets?: OpenSecrets | undefined;
  clock: Clock;
  log: Log;
  /** What is configured for a channel; undefined for the terminal. */
  settingsOf(channel: string): ChatSettings | undefined;
  /** How long a text can be on a channel: one that is nearly so long may be a piece. */
  textUnits(channel: string): number;
  /** The skill whose command it is in that chat; undefined for commands of ours. */
  skillBehind(command: string, scope: Scope, policy: ChatPolicy): SkillCard | undefined;
  /** Commands that run at once, beside the session's lane. */
  runsAtOnce(command: string, scripted: boolean): boolean;
  /** Leaves the wish that a turn end, inside the accepting transaction. */
  interrupt(db: Db, session: SessionKey, turn: string): void;
  /** Shows that a message was seen. Never throws. */
  acknowledge(message: InboundMessage, emoji: string): void;
}

/** What follows when the batch is on disk. */
type Wake = () => Promise<void> | void;

const NOT_NOW = 'I cannot talk with you now.';
const NOT_HERE = 'I do not take part in this chat.';

/**
 * Resolves once every event of the batch is on disk, in one transaction with the adapter's `mark`; an event seen before
 * changes nothing. One that cannot be taken in, however often it comes, is left out and logged: it must not hold up its
 * channel. Rejects for what a later attempt may mend.
 */
export async function acceptEvents(
  deps: InboundDeps,
  receiver: string,
  events: InboundEvent[],
  mark?: { channel: ChannelId; name: string; value: string },
): Promise<void> {
  try {
    await acceptTogether(deps, receiver, events, mark);
  } catch (error) {
    if (mayPass(error)) throw error;
    for (const event of events) await acceptAlone(deps, receiver, event);
    if (mark) await acceptTogether(deps, receiver, [], mark);
  }
}

async function acceptTogether(
  deps: InboundDeps,
  receiver: string,
  events: readonly InboundEvent[],
  mark?: { channel: ChannelId; name: string; value: string },
): Promise<void> {
  for (const event of events) await followMigration(deps, event);
  const db = deps.state.durable;
  const wakes: Wake[] = [];
  // The one place where words come in: what must not reach the disk is marked here.
  const marked = events.map(
    (event) => deps.secrets?.redacted(event) ?? withMarks(event, (text) => redactInbound(text).text),
  );
  await db.write(() => {
    for (const event of marked) wakes.push(...acceptOne(deps, db, receiver, event));
    if (mark) putMark(db, mark.channel, mark);
  });
  for (const event of marked) if (event.type !== 'edited' && !awaitsTurn(db, event)) deps.secrets?.drop([event]);
  for (const wake of wakes) await wake();
}

async function acceptAlone(deps: InboundDeps, receiver: string, event: InboundEvent): Promise<void> {
  try {
    await acceptTogether(deps, receiver, [event]);
  } catch (error) {
    if (mayPass(error)) throw error;
    const { id, type, chat } = event;
    deps.log.error('inbound.left-out', { channel: chat.channel, event: id, type, error });
  }
}

/** Trouble of the disk or of ours, not of an event: what the database says of a value is about the event. */
function mayPass(error: unknown): boolean {
  if (error instanceof NightjarError) return error.retryable || error.culprit === 'state';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?!CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(code);
}

/** From now on the new id names the same group; before the batch, so that what follows in it arrives there. */
async function followMigration({ folders, log }: InboundDeps, event: InboundEvent): Promise<void> {
  if (event.type !== 'membership' || event.change !== 'migrated' || event.movedTo === undefined) return;
  const { channel, chat } = event.chat;
  const old = folders.canonical({ kind: 'group', channel, chat });
  if (old.kind === 'group' && old.chat !== event.movedTo) await folders.addAlias(old, event.movedTo);
  log.info('chat.moved', { channel });
}

function acceptOne(deps: InboundDeps, db: Db, receiver: string, event: InboundEvent): Wake[] {
  const now = deps.clock.now();
  const held = policyOf(deps, db, event);
  const introduction = queued(deps, deps.doorkeeper.introduction(db, event, held, now));
  if (event.type !== 'membership') return [...introduction, ...acceptSaid(deps, db, receiver, event, held)];
  if (event.movedTo !== undefined) moveChoices(db, event.chat, event.movedTo);
  const chat = { ...event.chat, chat: held.home };
  return [...introduction, ...queued(deps, deps.doorkeeper.membership(db, { ...event, chat }, held.policy, now))];
}

/** Whatever is not about the bot's own coming and going. */
function acceptSaid(
  deps: InboundDeps,
  db: Db,
  receiver: string,
  event: Exclude<InboundEvent, InboundMembership>,
  { policy, home }: { policy: ChatPolicy; home: string },
): Wake[] {
  const now = deps.clock.now();
  const principal = deps.identity.principal({ ...event, chat: { ...event.chat, chat: home } }, policy.takesPart);
  if (principal.role === 'admin') noteAdminName(db, { channel: event.chat.channel, chat: home }, principal);
  const owner = event.place === 'direct' && principal.role === 'owner';
  const asked = owner ? queued(deps, deps.doorkeeper.owner(db, event, now)) : [];
  return [...asked, ...acceptFrom(deps, db, receiver, event, { policy, home, principal })];
}

function acceptFrom(
  deps: InboundDeps,
  db: Db,
  receiver: string,
  event: Exclude<InboundEvent, InboundMembership>,
  { policy, home, principal }: { policy: ChatPolicy; home: string; principal: Principal },
): Wake[] {
  const now = deps.clock.now();
  const routed = completed(deps, db, receiver, event, braked(deps, event, route(event, principal, policy, home)));
  const skill =
    routed.verdict === 'command' && event.type === 'command'
      ? deps.skillBehind(event.name, routed.scope, policy)
      : undefined;
  if (skill && event.type === 'command')
    return beginSkill(deps, db, receiver, { event, skill, policy, home, principal });
  deps.log.info('inbound', {
    turn: turnId(event),
    channel: event.chat.channel,
    type: event.type,
    verdict: routed.verdict,
    ...(routed.silence ? { silence: routed.silence } : {}),
  });
  // Who spoke to others is nobody's business where only what is said to the bot is kept.
  const isNoted = !policy.addressedOnly || routed.verdict !== 'context';
  if (routed.silence && isNoted && (event.type === 'message' || event.type === 'command')) {
    noteSilence(db, event, routed.silence, now);
  }
  if (routed.verdict === 'edit' && (event.type === 'edited' || event.type === 'deleted')) {
    const row = applyEdit(db, event, !policy.addressedOnly);
    return row ? [() => deps.wakeUps.edit(row)] : [];
  }
  // Only whom the bot does not talk to is answered here.
  const reply = (text: string): NewOutboxRow => ({
    turn: turnId(event),
    part: 0,
    sender: receiver,
    chat: event.chat,
    message: {
      text,
      quiet: true,
      ...(event.interaction === undefined ? {} : { interaction: event.interaction, private: event.from.account }),
    },
    queuedAt: now,
  });
  // A platform that shows somebody waiting for a command is told, whatever became of it.
  if (routed.verdict === 'ignore') return event.interaction ? queued(deps, [insertReply(db, reply(NOT_HERE))]) : [];
  const atOnce = event.type === 'button' || (event.type === 'command' && runsAtOnce(deps, event));
  const inbox: NewInboxRow = {
    receiver,
    event: routed.verdict === 'refuse' ? withoutWords(event) : event,
    principal,
    scope: routed.scope,
    session: routed.session,
    state: stateOf(routed),
    job: event.type === 'message' ? 'turn' : 'command',
    ...(atOnce ? {} : { lane: routed.session }),
    acceptedAt: now,
    ...(routed.verdict === 'refuse' ? { lead: 0 } : {}),
  };
  if (routed.verdict === 'answer' && event.type === 'message')
    return acceptMessage(deps, db, { ...inbox, event }, policy);
  if (routed.verdict === 'context' && policy.context === 0) return [];
  const row = insertInbox(db, inbox);
  if (row === undefined) return [];
  if (routed.verdict === 'context') boundAround(db, routed.session, policy.context);
  if (routed.verdict === 'refuse') {
    forgetFollowed(db);
    const { reply: text, owner } = deps.doorkeeper.stranger(db, event, policy, now);
    const said = text ?? (event.interaction === undefined ? undefined : NOT_NOW);
    return queued(deps, [said === undefined ? undefined : insertReply(db, { ...reply(said), inbox: row }), ...owner]);
  }
  return inbox.state === 'accepted' ? [() => deps.wakeUps.serve({ ...inbox, row })] : [];
}

/** As if its instructions had been asked for in words; whoever is shown waiting for the command is told so. */
function beginSkill(
  deps: InboundDeps,
  db: Db,
  receiver: string,
  command: { event: InboundCommand; skill: SkillCard; policy: ChatPolicy; home: string; principal: Principal },
): Wake[] {
  const { event, skill, policy, home, principal } = command;
  const message = skillMessage(event, skill);
  const wakes = acceptFrom(deps, db, receiver, message, { policy, home, principal });
  const { interaction, chat } = event;
  if (interaction === undefined) return wakes;
  const begun = begunNote(skill, stateOfEvent(db, message));
  const text = begun ?? (policy.takesPart ? NOT_NOW : NOT_HERE);
  const told = insertReply(db, {
    turn: `${turnId(event)}/begun`,
    part: 0,
    sender: receiver,
    chat,
    message: { text, quiet: true, interaction, ...(begun === undefined ? { private: event.from.account } : {}) },
    queuedAt: deps.clock.now(),
  });
  return [...queued(deps, [told]), ...wakes];
}

/** A message for the model: alone, as a piece of more, or into the turn that is under way. */
function acceptMessage(
  deps: InboundDeps,
  db: Db,
  inbox: NewInboxRow & { event: InboundMessage },
  policy: ChatPolicy,
): Wake[] {
  const { event, session } = inbox;
  const { queue } = chatChoices(db, event.chat);
  const wait = quietWindow(event, deps.textUnits(event.chat.channel));
  const inserted = insertInbox(db, { ...inbox, ...placeOf(db, inbox, { wait, steers: queue === 'steer' }) });
  const row = inserted === undefined ? undefined : inboxRow(db, inserted);
  if (!row) return [];
  // What has not begun takes the new message in by itself, and so does what it completes.
  const running = queue === 'interrupt' && !event.scripted && row.lead === undefined ? begunTurn(db, inbox) : undefined;
  if (running) deps.interrupt(db, session, turnId(running.event));
  // Pieces of a turn that has begun need none of their own, but somebody to fetch their files.
  const wakes = [...(isMessageRow(row) ? callAlbum(db, row) : []), servedBy(row)]
    .filter(({ fetchAt }) => row.lead === undefined || fetchAt !== undefined)
    .map(
      (served): Wake =>
        () =>
          deps.wakeUps.serve(served),
    );
  const { ack } = policy;
  if (ack !== undefined) wakes.push(() => deps.acknowledge(event, ack));
  return wakes;
}

function braked({ brake }: InboundDeps, event: InboundEvent, routed: Route): Route {
  if (routed.verdict !== 'answer' || event.place === 'direct' || event.chat.channel === 'console') return routed;
  return brake.holds(event) ? { ...routed, verdict: 'context', silence: 'loop' } : routed;
}

/** A piece of a message that calls the bot is for the bot, though it calls nobody itself. */
function completed(deps: InboundDeps, db: Db, receiver: string, event: InboundEvent, routed: Route): Route {
  if (routed.silence !== 'not-addressed' || event.type !== 'message') return routed;
  const { silence: _, ...heard } = routed;
  const arriving = { session: routed.session, receiver, event, acceptedAt: deps.clock.now() };
  return completesCall(db, arriving, deps.textUnits(event.chat.channel)) ? { ...heard, verdict: 'answer' } : routed;
}

function runsAtOnce(deps: InboundDeps, event: InboundEvent & { type: 'command' }): boolean {
  return deps.runsAtOnce(event.name, event.scripted ?? false);
}

function insertReply(db: Db, reply: NewOutboxRow): Pick<OutboxRow, 'row' | 'sender' | 'chat'> | undefined {
  const row = insertOutbox(db, reply);
  return row === undefined ? undefined : { row, sender: reply.sender, chat: reply.chat };
}

function queued(
  { wakeUps }: InboundDeps,
  rows: readonly (Pick<OutboxRow, 'row' | 'sender' | 'chat'> | undefined)[],
): Wake[] {
  return rows.flatMap((row) => (row ? [() => wakeUps.send(row)] : []));
}

function stateOf({ verdict }: Route): NewInboxRow['state'] {
  if (verdict === 'refuse') return 'refused';
  return verdict === 'context' ? 'context' : 'accepted';
}

/** What strangers write is not kept. */
function withoutWords(event: InboundEvent): InboundEvent {
  if (event.type === 'command') return { ...event, args: '' };
  if (event.type !== 'message') return event;
  const { quoted: _, ...rest } = event;
  return { ...rest, text: '', files: [] };
}
