// Puts text that somebody wrote between two lines that nobody can write into it. Pure.

import { createHash } from 'node:crypto';

/**
 * `<tag … mark="0123456789ab">`, the text, `</tag mark="0123456789ab">`. The mark on both ends follows from the whole
 * text, so what stands in it can neither end its block nor begin another. `attributes` must hold no quotation marks.
 */
export function fence(tag: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([...Object.values(attributes), text]))
    .digest('hex')
    .slice(0, 12);
  const shown = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${shown.join('')} mark="${mark}">\n${text.trimEnd()}\n</${tag} mark="${mark}">`;
}
