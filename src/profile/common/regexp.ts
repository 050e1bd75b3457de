import type * as Re2 from 're2js';
import type { RE2JSException } from 're2js';
import { RefinementError } from '../errors';

let loaded: typeof Re2 | undefined;

/** RE2, loaded on first use, because building its tables takes longer than decoding a small profile. */
export function re2(): typeof Re2 {
  // A static import would be evaluated when the bundle loads.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  loaded ??= require('re2js') as typeof Re2;
  return loaded;
}

/** Whether a pattern matches anywhere in a text. */
export type TextTest = (text: string) => boolean;

/**
 * Compiles the regular expression of a field; undefined if it is empty.
 * @throws RefinementError if it is not an RE2 expression
 */
export function compilePattern(field: string, pattern: string | undefined): TextTest | undefined {
  if (pattern === undefined || pattern === '') return undefined;
  try {
    const compiled = re2().RE2JS.compile(pattern);
    return (text) => compiled.test(text);
  } catch (cause) {
    if (!(cause instanceof re2().RE2JSException)) throw cause;
    throw new RefinementError(field, `"${pattern}" is not an RE2 regular expression: ${explained(cause)}`);
  }
}

/** A compiled search, or the error in the pattern, in one sentence. */
export type Search = { readonly finds: (name: string) => boolean } | { readonly error: string };

/** Matches patterns whose only regular expression syntax is dots, as in most searches. */
const PLAIN = /^[\w./:<>"'!@#%&=~`,; -]*$/;

/** Compiles the search pattern of a tab: RE2, case-insensitive and unanchored. */
export function compileSearch(pattern: string): Search {
  if (PLAIN.test(pattern)) return { finds: plainTest(pattern) };
  try {
    const { RE2JS } = re2();
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return { finds: (name) => compiled.test(name) };
  } catch (error) {
    if (!(error instanceof re2().RE2JSException)) throw error;
    return { error: `The search pattern is not an RE2 regular expression: ${explained(error)}.` };
  }
}

/**
 * Compiles a plain pattern to a JavaScript regular expression, which matches the same texts as RE2 and is many times as
 * fast. Both use Unicode's simple case folding.
 */
function plainTest(pattern: string): (name: string) => boolean {
  const source = pattern.replace(/[^\w.]/g, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`).replaceAll('.', '[^\\n]');
  const compiled = new RegExp(source, 'iu');
  return (name) => compiled.test(name);
}

/** `missing closing ) in "("`, without the flag that compileSearch adds to the pattern. */
function explained(error: RE2JSException): string {
  if (!(error instanceof re2().RE2JSSyntaxException)) return error.message;
  const where = error.getPattern()?.replace(/^\(\?i\)/, '');
  return where ? `${error.getDescription()} in "${where}"` : error.getDescription();
}
