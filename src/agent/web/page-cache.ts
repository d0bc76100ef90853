// The pages that were read last, for a while, so that reading on does not fetch them again. In memory, for each session apart.

import type { ReadablePage } from './page-text.js';

export interface OpenedPage extends ReadablePage {
  final: string;
  /** The server had more than is read of any page. */
  cut: boolean;
}

const KEPT_MS = 5 * 60_000;
const MOST_PAGES = 8;

export interface PageCache {
  get(session: string, address: string, now: number): OpenedPage | undefined;
  put(session: string, address: string, page: OpenedPage, now: number): void;
}

export function newPageCache(): PageCache {
  const pages = new Map<string, { page: OpenedPage; at: number }>();
  return {
    get(session, address, now) {
      const kept = pages.get(keyFor(session, address));
      return kept && now - kept.at < KEPT_MS ? kept.page : undefined;
    },
    put(session, address, page, now) {
      pages.delete(keyFor(session, address));
      pages.set(keyFor(session, address), { page, at: now });
      for (const [key, { at }] of pages) if (now - at >= KEPT_MS || pages.size > MOST_PAGES) pages.delete(key);
    },
  };
}

function keyFor(session: string, address: string): string {
  return JSON.stringify([session, address]);
}
