// A conversation with tool calls whose process is killed at random moments, and what must hold afterwards. Used by a
// short test and by a long soak.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../src/db/database.js';
import { newReading, readLines } from '../../src/sessions/parse.js';
import { collect, startCli, writeConfig } from './cli.js';
import { type ChatRequest, startModelServer } from './model-server.js';

export interface KillReport {
  rounds: number;
  accepted: number;
  answered: number;
  /** Replies shown more than once; each carried the mark. */
  markedRepeats: number;
  /** Everything that must not be, in words. Empty when all held. */
  faults: string[];
}

interface Shown {
  task: number;
  repeated: boolean;
}

/** Runs `rounds` kills on a fresh home, then one clean run to the end, and looks at what is left. */
export async function killRounds(home: string, rounds: number, random: () => number): Promise<KillReport> {
  const server = await startModelServer(answer);
  writeConfig(home, `model: { name: test, baseUrl: "${server.baseUrl}", apiKey: x }\n`);
  const shown: Shown[] = [];
  let task = 0;
  try {
    const readyMs = await startUp(home);
    for (let round = 0; round < rounds; round++) {
      const child = startCli(home, ['chat', '--json']);
      const output = collect(child);
      child.stdin.on('error', () => {});
      const lines = 1 + Math.floor(random() * 3);
      for (let n = 0; n < lines; n++) child.stdin.write(`task ${++task}\n`);
      // From before the house stands to well after everything is answered.
      const timer = setTimeout(() => child.kill('SIGKILL'), readyMs / 2 + random() * (readyMs / 2 + 500));
      await once(child, 'close');
      clearTimeout(timer);
      shown.push(...shownIn(output.stdout));
    }
    const last = startCli(home, ['chat', '--json']);
    const output = collect(last);
    last.stdin.end();
    const [code] = await once(last, 'close');
    shown.push(...shownIn(output.stdout));
    return inspect(home, rounds, shown, code === 0 ? [] : [`the last run ended with ${code}: ${output.stderr}`]);
  } finally {
    await server.close();
  }
}

/** How long this machine takes now until the house stands, ms. */
async function startUp(home: string): Promise<number> {
  const began = performance.now();
  const child = startCli(home, ['chat', '--json']);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += String(piece);
      if (said.includes('ready')) resolve();
    });
    child.once('close', (code) => reject(new Error(`a house that should stand ended with ${code}`)));
  });
  const ms = performance.now() - began;
  child.removeAllListeners('close');
  child.kill('SIGKILL');
  await once(child, 'close');
  return ms;
}

/** Two tool calls side by side, then the word that it is done. */
function answer({ messages }: ChatRequest) {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const task = /task (\d+)/.exec(String(messages[last]?.content))?.[1] ?? '?';
  if (messages.slice(last).some((message) => message.role === 'tool')) return { text: `done ${task}` };
  return {
    calls: [
      { name: 'memory_write', args: { target: 'long', text: `Fact ${task} 事实 stands here whole.` } },
      { name: 'memory_search', args: { query: `fact ${task}` } },
    ],
  };
}

function shownIn(stdout: string): Shown[] {
  return stdout.split('\n').flatMap((line) => {
    const found = /"text":"done (\d+)"/.exec(line);
    return found ? [{ task: Number(found[1]), repeated: line.includes('"repeated":true') }] : [];
  });
}

function inspect(home: string, rounds: number, shown: Shown[], faults: string[]): KillReport {
  const db = openDb(join(home, 'state.sqlite'));
  const rows = db.sql<{ state: string; event: string }>('SELECT state, event FROM inbox ORDER BY row').all();
  db.close();
  const memory = readFileSync(join(home, 'workspace/MEMORY.md'), 'utf8').split('\n');
  let markedRepeats = 0;
  for (const { state, event } of rows) {
    const task = Number(/task (\d+)/.exec(event)?.[1]);
    if (state !== 'answered') faults.push(`task ${task} is ${state}`);
    const replies = shown.filter((one) => one.task === task);
    const unmarked = replies.filter((one) => !one.repeated).length;
    if (replies.length === 0) faults.push(`task ${task} was never answered`);
    if (unmarked > 1) faults.push(`task ${task} was answered ${unmarked} times without the mark`);
    markedRepeats += Math.max(0, replies.length - 1);
    const facts = memory.filter((line) => line === `- Fact ${task} 事实 stands here whole.`).length;
    if (facts !== 1) faults.push(`fact ${task} stands in MEMORY.md ${facts} times`);
  }
  const torn = memory.filter((line) => line.includes('Fact') && !/^- Fact \d+ 事实 stands here whole\.$/.test(line));
  for (const line of torn) faults.push(`MEMORY.md has a torn line: ${line}`);
  faults.push(...inspectTranscripts(home, rows.length));
  const answered = rows.filter(({ state }) => state === 'answered').length;
  return { rounds, accepted: rows.length, answered, markedRepeats, faults };
}

/** Every turn is there once, whole and ended, and no call has two results. */
function inspectTranscripts(home: string, turns: number): string[] {
  const faults: string[] = [];
  const folder = join(home, 'sessions');
  const users = new Set<string>();
  const finals = new Set<string>();
  for (const name of readdirSync(folder)) {
    const reading = newReading();
    readLines(reading, readFileSync(join(folder, name), 'utf8'));
    const calls = new Set<string>();
    const results = new Set<string>();
    for (const entry of reading.entries) {
      const turn = entry.turn ?? '';
      if (entry.type === 'user') users.add(turn);
      if (entry.type === 'assistant' && entry.final) {
        if (finals.has(turn)) faults.push(`turn ${turn} ends twice in ${name}`);
        finals.add(turn);
      }
      if (entry.type === 'tool_call') calls.add(entry.call);
      if (entry.type === 'tool_result') {
        if (results.has(entry.call)) faults.push(`call ${entry.call} has two results in ${name}`);
        results.add(entry.call);
      }
    }
    for (const call of calls) if (!results.has(call)) faults.push(`call ${call} has no result in ${name}`);
  }
  if (users.size !== turns || finals.size !== turns) {
    faults.push(`${turns} messages, but ${users.size} turns begun and ${finals.size} ended in the transcripts`);
  }
  return faults;
}
