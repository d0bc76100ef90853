// Context engineering through the built program, briefly; `npm run soak:context` is the same at full length.

import { describe, expect, it } from 'vitest';
import { alwaysTooLong, badSummaries, newBesideAHang, smallTalk } from '../support/context-run/adversaries.js';
import { killRun } from '../support/context-run/kill-run.js';
import { longRun } from '../support/context-run/long-run.js';
import { flushTogether } from '../support/context-run/together.js';
import { tempDir } from '../support/temp-dir.js';

describe('a conversation that outgrows its window several times', () => {
  it('sends valid requests with a stable beginning, cuts only what is written down, and forgets no fact', async () => {
    const report = await longRun(tempDir(), { turns: 26, facts: 4, turnsAProcess: 13, bulk: 900 });
    expect(report.faults).toEqual([]);
    expect(report.compactions).toBeGreaterThan(1);
    expect(report.lines).toBeGreaterThan(0);
  }, 60_000);

  it('loses and doubles nothing where its process is killed around flush and compaction', async () => {
    const report = await killRun(tempDir(), 4, Math.random);
    expect(report.faults).toEqual([]);
    expect(report.messages).toBeGreaterThan(0);
  }, 60_000);
});

describe('(C058) a model that finds everything too long', () => {
  it.each([0, 8])(
    'behind %i messages: three calls at most, one plain message, and then silence',
    async (before) => {
      const { calls, faults } = await alwaysTooLong(tempDir(), before);
      expect(faults).toEqual([]);
      expect(calls).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('a summariser that is of no use', () => {
  it('changes no history, and the status says so', async () => {
    expect(await badSummaries(tempDir(), 'headings')).toEqual([]);
  }, 60_000);
});

describe('small talk', () => {
  it.each([true, false])(
    'writes no line when a conversation ends (with a model: %s)',
    async (model) => {
      expect(await smallTalk(tempDir(), 5, model)).toEqual({ flushes: 5, faults: [] });
    },
    60_000,
  );
});

describe('/new and /reset', () => {
  it('answer at once beside a model that hangs', async () => {
    expect((await newBesideAHang(tempDir())).faults).toEqual([]);
  }, 60_000);
});

describe('(C068) ten conversations that are written down into one log', () => {
  it('leave all their lines there, and those of the editor that saves it meanwhile', async () => {
    expect(await flushTogether(tempDir(), 10)).toEqual({ pieces: 11, faults: [] });
  }, 60_000);
});
