// Which elements of a page say nothing to its reader: what is hidden, what is no text, and what only frames it. Pure.

export type Attributes = Readonly<Record<string, string>>;

const SILENT = setOf(
  'script style noscript template svg math iframe object embed canvas video audio map select button textarea input dialog datalist',
);
/** Around what a page says. */
const FRAME = setOf('nav footer aside form');
const FRAME_ROLES = setOf('navigation banner contentinfo search complementary dialog menu menubar alert');
const BLOCKS = setOf(
  'p div section article main header nav footer aside form figure figcaption address details summary dl dt dd fieldset center caption thead tbody tfoot body',
);
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:[;!]|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!%]|$)/i;
const LONGEST_STYLE = 500;

/** Left out with all that is in it. */
export function isSilent(name: string, attributes: Attributes): boolean {
  const { 'aria-hidden': unspoken, style = '' } = attributes;
  const isHidden = 'hidden' in attributes || unspoken === 'true' || HIDING.test(style.slice(0, LONGEST_STYLE));
  return SILENT.has(name) || isHidden;
}

export function isFrame(name: string, { role = '' }: Attributes): boolean {
  return FRAME.has(name) || FRAME_ROLES.has(role);
}

/** A paragraph of its own. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
