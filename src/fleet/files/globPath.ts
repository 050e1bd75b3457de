/**
 * Globs on paths with forward slashes, in linear time for each star. Node 20 has none that is not experimental, and
 * libraries make regular expressions of globs, which may take exponential time.
 *
 *     *      any characters of a name         ?      one character of a name
 *     **     any folders, also none           {a,b}  one of these
 */

/** Globs with more alternatives are cut. */
const MAX_ALTERNATIVES = 64;

/** Whether a text is a glob, not a path. */
export function isGlob(text: string): boolean {
  return /[*?{]/.test(text);
}

/** The folder in which all matches are, and the rest: `/a/b/*.pprof` → `/a/b` and `*.pprof`. */
export function splitGlob(glob: string): { readonly folder: string; readonly pattern: string } {
  const parts = glob.split('/');
  const first = parts.findIndex(isGlob);
  const at = first < 0 ? parts.length - 1 : first;
  return { folder: parts.slice(0, at).join('/') || '/', pattern: parts.slice(at).join('/') };
}

/** Whether a path, relative to the folder, matches the pattern. */
export function globTest(pattern: string): (path: string) => boolean {
  const alternatives = expanded(pattern).map((one) => one.split('/'));
  return (path) => {
    const names = path.split('/');
    return alternatives.some((parts) => isMatch(parts, names, '**', isNameMatch));
  };
}

function isNameMatch(part: string, name: string): boolean {
  return isMatch([...part], [...name], '*', (sign, letter) => sign === '?' || sign === letter);
}

/** Matches from left to right. At a mismatch, only the last star takes one more: earlier ones need not. */
function isMatch<T>(parts: readonly T[], items: readonly T[], star: T, isSame: (part: T, item: T) => boolean): boolean {
  let [part, item] = [0, 0];
  let [lastStar, taken] = [-1, 0];
  while (item < items.length) {
    if (part < parts.length && parts[part] === star) [lastStar, taken, part] = [part, item, part + 1];
    else if (part < parts.length && isSame(parts[part], items[item])) [part, item] = [part + 1, item + 1];
    else if (lastStar >= 0) [part, taken, item] = [lastStar + 1, taken + 1, taken + 1];
    else return false;
  }
  return parts.slice(part).every((rest) => rest === star);
}

/** `a.{b,c}` → `a.b`, `a.c`. Braces in braces are not expanded. */
function expanded(pattern: string): string[] {
  let all = [''];
  for (let at = 0; at < pattern.length;) {
    const end = pattern[at] === '{' ? pattern.indexOf('}', at) : -1;
    const next = end > 0 ? end + 1 : at + 1;
    const choices = end > 0 ? pattern.slice(at + 1, end).split(',') : [pattern[at]];
    all = all.flatMap((before) => choices.map((choice) => before + choice)).slice(0, MAX_ALTERNATIVES);
    at = next;
  }
  return all;
}
