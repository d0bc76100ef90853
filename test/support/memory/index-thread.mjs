// The product's own index thread, started from its source.

import { tsImport } from 'tsx/esm/api';

await tsImport('../../../src/index-thread.ts', import.meta.url);
