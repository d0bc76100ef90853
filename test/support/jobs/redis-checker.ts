// What is found of the Redis server named on the command line, in a process of its own: trust is read when one begins.

import { redisFinding } from '../../../src/jobs/open-queue.js';

process.stdout.write(JSON.stringify(await redisFinding(process.argv[2] ?? '')));
