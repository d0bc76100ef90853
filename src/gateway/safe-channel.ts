// The last door of everything that is said: secrets of the configuration leave through no channel, whoever wrote them into a
// reply. Changes nothing else of a channel.

import type { Channel, OutboundMessage } from '../contracts/index.js';

/** The same channel; `hide` puts marks in the place of secrets. */
function safeChannel(channel: Channel, hide: (text: string) => string): Channel {
  const safe = (message: OutboundMessage): OutboundMessage => ({ ...message, text: hide(message.text) });
  const { parts, edit } = channel;
  const doors: Pick<Channel, 'send' | 'parts' | 'edit'> = {
    send: (to, message, attempt) => channel.send(to, safe(message), attempt),
    ...(parts ? { parts: (message) => parts.call(channel, safe(message)) } : {}),
    ...(edit ? { edit: (ref, message) => edit.call(channel, ref, safe(message)) } : {}),
  };
  return new Proxy(channel, {
    get(target, name) {
      if (name in doors) return doors[name as keyof typeof doors];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Finds channels as `find` does, each made safe once. */
export function safeChannels(
  find: (id: string) => Channel | undefined,
  hide: (text: string) => string,
): (id: string) => Channel | undefined {
  const made = new WeakMap<Channel, Channel>();
  return (id) => {
    const channel = find(id);
    if (!channel) return undefined;
    const safe = made.get(channel) ?? safeChannel(channel, hide);
    made.set(channel, safe);
    return safe;
  };
}
