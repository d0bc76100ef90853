// What somebody pasted, with a model that repeats it wherever it can, also long after its turn: real turns, a summary, a flush, a
// snapshot, a night and the index. Every byte below the home is looked at.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Job, ModelRequest } from '../../../../src/contracts/index.js';
import { dreamsOf } from '../../../../src/memory/dream/dream-rows.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openFlushes } from '../../../../src/sessions/flushes.js';
import { openConversation } from '../../../support/conversation.js';
import { memoryLog } from '../../../support/memory-log.js';
import { asked, steppedModel } from '../../../support/stepped-model.js';

const KEY = `sk-proj-${'a1B2c3D4'.repeat(5)}`;
const BOT = `7${'1'.repeat(9)}:AA${'Hh3kQ'.repeat(6)}xyz`;
const PASSWORD = 'Blau7!Gras';
const PEM_LINES = ['MIIEvQ', 'IBADAN', 'Bgkqhk'].map((begin) => begin.padEnd(64, 'aB3+'));
const PEM = ['-----BEGIN PRIVATE KEY-----', ...PEM_LINES, '-----END PRIVATE KEY-----'].join('\n');
const VALUES = [KEY, BOT, PASSWORD, ...PEM_LINES, Buffer.from(KEY).toString('base64')];
const PASTED = `配置: ${KEY}, bot ${BOT}, mein Passwort ist ${PASSWORD}\n${PEM}`;

/** Every file below a folder, and which of the values stand in it or in its name. */
function holding(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => {
    if (!one.isFile()) return [];
    const path = join(one.parentPath, one.name);
    const bytes = readFileSync(path);
    return VALUES.filter((text) => bytes.includes(text) || path.includes(text)).map((text) => `${path}: ${text}`);
  });
}

/** Repeats what it is shown; and has it all by heart where it is asked for summaries, notes or dreams. */
function parrot(requests: ModelRequest[]) {
  return scriptedModel((request: ModelRequest): ScriptStep => {
    requests.push(request);
    const { messages, tools } = request;
    const from = messages.findLastIndex(({ role }) => role === 'user');
    const hasAnswers = messages.slice(from).some(({ role }) => role === 'tool');
    const isTurn = tools?.some(({ name }) => name === 'memory_write');
    const all = `${KEY} and ${BOT}, the password is ${PASSWORD}\n${PEM}`;
    if (!isTurn) return { text: `- The owner uses the key ${KEY}.\n- The owner's password is ${PASSWORD}.\n${all}` };
    // What it is not shown it cannot say in a turn: what stands there is all it has.
    if (!messages[from]?.text.includes(KEY)) return { text: `You gave me ${JSON.stringify(messages[1])}` };
    if (hasAnswers) return { text: `You gave me ${all}` };
    return {
      text: `Keeping ${all}`,
      calls: [
        { name: 'memory_write', args: { target: 'long', text: `The key is ${KEY}.` } },
        { name: 'memory_write', args: { target: 'daily', text: `password: ${PASSWORD}` } },
        { name: 'write', args: { path: `${BOT}.md`, text: PEM, reason: KEY } },
        { name: 'memory_search', args: { query: BOT } },
      ],
    };
  });
}

