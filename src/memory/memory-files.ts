// Where memory stands inside a scope's folder, and how a new file begins. Pure names; the day is the caller's.

/** `memory/2026-11-29.md`, below `prefix` ('' or `groups/x/`). */
export function dailyLogPath(prefix: string, day: string): string {
  return `${prefix}memory/${day}.md`;
}

/** Where a log or snapshot may stand: where it was written, or in its year's archive, there with a number beside another. */
const DATED = /(?:^|\/)memory\/(?:archive\/\d{4}\/)?(\d{4}-\d{2}-\d{2})(-[^/]*?)?(?:\.\d+)?\.md$/;

/** The day that a log or snapshot is about, from its name; undefined for other files. */
export function dayOf(path: string): string | undefined {
  return DATED.exec(path)?.[1];
}

/** Whether it is the tail of a session: `memory/2026-11-29-<slug>.md`. */
export function isSnapshot(path: string): boolean {
  return (DATED.exec(path)?.[2] ?? '').length > 1;
}

/**
 * Where a log or snapshot goes that is put away: `memory/archive/2026/2026-11-29.md`; undefined for what is none or is there
 * already. `copy` above 1 stands beside another of that name.
 */
export function archivePath(path: string, copy = 1): string | undefined {
  const [, prefix, name, year] = /^((?:.*\/)?memory\/)((\d{4})-\d{2}-\d{2}[^/]*)\.md$/.exec(path) ?? [];
  if (name === undefined || dayOf(path) === undefined || /(?:^|\/)archive\/\d{4}\/[^/]*$/.test(path)) return undefined;
  return `${prefix}archive/${year}/${name}${copy > 1 ? `.${copy}` : ''}.md`;
}

/** The other way round: the places from which a file of the archive may have come; none for one that is not there. */
export function archivedFrom(path: string): string[] {
  const [, prefix, name] = /^((?:.*\/)?memory\/)archive\/\d{4}\/([^/]+)\.md$/.exec(path) ?? [];
  if (name === undefined || dayOf(path) === undefined) return [];
  return [...new Set([name.replace(/\.\d+$/, ''), name])].map((one) => `${prefix}${one}.md`);
}

/** What a file begins with when a line is added to one that does not exist yet. */
export function newFileText(path: string): string {
  const day = isSnapshot(path) ? undefined : dayOf(path);
  if (day) return `# ${day}\n`;
  if (/(?:^|\/)(?:MEMORY|memory)\.md$/.test(path)) return '# Memory\n';
  if (/(?:^|\/)DREAMS\.md$/.test(path)) return '# Dreams\n';
  return path === 'USER.md' ? '# User\n' : '';
}
