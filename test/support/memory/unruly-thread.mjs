// A thread in place of the index that does what workerData says: whether it loads at all, whether it waits for that, and
// by the name of a call what becomes of it. Counts where the test can see it.

import { parentPort, workerData } from 'node:worker_threads';

const { counts, loads = 'at once', does = {} } = workerData;
/** [how often the module was begun, whether it may go on loading, how often it was asked] */
const seen = new Int32Array(counts);
const start = Atomics.add(seen, 0, 1) + 1;
if (loads === 'never') throw new Error('the native module is not built');
if (loads === 'when told') Atomics.wait(seen, 1, 0);

parentPort.on('message', ({ id, name }) => {
  Atomics.add(seen, 2, 1);
  switch (does[name]) {
    case 'die':
      return process.exit(7);
    case 'die once':
      if (start === 1) return process.exit(7);
      break;
    case 'hang':
      for (;;);
    case 'keep silent':
      return;
    case 'keep silent once':
      if (start === 1) return;
      break;
    case 'log':
      for (const n of [1, 2, 3]) parentPort.postMessage({ log: 'info', event: 'said', fields: { n } });
      break;
    default:
  }
  parentPort.postMessage({ id, value: { start, name } });
  if (name === 'close') parentPort.close();
});
