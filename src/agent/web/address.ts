// What an address must look like to be opened: by which way, at which port, and that it names no place inside a network. Pure.
// What a name leads to is known only when it is resolved, and is checked there.

import { isIP } from 'node:net';
import { ToolError } from '../../contracts/index.js';
import { asData } from '../../text/as-data.js';
import { isPublicIp } from './address-range.js';
import { urlIn } from './url-in.js';

/** Of an address as it is asked for. */
export const LONGEST_ADDRESS = 2_000;

/** Names that stand for something in the house, whatever they lead to. */
const HOME_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|onion|arpa|test|invalid)$/;

/**
 * A web address in the one form that it is compared and opened in: host by IDN, without fragment and without the dot at the
 * end of a host. Throws a ToolError.
 */
export function readAddress(text: string): URL {
  const shown = asData(text, 120);
  if (text.length > LONGEST_ADDRESS) {
    throw new ToolError(`That address has ${text.length} characters, and ${LONGEST_ADDRESS} are the most.`);
  }
  const url = urlIn(text);
  if (!url) {
    throw new ToolError(`${shown} is no web address.`, { remedy: 'Give it whole, as https://example.org/page.' });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ToolError(`Only http and https addresses can be opened, and ${shown} is of another kind.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ToolError('An address with a user name or password in it is not opened.', {
      remedy: 'Leave out what stands before the @.',
    });
  }
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.href.length > LONGEST_ADDRESS) throw new ToolError(`${shown} is too long to be opened.`);
  return url;
}

/** Of Markdown and of running text: an address that is shown holds none of them. */
const MARKS = /[()[\]|^`{}\\]/g;

/** How an address is shown and told apart: what would end it in a text stands there written with %. */
export function keyOf({ origin, pathname, search }: URL): string {
  return origin + `${pathname}${search}`.replace(MARKS, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether the operator lists its host and port among those inside the network. */
export function isInside(url: URL, inside: readonly string[]): boolean {
  const wanted = `${url.hostname}:${portOf(url)}`;
  return inside.some((entry) => {
    const listed = urlIn(`http://${entry}`);
    return listed !== undefined && `${listed.hostname.replace(/\.$/, '')}:${portOf(listed)}` === wanted;
  });
}

/** Throws a ToolError for what is refused before anything is resolved. `inside`: hosts with ports that always may. */
export function checkAddress(url: URL, inside: readonly string[]): void {
  if (isInside(url, inside)) return;
  const host = hostOf(url);
  const port = portOf(url);
  if (port < 1024 && port !== 80 && port !== 443) {
    throw new ToolError(`Port ${port} is not opened: only 80, 443 and those above 1023 are.`);
  }
  if (isIP(host) !== 0) {
    if (!isPublicIp(host)) throw notPublic(url);
  } else if (!host.includes('.') || HOME_NAMES.test(host)) {
    throw notPublic(url);
  }
}

/** The refusal of a place inside a network. */
export function notPublic(url: URL): ToolError {
  return new ToolError(`${asData(url.host, 120)} is not a public address, so it is not opened.`, {
    remedy: 'If the owner wants it, they list its host and port under tools.webInside in nightjar.yaml.',
  });
}

/** Without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}
