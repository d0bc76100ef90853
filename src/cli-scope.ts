// Whose memory a command of the command line is about, as it was written behind --scope. Throws a ConfigError for anything else.

import { parseScopeText, READER_FORMS, SCOPE_FORMS } from './config/scope-text.js';
import { ConfigError, type Scope } from './contracts/index.js';

/** One memory; default main. */
export function scopeOf(text = 'main', forms = SCOPE_FORMS): Scope {
  const scope = parseScopeText(text);
  if (scope !== undefined && scope !== 'shared') return scope;
  const says = text === 'all' ? 'This takes one scope, not all.' : `--scope ${text} is no scope.`;
  throw new ConfigError(says, { remedy: `Write ${forms}.` });
}

/** One, or everybody's; default main. */
export function scopesOf(text = 'main'): Scope[] | 'all' {
  return text === 'all' ? 'all' : [scopeOf(text, READER_FORMS)];
}
