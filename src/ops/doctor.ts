// Runs the checks that modules export and says what they found. Knows no module; the caller brings the checks.

import { type Check, type Finding, NightjarError } from '../contracts/index.js';

/** All findings, in the order of the checks. Never rejects: a check that throws becomes an error finding of its own. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    try {
      findings.push(...(await check.run()));
    } catch (error) {
      const finding = broken(check.name, error);
      // What is wrong with a file is wrong for each check that reads it.
      if (!findings.some(({ level, says }) => level === 'error' && says === finding.says)) findings.push(finding);
    }
  }
  return findings;
}

/** Where an error of ours says what to do, that is what there is to say. */
function broken(check: string, error: unknown): Finding {
  if (error instanceof NightjarError && error.remedy !== undefined) {
    return { check, level: 'error', says: `${error.message}.`, remedy: error.remedy };
  }
  const says = `This check could not be made: ${error instanceof Error ? error.message : String(error)}`;
  return { check, level: 'error', says, remedy: 'Run doctor again; if it stays, please report it.' };
}

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

/** One line a finding, its remedy on the next, and a closing line that counts. */
export function renderFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, says, remedy }) => [
    `${SIGNS[level]} ${says}`,
    ...(remedy && level !== 'ok' ? [`  → ${remedy}`] : []),
  ]);
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  const errors = count('error');
  const warnings = count('warning');
  const closing =
    errors + warnings === 0 ? 'All is well.' : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`;
  return [...lines, closing].join('\n');
}

function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
