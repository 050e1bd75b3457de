import { readFileSync } from 'node:fs';
import { Benchstat, OptionError } from '../bench/benchstat/benchstat';
import { reasonsToFail, remarksOn } from '../bench/benchstat/failOver';
import { type Input, inputsOf } from '../bench/benchstat/inputs';
import { InputError } from '../bench/benchstat/reader';
import { asWritten } from './args';
import {
  asksForBenchstatHelp, BENCHSTAT_FLAGS, type BenchstatArgs, BenchstatUsageError, parseBenchstatArgs,
} from './benchstatArgs';

/**
 * The output and exit code: 1 for errors and, with `-fail-over`, for regressions above the limit or if there is nothing
 * to compare; 2 for usage errors.
 */
export interface BenchstatOutcome {
  readonly code: 0 | 1 | 2;
  readonly stdout: string | Uint8Array;
  readonly stderr: string | Uint8Array;
}

type ReadStdin = () => Promise<Uint8Array>;

/** Runs `report benchstat`. Paths are relative to the process's working directory. */
export async function runBenchstat(argv: readonly string[], readStdin: ReadStdin): Promise<BenchstatOutcome> {
  if (asksForBenchstatHelp(argv)) return { code: 0, stdout: usage(), stderr: '' };
  try {
    const args = parseBenchstatArgs(argv);
    return await compare(args, readStdin);
  } catch (cause) {
    if (!(cause instanceof BenchstatUsageError)) throw cause;
    return { code: 2, stdout: '', stderr: cause.message === '' ? usage() : `${cause.message}\n${usage()}` };
  }
}

function usage(): string {
  const flags = BENCHSTAT_FLAGS.map(({ name, value, help }) => `  ${`-${name}=${value}`.padEnd(22)}${help}\n`);
  return `report benchstat [flags] [LABEL=]FILE...

Summarizes the results of go test -bench, and compares each file with the first. Prints the same text as benchstat
(golang.org/x/perf/cmd/benchstat), whose documentation describes the keys and queries. - is standard input.

Flags, before the files:
${flags.join('')}`;
}

async function compare(args: BenchstatArgs, readStdin: ReadStdin): Promise<BenchstatOutcome> {
  const warnings: string[] = [];
  try {
    const benchstat = new Benchstat(args, (warning) => void warnings.push(warning));
    const readInput = readOnce(readStdin);
    for (const input of inputsOf(args.inputs)) {
      benchstat.read(await contentOf(input, readInput), input.path, input.label);
    }
    const { text, verdict } = benchstat.report(args.failOver);
    const reasons = verdict === undefined ? [] : reasonsToFail(verdict, args.failOver!);
    const remarks = verdict === undefined ? [] : remarksOn(verdict);
    const stderr = asWritten([...warnings, ...reasons, ...remarks].map((line) => `${line}\n`).join(''));
    return { code: reasons.length > 0 ? 1 : 0, stdout: asWritten(text), stderr };
  } catch (cause) {
    if (!(cause instanceof OptionError || cause instanceof InputError)) throw cause;
    const lines = [...warnings, `benchstat: ${cause.message}`];
    return { code: 1, stdout: '', stderr: asWritten(lines.map((line) => `${line}\n`).join('')) };
  }
}

/** Reads standard input once; later calls resolve to no bytes. */
function readOnce(read: ReadStdin): ReadStdin {
  let isRead = false;
  return async () => {
    if (isRead) return new Uint8Array();
    isRead = true;
    return read();
  };
}

async function contentOf({ path }: Input, readStdin: ReadStdin): Promise<Uint8Array> {
  if (path === '-') return readStdin();
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new InputError(goMessage(path, cause as NodeJS.ErrnoException));
  }
}

/** Go's error message for a file that it cannot read. */
function goMessage(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `open ${path}: no such file or directory`;
  if (code === 'EACCES') return `open ${path}: permission denied`;
  if (code === 'ENOTDIR') return `open ${path}: not a directory`;
  return code === 'EISDIR' ? `${path}:0: read ${path}: is a directory` : `open ${path}: ${message}`;
}
