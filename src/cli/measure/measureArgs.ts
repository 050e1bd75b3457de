import { kindOfTestFlag, splitTestFlags } from '../../go/tool/goFlags';
import { durationNanos } from '../../go/test/profiledRuns';
import type { StopRule } from './stopRule';

export type MeasureFormat = 'text' | 'markdown' | 'json';

/** A command line of `linecost measure`. */
export interface MeasureArgs {
  /** A git revision; undefined if `baseDir` is set. */
  readonly against?: string;
  /** A folder with other code, instead of a revision: it stands for the working directory. */
  readonly baseDir?: string;
  /** The largest regression that passes, as a share: 0.05. */
  readonly failOver: number;
  readonly stop: StopRule;
  /** The value of -bench. */
  readonly bench: string;
  readonly benchtime: string;
  /** Time limit of each run, in seconds. */
  readonly timeoutSeconds: number;
  readonly format: MeasureFormat;
  /** The folder for the results of both sides; undefined if they are not written. */
  readonly save?: string;
  readonly buildFlags: readonly string[];
  readonly testArgs: readonly string[];
  /** Flags of `go test` that are left out: `-cpuprofile`. */
  readonly leftOut: readonly string[];
  readonly packages: readonly string[];
}

/** An invalid command line, as one sentence. */
export class MeasureUsageError extends Error {
  override readonly name = 'MeasureUsageError';
}

interface OwnFlag {
  readonly name: string;
  /** As in the help: `REV`. */
  readonly value: string;
  readonly help: string;
}

export const OWN_FLAGS = [
  { name: 'against', value: 'REV', help: 'The git revision to compare with: main, HEAD^, v1.2.0, a hash; main... for the merge base with main' },
  { name: 'base-dir', value: 'DIR', help: 'Compare with the code in this folder instead, without git; it stands for the working directory' },
  { name: 'fail-over', value: 'N%', help: 'The largest regression that passes (default 0%: every firm regression fails)' },
  { name: 'detect', value: 'N%', help: 'Run until each interval is at most this wide (default 5%, for at most 30 pairs of runs)' },
  { name: 'runs', value: 'N', help: 'Run each program N times; -count is the same' },
  { name: 'time', value: 'DURATION', help: 'Run for this long, without the time of the builds' },
  { name: 'bench', value: 'REGEXP', help: 'The benchmarks to measure, as in go test (default all)' },
  { name: 'benchtime', value: 'T', help: 'The time of a run (default 200ms), or its operations, as in 100x' },
  { name: 'timeout', value: 'DURATION', help: 'Time limit of each run (default 10m)' },
  { name: 'format', value: 'FORMAT', help: 'text, markdown or json (default text)' },
  { name: 'save', value: 'DIR', help: 'Write the results of both sides into this folder, as base.txt and now.txt, for benchstat' },
] as const satisfies readonly OwnFlag[];

type OwnName = (typeof OWN_FLAGS)[number]['name'];
type Given = Partial<Record<OwnName | 'count', string>>;

/**
 * Parses the words after `measure`: flags with one or two dashes, the value after `=` or in the next word, before or
 * after the packages. Other flags are those of `go test`; what follows -args is for the test binary.
 * @throws MeasureUsageError
 */
export function parseMeasureArgs(argv: readonly string[]): MeasureArgs {
  const words = [...argv];
  const given: Given = {};
  const [goWords, packages]: [string[], string[]] = [[], []];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name, inline] = /^--?(?:test\.)?([^-=][^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === 'args') goWords.push('-args', ...words.splice(0));
    else if (word === '--') packages.push(...words.splice(0));
    else if (name === undefined) packages.push(word);
    else {
      const own = [...OWN_FLAGS.map((flag) => flag.name), 'count' as const].find((each) => each === name);
      const isSwitch = own === undefined && kindOfTestFlag(name) === 'switch';
      if (own === undefined && kindOfTestFlag(name) === undefined) throw unknownFlag(word);
      const value = isSwitch ? inline : valueOf(name, inline, words);
      if (own === undefined) goWords.push(`-${name}${value === undefined ? '' : `=${value}`}`);
      else given[own] = value;
    }
  }
  const { buildFlags, testArgs, leftOut } = splitTestFlags(goWords);
  const quiet = ['-run', '-benchmem', '-json'];
  return {
    ...sideOf(given),
    failOver: percentage('fail-over', given['fail-over'] ?? '0%'),
    stop: stopOf(given),
    bench: given.bench ?? '.',
    benchtime: benchtimeOf(given.benchtime ?? '200ms'),
    timeoutSeconds: seconds('timeout', given.timeout ?? '10m'),
    format: formatOf(given.format ?? 'text'),
    ...(given.save !== undefined && { save: given.save }),
    buildFlags,
    testArgs,
    leftOut: leftOut.filter((flag) => !quiet.includes(flag)),
    packages: packages.length === 0 ? ['.'] : packages,
  };
}

