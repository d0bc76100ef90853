// `nightjar privacy audit` on a home: what came from where it may is passed over, what did not is named with its place.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import type { EntryBody, Scope, SessionKey } from '../../src/contracts/index.js';
import { comparable, lineBook, privateLines } from '../../src/gateway/audit/foreign-lines.js';
import { scriptedModel } from '../../src/models/scripted.js';
import { auditPrivacy } from '../../src/privacy-desk.js';
import { keepManifests } from '../../src/sessions/manifests.js';
import { currentSession, sessionById } from '../../src/sessions/rows.js';
import { openConversation } from '../support/conversation.js';
import { FakeClock } from '../support/fake-clock.js';
import { file, manifest, part } from '../support/manifest.js';

const team: Scope = { kind: 'group', channel: 'chat', chat: 'team' };
const SECRET = 'My birthday is the 13th of October 1971.';
const GEHEIM = '我的银行密码写在蓝色笔记本里';

/** A home with private notes, in which the owner wrote to the bot in a group; files are older than what was asked. */
async function stage(notes = '- The harbour of this group is in Kiel.\n') {
  const house = await openConversation({
    model: scriptedModel(() => ({ text: 'Good morning, everybody.' })),
    groups: { team: {} },
    clock: new FakeClock('2036-01-01T10:00:00Z'),
  });
  const { dir, says, until, sent, db, transcripts, memory } = house;
  function put(path: string, text: string): void {
    mkdirSync(dirname(join(dir, 'workspace', path)), { recursive: true });
    writeFileSync(join(dir, 'workspace', path), text);
  }
  put('.nightjar/workspace-id', '{"id":"a-workspace"}\n');
  put('MEMORY.md', `# Memory\n\n- 09:05 ${SECRET}\n- ${GEHEIM}\n- short one\n`);
  put('AGENTS.md', 'Every chat reads this line, which is long enough.\n');
  await memory.folders.ensure(team);
  put('groups/chat-team/MEMORY.md', notes);
  await says('team', 'owner', 'good morning', { addressed: true });
  await until(() => sent.length === 1);
  const id = currentSession(db, 'group/chat/team' as SessionKey)?.id ?? '';
  const loaded = loadConfig({ home: dir, env: {}, defaultTimezone: 'UTC' });
  const audit = (wish: { last?: number; show?: boolean } = {}) =>
    auditPrivacy({ home: dir, loaded, version: 'test' }, { show: false, ...wish });
  async function append(...entries: EntryBody[]): Promise<void> {
    const hold = { process: 'p', fence: 1_000, raise: async (fence: number) => fence + 1 };
    const transcript = await transcripts.hold({ id, key: 'group/chat/team' }, hold);
    transcript.append(entries.map((entry) => ({ ...entry, turn: 'late' })));
  }
  const record = (...parts: Parameters<typeof manifest>[0]) =>
    db.write(() =>
      keepManifests(db, [
        manifest(parts, { session: id, turn: 'bad', epoch: { number: 1, cause: 'start', since: 1 } }),
      ]),
    );
  return { ...house, put, audit, append, record, id };
}

