// The terminal as a channel: what it can do and how it is configured (not at all).

import { z } from 'zod';
import type { ChannelManifest } from '../../src/contracts/index.js';

const consoleConfig = z.strictObject({}).describe('A conversation in this terminal; it needs no settings.');

export type ConsoleConfig = z.output<typeof consoleConfig>;

export const consoleManifest: ChannelManifest<ConsoleConfig> = {
  id: 'console',
  title: 'Terminal',
  config: consoleConfig,
  limits: { textUnits: 1_000_000, unit: 'utf16', fileBytes: 0, minEditMs: 0 },
  can: ['typing'],
  promptHint: 'You are read in a plain terminal. Short paragraphs and simple lists read best; there are no images.',
  load: async () => (await import('./adapter.js')).consoleChannel,
};
