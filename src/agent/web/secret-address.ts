// An address with a secret in it, such as a link with its token: opened where a person wrote exactly it in this turn, and else
// refused at once, for a question about it would write it down.

import { type Entry, ToolError, type ToolWeb } from '../../contracts/index.js';
import type { TurnSecrets } from '../turn-secrets.js';
import { readAddress } from './address.js';
import { isNamed } from './named-addresses.js';

export function withSecretAddresses(web: ToolWeb, secrets: TurnSecrets, entries: () => readonly Entry[]): ToolWeb {
  return {
    inside: web.inside,
    async may(address, call) {
      if (secrets.hidden(address) === address) return await web.may(address, call);
      const said = entries().map((entry) =>
        entry.type === 'user' ? { ...entry, text: secrets.shownText(entry.text) } : entry,
      );
      if (isNamed(said, readAddress(address))) return 'yes';
      throw new ToolError(
        'Not opened: that address holds a secret that was said here. Only an address that a person wrote so is opened.',
      );
    },
  };
}
