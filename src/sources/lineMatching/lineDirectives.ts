import type { ProfiledFunction } from './sourceMatch';

/** Whether a line has a directive such as `//line parser.y:7`. */
export function isLineDirective(line: string): boolean {
  return /^\/\/line \S|\/\*line \S+:\d/.test(line);
}

/**
 * Whether a function contains a directive such as `//line parser.y:7`. Go's profiles name one file for a function, so
 * its lines may be those of another file.
 * @param lines the lines of the text that declares the functions
 */
export function isFromSeveralFiles(lines: readonly string[], functions: readonly ProfiledFunction[]): boolean {
  const directives = lines.flatMap((line, at) => (isLineDirective(line) ? [at + 1] : []));
  if (directives.length === 0) return false;
  return functions.some(({ startLine }) => {
    const next = directives.find((line) => line > startLine);
    if (startLine <= 0 || next === undefined) return false;
    return !lines.slice(startLine, next).some((line) => line.startsWith('}'));
  });
}
