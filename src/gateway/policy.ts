// What holds in one chat: whether the bot takes part, what it answers, how it behaves. Pure: configuration and the owner's
// decisions in, one plain answer out. An empty list of groups means no group.

import type { ChatSettings, GroupSettings, InboundEvent, Respond } from '../contracts/index.js';

export interface ChatPolicy {
  /** Private chats always do; what may be said in them is decided by who speaks. */
  takesPart: boolean;
  /** The configuration decides about this chat, whatever was said in a chat. */
  configured: boolean;
  /** The larger place that the configuration names, where it names nothing nearer. */
  configuredIn?: string;
  dm: ChatSettings['dm'];
  respond: Respond;
  /** How many messages that were not for the bot a turn is shown. */
  context: number;
  /** What is not said to the bot leaves no trace: the chat wants it so. */
  addressedOnly?: true;
  streaming: boolean;
  persona?: string;
  skills?: readonly string[];
  /** The lists of tools that it is confined to, the nearest first: each takes away, so that no topic has more than its group. */
  tools?: readonly (readonly string[])[];
  ack?: string;
}

export interface ChatFacts {
  /** What is configured for the channel; undefined for the terminal. */
  settings: ChatSettings | undefined;
  /** Every id this chat is known by: after a migration the old one too. */
  names: readonly string[];
  /** What the owner decided in a chat. */
  granted: boolean;
}

const DEFAULT_CONTEXT = 50;
/** An id so long is unique on its platform, so that a thread can be configured without its channel. */
const UNIQUE_DIGITS = 15;

export function chatPolicy(event: Pick<InboundEvent, 'chat' | 'place' | 'inside'>, facts: ChatFacts): ChatPolicy {
  const { settings, granted } = facts;
  if (event.place === 'direct' || !settings) {
    return {
      takesPart: true,
      configured: false,
      dm: settings?.dm ?? 'allowlist',
      respond: 'mentioned',
      context: DEFAULT_CONTEXT,
      streaming: settings?.streaming ?? false,
      ...(settings?.ack === undefined ? {} : { ack: settings.ack }),
    };
  }
  const keys = keysOf(event, facts.names).filter((key) => Object.hasOwn(settings.groups, key));
  const found = keys.map((key) => settings.groups[key] ?? {});
  const merged: GroupSettings = Object.assign({}, ...found.reverse().map(defined));
  const nearest = keys[0] ?? '';
  const { respond = 'mentioned', context = DEFAULT_CONTEXT, streaming = false, persona, skills } = merged;
  const tools = keys.flatMap((key) => listOf(settings.groups[key]?.tools));
  const ack = merged.ack ?? settings.ack;
  return {
    takesPart: found.length > 0 || granted,
    configured: found.length > 0,
    ...(event.inside?.includes(nearest) ? { configuredIn: nearest } : {}),
    dm: settings.dm,
    respond,
    context,
    streaming,
    ...(persona === undefined ? {} : { persona }),
    ...(skills === undefined ? {} : { skills }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(ack === undefined ? {} : { ack }),
  };
}

/** The keys of `groups` that speak of this chat, nearest first: its topic or thread, itself, what it stands in. */
function keysOf({ chat, inside = [] }: Pick<InboundEvent, 'chat' | 'inside'>, names: readonly string[]): string[] {
  const { thread } = chat;
  const threads = thread === undefined ? [] : names.map((name) => `${name}:${thread}`);
  const alone = thread !== undefined && thread.length >= UNIQUE_DIGITS ? [thread] : [];
  return [...new Set([...threads, ...alone, ...names, ...inside])];
}

/** Where not everything is to be remembered: nothing of what others say among themselves is taken in, nor answered. Pure. */
export function addressedOnly(policy: ChatPolicy): ChatPolicy {
  const respond = policy.respond === 'always' ? 'mentioned' : policy.respond;
  return { ...policy, respond, context: 0, addressedOnly: true };
}

function listOf(tools: readonly string[] | undefined): (readonly string[])[] {
  return tools === undefined ? [] : [tools];
}

function defined(settings: GroupSettings): GroupSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
