#!/usr/bin/env node
// Where every process begins: one that is to stay keeps its heap small from before anything is loaded. The arguments are
// cli-program.ts's.

import { keepHeapSmall } from './ops/small-heap.js';

const STAYING = [undefined, 'start', 'chat', '--json'];

if (STAYING.includes(process.argv[2])) keepHeapSmall();
const { main, fail } = await import('./cli-program.js');
await main().catch(fail);
