import { basename } from 'node:path';
import type { GoEnvironment } from '../captureTypes';
import { flagValue, isKnownTestFlag, kindOfTestFlag, splitTestFlags, withoutFlag } from './goFlags';
import { Variables } from './variables';

/** Variables and flags that a user chose for one side of a measurement, beside those of the settings. */
export interface ChosenEnvironment {
  /** The words as typed: `GOGC=off`, `-race`. */
  readonly words: readonly string[];
  /** Variables that only a running program reads: the same program runs with them. */
  readonly runVariables: Readonly<Record<string, string>>;
  /** Variables that Go may read while it builds. */
  readonly buildVariables: Readonly<Record<string, string>>;
  readonly buildFlags: readonly string[];
  /** For the test binary. */
  readonly testArgs: readonly string[];
  /** The version of the toolchain that builds the program: `go1.25.4`; unset for that of the settings. */
  readonly toolchain?: string;
}

/** What the runtime reads, not the go command. */
const RUN_VARIABLES = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS', 'GOTRACEBACK', 'GORACE'];
/** What the go command, or a program that it starts, may read. */
const OF_BUILD = /^(?:GO\w*|GCCGO|CGO_\w*|CC|CXX|FC|AR|PKG_CONFIG\w*|PATH)$/;
/** Variables whose values are named and stored. Values of others, such as addresses of databases, may be secrets. */
const NAMED = /^(?:GO(?:GC|MEMLIMIT|DEBUG|MAXPROCS|TRACEBACK|RACE|TOOLCHAIN|386|AMD64|ARM|ARM64|MIPS|MIPS64|PPC64|RISCV64|FIPS140|EXPERIMENT|FLAGS)|CGO_ENABLED|CGO_\w*FLAGS|CC|CXX)$/;
/** Flags that say how long and how often a benchmark runs. */
const OF_MEASUREMENT = ['benchtime', 'count'];

type Check = (value: string) => string | undefined;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['GOGC', unless(/^(?:off|\d+)$/, 'GOGC is off or a whole number, such as GOGC=200.')],
  ['GOMEMLIMIT', unless(/^(?:off|\d+(?:B|[KMGT]iB)?)$/, 'GOMEMLIMIT is off or a size, such as GOMEMLIMIT=512MiB.')],
  ['GOMAXPROCS', unless(/^[1-9]\d*$/, 'GOMAXPROCS is a whole number from 1, such as GOMAXPROCS=1.')],
  ['GODEBUG', unless(/^[\w#]+=[^,=\s]+(?:,[\w#]+=[^,=\s]+)*$/, 'GODEBUG is a list of settings, such as GODEBUG=madvdontneed=1.')],
  ['GOAMD64', unless(/^v[1-4]$/, 'GOAMD64 is v1, v2, v3 or v4.')],
  ['GOTOOLCHAIN', unless(/^go1\.\d+\S*$/, 'GOTOOLCHAIN is the version of an installed toolchain, such as GOTOOLCHAIN=go1.26.8.')],
  ['GOOS', () => 'A program for another system cannot run here: leave GOOS out.'],
  ['GOARCH', () => 'A program for another architecture may not run here: leave GOARCH out.'],
]);

function unless(pattern: RegExp, sentence: string): Check {
  return (value) => (pattern.test(value) ? undefined : sentence);
}

/** Reads variables and flags such as `GOGC=off -race`. Returns a sentence for the user if they are not valid. */
export function parseChosen(text: string): ChosenEnvironment | string {
  const words = wordsOf(text);
  if (words.length === 0) return 'Enter variables or flags, such as GOGC=off or -race.';
  const variables = new Map<string, string>();
  const flags: string[] = [];
  for (const word of words) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
    const isValue = awaitsValue(flags.at(-1));
    if (isValue || word.startsWith('-')) {
      const flag = isValue ? `${flags.pop()}=${word}` : word;
      flags.push(flag);
    } else if (name === undefined) {
      return `"${word}" is neither NAME=value nor a flag: enter variables or flags, such as GOGC=off or -race.`;
    } else {
      const problem = CHECKS.get(name)?.(value);
      if (problem !== undefined) return problem;
      variables.set(name, value);
    }
  }
  const split = readFlags(flags);
  if (typeof split === 'string') return split;
  const toolchain = variables.get('GOTOOLCHAIN');
  variables.delete('GOTOOLCHAIN');
  const isOfRun = ([name]: readonly [string, string]) => RUN_VARIABLES.includes(name) || !OF_BUILD.test(name);
  const all = [...variables];
  return {
    words,
    runVariables: Object.fromEntries(all.filter(isOfRun)),
    buildVariables: Object.fromEntries(all.filter((each) => !isOfRun(each))),
    ...split,
    ...(toolchain !== undefined && { toolchain }),
  };
}

/** Splits at spaces outside of quotes: `GOFLAGS="-a -b"` is one word, without its quotes. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/^((?:[^'"]*=)?)(['"])([^]*)\2$/, '$1$3'));
}

/** Whether a flag such as `-tags` has its value in the next word. */
function awaitsValue(flag: string | undefined): boolean {
  return flag !== undefined && !flag.includes('=') && kindOfTestFlag(nameOf(flag)) === 'value';
}

/** `race` of `-race=true`, `--race` and `-test.race`. */
function nameOf(flag: string): string {
  return /^--?(?:test\.)?([^=]*)/.exec(flag)?.[1] ?? '';
}

