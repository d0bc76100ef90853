// What tools keep or pass on: no secret that somebody said, and nothing that only stands for one, whoever asks for it.

import { expect, it } from 'vitest';
import { editTool } from '../../../../src/agent/tools/edit.js';
import { memoryWriteTool } from '../../../../src/agent/tools/memory-write.js';
import { messageTool } from '../../../../src/agent/tools/message.js';
import { scheduleTool } from '../../../../src/agent/tools/schedule.js';
import { type SealedTool, seal } from '../../../../src/agent/tools/seal.js';
import { sendFileTool } from '../../../../src/agent/tools/send-file.js';
import { writeTool } from '../../../../src/agent/tools/write.js';
import type { ToolContext } from '../../../../src/contracts/index.js';
import { answeringView } from '../../../support/memory/answering-view.js';
import { main } from '../../../support/memory/open.js';
import { toolContext } from '../../../support/tool-context.js';

const TOLD = [`the key is sk-test-${'0'.repeat(24)}`, 'the key is [secret bcd2: API key]', 'apiKey: [secret]'];

/** Everything within reach takes whatever it is given, and writes that down. */
function reach() {
  const taken: unknown[] = [];
  const take = <T>(answer: T) => {
    return async (...given: unknown[]): Promise<T> => {
      taken.push(given);
      return answer;
    };
  };
  const file = { path: 'media/main/x', name: 'x', mime: 'text/plain' };
  const shown = { code: 'c1', next: [], schedule: '', zone: 'UTC', to: 'here' };
  const context = toolContext(
    {
      ...answeringView(main, {}),
      read: async (path: string) => ({ path, text: '- tea\n', revision: 'r1' }),
      remember: take({ id: 'r', row: 1, path: 'MEMORY.md', line: 1, repeated: false }),
    } as unknown as ToolContext['memory'],
    {
      files: { keepText: take(file), attach: take(file) },
      changes: { put: take({ state: 'written', path: 'x.md', line: 1, revision: 'r2' }) },
      messages: { chats: () => [], send: take({ state: 'sent', to: 'x' }) },
      schedules: {
        preview(wish: unknown) {
          taken.push(wish);
          return shown;
        },
        add: take({ ...shown, id: 's1', state: 'stored' }),
        list: () => [],
        remove: take(undefined),
      },
    } as unknown as Partial<ToolContext>,
  );
  return { taken, context };
}

const when = { at: 'tomorrow 9:00' };
const CALLS: [string, SealedTool, (text: string) => object][] = [
  ['a note', seal(memoryWriteTool), (text) => ({ target: 'long', text })],
  ['a note of the day', seal(memoryWriteTool), (text) => ({ target: 'day', text })],
  ['a file', seal(writeTool), (text) => ({ path: 'keys.md', text, reason: 'kept' })],
  ['the reason of a change', seal(writeTool), (text) => ({ path: 'keys.md', text: 'x', reason: text })],
  ['the name of a file', seal(writeTool), (text) => ({ path: `${text}.md`, text: 'x', reason: 'kept' })],
  ['a passage', seal(editTool), (text) => ({ path: 'keys.md', old: 'tea', new: text, reason: 'kept' })],
  ['a file to send', seal(sendFileTool), (text) => ({ name: 'keys.txt', text })],
  ['the name of a file to send', seal(sendFileTool), (text) => ({ name: text, text: 'x' })],
  ['a message', seal(messageTool), (text) => ({ to: 'chat:team', text })],
  ['a reminder that is looked at', seal(scheduleTool), (text) => ({ action: 'preview', when, deliver: 'text', text })],
  ['a reminder', seal(scheduleTool), (text) => ({ action: 'add', when, deliver: 'text', text, preview: 'c1' })],
];

it.each(CALLS)('%s holds none', async (_, tool, args) => {
  for (const text of TOLD) {
    const { taken, context } = reach();
    await expect(tool.run(args(text), context)).rejects.toThrow(/cannot be kept or passed on/);
    expect(taken).toEqual([]);
  }
  // What only looks like one is taken.
  const { taken, context } = reach();
  await tool.run(args('monkey keyboard id 42'), context);
  expect(taken).toHaveLength(1);
});

it('a secret that stood in a file already does not keep others from changing it', async () => {
  const { taken, context } = reach();
  const text = `- tea\n- ${TOLD[0]}\n`;
  const memory = { ...context.memory, read: async (path: string) => ({ path, text, revision: 'r1' }) };
  const holding = { ...context, memory: memory as unknown as ToolContext['memory'] };
  await seal(editTool).run({ path: 'keys.md', old: '- tea', new: '- 緑茶', reason: 'so it is' }, holding);
  expect(taken).toMatchObject([[{ text: text.replace('tea', '緑茶') }, 'c']]);
});
