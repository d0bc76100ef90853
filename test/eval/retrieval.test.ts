// The evaluation of retrieval as a test: floors from the saved baseline, and two promises without any margin.

import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixtureTranscripts } from '../../src/eval-desk.js';
import { readFixture } from '../../src/memory/eval/fixture.js';
import { reportLines } from '../../src/memory/eval/render.js';
import { type EvalReport, runEval } from '../../src/memory/eval/run.js';
import { hashingEmbedder } from '../support/memory/hashing-embedder.js';
import { silentLog } from '../support/silent-log.js';

const fixture = readFixture(fileURLToPath(new URL('retrieval', import.meta.url)));

describe('retrieval', () => {
  let report: EvalReport;

  beforeAll(async () => {
    const { transcripts, close } = await fixtureTranscripts(fixture);
    const engines = [{ name: 'lexical' }, { name: 'hashing', embedder: hashingEmbedder(), vectorWeight: 0.3 }];
    try {
      report = await runEval({ fixture, engines, transcripts, log: silentLog });
    } finally {
      close();
    }
  }, 60_000);

  /** The whole table, for whoever has to find out why. */
  const table = () => reportLines(report).join('\n');

  it('asks enough questions of each kind', () => {
    const { kinds, all } = report.engines.lexical ?? { kinds: {}, all: { questions: 0 } };
    expect(all.questions).toBeGreaterThanOrEqual(150);
    for (const [kind, { questions }] of Object.entries(kinds)) expect(questions, kind).toBeGreaterThanOrEqual(4);
  });

  it('is not worse than the baseline', () => {
    expect(report.regressions, table()).toEqual([]);
  });

  it.each([
    ['lexical', 'lexical only'],
    ['hashing', 'hybrid'],
  ])('%s says how it searched, and shows no reader what is not theirs', (name, mode) => {
    const engine = report.engines[name];
    expect(engine?.mode).toBe(mode);
    expect(engine?.leaks, table()).toEqual([]);
    expect(engine?.kinds.privacy?.held, table()).toBe(1);
  });

  it('finds what was written in the words of the question, in every language, and the lines that hold it', () => {
    const kinds = report.engines.lexical?.kinds;
    for (const kind of ['words', 'code', 'name', 'old', 'chinese', 'cjk-short', 'traditional', 'japanese', 'glued']) {
      expect(kinds?.[kind]?.snippet, `${kind}\n${table()}`).toBeGreaterThanOrEqual(0.9);
    }
  });

  it('stays silent where memory has no answer', () => {
    expect(report.engines.lexical?.kinds['no-answer']?.held, table()).toBe(1);
  });
});
