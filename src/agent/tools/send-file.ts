// The tool `send_file`: a file that goes out with the reply. It reaches what the turn itself may read, and no more.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { mustHoldNoSecret } from '../turn-secrets.js';

const args = z.object({
  path: z.string().optional().describe('A memory file, or a file that was sent here, by the path you know it by'),
  name: z.string().max(120).optional().describe('The name of a new file'),
  text: z.string().max(200_000).optional().describe('The whole text of a new file'),
});

export const sendFileTool: Tool<z.infer<typeof args>> = {
  name: 'send_file',
  description:
    'Sends a file with your reply: one you know by its path, or a new text file by name and text. Use it when a file is asked for.',
  args,
  group: 'messages',
  profile: 'messaging',
  apart: 'never',
  needsPerson: true,
  allowed: () => true,
  async run({ path, name, text }, { memory, files, call }) {
    if ((path === undefined) === (text === undefined)) throw new ToolError('Give either path, or name and text.');
    mustHoldNoSecret(name, text);
    if (text !== undefined) {
      return sent(await files.keepText({ key: call, name: name ?? 'note.txt', text }));
    }
    const wanted = path ?? '';
    if (wanted.startsWith('media/')) return sent(await files.attach(wanted));
    const doc = await memory.read(wanted);
    return sent(
      await files.keepText({ key: call, name: name ?? doc.path.split('/').at(-1) ?? 'note.md', text: doc.text }),
    );
  },
};

function sent(file: { path: string; name: string; mime: string }) {
  return { content: `${file.name} goes out with your reply.`, details: { file } };
}
