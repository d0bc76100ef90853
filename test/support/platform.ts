// A chat platform in memory, behind a channel: keeps what was sent and changed and when, cuts a text at every '|', and fails
// as a test says. It outlives the houses that a test opens and closes.

import type { Attempt, Channel, ChatRef, Clock, OutboundMessage } from '../../src/contracts/index.js';

export interface Call {
  op: 'send' | 'edit';
  chat: string;
  /** The text of the piece. */
  text: string;
  message: OutboundMessage;
  attempt?: Attempt;
  at: number;
}

/** What becomes of a call before the platform has done anything: an error, or no answer ever. */
export type Fault = Error | 'hang' | undefined;

export function openPlatform(clock: Clock) {
  const calls: Call[] = [];
  const messages: { chat: string; text: string; marked: boolean }[] = [];
  let faultOf: (call: Call) => Fault | Promise<Fault> = () => undefined;
  const piece = (text: string, part: number) => text.split('|')[part] ?? '';

  async function meet(call: Call): Promise<void> {
    calls.push(call);
    const fault = await faultOf(call);
    if (fault === 'hang') await new Promise<never>(() => {});
    if (fault instanceof Error) throw fault;
  }

  const channel: Channel = {
    start: async () => {},
    stop: async () => {},
    health: () => ({ state: 'up' }),
    parts: ({ text }) => text.split('|').length,
    async send(to: ChatRef, message: OutboundMessage, attempt?: Attempt) {
      const text = piece(message.text, attempt?.part ?? 0);
      const about = { op: 'send', chat: to.chat, text, message, at: clock.now() } as const;
      await meet(attempt ? { ...about, attempt } : about);
      messages.push({ chat: to.chat, text, marked: message.repeated === true });
      return { chat: to, message: String(messages.length) };
    },
    async edit({ chat, message: id }, message) {
      const text = piece(message.text, 0);
      await meet({ op: 'edit', chat: chat.chat, text, message, at: clock.now() });
      const standing = messages[Number(id) - 1];
      if (!standing) throw new Error(`no message ${id}`);
      standing.text = text;
    },
    openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: account.replace('chat:', 'dm-') }),
  };

  return {
    channel,
    calls,
    messages,
    fails(decide: (call: Call) => Fault | Promise<Fault>): void {
      faultOf = decide;
    },
    /** What stands in a chat, oldest first; what may be a repetition with a '?' behind it. */
    shows: (chat: string) =>
      messages.filter((one) => one.chat === chat).map(({ text, marked }) => (marked ? `${text}?` : text)),
  };
}
