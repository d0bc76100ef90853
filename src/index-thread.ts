// The composition root of the index thread: builds the index of a home on connections of its own and serves it to the
// main thread, which starts this module as a worker. Never imported by another module.

import { parentPort, workerData } from 'node:worker_threads';
import { openDb } from './db/database.js';
import { guardWorkspace } from './memory/attestation.js';
import { openFolders } from './memory/folders.js';
import { openConfiguredIndex } from './memory/index/configured.js';
import type { IndexSettings } from './memory/index/settings.js';
import { portLog, serveIndex } from './memory/index/thread.js';
import { openSources } from './memory/sources/sources.js';
import { readTemplateLines } from './memory/template-lines.js';
import { systemClock } from './ops/system-clock.js';
import { searchableTranscripts } from './sessions/searchable.js';

export interface IndexThreadData {
  settings: IndexSettings;
  /** Real path of the workspace. */
  workspace: string;
  /** Of the workspace: then whatever else stands in its place is not looked at. */
  id?: string;
  /** state.sqlite, migrated; only read, for whose a folder or a session is. */
  state: string;
  /** The folder of transcripts. */
  sessions: string;
  /** What was found when the settings were read. */
  notices: readonly string[];
}

/** No conversation waits for this thread, so it may be held up until another process has done with the file. */
const BUSY_MS = 1_000;

async function serve(data: IndexThreadData): Promise<void> {
  if (!parentPort) throw new Error('this module runs as a worker thread');
  const log = portLog(parentPort);
  const db = openDb(data.state, { readonly: true, busyMs: BUSY_MS });
  const folders = openFolders(db, systemClock);
  const sources = openSources({
    root: data.workspace,
    folders,
    mounts: data.settings.mounts,
    transcripts: searchableTranscripts(db, data.sessions),
    templateLines: await readTemplateLines(data.workspace),
    guard: data.id === undefined ? undefined : guardWorkspace(data.workspace, data.id),
  });
  const { settings, notices } = data;
  const index = openConfiguredIndex({
    settings,
    sources,
    folders,
    notices,
    manner: 'resident',
    clock: systemClock,
    log,
  });
  serveIndex(parentPort, {
    ...index,
    async close() {
      await index.close();
      db.close();
    },
  });
}

await serve(workerData as IndexThreadData);
