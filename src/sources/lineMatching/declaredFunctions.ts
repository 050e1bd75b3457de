import { functionExtent } from './functionExtent';

/** The lines of a function in a text; 1-based. */
export interface FunctionAt {
  /** `Parse`, `Reader.Read`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** As in profiles, without the package: `Parse`, `(*Reader).Read`. */
  readonly symbol: string;
}

/** The functions and methods that a text declares at the start of a line, as gofmt writes them, ascending. */
export function declaredFunctions(lines: readonly string[]): FunctionAt[] {
  const found: FunctionAt[] = [];
  lines.forEach((line, at) => {
    if (!line.startsWith('func')) return;
    const [, star, receiver, name] = /^func\s+(?:\(\s*(?:\w+\s+)?(\*?)\s*(\w+)[^)]*\)\s*)?(\w+)/.exec(line) ?? [];
    if (name === undefined || name === '_') return;
    const place = { startLine: at + 1, firstLine: at + 1, lastLine: at + 1 };
    const { end } = functionExtent((number) => lines[number - 1], place);
    const ofType = (type: string) => (receiver === undefined ? name : `${type}.${name}`);
    const symbol = ofType(star === '*' ? `(*${receiver})` : receiver);
    found.push({ name: ofType(receiver), symbol, start: at + 1, end });
  });
  return found;
}