function readFlags(flags: readonly string[]): Pick<ChosenEnvironment, 'buildFlags' | 'testArgs'> | string {
  const unknown = flags.find((flag) => kindOfTestFlag(nameOf(flag)) === undefined);
  if (unknown !== undefined) return `go test has no flag ${/^[^=]*/.exec(unknown)![0]}.`;
  const waiting = flags.find(awaitsValue);
  if (waiting !== undefined) return `The flag ${waiting} needs a value: ${waiting}=…`;
  const { buildFlags, testArgs, leftOut } = splitTestFlags(flags);
  if (leftOut.length > 0) return `Linecost sets ${leftOut.join(' and ')} itself: leave the flag out.`;
  const ofMeasurement = flags.find((flag) => OF_MEASUREMENT.includes(nameOf(flag)));
  if (ofMeasurement !== undefined) return `-${nameOf(ofMeasurement)} says how to measure, not what: click options… above the benchmark to change it.`;
  if (/,/.test(flagValue(testArgs, 'cpu') ?? '')) return 'Choose one number of processors: -cpu=1.';
  if (flagValue(buildFlags, 'exec') !== undefined) return 'Programs cannot run in turns with -exec: leave the flag out.';
  return { buildFlags, testArgs };
}

/** Whether the program must be built anew for the environment. */
export function needsBuild({ buildVariables, buildFlags, toolchain }: ChosenEnvironment): boolean {
  return toolchain !== undefined || buildFlags.length > 0 || Object.keys(buildVariables).length > 0;
}

/**
 * How to run Go in a chosen environment: that of the settings, with the chosen flags and the variables for the build.
 * A chosen flag replaces the one of the settings; build tags are added to theirs.
 * @param goBinary the absolute path of the chosen toolchain's go command
 */
export function withChosen(go: GoEnvironment, chosen: ChosenEnvironment, goBinary?: string): GoEnvironment {
  const variables = new Variables(go.env, process.platform);
  for (const [name, value] of Object.entries(chosen.buildVariables)) variables.set(name, value);
  if (goBinary !== undefined) {
    variables.setAll({ GOROOT: null, GOTOOLDIR: null }, (text) => text);
    // Else the go command would run, or download, the toolchain that go.mod names.
    variables.set('GOTOOLCHAIN', 'local');
  }
  const tags = [go.buildFlags, chosen.buildFlags].flatMap((flags) => flagValue(flags, 'tags') ?? []);
  const hasTags = flagValue(chosen.buildFlags, 'tags') !== undefined;
  const chosenFlags = hasTags
    ? [...withoutFlag(chosen.buildFlags, 'tags'), `-tags=${tags.join(',')}`]
    : chosen.buildFlags;
  return {
    ...go,
    ...(goBinary !== undefined && { goBinary }),
    env: variables.all(),
    buildFlags: replaced(go.buildFlags, chosenFlags),
    testArgs: replaced(go.testArgs, chosen.testArgs),
  };
}

/** The flags with the chosen ones in place of those of the same name. */
function replaced(flags: readonly string[], chosen: readonly string[]): string[] {
  const others = chosen.reduce<readonly string[]>((rest, flag) => withoutFlag(rest, nameOf(flag)), flags);
  // What follows -args, or a flag that Go does not know, is for the test binary alone.
  const end = others.findIndex((word) => word === '-args' || !isOwn(word));
  const own = end < 0 ? others.length : end;
  return [...others.slice(0, own), ...chosen, ...others.slice(own)];
}

function isOwn(word: string): boolean {
  return isKnownTestFlag(word) || kindOfTestFlag(nameOf(word)) !== undefined;
}

/** What is known of the environment of the settings. */
export interface SettingsEnvironment {
  readonly go: GoEnvironment;
  /** `go1.26.8`. */
  readonly goVersion: string;
  /** The value of a variable; undefined if it is not set. */
  readonly valueOf: (variable: string) => string | undefined;
}

/** `GOGC=off`; a toolchain as `Go 1.25.4`, a profile for PGO by its file name, a value that may be a secret as `…`. */
export function chosenText({ words }: ChosenEnvironment): string {
  return words.map((word) => {
    const [, version] = /^GOTOOLCHAIN=go(\S+)$/.exec(word) ?? [];
    if (version !== undefined) return `Go ${version}`;
    const [, pgo] = /^--?pgo=(.+)$/.exec(word) ?? [];
    const [, name] = /^([A-Za-z_]\w*)=/.exec(word) ?? [];
    if (name !== undefined && !NAMED.test(name)) return `${name}=…`;
    return pgo === undefined ? word : `-pgo=${basename(pgo)}`;
  }).join(' ');
}

/** Whether all values of the variables may be stored. */
export function isStorable({ runVariables, buildVariables }: ChosenEnvironment): boolean {
  return Object.keys({ ...runVariables, ...buildVariables }).every((name) => NAMED.test(name));
}

/** What the settings have in place of the chosen variables and flags: `GOGC=100`, `without -race`, `Go 1.26.8`. */
export function replacedText(chosen: ChosenEnvironment, { go, goVersion, valueOf }: SettingsEnvironment): string {
  const names = [...Object.keys(chosen.runVariables), ...Object.keys(chosen.buildVariables)];
  const variables = names.map((name) => {
    const value = valueOf(name);
    if (value === undefined || value === '') return `${name} not set`;
    return NAMED.test(name) ? `${name}=${value}` : `${name} of the settings`;
  });
  const flags = [...chosen.buildFlags, ...chosen.testArgs].map((flag) => {
    const name = nameOf(flag);
    const own = [...go.buildFlags, ...go.testArgs].findLast((each) => nameOf(each) === name);
    if (name === 'tags') return `without ${flag}`;
    return own ?? (name === 'pgo' ? '-pgo=auto' : `without -${name}`);
  });
  const toolchain = chosen.toolchain === undefined ? [] : [`Go ${goVersion.replace(/^go/, '')}`];
  return [...variables, ...flags, ...toolchain].join(' ');
}
