// What "joining the parts gives the text back" means: white space and invisible characters aside, and without the head of
// a table that a later part repeats, the parts in order are the whole.

const NOTHING = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const REPEATED_HEAD = /^\s*[^\n]*\n[-+]+\n/;

/** Text that somebody sees. */
export function dense(text: string): string {
  return text.replace(NOTHING, '');
}

/** Where the parts stop being the whole, in words; undefined when they are it. */
export function joinFault(parts: readonly string[], whole: string): string | undefined {
  let rest = dense(whole);
  for (const [index, part] of parts.entries()) {
    const head = index > 0 ? REPEATED_HEAD.exec(part)?.[0] : undefined;
    const said = [part, part.slice(head?.length ?? 0)].map(dense).find((one) => rest.startsWith(one));
    if (said === undefined) return `part ${index} says ${dense(part).slice(0, 200)} where ${rest.slice(0, 200)} is due`;
    rest = rest.slice(said.length);
  }
  return rest === '' ? undefined : `lost: ${rest.slice(0, 200)}`;
}
