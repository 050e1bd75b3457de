/** Flags of `go test` by what becomes of them; after `go help build`, `go help test` and `go help testflag`. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const BUILD_WITH_VALUE = words(`asmflags buildmode compiler exec gccgoflags gcflags installsuffix ldflags mod modfile
  overlay p pgo pkgdir tags toolexec vet`);
const BUILD = words('a asan buildvcs linkshared modcacherw msan race trimpath x');
const TEST_WITH_VALUE = words('benchtime count cpu parallel shuffle');
const TEST = words('failfast short v');
/** Linecost sets these itself, or they would spoil what is measured, or leave something behind. */
const DROPPED_WITH_VALUE = words(`C bench blockprofile blockprofilerate covermode coverpkg coverprofile cpuprofile fuzz
  fuzzminimizetime fuzztime list memprofile memprofilerate mutexprofile mutexprofilefraction o outputdir run skip
  timeout trace`);
const DROPPED = words('artifacts benchmem c cover fullpath i json n work');

export interface SplitFlags {
  /** For every go command that builds, each as one word: `-tags=a,b`. */
  readonly buildFlags: readonly string[];
  /** For the test binary; flags that Go does not know, and all from `-args` on, stand as they were. */
  readonly testArgs: readonly string[];
}

/**
 * Sorts flags as a user gives them to `go test` (`-tags integration`, `--race`, `-test.v`, `-args …`), without those
 * that Linecost sets itself.
 */
export function splitTestFlags(flags: readonly string[]): SplitFlags {
  const buildFlags: string[] = [];
  const testArgs: string[] = [];
  const rest = flags.flatMap(splitGlued);
  let afterUnknown = false;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const flag = /^--?(?:test\.)?([^-=][^=]*)(=[^]*)?$/.exec(word);
    if (word === '-args' || word === '--args') {
      testArgs.push('-args', ...rest.splice(0));
    } else if (flag === null) {
      // A package pattern, or the value of a flag that Go does not know.
      if (afterUnknown) testArgs.push(word);
      afterUnknown = false;
    } else {
      const [, name = '', given] = flag;
      const value = takesValue(name) ? (given ?? `=${rest.shift() ?? ''}`) : (given ?? '');
      afterUnknown = false;
      if (DROPPED.has(name) || DROPPED_WITH_VALUE.has(name)) continue;
      if (BUILD.has(name) || BUILD_WITH_VALUE.has(name)) buildFlags.push(`-${name}${value}`);
      else if (TEST.has(name) || TEST_WITH_VALUE.has(name)) testArgs.push(`-${name}${value}`);
      else {
        testArgs.push(word);
        afterUnknown = given === undefined;
      }
    }
  }
  return { buildFlags, testArgs };
}

/** `-tags a` written as one setting's item is meant as two words; a value behind `=` may hold spaces. */
function splitGlued(flag: string): string[] {
  const glued = /^(--?[\w.]+)[ \t]+([^]*)$/.exec(flag);
  return glued === null ? [flag] : [glued[1] ?? '', glued[2] ?? ''];
}

function takesValue(name: string): boolean {
  return BUILD_WITH_VALUE.has(name) || TEST_WITH_VALUE.has(name) || DROPPED_WITH_VALUE.has(name);
}

/** Whether a word of `testArgs` is a flag of the testing package, without its `test.`. */
export function isKnownTestFlag(word: string): boolean {
  const name = /^-([^-=][^=]*)/.exec(word)?.[1] ?? '';
  return TEST.has(name) || TEST_WITH_VALUE.has(name);
}

/** The value of a flag among words of the form `-name=value`; of several the last, as Go takes it. */
export function flagValue(flags: readonly string[], name: string): string | undefined {
  return flags.findLast((flag) => flag.startsWith(`-${name}=`))?.slice(name.length + 2);
}

/** Flags without those of that name. */
export function withoutFlag(flags: readonly string[], name: string): string[] {
  return flags.filter((flag) => flag !== `-${name}` && !flag.startsWith(`-${name}=`));
}
