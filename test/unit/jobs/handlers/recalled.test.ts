// Which searches count as a person's question: those of a conversation, and none of a machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimKey } from '../../../../src/memory/dream/claims/claims.js';
import type { Script } from '../../../../src/models/scripted.js';
import { runStage, TEAM } from '../../../support/jobs/run-stage.js';

const team = { kind: 'group', channel: 'chat', chat: 'team' } as const;

/** Whatever it is asked, it looks for the boat first. */
const searching: Script = ({ messages }) =>
  messages.at(-1)?.role === 'tool'
    ? { text: 'It is called Mira.' }
    : { calls: [{ name: 'memory_search', args: { query: 'boat called' } }] };

async function stage() {
  const house = await runStage(searching, { groups: { team: { respond: 'always' } } });
  const { dir, db, memory, recalls, model } = house;
  const folder = await memory.folders.ensure(team);
  const workspace = join(dir, 'workspace');
  writeFileSync(join(workspace, 'MEMORY.md'), '- The boat is called Mira.\n');
  mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, folder, 'MEMORY.md'), '- Our boat is called Ada.\n');
  async function rows() {
    await recalls.idle();
    return db
      .sql<{ scope: string; claim: string; session: string; day: string }>(
        'SELECT scope, claim, session, day FROM recalls ORDER BY scope, claim',
      )
      .all();
  }
  /** What the searches told the model. */
  const results = () =>
    model.requests.flatMap(({ messages }) => messages.flatMap((one) => (one.role === 'tool' ? [one.text] : [])));
  return { ...house, rows, results };
}

describe('what a search found', () => {
  it('is noted for a person who asked, in their conversation', async () => {
    const { dm, until, texts, rows, db } = await stage();
    await dm('owner', 'What is my boat called?');
    await until(() => texts('owner').length === 1);
    const [session] = db.sql("SELECT id FROM sessions WHERE purpose = 'talk'").column<string>();
    expect(await rows()).toEqual([
      { scope: '["main"]', claim: claimKey('The boat is called Mira.'), session, day: '2026-11-29' },
    ]);
    await dm('owner', 'What was it again?');
    await until(() => texts('owner').length === 2);
    expect(await rows()).toHaveLength(1);
  });

  it('C079 is noted for the group whose people asked, and for nobody else', async () => {
    const { says, until, texts, rows } = await stage();
    await says('team', 'ann', 'What is our boat called?');
    await until(() => texts('team').length === 1);
    expect(await rows()).toMatchObject([
      { scope: '["group","chat","team"]', claim: claimKey('Our boat is called Ada.') },
    ]);
  });

  it.each([
    ['a scheduled run', {}],
    ['a scheduled run of a group', { chat: TEAM, scope: team }],
    ['a heartbeat', { task: 'heartbeat' as const }],
  ])('C077 is not noted for %s', async (_, wish) => {
    const { put, slot, delivered, rows, results, dir } = await stage();
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '- Look after the boat.\n');
    await put(wish);
    await slot();
    await delivered();
    expect(results().join('\n')).toMatch(/boat is called (?:Mira|Ada)/);
    expect(await rows()).toEqual([]);
  });

  it('C077 is not noted for what speaks in the name of a chat', async () => {
    const { happens, until, texts, rows, results } = await stage();
    await happens({
      chat: TEAM,
      place: 'group',
      from: { account: 'chat:feed', name: 'Feed', kind: 'chat' },
      text: 'What is our boat called?',
    });
    await until(() => texts('team').length === 1);
    expect(results().join('\n')).toContain('Our boat is called Ada.');
    expect(await rows()).toEqual([]);
  });
});
