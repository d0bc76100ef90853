// How the configuration names whose something is, as one key of it. Shapes only.

import { z } from 'zod';
import { OWNER_FORMS, parseScopeText, SCOPE_FORMS } from './scope-text.js';

/** A memory: main, a person's or a group's. */
export const scopeKey = z.string().transform((text, context) => {
  const parsed = parseScopeText(text);
  if (parsed !== undefined && parsed !== 'shared') return parsed;
  context.addIssue({ code: 'custom', message: `is no scope. Write ${SCOPE_FORMS}` });
  return z.NEVER;
});

/** The same, or everybody's. */
export const ownerKey = z.string().transform((text, context) => {
  const parsed = parseScopeText(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: `is no scope. Write ${OWNER_FORMS}` });
  return z.NEVER;
});
