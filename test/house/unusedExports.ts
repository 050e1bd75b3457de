import path from 'node:path';
import ts from 'typescript';

/** Names by file. */
type Names = Map<string, Set<string>>;

/**
 * Exported functions, classes and constants of `product` that no other file of it imports: `uncalled`, or `onlyTested`
 * if a file of `tests` does. Both as `src/x.ts: name`. A file that is imported as a whole (`import *`, `import()`)
 * counts as imported with all its names.
 */
export function unusedExports(product: ReadonlyMap<string, string>, tests: ReadonlyMap<string, string>) {
  const files = new Set(product.keys());
  const [byProduct, byTests] = [importsOf(product, files), importsOf(tests, files)];
  const isIn = (imports: Names, file: string, name: string): boolean => {
    const names = imports.get(file);
    return names !== undefined && (names.has(name) || names.has('*'));
  };
  const uncalled: string[] = [];
  const onlyTested: string[] = [];
  for (const [file, text] of product) {
    for (const name of exportsOf(file, text)) {
      if (isIn(byProduct, file, name)) continue;
      (isIn(byTests, file, name) ? onlyTested : uncalled).push(`${file}: ${name}`);
    }
  }
  return { uncalled, onlyTested };
}

function isModuleStatement(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}

/** The names of a file's own declarations that it exports. */
function exportsOf(file: string, text: string): string[] {
  return parse(file, text).statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    }
    // A type may be exported because a caller's variable has it without naming it.
    const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isValue && statement.name ? [statement.name.text] : [];
  });
}

/** What the files import or export again from `targets`. */
function importsOf(texts: ReadonlyMap<string, string>, targets: ReadonlySet<string>): Names {
  const imports: Names = new Map();
  for (const [file, text] of texts) {
    const add = (specifier: ts.Expression | undefined, names: readonly string[]): void => {
      if (!specifier || !ts.isStringLiteralLike(specifier)) return;
      const target = path.posix.join(path.posix.dirname(file), specifier.text);
      const found = [target, `${target}.ts`, `${target}/index.ts`].find((each) => targets.has(each));
      if (!found) return;
      const known = imports.get(found) ?? new Set();
      imports.set(found, known);
      for (const name of names) known.add(name);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) {
        const bindings = node.importClause?.namedBindings;
        const isNamed = bindings && ts.isNamedImports(bindings);
        add(node.moduleSpecifier, isNamed ? bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text) : ['*']);
      } else if (ts.isExportDeclaration(node)) {
        const isNamed = node.exportClause && ts.isNamedExports(node.exportClause);
        const elements = isNamed ? (node.exportClause as ts.NamedExports).elements : undefined;
        add(node.moduleSpecifier, elements?.map(({ propertyName, name }) => (propertyName ?? name).text) ?? ['*']);
      } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        add(node.arguments[0], ['*']);
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
        add(node.argument.literal as ts.Expression, ['*']);
      }
      ts.forEachChild(node, visit);
    };
    const source = parse(file, text);
    // Only a call or a type is deeper than the first level.
    if (/\bimport\(/.test(text)) visit(source);
    else for (const statement of source.statements) if (isModuleStatement(statement)) visit(statement);
  }
  return imports;
}
