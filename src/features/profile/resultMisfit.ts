import { inParentheses, type Misfit } from '../../bench/misfit';
import { groupByName } from '../../bench/resultsByCase';
import type { BenchmarkResult } from '../../bench/parseOutput';
import type { BenchmarkCode } from '../../go/code/benchmarkCode';
import type { CodeUse, UseKind } from '../../go/code/codeUses';
import { countText } from '../../profile/text/screen/digits';
import { basename } from 'node:path';
import { CaptureError } from '../../common/captureError';

/** A loop that does nothing takes 0.2 ns an iteration, and b.N bytes are set to zero in 0.01 ns each. */
const IMPOSSIBLE_NANOS = 0.001;
/** An operation that is a part of a loop takes at least one cycle. */
const TOO_FAST_NANOS = 0.05;

/** A benchmark's code, for sentences about it. */
export interface JudgedCode extends BenchmarkCode {
  /** `BenchmarkX`, or `BenchmarkX/case`. */
  readonly name: string;
  /** Absolute path of the benchmark's file. */
  readonly file: string;
}

/** Marks the results of each case that do not measure its operations. */
export function withMisfits(code: JudgedCode, results: readonly BenchmarkResult[]): readonly BenchmarkResult[] {
  const misfits = new Map(groupByName(results).flatMap(({ subName, results: group }) => {
    const { baseName } = group[0];
    const misfit = resultMisfit({ ...code, name: subName === '' ? baseName : `${baseName}/${subName}` }, group);
    return misfit ? group.map((result) => [result, misfit] as const) : [];
  }));
  if (misfits.size === 0) return results;
  return results.map((result) => {
    const misfit = misfits.get(result);
    return misfit ? { ...result, misfit } : result;
  });
}

/** Why the results of a benchmark do not measure its operations; undefined if nothing speaks against them. */
export function resultMisfit(code: JudgedCode, results: readonly BenchmarkResult[]): Misfit | undefined {
  const { name, loops, isWhole } = code;
  const sets = useOf(code, 'setsN');
  if (sets) {
    return { text: `${name} sets ${sets.name} itself${inParentheses(sets)}, so go test counts that many operations, not those that it asked for: leave ${sets.name} as it is.`, place: sets, sign: `sets ${sets.name} itself` };
  }
  const times = results.flatMap(({ iterations, values }) => {
    const nanos = values.find(({ unit }) => unit === 'ns/op')?.value;
    return nanos === undefined || iterations === 1 ? [] : [{ nanos, iterations }];
  });
  if (times.length === 0 || useOf(code, 'reportsTime')) return undefined;
  const fastest = times.reduce((a, b) => (b.nanos < a.nanos ? b : a));
  const place = code.line === undefined ? undefined : { file: code.file, line: code.line };
  const ignores = !loops && (isWhole || fastest.nanos < TOO_FAST_NANOS);
  if (ignores) {
    const figure = `${fastest.nanos} ns/op is the time of one run divided by ${countText(fastest.iterations)}`;
    return { text: `${name} does not loop b.N times${inParentheses(place)}, so ${figure}: put its work into for b.Loop() { … }.`, place, sign: 'does not loop b.N times' };
  }
  if (fastest.nanos >= TOO_FAST_NANOS) return undefined;
  const stopped = neverStarts(code);
  if (stopped) return { text: `${neverStartsText(code, stopped)}, so go test timed almost nothing of it.`, place: stopped, sign: 'does not start its timer again' };
  if (fastest.nanos >= IMPOSSIBLE_NANOS) return undefined;
  return { text: `${fastest.nanos} ns/op is too short for an operation of ${name}${inParentheses(place)}: it does not loop b.N times, or its timer does not run.`, place, sign: 'too short for an operation' };
}

/** The call that stops the timer of a benchmark that never starts it again. */
export function neverStarts(code: BenchmarkCode): CodeUse | undefined {
  return useOf(code, 'startTimer') ? undefined : useOf(code, 'stopTimer');
}

/** `BenchmarkX stops its timer (x_test.go:12) and never starts it again` */
export function neverStartsText({ name }: JudgedCode, stop: CodeUse): string {
  return `${name} stops its timer${inParentheses(stop)} and never starts it again`;
}

/** The nearest use of a kind. */
export function useOf({ uses }: Pick<BenchmarkCode, 'uses'>, kind: UseKind): CodeUse | undefined {
  return uses.find((use) => use.kind === kind);
}

/** Limit for the part of a line that a message shows. */
const MAX_SHOWN = 60;
/** A call that may write to standard output, up to the first verb or escape of its text. */
const PRINT_CALL = /\b(?:fmt\.F?[Pp]rintf?|WriteString|io\.WriteString)\([^"`]*["`]([^"`%\\]+)/g;

/**
 * Why a benchmark that ran has no readable result: it printed text without a newline, so that the text and the result
 * are on one line. The location is that of the call that printed the text, if only one call in `texts` matches.
 * @param output the standard output of `go test -benchmem`
 * @param texts the sources of the package, by absolute path
 */
export function unreadResult(name: string, output: string, texts: ReadonlyMap<string, string>): CaptureError {
  const line = output.split('\n').findLast((each) => each.trimEnd().endsWith(' allocs/op')) ?? '';
  const shown = line.replace(/\s+/g, ' ').trim();
  const part = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const location = onlyPrinter(line, texts);
  const where = location ? ` (${basename(location.file)}:${location.line})` : '';
  const message = `${name} prints text into the line of its result, so the result cannot be read: end the text with a newline${where}. The line is: ${part}`;
  return new CaptureError('failed', message, location, output);
}

/** The place of the call that printed a part of the line; undefined if there is none or more than one. */
function onlyPrinter(line: string, texts: ReadonlyMap<string, string>): CaptureError['location'] {
  const found = [...texts].flatMap(([file, text]) => text.split('\n').flatMap((code, i) => {
    const isPrinter = [...code.matchAll(PRINT_CALL)].some(([, printed]) => line.includes(printed));
    return isPrinter ? [{ file, line: i + 1, column: code.search(/\S/) + 1 }] : [];
  }));
  return found.length === 1 ? found[0] : undefined;
}