describe('nightjar privacy audit', () => {
  it('passes what really went out, hashes included', async () => {
    const { audit, db, id } = await stage();
    expect(sessionById(db, id)?.scope).toEqual(team);
    const { data, text, failed } = await audit();
    expect(data).toEqual({ requests: 1, groups: 1, people: 0, findings: [] });
    expect(text).toBe('1 request of 1 chat and 0 people looked at: every part came from where it may.');
    expect(failed).toBe(false);
  });

  it('C136 names parts of others, files that are another’s than they say, and texts that the file does not hold', async () => {
    const { audit, record, db, id } = await stage();
    await record(
      part('system', { scope: 'shared' }),
      part('history', { scope: 'group:chat:team' }),
      part('recall', { path: 'AGENTS.md', scope: 'group:chat:team', hash: '' }),
    );
    expect((await audit()).data.findings).toEqual([]);
    await record(
      file('MEMORY.md', { scope: 'main' }),
      part('summary', { scope: 'person:安' }),
      part('history', { scope: 'nobody' }),
    );
    await record(
      file('MEMORY.md', { scope: 'group:chat:team' }),
      part('recall', { path: 'memory/2026-11-29.md', scope: 'group:chat:team', hash: '' }),
    );
    const late = { number: 1, cause: 'start', since: Date.parse('2036-01-01T10:00:00Z') } as const;
    const forged = file('AGENTS.md', { scope: 'shared', lines: { from: 1, to: 1 } });
    await db.write(() => keepManifests(db, [manifest([forged], { session: id, turn: 'forged', epoch: late })]));
    const { data, text, failed } = await audit();
    expect(failed).toBe(true);
    expect(data.findings.map(({ says }) => says).sort()).toEqual(
      [
        'AGENTS.md:1-1 stood in a request with another text than the file has, which nobody changed since',
        'MEMORY.md:1-9 stood in a request, and is main',
        'MEMORY.md:1-9 stood in a request, and is main',
        'its history stood in a request, and nobody knows whose it is (nobody)',
        'its summary stood in a request, and is person:安',
        'memory/2026-11-29.md stood in a request, and is main',
      ].sort(),
    );
    expect(text).toContain(`group:chat:team, session ${id}, turn bad: its summary`);
    expect(text).toMatch(/5 requests of 1 chat and 0 people looked at: 6 things came from where they may not\.$/);
    expect((await audit({ last: 1 })).data).toMatchObject({ requests: 1, findings: [{ turn: 'forged' }] });
  });

  it('knows a chat that moved under both of its names', async () => {
    const { audit, record, memory } = await stage();
    await memory.folders.addAlias({ kind: 'group', channel: 'chat', chat: 'team' }, 'team-2');
    await record(
      part('history', { scope: 'group:chat:team' }),
      file('groups/chat-team/MEMORY.md', { scope: 'group:chat:team' }),
    );
    expect((await audit()).data.findings).toEqual([]);
  });

  it('C137 finds private lines in results, replies and summaries, and quotes them on demand alone', async () => {
    const { audit, append, id } = await stage();
    await append(
      { type: 'tool_result', call: 'c1', name: 'read', text: `MEMORY.md\n3 | - 09:05 ${SECRET.toUpperCase()}` },
      { type: 'assistant', text: `I think that **${SECRET}**`, model: 'm', final: true },
      { type: 'compaction', summary: `- ${GEHEIM}。`, firstKept: 'x' },
      { type: 'tool_result', call: 'c2', name: 'web_fetch', text: SECRET },
      {
        type: 'assistant',
        text: 'short one. Every chat reads this line, which is long enough.',
        model: 'm',
        final: true,
      },
    );
    const { data, text } = await audit();
    const of = { scope: 'group:chat:team', session: id, turn: 'late' };
    expect(data.findings).toEqual([
      { ...of, says: 'a line of MEMORY.md:3, which is main, stands in a tool result' },
      { ...of, says: 'a line of MEMORY.md:3, which is main, stands in a reply' },
      { ...of, says: 'a line of MEMORY.md:4, which is main, stands in a summary' },
    ]);
    expect(text).not.toMatch(/birthday|银行/i);
    expect((await audit({ show: true })).text).toMatch(/birthday is the 13th.*银行密码/s);
  });

  it('passes what the chat’s own people had said before, and what its own files held before', async () => {
    const { audit, append, says, until, sent } = await stage(`- ${GEHEIM}\n`);
    await says('team', 'owner', `did you know? ${SECRET}`, { addressed: true });
    await until(() => sent.length === 2);
    await append({ type: 'assistant', text: `${SECRET} ${GEHEIM}`, model: 'm', final: true });
    expect((await audit()).data.findings).toEqual([]);
  });

  it('does not pass what was said only after it had leaked', async () => {
    const { audit, append, says, until, sent, clock } = await stage();
    await append({ type: 'assistant', text: SECRET, model: 'm', final: true });
    clock.set(clock.now() + 1_000);
    await says('team', 'owner', `so ${SECRET}`, { addressed: true });
    await until(() => sent.length === 2);
    expect((await audit()).data.findings).toHaveLength(1);
  });
});

describe('a private line', () => {
  it('is known again whatever is put around it, and needs some length', () => {
    const lines = privateLines(
      'MEMORY.md',
      '# A heading that is long enough to be one\n- [ ] 열쇠는 파란 화분 아래에 있어요\n- 12:00 too short\n',
      new Set(),
    );
    expect(lines).toEqual([{ path: 'MEMORY.md', line: 2, words: comparable('열쇠는 파란 화분 아래에 있어요') }]);
    const book = lineBook(lines);
    expect(book.within(comparable('「열쇠는  파란\n화분 아래에 있어요」'))).toHaveLength(1);
    expect(book.within(comparable('열쇠는 파란 화분 위에 있어요'))).toEqual([]);
  });
});
