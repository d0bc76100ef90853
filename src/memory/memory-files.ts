// Where memory stands inside a scope's folder, and how a new file begins. Pure names; the day is the caller's.

/** `memory/2026-11-29.md`, below `prefix` ('' or `groups/x/`). */
export function dailyLogPath(prefix: string, day: string): string {
  return `${prefix}memory/${day}.md`;
}

/** The day that a log or snapshot is about, from its name; undefined for other files. */
export function dayOf(path: string): string | undefined {
  return /(?:^|\/)memory\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1];
}

/** Whether it is the tail of a session: `memory/2026-11-29-<slug>.md`. */
export function isSnapshot(path: string): boolean {
  return /(?:^|\/)memory\/\d{4}-\d{2}-\d{2}-[^/]+\.md$/.test(path);
}

/** What a file begins with when a line is added to one that does not exist yet. */
export function newFileText(path: string): string {
  const day = /(?:^|\/)memory\/(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1];
  if (day) return `# ${day}\n`;
  if (/(?:^|\/)(?:MEMORY|memory)\.md$/.test(path)) return '# Memory\n';
  if (/(?:^|\/)DREAMS\.md$/.test(path)) return '# Dreams\n';
  return path === 'USER.md' ? '# User\n' : '';
}
