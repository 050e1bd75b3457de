import type * as Re2 from 're2js';

let loaded: typeof Re2 | undefined;

/** RE2, made ready when a pattern is first asked for: its tables take longer than a small profile. */
export function re2(): typeof Re2 {
  // A static import would be evaluated with the bundle.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  loaded ??= require('re2js') as typeof Re2;
  return loaded;
}
