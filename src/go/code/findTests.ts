import type { TestFunction, TestKind } from '../captureTypes';
import { GoScanner } from './goScanner';

const KINDS: readonly { readonly prefix: string; readonly kind: TestKind; readonly type: string }[] = [
  { prefix: 'Benchmark', kind: 'benchmark', type: 'B' },
  { prefix: 'Test', kind: 'test', type: 'T' },
  { prefix: 'Fuzz', kind: 'fuzz', type: 'F' },
  { prefix: 'Example', kind: 'example', type: '' },
];

/**
 * The functions of a `_test.go` file that `go test` runs, in the order of the file.
 *
 * The rules are those of cmd/go (internal/load/test.go) and go/doc: no methods, no type parameters, no results; one
 * parameter of type `*B` or `*anything.B`, since `testing` may be imported under any name; no lower-case letter after
 * the prefix; at the end of an example, an `// Output:` comment. Works on files that do not parse: a function whose
 * braces do not match ends before the next one.
 */
export function findTestFunctions(text: string): TestFunction[] {
  const tests: TestFunction[] = [];
  const scanner = new GoScanner(text);
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    // Inside a function body no name follows `func`, so this is always the top level.
    if (token === 'word' && scanner.is('func')) {
      const candidate = readFunction(scanner);
      if (candidate !== undefined) tests.push(candidate);
    }
  }
  return tests;
}

function readFunction(scanner: GoScanner): TestFunction | undefined {
  const line = scanner.line;
  if (scanner.next() !== 'word') return reject(scanner);
  const name = scanner.text();
  const match = KINDS.find(({ prefix }) => hasTestName(name, prefix));
  if (match === undefined) return undefined;
  scanner.next();
  if (!scanner.is('(')) return reject(scanner);
  if (!takesOnly(readParameters(scanner), match.type)) return undefined;
  const lastLine = scanner.endLine;
  const token = scanner.next();
  if (token === 'punctuation' && scanner.is('{') && scanner.line === lastLine) {
    const { endLine, hasOutput } = readBody(scanner);
    return match.kind === 'example' && !hasOutput ? undefined : { kind: match.kind, name, line, endLine };
  }
  // No body: the function is written in assembly. Anything else on that line is a result type.
  const endsHere = token === 'end' || scanner.line > lastLine;
  if (token !== 'end') scanner.unread();
  return endsHere && match.kind !== 'example' ? { kind: match.kind, name, line, endLine: lastLine } : undefined;
}

function reject(scanner: GoScanner): undefined {
  scanner.unread();
  return undefined;
}

/** `Test` or `TestFoo` or `Test_foo`, but not `Testify`. */
function hasTestName(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^\p{Ll}/u.test(name.slice(prefix.length));
}

/** The tokens up to the closing parenthesis; undefined if there are more than in a test's signature. */
function readParameters(scanner: GoScanner): string[] | undefined {
  const tokens: string[] = [];
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const text = scanner.text();
    if (text === ')') return tokens;
    if (tokens.length === 6 || ['{', '(', 'func'].includes(text)) return reject(scanner);
    tokens.push(text);
  }
  return undefined;
}

/** Whether the parameters are `b *testing.B`, `*testing.B`, `b *B` or `*B` for type B; none for the empty type. */
function takesOnly(parameters: readonly string[] | undefined, type: string): boolean {
  if (parameters === undefined) return false;
  const text = parameters.join(' ').replace(/ ,$/, '');
  return type === '' ? text === '' : new RegExp(`^([^\\s*.,]+ )?\\* ([^\\s*.,]+ \\. )?${type}$`).test(text);
}

/** Reads the body of a function, from after its opening brace to its closing brace. */
function readBody(scanner: GoScanner): { readonly endLine: number; readonly hasOutput: boolean } {
  const begin = scanner.start;
  let lastLine = scanner.line;
  let depth = 1;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'word') {
      if (scanner.startsLine && scanner.is('func')) {
        scanner.unread();
        return { endLine: lastLine, hasOutput: false };
      }
    } else if (token === 'punctuation') {
      if (scanner.is('{')) depth++;
      if (scanner.is('}')) depth--;
      if (depth === 0) return { endLine: scanner.line, hasOutput: endsWithOutput(scanner, begin) };
    }
    lastLine = scanner.endLine;
  }
  return { endLine: lastLine, hasOutput: false };
}

/** Whether the last comment group of the body that begins at `begin` is an example's `Output:` (go/doc). */
function endsWithOutput(scanner: GoScanner, begin: number): boolean {
  if (scanner.groupStart < begin) return false;
  const words = scanner.source
    .slice(scanner.groupStart, scanner.groupEnd)
    .replace(/^[ \t]*\/\/(?:line |extern |export |[a-z0-9]+:[a-z0-9]).*$/gm, '')
    .replace(/^[ \t]*(?:\/\/|\/\*)/gm, '');
  return /^\s*(?:unordered )?output:/i.test(words);
}
