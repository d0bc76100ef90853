// A request's record as the engine keeps it, for tests of whoever tells of it.

import type { Manifest, ManifestPart } from '../../src/contracts/index.js';

export function part(kind: ManifestPart['part'], more: Partial<ManifestPart> = {}): ManifestPart {
  return { part: kind, scope: 'main', hash: '0123456789abcdef', tokens: 10, reason: 'because', ...more };
}

export function file(path: string, more: Partial<ManifestPart> = {}): ManifestPart {
  return part('file', { path, lines: { from: 1, to: 9 }, ...more });
}

export function manifest(parts: ManifestPart[], more: Partial<Manifest> = {}): Manifest {
  return {
    session: 's',
    turn: 't1',
    model: 'gpt-5-mini',
    at: Date.parse('2026-11-29T20:12:00Z'),
    epoch: { number: 3, cause: 'day', since: Date.parse('2026-11-29T15:30:00Z') },
    window: 200_000,
    budget: 176_000,
    tokens: 41_200,
    parts,
    ...more,
  };
}
