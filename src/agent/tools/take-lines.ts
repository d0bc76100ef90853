// Cuts a tool's answer to size at the end of a line. Pure.

/** Whole lines from the top until `max` characters are reached; at least one, cut if it is longer than all. */
export function takeLines(text: string, from: number, max: number): { text: string; to: number } {
  const lines = text.split('\n');
  let length = 0;
  let count = 0;
  for (const line of lines) {
    if (count > 0 && length + line.length + 1 > max) break;
    length += line.length + 1;
    count++;
  }
  return { text: lines.slice(0, count).join('\n').slice(0, max), to: from + count - 1 };
}
