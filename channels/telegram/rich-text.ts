// The words of a rich message, which other bots send as a tree of blocks, as plain lines. Pure. Its layout is not kept.

/** Keys of blocks and inline pieces that hold words, in reading order. */
const INLINE = ['text', 'expression', 'alternative_text'] as const;
const BLOCKS = ['label', 'summary', 'blocks', 'items', 'cells', 'caption', 'credit'] as const;
/** What a person does not read as words of the message. */
const SILENT = new Set(['thinking', 'buttons', 'button']);

/** Never throws, whatever the tree holds: its kinds grow with every version of the Bot API. */
export function richText(message: unknown): string {
  return lines(message).join('\n').trim();
}

function lines(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(lines);
  if (!isNode(node)) return [];
  const own = INLINE.map((key) => inline(node[key])).join('');
  return [...(own === '' ? [] : [own]), ...BLOCKS.flatMap((key) => lines(node[key]))];
}

function inline(node: unknown): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(inline).join('');
  return isNode(node) ? INLINE.map((key) => inline(node[key])).join('') : '';
}

function isNode(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && !('type' in node && SILENT.has(String(node.type)));
}
