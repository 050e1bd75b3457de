/**
 * Why a file is left out of a build, by its `//go:build` line and its name (go/build/constraint,
 * `go help buildconstraint`).
 */

export interface BuildTarget {
  readonly goos: string;
  readonly goarch: string;
  readonly cgo: boolean;
  /** Minor version of Go, 26 for go1.26. */
  readonly goMinor: number;
  /** Tags from -tags, and those implied by flags such as -race. */
  readonly tags: readonly string[];
}

export interface Exclusion {
  /** `//go:build linux && integration`, or the suffix `_windows` of the file name. */
  readonly rule: string;
  /** The fewest changes of tags with which the file is built; unset if none are found. */
  readonly change?: TagChange;
}

/** Tags to set and to unset. Flags such as -race set a tag of their name: see FLAG_TAGS. */
export interface TagChange {
  readonly set: readonly string[];
  readonly unset: readonly string[];
}

/** The tags that flags of `go build` set. */
export const FLAG_TAGS: ReadonlySet<string> = new Set(['race', 'msan', 'asan']);

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const UNIX = words('aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris');
const SYSTEMS = new Set([...UNIX, 'js', 'nacl', 'plan9', 'wasip1', 'windows', 'zos']);
const ARCHITECTURES = words(`386 amd64 arm arm64 armbe arm64be loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle
  ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm amd64p32`);
const SET_BY_GO = words('unix cgo gc gccgo');
/** Limit for the tags whose combinations are tried. */
const MAX_FREE_TAGS = 12;
/** The limit of Go (go/build/constraint, maxSize). */
const MAX_TOKENS = 1000;

/** Why the build leaves the file out; undefined if neither its name nor its constraint excludes it. */
export function whyExcluded(fileName: string, text: string, target: BuildTarget): Exclusion | undefined {
  const ending = excludingSuffix(fileName, target);
  if (ending !== undefined) return { rule: ending };
  const line = /^\/\/go:build[ \t](.+)$/m.exec(text.split(/^package\s/m, 1)[0] ?? '')?.[1]?.trim();
  const holds = line === undefined ? undefined : parseConstraint(line);
  if (line === undefined || holds === undefined || holds((tag) => isSet(tag, target))) return undefined;
  return { rule: `//go:build ${line}`, change: fewestChanges(line, holds, target) };
}

/**
 * The suffix that does not match the target: `_windows` in `x_windows_test.go`, `_linux_arm64` in
 * `x_linux_arm64_test.go`.
 */
function excludingSuffix(fileName: string, target: BuildTarget): string | undefined {
  const parts = fileName.replace(/\.go$/, '').replace(/_test$/, '').split('_').slice(1);
  const [before, last] = [parts.at(-2) ?? '', parts.at(-1) ?? ''];
  const [system, architecture] = ARCHITECTURES.has(last) ? [before, last] : [last, ''];
  const ending = [SYSTEMS.has(system) ? system : '', architecture].filter((part) => part !== '');
  return ending.every((part) => isSet(part, target)) ? undefined : `_${ending.join('_')}`;
}

function isSet(tag: string, { goos, goarch, cgo, goMinor, tags }: BuildTarget): boolean {
  if (tags.includes(tag)) return true;
  const version = /^go1\.(\d+)$/.exec(tag);
  if (version !== null) return Number(version[1]) <= goMinor;
  if (tag === 'unix') return UNIX.has(goos);
  if (tag === 'linux') return goos === 'linux' || goos === 'android';
  if (tag === 'darwin') return goos === 'darwin' || goos === 'ios';
  return tag === goos || tag === goarch || tag === 'gc' || (tag === 'cgo' && cgo);
}

/** The fewest changes of tags that satisfy the constraint; undefined if there are none. */
function fewestChanges(
  line: string,
  holds: (has: (tag: string) => boolean) => boolean,
  target: BuildTarget,
): TagChange | undefined {
  const tags = new Set(line.match(/[\p{L}\p{N}_.]+/gu) ?? []);
  const isSetNow = (tag: string) => isSet(tag, target);
  const canChange = (tag: string) => (isSetNow(tag) ? target.tags.includes(tag) : isFree(tag));
  // A flag is the last choice.
  const free = [...tags].filter(canChange).sort((a, b) => Number(FLAG_TAGS.has(a)) - Number(FLAG_TAGS.has(b)));
  free.splice(MAX_FREE_TAGS);
  const subsets = Array.from({ length: 2 ** free.length }, (_, bits) => free.filter((_tag, i) => (bits >> i) & 1));
  subsets.sort((a, b) => a.length - b.length);
  const changed = subsets.find((subset) => holds((tag) => subset.includes(tag) !== isSetNow(tag)));
  return changed && { set: changed.filter((tag) => !isSetNow(tag)), unset: changed.filter(isSetNow) };
}

/** Whether a user can set the tag. */
function isFree(tag: string): boolean {
  const fixed = SYSTEMS.has(tag) || ARCHITECTURES.has(tag) || SET_BY_GO.has(tag);
  return !fixed && !/^go1(\.\d+)?$/.test(tag) && !tag.startsWith('goexperiment.');
}

type Constraint = (has: (tag: string) => boolean) => boolean;

/** Parses a constraint; undefined if it is malformed. */
function parseConstraint(line: string): Constraint | undefined {
  const tokens = line.match(/\|\||&&|[!()]|[\p{L}\p{N}_.]+/gu) ?? [];
  if (tokens.length > MAX_TOKENS) return undefined;
  let at = 0;
  let broken = false;
  const chain = (operator: string, operand: () => Constraint, join: (a: boolean, b: boolean) => boolean) => () => {
    let left = operand();
    while (tokens[at] === operator) {
      at++;
      const [before, after] = [left, operand()];
      left = (has) => join(before(has), after(has));
    }
    return left;
  };
  const not = (): Constraint => {
    const token = tokens[at++] ?? ')';
    if (token === '!') {
      const inner = not();
      return (has) => !inner(has);
    }
    if (token === '(') {
      const inner = or();
      if (tokens[at++] !== ')') broken = true;
      return inner;
    }
    if (!/^[\p{L}\p{N}_.]+$/u.test(token)) broken = true;
    return (has) => has(token);
  };
  const or = chain('||', chain('&&', not, (a, b) => a && b), (a, b) => a || b);
  const constraint = or();
  return broken || at < tokens.length ? undefined : constraint;
}
