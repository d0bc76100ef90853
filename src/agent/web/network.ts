// The way to a page's server: names are resolved here, once, and what is connected to is exactly what was looked at.

import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as overHttp } from 'node:http';
import { request as overHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ToolError } from '../../contracts/index.js';
import { asData } from '../../text/as-data.js';
import { checkAddress, hostOf, isInside, notPublic } from './address.js';
import { isPublicIp } from './address-range.js';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** What the operating system gives; a test gives its own. */
export interface Network {
  resolve(host: string): Promise<ResolvedAddress[]>;
  request(url: URL, options: RequestOptions): ClientRequest;
}

export const osNetwork: Network = {
  resolve: (host) => lookup(host, { all: true }),
  request: (url, options) => (url.protocol === 'https:' ? overHttps : overHttp)(url, options),
};

/**
 * The addresses that a URL's host leads to, every one of them checked unless the host is listed in `inside`. Throws a ToolError
 * for what may not be opened.
 */
export async function checkedAddresses(
  url: URL,
  inside: readonly string[],
  { resolve }: Pick<Network, 'resolve'>,
): Promise<ResolvedAddress[]> {
  checkAddress(url, inside);
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (found.length === 0) throw new ToolError(`There is no host ${asData(host, 120)}.`);
  // One that is not public among others that are is how a name is turned around.
  if (!isInside(url, inside) && !found.every(({ address }) => isPublicIp(address))) throw notPublic(url);
  return found;
}

/** Answers a connection's question for the address with what was checked, whatever the name leads to by now. */
export function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, answer) => {
    if (options.all) answer(null, [...addresses]);
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
