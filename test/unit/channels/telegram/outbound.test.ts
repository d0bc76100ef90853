// Replies as messages of Telegram: how many, in which order, with which fields.

import { describe, expect, it } from 'vitest';
import {
  directChat,
  keyboard,
  marked,
  piecesOf,
  privately,
  REPEATED_MARK,
  replyParameters,
  targetOf,
} from '../../../../channels/telegram/outbound.js';
import type { ChatRef, OutboundFile } from '../../../../src/contracts/index.js';

const chat = (id: string, thread?: string): ChatRef => ({
  channel: 'telegram',
  account: '7000000001',
  chat: id,
  ...(thread === undefined ? {} : { thread }),
});
const picture = (name = 'a.jpg'): OutboundFile => ({ path: `/media/${name}`, name, mime: 'image/jpeg' });
const report: OutboundFile = { path: '/media/r.pdf', name: 'r.pdf', mime: 'application/pdf' };

describe('piecesOf', () => {
  const kinds = (message: Parameters<typeof piecesOf>[0]) => piecesOf(message).map(({ kind }) => kind);
  const long = 'word '.repeat(400).trim();

  it('is empty for nothing to show', () => {
    expect(piecesOf({ text: '' })).toEqual([]);
    expect(piecesOf({ text: ' \n ', files: [] })).toEqual([]);
  });

  it('leaves room for the mark in every piece', () => {
    for (const text of ['x'.repeat(9_000), '段落。'.repeat(3_000), `${'word '.repeat(2_000)}`]) {
      const pieces = piecesOf({ text });
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces.map(marked)) {
        expect(piece.kind === 'text' && piece.text.text.length).toBeLessThanOrEqual(4_096);
        expect(piece.kind === 'text' && piece.text.text.startsWith(REPEATED_MARK)).toBe(true);
      }
    }
  });

  it('puts text that fits below its one file or its pictures, and before them otherwise (C100)', () => {
    expect(piecesOf({ text: 'here', files: [report] })).toEqual([
      { kind: 'file', file: report, caption: { text: 'here', entities: [] } },
    ]);
    expect(piecesOf({ text: '', files: [report] })).toEqual([{ kind: 'file', file: report }]);
    expect(kinds({ text: 'here', files: [picture('a.jpg'), picture('b.jpg')] })).toEqual(['album']);
    expect(kinds({ text: 'here', files: [picture(), report] })).toEqual(['text', 'file', 'file']);
    expect(kinds({ text: long.slice(0, 1_500), files: [picture()] })).toEqual(['text', 'file']);
    expect(kinds({ text: long.slice(0, 1_500), files: [picture(), picture()] })).toEqual(['text', 'file', 'file']);
    expect(kinds({ text: '', files: Array.from({ length: 11 }, () => picture()) })).toHaveLength(11);
  });

  it('keeps pictures apart where buttons must stand below them', () => {
    const buttons = [{ id: 'a', label: 'A' }];
    expect(kinds({ text: 'which?', files: [picture(), picture()], buttons })).toEqual(['text', 'file', 'file']);
    expect(kinds({ text: 'this?', files: [picture()], buttons })).toEqual(['file']);
  });

  it('counts the same with and without the mark', () => {
    for (const text of ['x'.repeat(4_090), 'y'.repeat(1_020)]) {
      const message = { text, files: [picture()] };
      expect(piecesOf({ ...message, repeated: true })).toEqual(piecesOf(message));
    }
  });
});

describe('marked', () => {
  it('moves the formatting with the words', () => {
    const [piece] = piecesOf({ text: 'a **bold** word' });
    const shown = piece && marked(piece);
    expect(shown).toMatchObject({ kind: 'text', text: { text: '(possibly repeated) a bold word' } });
    const entity = shown?.kind === 'text' ? shown.text.entities[0] : undefined;
    expect(entity).toMatchObject({ type: 'bold', offset: REPEATED_MARK.length + 2, length: 4 });
  });

  it('gives words to a file that has none', () => {
    expect(marked({ kind: 'file', file: report })).toMatchObject({ caption: { text: '(possibly repeated)' } });
  });
});

describe('targetOf', () => {
  it('names the topic, but not the General one (C092)', () => {
    expect(targetOf(chat('-1001987654321', '17'))).toEqual({ chat_id: -1001987654321, message_thread_id: 17 });
    expect(targetOf(chat('-1001987654321', '1'))).toEqual({ chat_id: -1001987654321 });
    expect(targetOf(chat('42'))).toEqual({ chat_id: 42 });
    expect(targetOf(chat('42', '9001'))).toEqual({ chat_id: 42, message_thread_id: 9001 });
    expect(targetOf(chat('-1001666777888/4815162342'))).toEqual({
      chat_id: -1001666777888,
      direct_messages_topic_id: 4815162342,
    });
  });
});

describe('privately', () => {
  it('turns to the private chat of the one it is for, and leaves the answered message behind', () => {
    const message = { text: 'secret', replyTo: '7', private: 'telegram:42' };
    const turned = privately(chat('-100123', '17'), message);
    expect(turned.to).toEqual(chat('42'));
    expect(turned.message.replyTo).toBeUndefined();
    expect(privately(chat('42', '9001'), message)).toEqual({ to: chat('42', '9001'), message });
    expect(privately(chat('-100123'), { text: 'open' }).to).toEqual(chat('-100123'));
  });

  it('has no private chat for a chat that speaks for itself', () => {
    expect(() => privately(chat('-100123'), { text: 'x', private: 'telegram:chat:-100123' })).toThrow(
      /no private chat/,
    );
    expect(() => directChat('7', 'discord:5')).toThrow(/no private chat/);
  });
});

describe('keyboard', () => {
  const rows = (labels: string[]) =>
    keyboard(labels.map((label, index) => ({ id: `b${index}`, label })))?.reply_markup.inline_keyboard.map(
      (row) => row.length,
    );

  it('puts three short labels in a row, and long ones below each other', () => {
    expect(rows(['Yes', 'No', 'Later', 'Never'])).toEqual([3, 1]);
    expect(rows(['Allow this group', 'Leave'])).toEqual([1, 1]);
    expect(keyboard([])).toBeUndefined();
  });

  it('refuses data over 64 bytes, counted as bytes (C101)', () => {
    expect(() => keyboard([{ id: 'x'.repeat(70), label: 'x' }])).toThrow(/70 bytes/);
    expect(() => keyboard([{ id: 'ы'.repeat(40), label: 'x' }])).toThrow(/80 bytes/);
    expect(() => keyboard([{ id: '', label: 'x' }])).toThrow(/0 bytes/);
    expect(keyboard([{ id: 'x'.repeat(64), label: 'x' }])?.reply_markup.inline_keyboard).toHaveLength(1);
  });
});

describe('replyParameters', () => {
  it('sends without the answered message when that is gone', () => {
    expect(replyParameters('7')).toEqual({ reply_parameters: { message_id: 7, allow_sending_without_reply: true } });
    expect(replyParameters(undefined)).toBeUndefined();
    expect(replyParameters('not a number')).toBeUndefined();
  });
});
