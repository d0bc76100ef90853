// Markdown text as lines: ends of line, headings, code fences. Pure, linear; knows nothing of files or scopes.

/** The lines with their ends (`\n` or `\r\n`); joined they are the text again. A text that ends in a newline has no line behind it. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** The end of line that most lines have. */
export function endOfLine(text: string): '\n' | '\r\n' {
  let all = 0;
  let windows = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    all++;
    if (text[at - 1] === '\r') windows++;
  }
  return windows * 2 > all ? '\r\n' : '\n';
}

export function withoutEnd(line: string): string {
  if (!line.endsWith('\n')) return line;
  return line.slice(0, line.endsWith('\r\n') ? -2 : -1);
}

export interface LineMark {
  /** 1 to 6 for an ATX heading outside fences, 0 for other lines. */
  heading: number;
  /** The heading's words. */
  title: string;
}

export interface Marked {
  marks: LineMark[];
  /** The line that would close the fence which is open at the end of the text. */
  openFence: string | undefined;
}

const plainLine: LineMark = { heading: 0, title: '' };

/** Finds headings and code fences as CommonMark 0.31 §4.2 and §4.5 define them (containers aside). */
export function markLines(lines: readonly string[]): Marked {
  const marks: LineMark[] = [];
  let fence: { char: string; length: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const bare = index === 0 ? line.replace(/^\ufeff/, '') : line;
    if (!/^ {0,3}[#`~]/.test(bare)) {
      marks.push(plainLine);
      continue;
    }
    const text = bare.trimEnd();
    const bar = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text);
    const [, run = '', rest = ''] = bar ?? [];
    let heading = 0;
    let title = '';
    if (fence) {
      if (run[0] === fence.char && run.length >= fence.length && rest.trim() === '') fence = undefined;
    } else if (bar && !(run[0] === '`' && rest.includes('`'))) {
      fence = { char: run[0] ?? '`', length: run.length };
    } else {
      const found = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(text);
      heading = found?.[1]?.length ?? 0;
      title = (found?.[2] ?? '').replace(/(?:^|[ \t]+)#+$/, '').trim();
    }
    marks.push({ heading, title });
  }
  return { marks, openFence: fence ? fence.char.repeat(fence.length) : undefined };
}
