// The lines of a unified diff as data: what went, what came, what stayed around it. Pure.

export interface PatchLine {
  sign: '+' | '-' | ' ';
  /** Without its end, and without white space before it. */
  text: string;
  /** Its number in the new file; of a line that went, of the one that stands there now. */
  at: number;
}

/** Reads by the counts of each hunk's header, so that a line may look like a header. */
export function patchLines(patch: string): PatchLine[] {
  const found: PatchLine[] = [];
  let old = 0;
  let now = 0;
  let at = 1;
  for (const line of patch.split('\n')) {
    if (old <= 0 && now <= 0) {
      const head = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (!head) continue;
      old = Number(head[1] ?? 1);
      at = Number(head[2]);
      now = Number(head[3] ?? 1);
      continue;
    }
    const sign = line[0];
    if (sign !== '+' && sign !== '-' && sign !== ' ') continue;
    found.push({ sign, text: line.slice(1).trimEnd(), at });
    if (sign !== '+') old--;
    if (sign === '-') continue;
    now--;
    at++;
  }
  return found;
}

/** What the patches took away (`- …`) and brought (`+ …`), oldest first; without blank lines and lines that only moved. */
export function changedLines(patches: readonly string[]): string {
  return patches
    .flatMap((patch) => {
      const changes = patchLines(patch).filter(({ sign, text }) => sign !== ' ' && text !== '');
      const texts = (of: string) => new Set(changes.flatMap(({ sign, text }) => (sign === of ? [text] : [])));
      const [gone, come] = [texts('-'), texts('+')];
      return changes
        .filter(({ text }) => !(gone.has(text) && come.has(text)))
        .map(({ sign, text }) => `${sign} ${text}`);
    })
    .join('\n');
}