describe('C146: what somebody pasted', () => {
  it('is in no transcript, summary, daily log, snapshot, dream, index, queue, reply or log', async () => {
    const requests: ModelRequest[] = [];
    const log = memoryLog();
    const house = await openConversation({ model: parrot(requests), log });
    const { dm, until, texts, db, clock, dir } = house;
    const answered = async (words: string) => {
      const before = texts('owner').length;
      await dm('owner', words);
      await until(() => texts('owner').length > before, 60_000);
    };
    await answered(PASTED);
    const first = requests.find(({ tools }) => (tools?.length ?? 0) > 0);
    for (const value of VALUES.slice(0, -1))
      expect(JSON.stringify(first)).toContain(JSON.stringify(value).slice(1, -1));
    for (const words of ['我喜欢茶', 'おはよう', '안녕']) await answered(words);
    await answered('/compact');
    await answered('and on we go');
    const isTurn = ({ tools }: ModelRequest) => (tools ?? []).some(({ name }) => name === 'memory_write');
    const later = requests.filter(isTurn).slice(2);
    expect(later.length).toBe(4);
    expect(JSON.stringify(later)).not.toMatch(/sk-proj-a1|Blau7!Gras|MIIEvQ/);
    expect(JSON.stringify(later)).toMatch(/\[secret \w{4}: API key\]/);
    expect(requests.some((one) => !isTurn(one))).toBe(true);
    await dm('owner', '/new');
    // The daily log and the snapshot of the conversation are there to look at.
    const logs = () => readdirSync(join(dir, 'workspace', 'memory')).length;
    await until(() => openFlushes(db).length === 0 && logs() === 2, 60_000);
    clock.set(clock.now() + 86_400_000);
    await dm('owner', '/dream now');
    const done = () => dreamsOf(db, { kind: 'main' }, 10).some(({ state }) => state === 'ok');
    await until(done, 60_000);
    await house.memory.view({ kind: 'main' }).search('key password bot token');
    expect(JSON.stringify(texts('owner'))).not.toMatch(/sk-proj-a1|Blau7!Gras|MIIEvQ/);
    expect(JSON.stringify(log)).not.toMatch(/sk-proj-a1|Blau7!Gras|MIIEvQ/);
    expect(holding(dir)).toEqual([]);
    expect(db.sql("SELECT event ->> '$.text' FROM inbox WHERE row = 1").column()[0]).toMatch(
      /^配置: \[secret \w{4}: API key\], bot \[secret \w{4}: token\], mein Passwort ist \[secret \w{4}: password\]\n\[secret \w{4}: private key\]$/,
    );
    await house.leave();
    expect(holding(dir)).toEqual([]);
  });

  it('is held for its turn alone, and not at all where none follows', async () => {
    const house = await openConversation({ model: parrot([]), groups: { team: { respond: 'mentioned' } } });
    await house.dm('owner', PASTED);
    await house.until(() => house.texts('owner').length > 0, 60_000);
    expect(house.secrets.hide(PASTED)).toBe(PASTED);
    await house.says('team', 'owner', PASTED, { addressed: false });
    await house.says('team', 'stranger', PASTED, { addressed: false });
    expect(house.secrets.hide(PASTED)).toBe(PASTED);
    expect(holding(house.dir)).toEqual([]);
  });

  it('is only its mark in the turn that goes on after its process is gone', async () => {
    const model = steppedModel();
    const house = await openConversation({ idle: true, model });
    await house.dm('owner', PASTED);
    const take = () =>
      house.db.write(() => house.lanes.acquire('main', house.process, house.clock.now() + 60_000) ?? 0);
    const serve = (fence: number) => {
      const job = { id: 'j', name: 'turn', data: { row: 1 }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
      return house.handlers.turn?.run(job, { signal: new AbortController().signal, fence });
    };
    const fence = await take();
    const running = serve(fence);
    await expect.poll(() => model.requests.length).toBe(1);
    expect(asked(model.requests[0]).join()).toContain(KEY);
    await house.db.write(() => house.lanes.release('main', house.process, fence));
    const next = await take();
    model.answer(`it is ${KEY}`);
    await expect(running).rejects.toThrow();
    expect(holding(house.dir)).toEqual([]);
    // Another process knows nothing of what this one held.
    house.secrets.drop([{ chat: { channel: 'chat', account: 'bot', chat: 'owner' }, id: 'm1', message: 'm1' }]);
    await serve(next);
    const replies = house.db.sql("SELECT message ->> '$.text' FROM outbox ORDER BY row").column<string>();
    expect(replies.join()).toMatch(/\[secret \w{4}: API key\]/);
    expect(holding(house.dir)).toEqual([]);
  });
});
