// What a turn that ended says in its chat: the words of its answer, the files that tools put to it, and which message it answers.
// Pure. Decides nothing about whether it is sent.

import { z } from 'zod';
import type { AgentEvent, Entry, OutboundFile, OutboundMessage } from '../../contracts/index.js';
import type { MessageRow } from '../../gateway/gather.js';
import { asData } from '../../text/as-data.js';
import { spoken } from '../../text/control-words.js';
import { openFence } from '../../text/open-fence.js';

/** What send_file leaves in the transcript. */
const sentFile = z.object({ file: z.object({ path: z.string(), name: z.string(), mime: z.string() }) });

/** In a group, where others talk meanwhile, a reply shows what it answers: the last of the turn's messages. */
export function inReplyTo({ event }: MessageRow, message: OutboundMessage): OutboundMessage {
  // A platform's own form of a command is no message that could be replied to.
  return event.place === 'direct' || event.message === '' ? message : { ...message, replyTo: event.message };
}

/** The reply with the files that tools put to it, and a word about those that could not be taken in. */
export function withFiles(replies: OutboundMessage[], turn: readonly Entry[]): OutboundMessage[] {
  const files = turn.flatMap((entry) => (entry.type === 'tool_result' ? (fileOf(entry.details) ?? []) : []));
  const missing = turn
    .flatMap((entry) => (entry.type === 'user' ? (entry.files ?? []) : []))
    .filter((one) => one.missing);
  const notes = missing.map(({ name, missing: why }) => `(I could not take in ${asData(name)}: ${why}.)`);
  if (files.length === 0 && notes.length === 0) return replies;
  const [first, ...rest] = replies.length > 0 ? replies : [{ text: '' }];
  const text = [first?.text ?? '', ...notes].filter((part) => part !== '').join('\n\n');
  return [{ ...first, text, ...(files.length > 0 ? { files } : {}) }, ...rest];
}

function fileOf(details: unknown): OutboundFile | undefined {
  const parsed = sentFile.safeParse(details);
  return parsed.success ? parsed.data.file : undefined;
}

/** What the chat is sent for a turn that ended. */
export function replyOf(
  ended: Extract<AgentEvent, { type: 'done' | 'stopped' }>,
  timedOut: boolean,
): OutboundMessage[] {
  if (ended.type === 'stopped') {
    const note = timedOut ? 'That took too long, so I stopped.' : 'Stopped.';
    const said = spoken(ended.text);
    return [{ text: said === '' ? note : `${said}${openFence(said)}\n\n(${note})` }];
  }
  const text = spoken(ended.text);
  return text === '' ? [] : [{ text: withModel(text, ended.using) }];
}

/** A reply by another model than the configured one says so. */
export function withModel(text: string, using: Extract<AgentEvent, { type: 'done' }>['using']): string {
  return using ? `using ${using.model} (default ${using.configured})\n\n${text}` : text;
}
