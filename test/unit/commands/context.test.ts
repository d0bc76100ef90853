// /context, /why and /compact: what people are told of a request and of how their conversation is kept.

import { describe, expect, it } from 'vitest';
import { whyCommand } from '../../../src/commands/chat.js';
import {
  type Command,
  type CommandContext,
  type CommandServices,
  type Conversation,
  mayUse,
} from '../../../src/commands/command.js';
import { compactCommand } from '../../../src/commands/compact.js';
import { contextCommand } from '../../../src/commands/context.js';
import {
  chatStyle,
  compactionWords,
  onlyOf,
  percentFull,
  troubleWords,
  whyLines,
} from '../../../src/commands/context-words.js';
import type { Manifest, Scope } from '../../../src/contracts/index.js';
import { file, manifest, part } from '../../support/manifest.js';

interface House {
  conversation?: Conversation;
  last?: Manifest;
  asked?: (string | undefined)[];
}

async function say(command: Command, args: string, { conversation, last, asked = [] }: House = {}): Promise<string> {
  const services = {
    timezone: 'Asia/Tokyo',
    isOpen: () => conversation !== undefined,
    conversation: () => conversation,
    lastRequest: () => last,
    silences: () => [],
    async compact(_: CommandContext, focus: string | undefined) {
      asked.push(focus);
      return 'Done.';
    },
  } as unknown as CommandServices;
  return (await command.run({ args } as CommandContext, services)).text;
}

const people: Scope = { kind: 'person', person: 'ann' };
const group: Scope = { kind: 'group', channel: 'telegram', chat: '-1' };

describe('/context', () => {
  it('tells size, parts in the order of a request, and times in the owner’s zone, without ids and hashes', async () => {
    const request = manifest([
      part('message', { tokens: 40 }),
      file('AGENTS.md', { scope: 'shared', tokens: 1_200, lines: { from: 1, to: 120 } }),
      part('system', { tokens: 1_000 }),
      part('system', { tokens: 900 }),
      part('history', { tokens: 26_000 }),
      part('summary', { tokens: 800 }),
      part('recall', { path: 'MEMORY.md', lines: { from: 7, to: 7 }, tokens: 5 }),
      part('changes', { tokens: 0 }),
    ]);
    const flushedAt = Date.parse('2026-11-29T14:59:00Z');
    const text = await say(contextCommand, '', {
      conversation: { manifest: request, compactions: 2, compactedAt: flushedAt, flushedAt },
    });
    expect(text.split('\n')).toEqual([
      'The last request had about 41,200 of 176,000 tokens, 76% free (gpt-5-mini, 2026-11-30 05:12):',
      '- instructions: 1,900',
      '- `AGENTS.md:1-120`: 1,200',
      '- summary of earlier talk: 800',
      '- conversation: 26,000',
      '- latest message: 40',
      '- recalled from memory: 5',
      '- of the window of 200,000 the answer has 24,000',
      '',
      'Its beginning is the same since 2026-11-30 00:30, when a new day began.',
      'Summed up twice, last 2026-11-29 23:59. What matters was last written down 2026-11-29 23:59.',
    ]);
    expect(text).not.toMatch(/0123456789abcdef|t1/);
  });

  it('C155: names every file that was cut, with the amount, and one for which there was no room at all', async () => {
    const request = manifest([
      file('MEMORY.md', { tokens: 3_000, lines: { from: 80, to: 210 }, cut: { characters: 2_296, of: 14_296 } }),
      file('memory/京都へ行く.md', { tokens: 900 }),
      part('file', { path: 'USER.md', tokens: 0, cut: { characters: 5_000, of: 5_000 } }),
      part('history', { tokens: 100, cut: { characters: 2_000_000, of: 2_000_500 } }),
    ]);
    const text = await say(contextCommand, '', { conversation: { manifest: request, compactions: 0 } });
    expect(text).toContain('- `MEMORY.md:80-210`: 3,000; 2,296 of its 14,296 characters are left out\n');
    expect(text).toContain('- `memory/京都へ行く.md:1-9`: 900\n');
    expect(text).toContain('- `USER.md`: left out for want of room, 5,000 characters\n');
    expect(text).toContain('- conversation: 100; 2,000,000 of its 2,000,500 characters are left out\n');
  });

  it('tells of a file once, though only pieces of it stand there', async () => {
    const cut = { characters: 90, of: 100 };
    const pieces = [file('MEMORY.md', { lines: { from: 3, to: 4 }, cut }), file('MEMORY.md', { cut }), part('history')];
    const request = manifest(pieces);
    const text = await say(contextCommand, '', { conversation: { manifest: request, compactions: 0 } });
    expect(text).toContain('\n- `MEMORY.md:3-4, 1-9`: 20; 90 of its 100 characters are left out\n- conversation');
    expect(await say(whyCommand, '', { last: request })).toContain(
      '\n- `MEMORY.md:3-4, 1-9`: because (90 of its 100 characters are left out)\n- what',
    );
  });

  it('shows a file name as data, whatever is in it', async () => {
    const request = manifest([file('memory/`[x](https://evil.example)\n@all.md')]);
    const text = await say(contextCommand, '', { conversation: { manifest: request, compactions: 0 } });
    expect(text).toContain('- `memory/ˋ[x](https://evil.example) @all.md:1-9`: 10\n');
  });

  it('has a friendly line where nothing was asked yet, and says what is known where no request is on record', async () => {
    expect(await say(contextCommand, '')).toBe(
      'Nothing was asked in this conversation yet: your next message begins it.',
    );
    const trouble = { says: 'the model gave an empty summary.', at: 0, times: 3 };
    expect((await say(contextCommand, '', { conversation: { compactions: 0, trouble } })).split('\n')).toEqual([
      'I have no answer of this conversation on record yet: ask me something, and look again.',
      'Not summed up so far. Nothing had to be written down so far.',
      'Summing up did not work 3 times: the model gave an empty summary; the conversation stays as it is.',
    ]);
  });

  it('is full only when nothing is left, and never quite free', () => {
    expect(percentFull({ tokens: 1, budget: 200_000 })).toBe(1);
    expect(percentFull({ tokens: 300_000, budget: 200_000 })).toBe(100);
    expect(percentFull({ tokens: 5, budget: 0 })).toBe(100);
  });
});

