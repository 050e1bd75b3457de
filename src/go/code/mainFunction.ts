import { GoScanner } from './goScanner';

/** The function at which a program begins. Lines are 1-based. */
export interface MainFunction {
  readonly line: number;
  /** Of its closing brace. */
  readonly endLine: number;
}

/**
 * The function main of a file of package main; undefined if it has none. Works on files that do not parse: a function
 * whose braces do not match ends before the next one.
 */
export function mainFunction(text: string): MainFunction | undefined {
  // Most files are of other packages.
  if (!isMainPackage(text)) return undefined;
  const scanner = new GoScanner(text);
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token !== 'word' || !scanner.startsLine || !scanner.is('func')) continue;
    const { line } = scanner;
    if (scanner.next() !== 'word' || !scanner.is('main')) continue;
    if (nextIs(scanner, '(') && nextIs(scanner, ')') && nextIs(scanner, '{')) return { line, endLine: endOfBody(scanner) };
  }
  return undefined;
}

/** Whether a file is of package main, according to its package clause. */
export function isMainPackage(text: string): boolean {
  const scanner = new GoScanner(text);
  return scanner.next() === 'word' && scanner.is('package') && scanner.next() === 'word' && scanner.is('main');
}

function nextIs(scanner: GoScanner, mark: string): boolean {
  return scanner.next() === 'punctuation' && scanner.is(mark);
}

/** Reads on from after an opening brace. */
function endOfBody(scanner: GoScanner): number {
  let lastLine = scanner.line;
  let depth = 1;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'word' && scanner.startsLine && scanner.is('func')) return lastLine;
    if (token === 'punctuation' && scanner.is('{')) depth++;
    if (token === 'punctuation' && scanner.is('}')) depth--;
    if (depth === 0) return scanner.line;
    lastLine = scanner.endLine;
  }
  return lastLine;
}
