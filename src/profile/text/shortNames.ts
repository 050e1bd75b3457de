/** Names of functions and files without their folders, as pprof draws them. */

const ANONYMOUS = /^\(anonymous namespace\)::/;
const MAJOR_VERSION = /^([^\n]*?)\/v(?:[2-9]|[1-9][0-9]+)([./][^\n]*)$/;
const SHORT_NAMES = [
  /** Go: without the folders of the import path. */
  /^(?:[\w\-.]+\/)+([^.]+\.[^\n]+)/,
  /** Java: without package and parameters. */
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /** C++: without the namespaces. */
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<[^\n]*>)?)/,
];

/**
 * A function's name without the folders of its import path, shortened as in pprof's graphs: `b.(*T).M.func1`;
 * `example.com/a/v2.F` → `a.F`. Source: google/pprof internal/graph, ShortenFunctionName.
 */
export function shortName(functionName: string): string {
  const plain = functionName.replace(ANONYMOUS, '').replace(MAJOR_VERSION, '$1$2');
  for (const pattern of SHORT_NAMES) {
    const short = pattern.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}

/**
 * Labels of a function for frames of different widths, each shorter than the one before; never empty:
 * `b.(*T).M.func1`, `(*T).M.func1`, `M.func1`, `func1`.
 * Like pprof's flame graph (google/pprof internal/report, shortNameList), but never cut within brackets.
 */
export function shortLabels(functionName: string): readonly string[] {
  const short = shortName(functionName);
  return [short, ...suffixes(short)];
}

/** Suffixes that begin after a `.` or `::` outside of brackets. */
function suffixes(name: string): string[] {
  const labels: string[] = [];
  let depth = 0;
  for (let i = 0; i < name.length - 1; i++) {
    const char = name[i];
    if ('([{<'.includes(char)) depth++;
    else if (')]}>'.includes(char)) depth--;
    else if (depth === 0 && separatorEnds(name, i)) labels.push(name.slice(i + 1));
  }
  return labels;
}

function separatorEnds(name: string, i: number): boolean {
  if (name[i] === '.') return name[i + 1] !== '.';
  return name[i] === ':' && name[i - 1] === ':';
}

/** The last element of a path with slashes or backslashes. */
export function basename(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
