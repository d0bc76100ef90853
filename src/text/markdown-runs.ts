// The inside of a paragraph as runs: nested marks become styles, every kind of link becomes a run with an address.

import type { Definition, Link, Nodes, PhrasingContent, RootContent } from 'mdast';
import type { Run } from './blocks.js';
import { unmark } from './cjk-emphasis.js';

export interface Definitions {
  known: Map<string, Definition>;
  used: Set<string>;
}

export interface Context {
  /** What was parsed: the offsets of its nodes point into it. */
  source: string;
  definitions: Definitions;
}

type Style = Omit<Run, 'text'>;

/** Never holds an empty run, nor two neighbours of one style, nor white space of any kind at its ends. */
export function runsOf(nodes: readonly (PhrasingContent | RootContent)[], context: Context): Run[] {
  const found: Run[] = [];
  for (const node of nodes) addNode(found, node, {}, context);
  while (found[0]?.text.trim() === '') found.shift();
  while (found.at(-1)?.text.trim() === '') found.pop();
  const first = found[0];
  if (first) first.text = first.text.trimStart();
  const last = found.at(-1);
  if (last) last.text = last.text.trimEnd();
  return found;
}

function addNode(found: Run[], node: Nodes, style: Style, context: Context): void {
  switch (node.type) {
    case 'strong':
      addAll(found, node.children, { ...style, bold: true }, context);
      break;
    case 'emphasis':
      addAll(found, node.children, { ...style, italic: true }, context);
      break;
    case 'delete':
      addAll(found, node.children, { ...style, strike: true }, context);
      break;
    case 'inlineCode':
      addCode(found, node.value.replace(/\n/g, ' '), style);
      break;
    case 'break':
      add(found, '\n', style);
      break;
    case 'link':
      addWrittenLink(found, node, style, context);
      break;
    case 'image':
      addLink(found, [{ type: 'text', value: node.alt ?? '' }], node.url, style, context);
      break;
    case 'linkReference': {
      const bare = node.referenceType === 'shortcut' && /^\d+$/.test(node.identifier);
      const children = bare ? [{ type: 'text' as const, value: `[${node.label ?? node.identifier}]` }] : node.children;
      addLink(found, children, context.definitions.known.get(node.identifier)?.url ?? '', style, context);
      break;
    }
    case 'imageReference': {
      const url = context.definitions.known.get(node.identifier)?.url ?? '';
      addLink(found, [{ type: 'text', value: node.alt ?? '' }], url, style, context);
      break;
    }
    case 'footnoteReference':
      add(found, `[${node.label ?? node.identifier}]`, style);
      break;
    default:
      if ('children' in node) addAll(found, node.children, style, context);
      else if ('value' in node) add(found, node.value, style);
  }
}

function addAll(found: Run[], nodes: readonly Nodes[], style: Style, context: Context): void {
  for (const node of nodes) addNode(found, node, style, context);
}

/** In a link code is no code: no platform shows both. */
function addCode(found: Run[], value: string, style: Style): void {
  const text = value.trim();
  add(found, text || value, style.url === undefined && text !== '' ? { code: true } : style);
}

/** An address inside a link is part of its label. A link without a label shows its address; a picture's data show nothing. */
function addLink(found: Run[], label: readonly Nodes[], address: string, style: Style, context: Context): void {
  if (style.url !== undefined) {
    addAll(found, label, style, context);
    return;
  }
  const shown = /^data:/i.test(address) ? '' : unmark(address).trim().replace(/\s+/g, '%20');
  const inside: Run[] = [];
  addAll(inside, label, shown === '' ? style : { ...style, url: shown }, context);
  if (inside.every((run) => run.text.trim() === '')) {
    const text = shown || (address === '' ? '' : 'image');
    inside.splice(0, inside.length, shown ? { ...style, text, url: shown } : { ...style, text });
  }
  for (const { text, ...rest } of inside) add(found, text.replace(/\n/g, ' '), rest);
}

function add(found: Run[], value: string, style: Style): void {
  const text = unmark(value);
  if (text === '') return;
  const last = found.at(-1);
  if (last && isSameStyle(last, style)) last.text += text;
  else found.push({ text, ...style });
}

/** Whether two stretches of text look the same. */
export function isSameStyle(a: Style, b: Style): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code && a.url === b.url;
}

/** `<ann@example.com>` keeps its brackets, because people write addresses so; what only looks like an address does too. */
function addWrittenLink(found: Run[], node: Link, style: Style, context: Context): void {
  const first = context.source.charAt(node.position?.start.offset ?? context.source.length);
  if (first === '<' && !/^https?:/i.test(node.url)) {
    add(found, '<', style);
    addLink(found, node.children, node.url, style, context);
    add(found, '>', style);
    return;
  }
  if (first === '[' && !/[:/#.]/.test(node.url)) {
    // `handlers[i](event)` was never meant to be a link.
    add(found, '[', style);
    addAll(found, node.children, style, context);
    add(found, sourceBehindLabel(node, context.source), style);
    return;
  }
  const tail = first === '[' || first === '<' ? '' : strangeTail(node.url);
  if (tail === '') {
    addLink(found, node.children, node.url, style, context);
    return;
  }
  const label = node.children[0]?.type === 'text' ? node.children[0].value : node.url;
  const value = label.slice(0, -tail.length);
  addLink(found, [{ type: 'text', value }], node.url.slice(0, -tail.length), style, context);
  add(found, tail, style);
}

function sourceBehindLabel(node: Link, source: string): string {
  const start = node.children.at(-1)?.position?.end.offset;
  return start === undefined ? `](${node.url})` : source.slice(start, node.position?.end.offset);
}

/**
 * What Chinese, Japanese or Korean text runs into a bare address, because no space ends it: punctuation of theirs with
 * all behind it, or letters right behind the host.
 */
function strangeTail(url: string): string {
  const host = /^https?:\/\/[\w.-]*\.[a-z]{2,}(?=[^ -~])/i.exec(url)?.[0].length;
  const at = host ?? url.search(url.includes('（') ? /[。，、；！？」』】》”’]/ : /[。，、；！？」』】》”’）]/);
  return at < 0 ? '' : url.slice(at);
}
