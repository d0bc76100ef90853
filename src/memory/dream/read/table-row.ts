// A row of a Markdown table as words: what it says, with what its columns are called. Pure.

const RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/** The line between the head of a table and its rows. */
export function isTableRule(line: string): boolean {
  return line.length < 1_000 && line.includes('|') && RULE.test(line);
}

/** Two columns are a name and what is said of it; more are named by the head. */
export function rowText(head: string, row: string): string {
  const [names, cells] = [cellsOf(head), cellsOf(row)];
  const told = cells.flatMap((cell, at) => (cell === '' ? [] : [{ cell, name: names[at] ?? '' }]));
  if (names.length === 2) return told.map(({ cell }) => cell).join(': ');
  return told.map(({ cell, name }, at) => (at === 0 || name === '' ? cell : `${name}: ${cell}`)).join('; ');
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}
