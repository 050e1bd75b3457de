import type { RE2JSException } from 're2js';
import { re2 } from '../work/regexp';
import { RefinementError } from './errors';

/** Whether a text matches somewhere. */
export type TextTest = (text: string) => boolean;

/**
 * The regular expression of a field; undefined where it is empty.
 * @throws RefinementError where it is not one of RE2's
 */
export function compilePattern(field: string, pattern: string | undefined): TextTest | undefined {
  if (pattern === undefined || pattern === '') return undefined;
  try {
    const compiled = re2().RE2JS.compile(pattern);
    return (text) => compiled.test(text);
  } catch (cause) {
    if (!(cause instanceof re2().RE2JSException)) throw cause;
    throw new RefinementError(field, `"${pattern}" is no RE2 regular expression: ${explained(cause)}`);
  }
}

function explained(cause: RE2JSException): string {
  if (!(cause instanceof re2().RE2JSSyntaxException)) return cause.message;
  const where = cause.getPattern();
  return where ? `${cause.getDescription()} in "${where}"` : cause.getDescription();
}
