// Markdown that may end in the middle of a code block. Pure.

/** What closes the code block that `text` leaves open, with its newline; '' when none is open. */
export function openFence(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, marks = '', rest = ''] = fence ?? [];
    if (marks === '') continue;
    if (open === undefined) {
      // What has another backtick behind it is code within a line.
      if (marks.startsWith('~') || !rest.includes('`')) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') {
      open = undefined;
    }
  }
  return open === undefined ? '' : `${text.endsWith('\n') ? '' : '\n'}${open}`;
}
