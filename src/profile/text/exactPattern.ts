import { pprofName } from './pprofName';

/** A regular expression that matches only this function, by the name that pprof gives it. */
export function exactPattern(name: string): string {
  const asPprof = pprofName(name, name);
  // pprof shortens C++ names only if the profile has no mangled name for them.
  const names = name.includes('::') && asPprof !== name ? [name, asPprof] : [asPprof];
  const quoted = names.map((text) => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'));
  return quoted.length === 1 ? `^${quoted[0]}$` : `^(?:${quoted.join('|')})$`;
}
