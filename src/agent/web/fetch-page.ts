// Gets one page: by GET, without cookies, credentials or a proxy, redirects by hand with each target checked anew, and
// everything about it bounded. What comes is bytes of a stranger's: read elsewhere, run nowhere.

import type { IncomingMessage } from 'node:http';
import { ToolError } from '../../contracts/index.js';
import { asData } from '../../text/as-data.js';
import { isInside, readAddress } from './address.js';
import { type Body, readBody } from './body.js';
import { faultOf, statusFault } from './faults.js';
import { checkedAddresses, type Network, osNetwork, pinned } from './network.js';
import { kindOf, type PageKind } from './page-kind.js';
import { urlIn } from './url-in.js';

export interface FetchLimits {
  /** For everything, redirects and names included. */
  totalMs: number;
  /** Without a byte. */
  idleMs: number;
  /** Of a body, unpacked; the rest is left unread. */
  bytes: number;
  redirects: number;
}

export const FETCH_LIMITS: FetchLimits = { totalMs: 20_000, idleMs: 8_000, bytes: 2_000_000, redirects: 5 };

export interface FetchOptions {
  /** Hosts with ports inside the network that may be opened all the same. */
  inside: readonly string[];
  signal: AbortSignal;
  network?: Network;
  limits?: FetchLimits;
}

export interface FetchedPage extends Body {
  /** Where the redirects led. */
  final: URL;
  kind: PageKind;
  /** As the server names it; may be absent. */
  contentType: string;
}

const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Nightjar; a self-hosted assistant)',
  accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, application/xml;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, br',
};

/** Throws a ToolError for whatever goes wrong. */
export async function fetchPage(address: URL, given: FetchOptions): Promise<FetchedPage> {
  const { signal, limits = FETCH_LIMITS } = given;
  // What is inside the network is opened when it was meant, never because a page of the open web leads there.
  const options = isInside(address, given.inside) ? given : { ...given, inside: [] };
  const bound = AbortSignal.timeout(limits.totalMs);
  let url = address;
  try {
    for (let moved = 0; ; moved++) {
      const answer = await open(url, options, AbortSignal.any([signal, bound]));
      const target = targetOf(answer, url);
      if (target === undefined) return await read(answer, url, options);
      answer.destroy();
      if (moved === limits.redirects) {
        throw new ToolError(`It leads on from address to address, more than ${limits.redirects} times.`);
      }
      url = target;
    }
  } catch (error) {
    if (bound.aborted) {
      throw new ToolError(`The page was not there after ${Math.ceil(limits.totalMs / 1000)} seconds.`, {
        remedy: 'Try it once more later, or do without it.',
      });
    }
    throw faultOf(error, url);
  }
}

async function open(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { network = osNetwork, limits = FETCH_LIMITS } = options;
  const addresses = await orAborted(checkedAddresses(url, options.inside, network), signal);
  return await new Promise((resolve, reject) => {
    const request = network.request(url, {
      method: 'GET',
      headers: HEADERS,
      lookup: pinned(addresses),
      // A connection of its own, which nothing before it or behind it shares.
      agent: false,
      rejectUnauthorized: true,
      timeout: limits.idleMs,
      signal,
    });
    let answered: IncomingMessage | undefined;
    request.on('timeout', () => {
      const silent = new ToolError('Its server fell silent.', { remedy: 'Try it once more later, or do without it.' });
      answered?.destroy(silent);
      request.destroy(silent);
    });
    request.on('error', reject);
    request.on('response', (answer) => {
      answered = answer;
      // What a torn connection says later is heard where the body is read.
      answer.on('error', () => {});
      resolve(answer);
    });
    request.end();
  });
}

/** Looking up a name cannot be stopped, but need not be waited for. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function targetOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (!MOVED.has(statusCode)) return undefined;
  const { location = '' } = headers;
  // Bytes of a header come one by one, though servers mean UTF-8.
  const written = Buffer.from(location, 'latin1').toString('utf8');
  const target = location === '' ? undefined : urlIn(written, from.href);
  if (!target) throw new ToolError('The page says that it has moved, and not where to.');
  return readAddress(target.href);
}

async function read(
  answer: IncomingMessage,
  final: URL,
  { limits = FETCH_LIMITS }: FetchOptions,
): Promise<FetchedPage> {
  try {
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode > 299) throw statusFault(statusCode);
    const contentType = answer.headers['content-type'] ?? '';
    const kind = kindOf(contentType);
    if (kind === undefined) {
      throw new ToolError(`It is ${asData(contentType, 80)}, which web_fetch cannot read.`, {
        remedy: 'It reads web pages, plain text, JSON, XML and feeds. Look for such a page.',
      });
    }
    return { final, kind, contentType, ...(await readBody(answer, limits.bytes)) };
  } finally {
    answer.destroy();
  }
}
