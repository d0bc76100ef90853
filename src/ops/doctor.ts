// Runs the checks that modules export, carries out the repairs that they bring, and says what came of it. Knows no module; the
// caller brings the checks.

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
    return { check, level: 'error', says: `${error.message.replace(/\.$/, '')}.`, remedy: error.remedy };
  }
  const says = `This check could not be made: ${error instanceof Error ? error.message : String(error)}`;
  // What the system refuses says which path it is.
  const isSystems = error instanceof Error && 'syscall' in error;
  if (isSystems) return { check, level: 'error', says, remedy: 'Check that path: whom it belongs to, and its disk.' };
  return { check, level: 'error', says, remedy: 'Run doctor again; if it stays, please report it.' };
}

/** A repair that was asked for: `fixed` says what was done, `failed` why it was not. */
export type Repaired = { finding: Finding } & ({ fixed: string } | { failed: string });

/** Carries out what the findings bring, in their order. Never rejects. Beside others (`alone` false) some are put off. */
export async function repair(findings: readonly Finding[], alone: boolean): Promise<Repaired[]> {
  const done: Repaired[] = [];
  for (const finding of findings) {
    if (!finding.repair || finding.level === 'ok') continue;
    if (finding.repair.alone && !alone) {
      done.push({ finding, failed: 'Nightjar is running: stop it, its workers and terminals, then do this again.' });
      continue;
    }
    try {
      done.push({ finding, fixed: await finding.repair.run() });
    } catch (error) {
      const remedy = error instanceof NightjarError && error.remedy !== undefined ? ` ${error.remedy}` : '';
      done.push({ finding, failed: `${error instanceof Error ? error.message : String(error)}.${remedy}` });
    }
  }
  return done;
}

/** What programs read of a finding. */
export interface ToldFinding {
  check: string;
  level: Finding['level'];
  says: string;
  remedy?: string;
  /** `nightjar doctor --fix` puts it right. */
  fixable?: true;
  /** It was put right just now: what was done. */
  fixed?: string;
  /** It was tried just now: why it is as it was. */
  notFixed?: string;
}

/** What was put right first, then all that is as it is now. Pure. */
export function tellFindings(findings: readonly Finding[], repaired: readonly Repaired[] = []): ToldFinding[] {
  const failures = new Map(repaired.flatMap((one) => ('failed' in one ? [[keyOf(one.finding), one.failed]] : [])));
  const put = repaired.flatMap((one) => ('fixed' in one ? [{ ...plain(one.finding), fixed: one.fixed }] : []));
  const stays = findings.map((finding) => {
    const notFixed = failures.get(keyOf(finding));
    return {
      ...plain(finding),
      ...(finding.repair && finding.level !== 'ok' ? { fixable: true as const } : {}),
      ...(notFixed === undefined ? {} : { notFixed }),
    };
  });
  return [...put, ...stays];
}

function keyOf({ check, says }: Finding): string {
  return JSON.stringify([check, says]);
}

function plain({ repair: _, ...finding }: Finding): Omit<Finding, 'repair'> {
  return finding;
}

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

/** One line a finding, its remedy on the next, and a closing line that counts. Pure. */
export function renderFindings(findings: readonly Finding[], repaired: readonly Repaired[] = []): string {
  const told = tellFindings(findings, repaired);
  const lines = told.flatMap(({ level, says, remedy, fixed, notFixed }) => {
    if (fixed !== undefined) return [`✓ ${says}`, `  → Put right: ${fixed}`];
    if (level === 'ok') return [`✓ ${says}`];
    return [
      `${SIGNS[level]} ${says}`,
      ...(notFixed === undefined ? [] : [`  → Not put right: ${notFixed}`]),
      ...(remedy === undefined ? [] : [`  → ${remedy}`]),
    ];
  });
  const stays = told.filter(({ fixed }) => fixed === undefined);
  const count = (level: Finding['level']) => stays.filter((one) => one.level === level).length;
  const errors = count('error');
  const warnings = count('warning');
  const put = told.length - stays.length;
  const closing = [
    ...(put > 0 ? [`${plural(put, 'thing was', 'things were')} put right.`] : []),
    errors + warnings === 0
      ? 'All is well.'
      : `${plural(errors, 'error', 'errors')}, ${plural(warnings, 'warning', 'warnings')}.`,
    ...(hint(stays) ? ['`nightjar doctor --fix` puts right what it can; nothing is lost by it.'] : []),
  ];
  return [...lines, closing.join(' ')].join('\n');
}

function hint(stays: readonly ToldFinding[]): boolean {
  return stays.some(({ fixable, notFixed }) => fixable && notFixed === undefined);
}

function plural(n: number, one: string, more: string): string {
  return `${n} ${n === 1 ? one : more}`;
}
