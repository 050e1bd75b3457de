import type * as Re2 from 're2js';
import type { RE2JSException } from 're2js';
import { RefinementError } from '../errors';

let loaded: typeof Re2 | undefined;

/** RE2, made ready when a pattern is first asked for: its tables take longer than a small profile. */
export function re2(): typeof Re2 {
  // A static import would be evaluated with the bundle.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  loaded ??= require('re2js') as typeof Re2;
  return loaded;
}

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

/** Whether a name is found; or, in one sentence, what is wrong with the pattern. */
export type Search = { readonly finds: (name: string) => boolean } | { readonly error: string };

/** A pattern with no sign of a regular expression but dots: most of what people type. */
const PLAIN = /^[\w./:<>"'!@#%&=~`,; -]*$/;

/** The search that tabs have: an RE2 pattern, case-insensitive and unanchored. */
export function compileSearch(pattern: string): Search {
  if (PLAIN.test(pattern)) return { finds: plainTest(pattern) };
  try {
    const { RE2JS } = re2();
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return { finds: (name) => compiled.test(name) };
  } catch (error) {
    if (!(error instanceof re2().RE2JSException)) throw error;
    return { error: `The search pattern is no RE2 regular expression: ${explained(error)}.` };
  }
}

/** JavaScript's expressions, many times as fast, mean the same here: both fold case by Unicode's simple folding. */
function plainTest(pattern: string): (name: string) => boolean {
  const source = pattern.replace(/[^\w.]/g, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`).replaceAll('.', '[^\\n]');
  const compiled = new RegExp(source, 'iu');
  return (name) => compiled.test(name);
}

/** `missing closing ) in "("`; the flag that was put in front of the pattern is none of the user's business. */
function explained(error: RE2JSException): string {
  if (!(error instanceof re2().RE2JSSyntaxException)) return error.message;
  const where = error.getPattern()?.replace(/^\(\?i\)/, '');
  return where ? `${error.getDescription()} in "${where}"` : error.getDescription();
}