describe('/why', () => {
  it('names files with the reason of each, what was recalled, and that a summary stood in', async () => {
    const last = manifest([
      part('system'),
      file('MEMORY.md', { reason: 'what is remembered here', cut: { characters: 10, of: 900 } }),
      file('memory/2026-11-29.md', { reason: '' }),
      part('recall', { path: 'memory/2026-03-31.md', lines: { from: 3, to: 5 } }),
      part('recall', { path: '日記.md', lines: { from: 7, to: 7 } }),
      part('summary'),
      part('history'),
    ]);
    expect((await say(whyCommand, '', { last })).split('\n')).toEqual([
      'My last answer here (2026-11-30 05:12, gpt-5-mini) was made from:',
      '- `MEMORY.md:1-9`: what is remembered here (10 of its 900 characters are left out)',
      '- `memory/2026-11-29.md:1-9`',
      '- recalled from memory, because it fitted your message: `memory/2026-03-31.md:3-5`, `日記.md:7`',
      '- a summary, which stood in for older talk',
      '- what was said here before',
    ]);
  });

  it('stays short: at most 15 lines and bounded reasons, whatever the request was made of', () => {
    const many = manifest([
      ...Array.from({ length: 40 }, (_, n) => file(`memory/${n}.md`, { reason: '理由'.repeat(200) })),
      ...Array.from({ length: 40 }, (_, n) => part('recall', { path: `r${n}.md`, lines: { from: n + 1, to: n + 1 } })),
      part('summary'),
      part('changes'),
      part('history', { cut: { characters: 5, of: 9 } }),
    ]);
    const lines = whyLines(many, chatStyle('UTC'));
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
    expect(lines).toContain('- 31 more files');
    expect(lines.find((line) => line.startsWith('- recalled'))).toMatch(/`r5\.md:6`, 34 more$/);
    expect(lines.at(-1)).toBe('- what was said here before, of which some had no room');
  });

  it('has a line for a chat without an answer, and keeps `ignored`', async () => {
    expect(await say(whyCommand, '')).toMatch(/no answer here on record.*`\/why ignored`/);
    expect(await say(whyCommand, ' Ignored ')).toBe('I have ignored nothing here.');
  });
});

describe('what a chat may be told of a request', () => {
  it('is what everybody may read and its own: the rest is set apart', () => {
    const parts = ['shared', 'group:telegram:-1', 'main', 'person:ann', 'group:telegram:-12'].map((scope) =>
      file(`of-${scope}.md`, { scope }),
    );
    const { own, foreign } = onlyOf(manifest(parts), ['group:telegram:-1']);
    expect(own.parts.map(({ scope }) => scope)).toEqual(['shared', 'group:telegram:-1']);
    expect(foreign.map(({ scope }) => scope)).toEqual(['main', 'person:ann', 'group:telegram:-12']);
  });
});

describe('/compact', () => {
  const conversation: Conversation = { compactions: 0 };

  it('hands on what to keep in mind, and says what came of it', async () => {
    const asked: (string | undefined)[] = [];
    expect(await say(compactCommand, '  the move to 京都 ', { conversation, asked })).toBe('Done.');
    await say(compactCommand, '   ', { conversation, asked });
    expect(asked).toEqual(['the move to 京都', undefined]);
  });

  it('takes 800 characters of any script, and refuses more by naming the limit', async () => {
    const asked: (string | undefined)[] = [];
    expect(await say(compactCommand, '𠮷'.repeat(800), { conversation, asked })).toBe('Done.');
    expect(await say(compactCommand, '京'.repeat(1_024), { conversation, asked })).toMatch(/1,024 characters.* 800 /);
    expect(asked).toHaveLength(1);
  });

  it('has nothing to do in a fresh conversation', async () => {
    const asked: (string | undefined)[] = [];
    expect(await say(compactCommand, 'the move', { asked })).toBe('There is nothing to sum up yet.');
    expect(asked).toEqual([]);
  });

  it('is for admins and for persons in private, as /context is, and /why for everybody', () => {
    for (const command of [compactCommand, contextCommand]) {
      expect(mayUse(command, 'member', group)).toBe(false);
      expect(mayUse(command, 'admin', group)).toBe(true);
      expect(mayUse(command, 'member', people)).toBe(true);
      expect(mayUse(command, 'stranger', people)).toBe(false);
    }
    expect(mayUse(whyCommand, 'member', group)).toBe(true);
    expect([compactCommand.atOnce, contextCommand.atOnce]).toEqual([false, true]);
  });

  it('words what a compaction came to', () => {
    expect(compactionWords({ done: true, before: 41_200, after: 9_800, says: 'x' })).toBe(
      'Summed up: 41,200 → 9,800 tokens. Everything before is still on disk.',
    );
    expect(compactionWords({ done: false, says: 'It is short enough as it is.' })).toBe('It is short enough as it is.');
    expect(troubleWords({ says: '要約が空でした。', at: 0, times: 1 })).toBe(
      'Summing up did not work: 要約が空でした; the conversation stays as it is.',
    );
  });
});
