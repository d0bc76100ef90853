// The Redis server of a run: stopped, started and emptied at will. Reads everything that is kept in it and everything that
// passes through it, for words that have no business there.

import { connect, type Socket } from 'node:net';
import { startRedis } from '../jobs/redis-server.js';

export interface WatchedRedis {
  url: string;
  /** Every command that came so far and matches, cut to a line. */
  passed: string[];
  /** The names of keys whose name or value matches. */
  keep(pattern: RegExp): Promise<string[]>;
  flush(): Promise<void>;
  /** What it holds is there again when it starts again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

type Reply = string | number | null | Error | Reply[];

const LINE = 300;

/** `secret` is what must not be seen in it. */
export async function watchRedis(secret: RegExp): Promise<WatchedRedis> {
  const server = await startRedis();
  const { port } = server;
  const passed: string[] = [];
  let listener: Socket | undefined;

  async function listen(): Promise<void> {
    // A dump of a value shows what it holds.
    await ask(port, ['CONFIG', 'SET', 'rdbcompression', 'no']);
    listener = connect(port, '127.0.0.1');
    listener.on('error', () => {});
    // Also what is gone again before anybody could look for it.
    listener.setEncoding('latin1').write('MONITOR\r\n');
    let rest = '';
    listener.on('data', (piece: string) => {
      const lines = (rest + piece).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const at = line.search(secret);
        if (at >= 0) passed.push(`${line.slice(0, LINE)} … ${line.slice(at, at + LINE)}`);
      }
    });
  }

  await listen();
  return {
    url: server.url,
    passed,
    async keep(pattern) {
      const found: string[] = [];
      for (const key of await keysOf(port)) {
        const [dump] = await ask(port, ['DUMP', key]);
        if (pattern.test(key) || (typeof dump === 'string' && pattern.test(dump))) found.push(key);
      }
      return found;
    },
    async flush() {
      await ask(port, ['FLUSHALL']);
    },
    async stop() {
      listener?.destroy();
      await server.stop(true);
    },
    async start() {
      await server.start();
      await listen();
    },
    async close() {
      listener?.destroy();
      await server.dispose();
    },
  };
}

async function keysOf(port: number): Promise<string[]> {
  const keys = new Set<string>();
  let cursor = '0';
  do {
    const [found] = await ask(port, ['SCAN', cursor, 'COUNT', '1000']);
    if (!Array.isArray(found)) throw new Error(`SCAN says ${found}`);
    const [next, names] = found;
    for (const name of Array.isArray(names) ? names : []) keys.add(String(name));
    cursor = String(next);
  } while (cursor !== '0');
  return [...keys];
}

/** One connection a question: this is no client to work with. Text is taken byte for byte. */
async function ask(port: number, ...commands: string[][]): Promise<Reply[]> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  for (const words of commands) {
    socket.write(
      words.reduce((sent, word) => `${sent}$${word.length}\r\n${word}\r\n`, `*${words.length}\r\n`),
      'latin1',
    );
  }
  let text = '';
  try {
    for await (const piece of socket) {
      text += piece;
      const replies: Reply[] = [];
      for (let at = 0; replies.length < commands.length; ) {
        const read = readReply(text, at);
        if (!read) break;
        replies.push(read.reply);
        at = read.end;
      }
      if (replies.length === commands.length) return replies;
    }
    throw new Error('redis-server hung up');
  } finally {
    socket.destroy();
  }
}

/** Undefined while it is not all there. */
function readReply(text: string, from: number): { reply: Reply; end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', from);
  if (lineEnd < 0) return undefined;
  const line = text.slice(from + 1, lineEnd);
  const next = lineEnd + 2;
  const count = Number(line);
  switch (text[from]) {
    case '+':
      return { reply: line, end: next };
    case '-':
      return { reply: new Error(line), end: next };
    case ':':
      return { reply: count, end: next };
    case '$': {
      if (count < 0) return { reply: null, end: next };
      const end = next + count + 2;
      return text.length < end ? undefined : { reply: text.slice(next, next + count), end };
    }
    default: {
      const items: Reply[] = [];
      let at = next;
      for (let left = count; left > 0; left--) {
        const item = readReply(text, at);
        if (!item) return undefined;
        items.push(item.reply);
        at = item.end;
      }
      return { reply: items, end: at };
    }
  }
}
