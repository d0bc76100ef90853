// Parses the text of nightjar.yaml and says in plain words what is not YAML, or is YAML by accident: trailing commas,
// tabs, variables in braces without quotes. Repairs what it can in memory, keeping every position, so that the rest of
// the file is checked too. Never writes.

import { type Document, isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import { type KeyPath, type Problem, pathKey } from './problem.js';
import { readTree, type Tree } from './yaml-tree.js';

export interface ParsedYaml extends Tree {
  lines: LineCounter;
  /** False when the text could not be understood far enough for its values to be judged. */
  whole: boolean;
}

interface Flaw {
  offset: number;
  says: string;
  remedy: string;
}

const MOST_REPAIRS = 50;
const COMMA: Omit<Flaw, 'offset'> = { says: 'there is a comma too many', remedy: 'Remove the comma' };

/**
 * All problems of syntax, each with the key it belongs to, and the tree as far as it could be read. `hides` names
 * paths whose values no message may repeat.
 */
export function parseYaml(source: string, hides: (path: KeyPath) => boolean): ParsedYaml {
  const flaws: Flaw[] = [];
  let text = quoteless(source, flaws);
  let { document, lines } = read(text);
  for (let i = 0; i < MOST_REPAIRS; i++) {
    const comma = document.errors.find((error) => text[error.pos[0]] === ',');
    if (!comma) break;
    flaws.push({ offset: comma.pos[0], ...COMMA });
    text = `${text.slice(0, comma.pos[0])} ${text.slice(comma.pos[0] + 1)}`;
    ({ document, lines } = read(text));
  }
  const tree = readTree(document, lines, hides);
  const accidents = flawsOf(document);
  const errors = firstOfEachLine(document.errors, lines).map((error) => worded(error, text));
  const problems = [...flaws, ...accidents, ...errors].map((flaw): Problem => {
    const key = keyAt(tree, flaw.offset);
    const { line, col } = lines.linePos(flaw.offset);
    return { file: 'nightjar.yaml', line, column: col, key, says: flaw.says, remedy: flaw.remedy };
  });
  for (const { key } of problems) if (key) tree.broken.add(pathKey(key));
  return { ...tree, problems: [...problems, ...tree.problems], lines, whole: document.errors.length === 0 };
}

function read(text: string): { document: Document.Parsed; lines: LineCounter } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    keepSourceTokens: true,
    prettyErrors: false,
    uniqueKeys: false,
    strict: true,
  });
  return { document, lines };
}

/** Finds variables in braces that begin a flow mapping by accident, and replaces them by a word of the same length. */
function quoteless(source: string, flaws: Flaw[]): string {
  let text = source;
  let offset = 0;
  let before = '';
  for (const token of new Lexer().lex(source)) {
    const marker = token === '\u0002' || token === '\u0018' || token === '\u001f';
    if (marker) continue;
    if (token === '{' && before.endsWith('$')) {
      const end = source.indexOf('}', offset) + 1 || source.length;
      const found = source.slice(offset - 1, end);
      const alone = before === '$' && /^[\s,}\]]|^$/.test(source.slice(end));
      if (!found.includes('\n')) {
        flaws.push({
          offset: offset - 1,
          says: `${found} needs quotes inside braces and brackets`,
          remedy: alone ? `Write "${found}"` : `Put the whole value that holds ${found} in quotes`,
        });
        text = text.slice(0, offset - 1) + '_'.repeat(found.length) + text.slice(end);
      }
    }
    before = token;
    offset += token.length;
  }
  return text;
}

/** What parses but was hardly meant. */
function flawsOf(document: Document.Parsed): Flaw[] {
  const flaws: Flaw[] = [];
  visit(document, {
    Node(_, node) {
      const offset = node.range?.[0] ?? 0;
      if (node.tag && !node.tag.startsWith('tag:yaml.org,2002:')) {
        flaws.push({ offset, says: 'a value cannot begin with ! as it stands', remedy: 'Put the value in quotes' });
      }
      if (isScalar(node) && node.type === 'PLAIN' && typeof node.value === 'string' && node.value.endsWith(',')) {
        const comma = (node.range?.[1] ?? 1) - 1;
        flaws.push({
          offset: comma,
          ...COMMA,
          remedy: 'Remove the comma, or put the value in quotes if the comma belongs to it',
        });
      }
      const token = isMap(node) || isSeq(node) ? node.srcToken : undefined;
      if (token?.type !== 'flow-collection') return;
      const last = token.items.at(-1);
      const comma = last?.start.find((one) => one.type === 'comma');
      if (last && comma && !last.key && !last.value && !last.sep) flaws.push({ offset: comma.offset, ...COMMA });
    },
  });
  return flaws;
}

function firstOfEachLine(errors: readonly YAMLError[], lines: LineCounter): YAMLError[] {
  const seen = new Set<number>();
  return errors.filter((error) => {
    const { line } = lines.linePos(error.pos[0]);
    return seen.has(line) ? false : seen.add(line);
  });
}

function worded(error: YAMLError, text: string): Flaw {
  const offset = Math.min(error.pos[0], Math.max(0, text.length - 1));
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { offset, says: 'a tab stands where spaces must be', remedy: 'Replace the tab by spaces' };
    case 'BAD_SCALAR_START':
      return {
        offset,
        says: `a value cannot begin with ${text[offset]} as it stands`,
        remedy: 'Put the value in quotes',
      };
    case 'BAD_INDENT':
      return {
        offset,
        says: 'this line does not fit the indentation around it',
        remedy: 'Indent keys of one section alike, with spaces, and close every bracket',
      };
    case 'MISSING_CHAR':
      return { offset, says: 'a quote, bracket or comma is missing', remedy: 'Look here and on the lines before' };
    case 'MULTIPLE_DOCS':
      return { offset, says: 'a line of --- begins a second document', remedy: 'Keep everything in one document' };
    default:
      return {
        offset,
        // Behind a colon the message may repeat the file, and that may be a secret.
        says: `this is not YAML (${error.message.replace(/: .*$/s, '')})`,
        remedy: 'Check quotes, brackets and indentation on this line; a value that holds : or # needs quotes',
      };
  }
}

/** The key that begins last at or before an offset: the one a reader would look at. */
function keyAt(tree: Tree, offset: number): KeyPath {
  let best: { path: KeyPath; key: number } | undefined;
  for (const one of tree.positions.values()) {
    if (one.key <= offset && (!best || one.key >= best.key)) best = one;
  }
  return best?.path ?? [];
}
