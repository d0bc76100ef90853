// Both embedders under the one contract: the real SDK against the stand-in, and the hashing one that other tests use.

import { expect, it, onTestFinished } from 'vitest';
import { openaiEmbedder } from '../../../../src/memory/embedders/openai.js';
import { systemClock as clock } from '../../../../src/ops/system-clock.js';
import { dot, embedderContract } from '../../../contracts/embedder.js';
import { startEmbeddingServer } from '../../../support/embedding-server.js';
import { hashedVector, hashingEmbedder } from '../../../support/memory/hashing-embedder.js';
import { silentLog as log } from '../../../support/silent-log.js';

for (const format of ['obeys', 'floats', 'refuses'] as const) {
  embedderContract(`openai, at a server that ${format} base64`, async () => {
    const server = await startEmbeddingServer({ format, key: 'sk-test' });
    onTestFinished(() => server.close());
    const again = () => openaiEmbedder({ name: 'bge-m3', baseUrl: server.baseUrl, apiKey: 'sk-test' }, { clock, log });
    return { embedder: again(), again };
  });
}

embedderContract('hashing', () => ({ embedder: hashingEmbedder(), again: () => hashingEmbedder() }));

it('hashes texts that share words near each other, in any script', () => {
  const near = (a: string, b: string) => dot(hashedVector(a, 256), hashedVector(b, 256));
  expect(near('项目评审会议', '明天下午三点开项目评审会议')).toBeGreaterThan(0.4);
  expect(near('the printer is in room 4', 'printer moved to room 6')).toBeGreaterThan(0.4);
  expect(near('項目', 'the printer is in room 4')).toBeLessThan(0.3);
});
