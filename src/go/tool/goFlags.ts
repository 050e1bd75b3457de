/** Sorts the flags of `go test`. Source: `go help build`, `go help test` and `go help testflag`. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const BUILD_WITH_VALUE = words(`asmflags buildmode compiler exec gccgoflags gcflags installsuffix ldflags mod modfile
  overlay p pgo pkgdir tags toolexec vet`);
const BUILD = words('a asan buildvcs linkshared modcacherw msan race trimpath x');
const TEST_WITH_VALUE = words('benchtime count cpu parallel shuffle');
const TEST = words('failfast short v');
/** Dropped, because Linecost sets these itself, or they would disturb the measurement or leave files behind. */
const DROPPED_WITH_VALUE = words(`C bench blockprofile blockprofilerate covermode coverpkg coverprofile cpuprofile fuzz
  fuzzminimizetime fuzztime list memprofile memprofilerate mutexprofile mutexprofilefraction o outputdir run skip
  timeout trace`);
const DROPPED = words('artifacts benchmem c cover fullpath i json n work');

export interface SplitFlags {
  /** For all go commands that build; one word per flag: `-tags=a,b`. */
  readonly buildFlags: readonly string[];
  /** For the test binary. Flags unknown to Go, and everything from `-args` on, are unchanged. */
  readonly testArgs: readonly string[];
  /** The flags that are left out, without their values: `-trace`. */
  readonly leftOut: readonly string[];
}

/**
 * Splits flags as a user writes them for `go test` (`-tags integration`, `--race`, `-test.v`, `-args …`) into flags of
 * the build and of the test binary. Leaves out flags that Linecost sets itself, and flags that would disturb the
 * measurement or leave files behind.
 */
export function splitTestFlags(flags: readonly string[]): SplitFlags {
  const buildFlags: string[] = [];
  const testArgs: string[] = [];
  const leftOut = new Set<string>();
  const rest = flags.flatMap(splitItem);
  let afterUnknown = false;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const flag = /^--?(?:test\.)?([^-=][^=]*)(=[^]*)?$/.exec(word);
    if (word === '-args' || word === '--args') {
      testArgs.push('-args', ...rest.splice(0));
    } else if (flag === null) {
      // A package pattern, or the value of a flag unknown to Go.
      if (afterUnknown) testArgs.push(word);
      afterUnknown = false;
    } else {
      const [, name = '', assigned] = flag;
      const value = takesValue(name) ? (assigned ?? `=${rest.shift() ?? ''}`) : (assigned ?? '');
      afterUnknown = false;
      if (DROPPED.has(name) || DROPPED_WITH_VALUE.has(name)) leftOut.add(`-${name}`);
      else if (BUILD.has(name) || BUILD_WITH_VALUE.has(name)) buildFlags.push(`-${name}${value}`);
      else if (TEST.has(name) || TEST_WITH_VALUE.has(name)) testArgs.push(`-${name}${value}`);
      else {
        testArgs.push(word);
        afterUnknown = assigned === undefined;
      }
    }
  }
  return { buildFlags, testArgs, leftOut: [...leftOut] };
}

/** Splits a settings item such as `-tags a` into two words; a value after `=` may contain spaces. */
function splitItem(flag: string): string[] {
  const match = /^(--?[\w.]+)[ \t]+([^]*)$/.exec(flag);
  return match === null ? [flag] : [match[1] ?? '', match[2] ?? ''];
}

function takesValue(name: string): boolean {
  return BUILD_WITH_VALUE.has(name) || TEST_WITH_VALUE.has(name) || DROPPED_WITH_VALUE.has(name);
}

/** How `go test` reads one of its own flags; undefined if it has none of this name. */
export function kindOfTestFlag(name: string): 'value' | 'switch' | undefined {
  if (takesValue(name)) return 'value';
  return [BUILD, TEST, DROPPED].some((flags) => flags.has(name)) ? 'switch' : undefined;
}

/** Whether a word of `testArgs` is a flag of the testing package, written without `test.`. */
export function isKnownTestFlag(word: string): boolean {
  const name = /^-([^-=][^=]*)/.exec(word)?.[1] ?? '';
  return TEST.has(name) || TEST_WITH_VALUE.has(name);
}

/** The value of a flag among words of the form `-name=value`; the last one wins, as in Go. */
export function flagValue(flags: readonly string[], name: string): string | undefined {
  return flags.findLast((flag) => flag.startsWith(`-${name}=`))?.slice(name.length + 2);
}

/** Whether a flag such as -race is on; the last one wins: `-race`, `-race=false`. */
export function isFlagOn(flags: readonly string[], name: string): boolean {
  const last = flags.findLast((flag) => flag === `-${name}` || flag.startsWith(`-${name}=`));
  return last !== undefined && (last === `-${name}` || /=(?:1|t|true)$/i.test(last));
}

/**
 * The flags in GOFLAGS, to which go commands add their arguments. A flag with spaces is quoted as a whole:
 * `'-ldflags=-s -w'` (`go help environment`).
 */
export function splitGoflags(goflags: string): string[] {
  const quoted = goflags.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return quoted.map((word) => word.replace(/^(['"])([^]*)\1$/, '$2').replace(/^--/, '-'));
}

/** The flags that build a program with -race, -msan or -asan. */
export function sanitizerFlags(flags: readonly string[]): string[] {
  return flags.filter((flag) => /^-(?:race|msan|asan)(?:=|$)/.test(flag));
}

/** The flags without the named one. */
export function withoutFlag(flags: readonly string[], name: string): string[] {
  return flags.filter((flag) => flag !== `-${name}` && !flag.startsWith(`-${name}=`));
}
