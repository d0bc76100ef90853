// Reads Discord's Markdown as its clients do: an ordered list of regular expressions, the first that matches at a place
// wins (of italics, bold and underline the longest). After the rules of simple-markdown that Discord is built on. Says
// what a reader sees, so that tests can hold it against what was meant.

export interface Seen {
  /** The text without marks; a box of code keeps its line breaks. */
  text: string;
  /** What is styled how, in order: `bold:word`, `code:x`, `link:label>address`, `mention:<@1>`, `heading2:words` … */
  styles: string[];
}

interface Scope {
  quoted: boolean;
  /** Whether the beginning of this text is the beginning of a line. */
  margin: boolean;
  styles: string[];
}

interface Rule {
  style: string;
  match: RegExp;
  /** Which group is looked into further. Without one, group 1 is shown as it is. */
  inside?: number;
}

const INLINE: Rule[] = [
  { style: 'box', match: /^```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][\s\S]*?)\n*```/i },
  { style: 'escape', match: /^\\([^0-9A-Za-z\s])/ },
  { style: 'mention', match: /^(<@[!&]?\d+>|<#\d+>|<a?:\w+:\d+>|<t:-?\d+(?::\w)?>|<\/[^>\n]+:\d+>|<id:\w+>)/ },
  { style: 'mention', match: /^(@everyone|@here)/ },
  { style: 'autolink', match: /^<([^: >]+:\/[^ >]+)>/ },
  { style: 'mail', match: /^<([^ >]+@[^ >]+|\+\d[^ >]*)>/ },
  { style: 'autolink', match: /^((?:https?|steam):\/\/[^\s<]+[^<.,:;"'\]\s])/ },
  {
    style: 'link',
    match: /^\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))*)\]\(\s*<?((?:[^\s\\]|\\.)*?)>?(?:\s+['"]([\s\S]*?)['"])?\s*\)/,
    inside: 1,
  },
  { style: 'spoiler', match: /^\|\|([\s\S]+?)\|\|/, inside: 1 },
  { style: 'strike', match: /^~~([\s\S]+?)~~(?!_)/, inside: 1 },
  { style: 'code', match: /^(`+)([\s\S]*?[^`])\1(?!`)/ },
];
const EMPHASIS: Rule[] = [
  { style: 'italic', match: /^_((?:__|\\[\s\S]|[^\\_])+?)_\b/, inside: 1 },
  {
    style: 'italic',
    match: /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/,
    inside: 1,
  },
  { style: 'bold', match: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, inside: 1 },
  { style: 'underline', match: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, inside: 1 },
];
const PLAIN = /^[\s\S]+?(?=[^0-9A-Za-z\s\u00c0-\uffff]|\n|\w+:\S|$)/;
const QUOTE = /^(?: *>>> ([\s\S]*))|^(?: *> [^\n]*(?:\n *> [^\n]*)*)/;

/** What a client shows of a message. */
export function seenInDiscord(message: string): Seen {
  const styles: string[] = [];
  return { text: read(message, { quoted: false, margin: true, styles }), styles };
}

function read(source: string, scope: Scope): string {
  let rest = source;
  let text = '';
  let margin = scope.margin;
  while (rest !== '') {
    const block = margin ? atMargin(rest, scope) : undefined;
    const [length, shown] = block ?? inline(rest, scope);
    // Behind the sign of an item a heading or another item may begin.
    margin = rest.charAt(length - 1) === '\n' || (block !== undefined && /^ *(?:[-*]|\d+\.) +$/.test(shown));
    text += shown;
    rest = rest.slice(length);
  }
  return text;
}

function atMargin(rest: string, scope: Scope): [number, string] | undefined {
  const quote = scope.quoted ? null : QUOTE.exec(rest);
  if (quote) {
    const inside = quote[1] ?? quote[0].replace(/^ *> ?/gm, '');
    const shown = read(inside, { ...scope, quoted: true, margin: true });
    scope.styles.push(`quote:${shown}`);
    return [quote[0].length, shown];
  }
  const heading = /^ *(#{1,3}|-#) +([^\n]+)/.exec(rest);
  if (heading) {
    const shown = read(heading[2] ?? '', { ...scope, margin: false });
    scope.styles.push(`heading${heading[1]?.length}:${shown}`);
    return [heading[0].length, shown];
  }
  const item = /^ *(?:[-*]|\d+\.) +/.exec(rest);
  if (!item) return undefined;
  scope.styles.push('item');
  // The sign is shown as it is here, so that a number can be held against what was meant.
  return [item[0].length, item[0]];
}

function inline(rest: string, scope: Scope): [number, string] {
  if (rest.startsWith('\n')) return [1, '\n'];
  for (const rule of INLINE) {
    const found = rule.match.exec(rest);
    if (found) return [found[0].length, show(rule, found, scope)];
  }
  let best: [number, Rule, RegExpExecArray] | undefined;
  for (const rule of EMPHASIS) {
    const found = rule.match.exec(rest);
    if (found && (!best || found[0].length > best[0])) best = [found[0].length, rule, found];
  }
  if (best) return [best[0], show(best[1], best[2], scope)];
  const plain = PLAIN.exec(rest)?.[0] || rest.charAt(0);
  return [plain.length, plain];
}

function show(rule: Rule, found: RegExpExecArray, scope: Scope): string {
  if (rule.style === 'escape') return found[1] ?? '';
  if (rule.style === 'box') return note(scope, `box(${found[1] ?? ''})`, found[2] ?? '');
  if (rule.style === 'code') return note(scope, 'code', (found[2] ?? '').replace(/^ (?= *`)|(` *) $/g, '$1'));
  if (rule.inside === undefined) return note(scope, rule.style, found[1] ?? '');
  const shown = read(found[rule.inside] ?? found[2] ?? '', { ...scope, margin: false });
  scope.styles.push(`${rule.style}:${shown}${rule.style === 'link' ? `>${found[2]}` : ''}`);
  return shown;
}

function note(scope: Scope, style: string, shown: string): string {
  scope.styles.push(`${style}:${shown}`);
  return shown;
}
