// What the architecture rules know of one file: its imports and a few facts of form. Reads text, never the disk.

import ts from 'typescript';

export interface Import {
  /** As written: `./x.js`, `node:fs`, `@scope/package/part`. */
  to: string;
  /** A dynamic `import()`; types-only imports count as ordinary ones. */
  lazy: boolean;
}

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  path: string;
  imports: Import[];
  lines: number;
  defaultExport: boolean;
  /** Nothing but re-exports of other files. */
  barrel: boolean;
  /** The first line is a `//` comment (behind a `#!` line, if there is one). */
  opened: boolean;
}

export function readSource(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  return {
    path,
    imports: importsOf(tree),
    lines: text.endsWith('\n') ? lines.length - 1 : lines.length,
    defaultExport: tree.statements.some(exportsDefault),
    barrel: tree.statements.length > 0 && tree.statements.every(reexports),
    opened: (lines[0]?.startsWith('#!') ? lines[1] : lines[0])?.startsWith('//') ?? false,
  };
}

function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  function visit(node: ts.Node): void {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      if (ts.isStringLiteral(node.moduleSpecifier)) found.push({ to: node.moduleSpecifier.text, lazy: false });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [to] = node.arguments;
      if (to && ts.isStringLiteral(to)) found.push({ to: to.text, lazy: true });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) found.push({ to: node.argument.literal.text, lazy: false });
    }
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return found;
}

function exportsDefault(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return statement.exportClause.elements.some((element) => element.name.text === 'default');
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

function reexports(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}
