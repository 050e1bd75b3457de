import { printedName, stringValue } from './printedName';

/** The name of a sub-benchmark, as the source writes it. */
export interface NameInSource {
  /** The name, or the constant start of a computed name, as package testing prints it. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** The most tokens that `nameInSource` needs. */
export const MAX_NAME_TOKENS = 5;

/** The name in a first argument's tokens: `"short"`, `"n=" + …`, `fmt.Sprintf("n=%d", …)`, `fmt.Sprint("n=", …)`. */
export function nameInSource(tokens: readonly string[]): NameInSource {
  const [first = '', second] = tokens;
  if (isString(first) && second === undefined) return { text: printedName(stringValue(first)), isLiteral: true };
  if (isString(first) && second === '+') return { text: printedName(stringValue(first)), isLiteral: false };
  const [pkg, dot, printer = '', bracket, text = ''] = tokens;
  if (pkg !== 'fmt' || dot !== '.' || bracket !== '(' || !isString(text)) return { text: '', isLiteral: false };
  const [fixed = ''] = printer === 'Sprintf' ? stringValue(text).split('%') : [printer === 'Sprint' ? stringValue(text) : ''];
  return { text: printedName(fixed), isLiteral: false };
}

function isString(token: string): boolean {
  return token.startsWith('"') || token.startsWith('`');
}
