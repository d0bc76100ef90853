import { queueContract } from '../../contracts/queue.js';
import { sqliteHarness } from '../../support/jobs/sqlite-harness.js';

queueContract('SQLite', () => sqliteHarness());
