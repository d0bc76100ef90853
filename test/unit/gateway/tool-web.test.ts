import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Entry, ToolError } from '../../../src/contracts/index.js';
import { openDb } from '../../../src/db/database.js';
import { migrate } from '../../../src/db/migrate.js';
import { stateMigrations } from '../../../src/db/state-schema.js';
import { draftProposal, draftsOf, endProposal } from '../../../src/gateway/proposals.js';
import { toolWeb } from '../../../src/gateway/tool-web.js';
import { addressQuestion, decideAddress } from '../../../src/jobs/handlers/questions/address.js';
import { tempDir } from '../../support/temp-dir.js';

const NAMED = 'https://example.org/a';
const OTHER = 'https://example.org/a?q=what+was+said';

function says(text: string): Entry {
  const from = { account: 'chat:ada', name: 'ada', role: 'owner' } as const;
  return { id: 'u', at: 0, fence: 1, turn: 't', type: 'user', text, from, message: 'm' };
}

async function open(before: Entry[] = []) {
  const db = openDb(join(tempDir(), 'state.db'));
  await migrate(db, stateMigrations);
  const entries: Record<string, Entry[]> = { s: [says(`read ${NAMED}`), ...before] };
  const parts = { db, clock: { now: () => 5 }, inside: [] };
  const of = ({ session = 's', ...more }: { session?: string; turn?: string; canAsk?: boolean } = {}) =>
    toolWeb(parts, { session, turn: 't', canAsk: true, entries: () => entries[session] ?? [], ...more });
  const drafts = (turn = 't') => draftsOf(db, 's', turn).map(({ address }) => address);
  return { db, of, drafts };
}

describe('may', () => {
  it('says yes to what a person of this session named, and asks nobody', async () => {
    const { of, drafts } = await open();
    expect(await of().may(NAMED, 'c')).toBe('yes');
    expect(drafts()).toEqual([]);
    expect(await of({ session: 'other' }).may(NAMED, 'c')).toBe('asked');
  });

  it('asks about anything else, once, however often it is called', async () => {
    const { of, drafts } = await open();
    for (const call of ['c1', 'c1', 'c2']) expect(await of().may(OTHER, call)).toBe('asked');
    expect(drafts()).toEqual([OTHER]);
  });

  it('asks one question at a time', async () => {
    const { db, of, drafts } = await open();
    await of().may(OTHER, 'c1');
    await expect(of().may('https://example.org/b', 'c2')).rejects.toThrow(/One question at a time/);
    expect(drafts()).toEqual([OTHER]);
    await db.write(() =>
      draftProposal(
        db,
        { session: 's', call: 'c3', turn: 'next', path: 'IDENTITY.md', base: 'absent', text: 'x', reason: 'y' },
        0,
      ),
    );
    await expect(of({ turn: 'next' }).may(OTHER, 'c4')).rejects.toThrow(ToolError);
  });

  it('counts what was agreed to: that address, in that session', async () => {
    const { db, of } = await open();
    await of().may(OTHER, 'c1');
    const [{ id = 0 } = {}] = draftsOf(db, 's', 't');
    await db.write(() => void endProposal(db, id, 'applied'));
    expect(await of({ turn: 'next' }).may(OTHER, 'c2')).toBe('yes');
    expect(await of({ turn: 'next', canAsk: false }).may(OTHER, 'c2')).toBe('yes');
    expect(await of({ turn: 'next' }).may(`${OTHER}+more`, 'c3')).toBe('asked');
    expect(await of({ session: 'other' }).may(OTHER, 'c4')).toBe('asked');
  });

  it('asks again about what was declined', async () => {
    const { db, of } = await open();
    await of().may(OTHER, 'c1');
    const [{ id = 0 } = {}] = draftsOf(db, 's', 't');
    await db.write(() => void endProposal(db, id, 'declined'));
    expect(await of({ turn: 'next' }).may(OTHER, 'c2')).toBe('asked');
  });

  it('follows twelve links of a turn, side by side or not, and asks about the next; what a person named is not counted', async () => {
    const links = Array.from({ length: 40 }, (_, n) => `https://evil.example/${n}`);
    const page = { url: NAMED, final: NAMED, links };
    const { of } = await open([
      {
        id: 'r',
        at: 0,
        fence: 1,
        turn: 't',
        type: 'tool_result',
        call: 'c',
        name: 'web_fetch',
        text: '',
        details: page,
      },
    ]);
    const web = of();
    const answers: string[] = [];
    // One link is opened twice, and the page itself counts.
    for (const [n, link] of [links[0] ?? '', ...links].entries()) {
      answers.push(await web.may(link, `c${n}`).catch(() => 'refused'));
    }
    expect(answers.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 'yes'));
    expect(new Set(answers.slice(12))).toEqual(new Set(['asked', 'refused']));
    expect(await web.may(NAMED, 'again')).toBe('yes');
    expect(await of({ turn: 'next' }).may(links[39] ?? '', 'c')).toBe('yes');
    const alone = of({ canAsk: false });
    for (const link of links.slice(0, 11)) await alone.may(link, 'c');
    await expect(alone.may(links[20] ?? '', 'c')).rejects.toMatchObject({
      remedy: expect.stringContaining('at most 12'),
    });
  });

  it('counts the links that a turn follows anew in the next', async () => {
    const links = Array.from({ length: 13 }, (_, n) => `https://evil.example/${n}`);
    const opening = (url: string, n: number, turn: string): Entry => ({
      ...{ id: `r${turn}${n}`, at: 0, fence: 1, turn, type: 'tool_result', call: `c${n}`, name: 'web_fetch', text: '' },
      details: { url, final: url, links },
    });
    const { of } = await open([NAMED, ...links.slice(0, 12)].map((url, n) => opening(url, n, 'before')));
    const [last = ''] = links.slice(-1);
    expect(await of({ turn: 'before' }).may(last, 'c')).toBe('asked');
    expect(await of().may(last, 'c')).toBe('yes');
  });

  it('asks nobody in a scheduled run, whose task names what it opens', async () => {
    const { of, drafts } = await open();
    expect(await of({ canAsk: false }).may(NAMED, 'c1')).toBe('yes');
    await expect(of({ canAsk: false }).may(OTHER, 'c2')).rejects.toThrow(/nobody can be asked/);
    expect(drafts()).toEqual([]);
  });
});

describe('the question', () => {
  it('shows exactly the address that would be sent', () => {
    const text = addressQuestion('https://xn--80ak6aa92e.com/%60%60%60?a=1');
    expect(text).toContain('\n```\nhttps://xn--80ak6aa92e.com/%60%60%60?a=1\n```\n');
    expect(text.trimEnd().endsWith('Shall I? Answer y or n.')).toBe(true);
  });

  it('is decided by its answer alone', () => {
    expect(decideAddress(OTHER, true)).toMatchObject({ state: 'applied', text: expect.stringMatching(/Ask me again/) });
    expect(decideAddress(OTHER, false)).toMatchObject({ state: 'declined', text: expect.stringMatching(/unopened/) });
  });
});
