// The tool `web_fetch`: what a public web page says, as text. It opens only what a person named, what a page so opened links
// to, or what was agreed to; what it reads is data.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { checkAddress, keyOf, LONGEST_ADDRESS, readAddress } from '../web/address.js';
import type { FetchLimits } from '../web/fetch-page.js';
import { WEB_TOOL } from '../web/named-addresses.js';
import type { Network } from '../web/network.js';
import { newPageCache } from '../web/page-cache.js';

const args = z.object({
  url: z.string().trim().min(1).max(LONGEST_ADDRESS).describe('The whole address, exactly as it was written'),
  from: z.number().int().min(1).optional().describe('The line to go on from, as the last result named it'),
});

/** What a test puts in the place of the operating system's network. */
export interface WebFetchParts {
  network?: Network;
  limits?: FetchLimits;
}

export function webFetchTool(parts: WebFetchParts = {}): Tool<z.infer<typeof args>> {
  const pages = newPageCache();
  return {
    name: WEB_TOOL,
    description:
      'Reads a public web page (HTML, text, JSON, XML, feeds; the first 2 MB) as text with links, up to 20,000 characters at a time, and says where to go on. Without asking it opens addresses that stand in somebody’s own message here, or on a page that you opened; for any other the person is asked below your reply. No logins, no scripts, no files such as PDF.',
    args,
    group: 'web',
    profile: 'assistant',
    apart: 'declared',
    trust: 'web',
    takesSecrets: true,
    allowed: () => true,
    async run({ url: written, from = 1 }, { web, session, call, now, signal, room }) {
      if (!web) throw new ToolError('No web pages can be opened here.');
      const { inside } = web;
      // What is named, asked about and sent is one and the same text: other spellings of it could tell the server something.
      const address = keyOf(readAddress(written));
      const url = readAddress(address);
      checkAddress(url, inside);
      if ((await web.may(address, call)) === 'asked') {
        return {
          content:
            'Not opened yet: nobody named exactly this address here. Whoever you talk with is asked below your reply whether you may open it. Say so, and do not guess what the page says.',
          details: { url: address, asked: true },
        };
      }
      // The parser of pages is loaded by the first who opens one.
      const [{ fetchPage }, { readablePage }, { pagePart }] = await Promise.all([
        import('../web/fetch-page.js'),
        import('../web/page-text.js'),
        import('../web/page-part.js'),
      ]);
      let page = from > 1 ? pages.get(session, address, now) : undefined;
      if (!page) {
        const fetched = await fetchPage(url, { ...parts, inside, signal });
        page = { ...readablePage(fetched), final: keyOf(fetched.final), cut: fetched.cut };
        pages.put(session, address, page, now);
      }
      const { content, links } = pagePart(page, from, room);
      return { content, details: { url: address, final: page.final, links } };
    },
  };
}
