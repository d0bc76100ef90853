// The line a person types at: what is printed appears above it, half-typed words stay, and it shows when somebody is at
// work. Knows nothing of messages.

import { clearLine, createInterface, cursorTo, moveCursor } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../src/contracts/index.js';

export interface Prompt {
  /** Puts text, ending in a newline, above the line. After the line was closed it is the caller's to write. */
  print(write: () => Promise<void>): Promise<void>;
  /** Shows for a few seconds that an answer is in the making. */
  thinking(): void;
  close(): void;
}

export interface PromptEvents {
  line(text: string): void;
  closed(): void;
  interrupted(): void;
}

const THINKING = 'nightjar is thinking… › ';
/** Longer than the pause between two signs of work: a turn that ends without a word must not seem to go on. */
const THINKING_MS = 7_000;

export function openPrompt(
  { input, output, label, clock }: { input: Readable; output: Writable; label: string; clock: Clock },
  on: PromptEvents,
): Prompt {
  const normal = `${label} › `;
  const lines = createInterface({ input, output, prompt: normal, terminal: true });
  let open = true;
  let busy = false;
  let calm = () => {};

  function show(thinking: boolean): void {
    busy = thinking;
    lines.setPrompt(thinking ? THINKING : normal);
    if (open) lines.prompt(true);
  }

  lines.on('line', (text) => {
    if (busy && THINKING.length + text.length < columns(output)) {
      // What stays on the screen is what was said, not what was shown meanwhile.
      moveCursor(output, 0, -1);
      cursorTo(output, 0);
      clearLine(output, 0);
      output.write(`${normal}${text}\n`);
    }
    on.line(text);
    if (open) lines.prompt();
  });
  lines.on('close', () => {
    open = false;
    calm();
    output.write('\n');
    on.closed();
  });
  lines.on('SIGINT', () => {
    if (lines.line === '') on.interrupted();
    else lines.write(null, { ctrl: true, name: 'u' });
  });
  lines.prompt();

  return {
    async print(write) {
      if (!open) return await write();
      calm();
      cursorTo(output, 0);
      clearLine(output, 0);
      await write();
      show(false);
    },
    thinking() {
      if (!open) return;
      calm();
      show(true);
      calm = clock.after(THINKING_MS, () => show(false));
    },
    close: () => lines.close(),
  };
}

function columns(output: Writable): number {
  return 'columns' in output && typeof output.columns === 'number' ? output.columns : 80;
}
