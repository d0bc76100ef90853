// Runs an evaluation of search for an operator: a fixture's questions, by words and with the configured embedder.
// Touches no home; writes nothing but the baseline, when asked.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadedConfig } from './config/load.js';
import { embeddingSettings } from './config/memory-settings.js';
import { ConfigError, type TranscriptSource } from './contracts/index.js';
import { openDb } from './db/database.js';
import { migrate } from './db/migrate.js';
import { stateMigrations } from './db/state-schema.js';
import { openaiEmbedder } from './memory/embedders/openai.js';
import { type Fixture, readFixture } from './memory/eval/fixture.js';
import { reportLines } from './memory/eval/render.js';
import { type EngineSpec, runEval } from './memory/eval/run.js';
import { createLog } from './ops/log.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { searchableTranscripts } from './sessions/searchable.js';

export interface EvalWish {
  /** Default: the one that comes with the source. */
  fixture?: string;
  /** Hits looked at. */
  k?: number;
  /** Keep these figures as the baseline. */
  save: boolean;
}

/** Failed: worse than the baseline, or something was shown to a reader who may not see it. */
export async function evaluate({ config }: LoadedConfig, { fixture: dir, k, save }: EvalWish): Promise<Told> {
  const fixture = readFixture(dir ?? ownFixture());
  const log = createLog({ level: 'error', secrets: [], stderr: true });
  const engines: EngineSpec[] = [{ name: 'lexical' }];
  const embedding = embeddingSettings(config);
  if (embedding) {
    const embedder = openaiEmbedder(embedding, { clock: systemClock, log });
    engines.push({ name: embedding.name, embedder, vectorWeight: embedding.vectorWeight });
  }
  const { transcripts, close } = await fixtureTranscripts(fixture);
  try {
    const report = await runEval({ fixture, engines, transcripts, log, save, ...(k === undefined ? {} : { k }) });
    const leaks = Object.values(report.engines).flatMap((engine) => engine.leaks);
    const worse = report.regressions.map((regression) => `WORSE  ${regression}`);
    const failed = leaks.length + worse.length > 0;
    const saved = save ? [`Saved as the baseline of ${fixture.dir}.`] : [];
    return { data: report, text: [...reportLines(report), ...worse, ...saved].join('\n'), failed };
  } finally {
    close();
  }
}

/** The fixture's sessions, as a home's are read. */
export async function fixtureTranscripts({
  dir,
  settings,
}: Fixture): Promise<{ transcripts: TranscriptSource; close(): void }> {
  const db = openDb(':memory:');
  await migrate(db, stateMigrations);
  const insert = 'INSERT INTO sessions (id, key, scope, chat, opened_at) VALUES (?, ?, ?, ?, 0)';
  await db.write(() => {
    for (const [id, scope] of Object.entries(settings.sessions)) {
      db.sql(insert).run([id, id, JSON.stringify(scope), '{}']);
    }
  });
  return { transcripts: searchableTranscripts(db, join(dir, 'sessions')), close: () => db.close() };
}

function ownFixture(): string {
  // Beside dist/ when built, beside src/ when run from source.
  for (const up of ['../../test/eval/retrieval', '../test/eval/retrieval']) {
    const dir = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(join(dir, 'fixture.json'))) return dir;
  }
  throw new ConfigError('There is no fixture beside this program.', { remedy: 'Name one with --fixture.' });
}
