// Turns the parser's tree into blocks and runs. Loses nothing that can be read: what a block cannot show stays as text.

import type {
  Blockquote,
  Definition,
  FootnoteDefinition,
  List,
  ListItem as ListItemNode,
  Nodes,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import type { Block, ListItem, Run } from './blocks.js';
import { unmark } from './cjk-emphasis.js';
import { type Context, type Definitions, runsOf } from './markdown-runs.js';

/** `source` is what was parsed: the tree's offsets point into it. */
export function blocksOf(root: Root, source: string): Block[] {
  const definitions: Definitions = { known: new Map(), used: new Set() };
  if (source.includes(']:')) collect(root, definitions);
  return blocks(root.children, { source, definitions });
}

/** The first definition of a name counts, as in CommonMark; which are used tells what may be left out. */
function collect(node: Nodes, definitions: Definitions): void {
  if (node.type === 'definition' && !definitions.known.has(node.identifier)) {
    definitions.known.set(node.identifier, node);
  } else if (node.type === 'linkReference' || node.type === 'imageReference') {
    definitions.used.add(node.identifier);
  }
  if ('children' in node) for (const child of node.children) collect(child, definitions);
}

function blocks(nodes: readonly RootContent[], context: Context): Block[] {
  const found: Block[] = [];
  let before: Nodes | undefined;
  let owed = false;
  for (const node of nodes) {
    const apart: boolean = owed || isApart(before, node);
    const made = block(node, context, apart);
    found.push(...made);
    before = node;
    // The blank line before what shows nothing is due before what comes next.
    owed = made.length === 0 && apart;
  }
  return found;
}

function isApart(before: Nodes | undefined, node: Nodes): boolean {
  if (!before?.position || !node.position) return false;
  return node.position.start.line - lastLine(before) > 1;
}

/** Containers may claim the blank line behind them. */
function lastLine(node: Nodes): number {
  const last = isContainer(node) ? node.children.at(-1) : undefined;
  if (last) return lastLine(last);
  return (isContainer(node) ? node.position?.start.line : node.position?.end.line) ?? 0;
}

function isContainer(node: Nodes): node is List | ListItemNode | Blockquote | FootnoteDefinition {
  return (
    node.type === 'list' || node.type === 'listItem' || node.type === 'blockquote' || node.type === 'footnoteDefinition'
  );
}

function block(node: RootContent, context: Context, apart: boolean): Block[] {
  switch (node.type) {
    case 'heading': {
      const runs = runsOf(node.children, context);
      return runs.length > 0 ? [{ kind: 'heading', depth: node.depth, runs, apart }] : [];
    }
    case 'thematicBreak':
      return [{ kind: 'rule', apart }];
    case 'code': {
      const text = unmark(node.value);
      const language = /^[\w+#.-]{1,30}$/.exec(node.lang ?? '')?.[0];
      return text.trim() === '' ? [] : [{ kind: 'code', text, apart, ...(language && { language }) }];
    }
    case 'blockquote': {
      const inside = blocks(node.children, context);
      return inside.length > 0 ? [{ kind: 'quote', blocks: inside, apart }] : [];
    }
    case 'list':
      return [list(node, context, apart)];
    case 'table':
      return [table(node, context, apart)];
    case 'footnoteDefinition':
      return footnote(unmark(node.label ?? node.identifier), blocks(node.children, context), apart);
    case 'definition':
      return context.definitions.used.has(node.identifier) && context.definitions.known.get(node.identifier) === node
        ? []
        : [unusedDefinition(node, apart)];
    default: {
      const runs = runsOf(node.type === 'paragraph' ? node.children : [node], context);
      return runs.length > 0 ? [{ kind: 'paragraph', runs, apart }] : [];
    }
  }
}

function list(node: List, context: Context, apart: boolean): Block {
  let before: ListItemNode | undefined;
  const items = node.children.map((child): ListItem => {
    const item: ListItem = { apart: isApart(before, child), blocks: blocks(child.children, context) };
    before = child;
    if (typeof child.checked === 'boolean') item.checked = child.checked;
    return item;
  });
  return { kind: 'list', items, apart, ...(node.ordered && { start: node.start ?? 1 }) };
}

function table(node: Table, context: Context, apart: boolean): Block {
  const cells = (row: TableRow) => row.children.map((cell) => runsOf(cell.children, context));
  const [head, ...rows] = node.children;
  return {
    kind: 'table',
    align: (node.align ?? []).map((one) => one ?? undefined),
    head: head ? cells(head) : [],
    rows: rows.map(cells),
    apart,
  };
}

/** The note stands where it was written, behind its number. */
function footnote(label: string, inside: Block[], apart: boolean): Block[] {
  const number: Run = { text: `[${label}] ` };
  const [first, ...rest] = inside;
  if (first?.kind === 'paragraph') return [{ ...first, apart, runs: [number, ...first.runs] }, ...rest];
  return [{ kind: 'paragraph', runs: [number], apart }, ...inside];
}

function unusedDefinition(node: Definition, apart: boolean): Block {
  const url = unmark(node.url).replace(/\s+/g, '%20');
  const label: Run = { text: `[${unmark(node.label ?? node.identifier)}]: ` };
  return { kind: 'paragraph', apart, runs: url ? [label, { text: url, url }] : [label] };
}
