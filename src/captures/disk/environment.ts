/**
 * What changes how Go builds or runs a program, apart from its code, by name: variables such as `GOGC`, and `pgo`, the
 * profile that guided the build. Names with Go's default are left out.
 */
export type Environment = Readonly<Record<string, string>>;

/** The names that are recorded, with Go's defaults; empty if it is by default not set, or depends on the machine. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(Object.entries({
  GOGC: '100',
  GOMEMLIMIT: 'off',
  GODEBUG: '',
  GOMAXPROCS: '',
  GOOS: '',
  GOARCH: '',
  GO386: 'sse2',
  GOAMD64: 'v1',
  GOARM: '',
  GOARM64: 'v8.0',
  GOMIPS: 'hardfloat',
  GOMIPS64: 'hardfloat',
  GOPPC64: 'power8',
  GORISCV64: 'rva20u64',
  GOFIPS140: 'off',
  GOFLAGS: '',
  CGO_ENABLED: '1',
  CGO_CFLAGS: '-O2 -g',
  CGO_CPPFLAGS: '',
  CGO_CXXFLAGS: '-O2 -g',
  CGO_FFLAGS: '-O2 -g',
  CGO_LDFLAGS: '-O2 -g',
  CC: '',
  CXX: '',
  pgo: '',
}));

const NEEDS_CGO = /^(?:CC|CXX|CGO_\w*FLAGS)$/;

/**
 * The part of an environment that a capture records: the known names whose values are not the default. Without cgo, no
 * C compiler runs, and its variables change nothing.
 */
export function recordedEnvironment(values: Environment): Environment {
  const hasCgo = values.CGO_ENABLED !== '0';
  const isRecorded = ([name, value]: [string, string]) =>
    DEFAULTS.has(name) && value !== '' && value !== DEFAULTS.get(name) && (hasCgo || !NEEDS_CGO.test(name));
  return Object.fromEntries(Object.entries(values).filter(isRecorded));
}

/** A value of an environment, or Go's default; undefined if that is not a fixed value. */
export function valueIn(environment: Environment, name: string): string | undefined {
  return environment[name] ?? (DEFAULTS.get(name) || undefined);
}

/** The flags without those that came from GOFLAGS. */
export function flagsBeside({ GOFLAGS = '' }: Environment, flags: readonly string[]): readonly string[] {
  const inherited = GOFLAGS.split(/\s+/);
  return flags.filter((flag) => !inherited.includes(flag) && !inherited.includes(`-${flag}`));
}
