// Ten conversations that are written down into one log of the day, while an editor has it open and saves it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { writeConfig } from '../cli.js';
import { startModelServer } from '../model-server.js';
import { openChat, until } from './chat.js';
import { FACTS } from './facts.js';
import { checkHome } from './home-checks.js';
import { flushesOwed, isQuiet, readHome } from './home-state.js';
import { standIn } from './stand-in.js';
import { messageText } from './talk.js';

const EDITOR = fileURLToPath(new URL('editor.mjs', import.meta.url));
const OWN_LINE = '- Written by hand: the ladder stands behind the shed.';

export async function flushTogether(
  home: string,
  conversations: number,
): Promise<{ pieces: number; faults: string[] }> {
  const facts = FACTS.slice(0, conversations);
  let release = () => {};
  const queued = new Promise<void>((resolve) => {
    release = resolve;
  });
  let edit: (line: string) => Promise<void> = async () => {};
  let flushes = 0;
  const model = standIn({
    facts,
    tools: false,
    async before(purpose) {
      if (purpose !== 'flush') return undefined;
      await queued;
      // Between what the flush has read and what it is going to write.
      await edit(`- Edited by hand, time ${++flushes}.`);
      return undefined;
    },
  });
  const server = await startModelServer(model.reply);
  writeConfig(
    home,
    `timezone: UTC\nmodel: { name: test, baseUrl: "${server.baseUrl}", apiKey: x, contextTokens: 20000 }\n`,
  );
  const chat = await openChat(home);
  const path = join(home, `workspace/memory/${new Date().toISOString().slice(0, 10)}.md`);
  const editor = spawn(process.execPath, [EDITOR, path]);
  const saved = createInterface({ input: editor.stdout })[Symbol.asyncIterator]();
  edit = async (line) => {
    editor.stdin.write(`${line}\n`);
    await saved.next();
  };
  try {
    for (const [index, fact] of facts.entries()) {
      await chat.ask(messageText(index + 1, { fact }), new RegExp(`answer ${index + 1}\\)`));
      await chat.ask('/new', /fresh/);
    }
    await until('ten flushes wait', () => flushesOwed(home) === conversations);
    editor.stdin.write('idle\n');
    await edit(OWN_LINE);
    release();
    await until('everything is written down', () => isQuiet(home));
    editor.stdin.end();
    await once(editor, 'close');
    const text = readFileSync(path, 'utf8');
    const pieces = [...facts.map(({ line }) => line), OWN_LINE];
    const edits = Array.from({ length: flushes }, (_, n) => `- Edited by hand, time ${n + 1}.`);
    const missing = [...pieces, ...edits].filter((piece) => !text.includes(piece));
    return {
      pieces: pieces.length - missing.filter((piece) => pieces.includes(piece)).length,
      faults: [...missing.map((piece) => `is not in the log: ${piece}`), ...checkHome(readHome(home), facts).faults],
    };
  } finally {
    editor.kill();
    await chat.kill();
    await server.close();
  }
}