function unknownFlag(word: string): MeasureUsageError {
  const flag = word.replace(/=.*$/s, '');
  return new MeasureUsageError(`There is no flag ${flag}; flags of the test program follow -args (see linecost measure -help).`);
}

function valueOf(name: string, inline: string | undefined, rest: string[]): string {
  const value = inline ?? rest.shift();
  if (value === undefined || value === '') throw new MeasureUsageError(`The flag -${name} needs a value, as in -${name}=VALUE.`);
  return value;
}

function sideOf({ against, 'base-dir': baseDir }: Given): Pick<MeasureArgs, 'against' | 'baseDir'> {
  if (against !== undefined && baseDir !== undefined) throw new MeasureUsageError('Give --against or --base-dir, not both.');
  if (against !== undefined) return { against };
  if (baseDir !== undefined) return { baseDir };
  throw new MeasureUsageError('Say what to compare with: --against=REV, such as --against=HEAD^ or --against=main, or --base-dir=DIR.');
}

function stopOf(given: Given): StopRule {
  const { detect, runs, count, time } = given;
  const named = [['detect', detect], ['runs', runs], ['count', count], ['time', time]].filter(([, value]) => value !== undefined);
  if (named.length > 1) {
    throw new MeasureUsageError(`Give --${named[0][0]} or --${named[1][0]}, not both: each says when to stop.`);
  }
  if (time !== undefined) return { kind: 'time', seconds: seconds('time', time) };
  if ((runs ?? count) !== undefined) return { kind: 'runs', pairs: wholeNumber(runs === undefined ? 'count' : 'runs', runs ?? count!) };
  if (detect === undefined) return { kind: 'detect', width: 0.05, maxPairs: 30 };
  const width = percentage('detect', detect);
  if (width === 0) throw new MeasureUsageError('--detect needs more than 0 %: no interval is that narrow.');
  return { kind: 'detect', width, maxPairs: 200 };
}

function percentage(name: OwnName, text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+) ?%?$/.exec(text.trim());
  if (match === null) throw new MeasureUsageError(`--${name} needs a percentage such as 5%, not "${text}".`);
  return Number(match[1]) / 100;
}

function seconds(name: OwnName, text: string): number {
  const nanos = durationNanos(text.trim());
  if (nanos === undefined || nanos <= 0) throw new MeasureUsageError(`--${name} needs a duration such as 30s or 2m, not "${text}".`);
  return nanos / 1e9;
}

function wholeNumber(name: string, text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 1000) throw new MeasureUsageError(`--${name} needs a whole number from 1 to 1000, not "${text}".`);
  return value;
}

function benchtimeOf(text: string): string {
  const isValid = /^[1-9]\d*x$/.test(text) || (durationNanos(text) ?? 0) > 0;
  if (!isValid) throw new MeasureUsageError(`-benchtime needs a duration such as 1s, or operations such as 100x, not "${text}".`);
  return text;
}

function formatOf(text: string): MeasureFormat {
  const format = (['text', 'markdown', 'json'] as const).find((each) => each === text);
  if (format === undefined) throw new MeasureUsageError(`--format is text, markdown or json, not "${text}".`);
  return format;
}

export function measureHelp(): string {
  const flags = OWN_FLAGS.map(({ name, value, help }) => `  ${`--${name}=${value}`.padEnd(22)}${help}\n`);
  return `linecost measure --against=REV [flags] [packages]

Builds the benchmarks of a git revision and of the working tree, runs both in turns, and prints benchstat's table and a
verdict on each benchmark. For a firm regression in time or memory, both programs are profiled, and the lines that did
it are named. Progress goes to standard error. Your files, index and branches stay as they are.

Flags:
${flags.join('')}
Build flags and -cpu, -short and the like are those of go test, such as -tags=integration. What follows -args is for the
test program. The packages are those of the working directory (default .), as in ./...

Exit status: 0, 1 after a firm regression past --fail-over, 2 if something could not be measured.
`;
}
