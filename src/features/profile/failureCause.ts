import { inParentheses } from '../../bench/misfit';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { CodeUse } from '../../go/code/codeUses';
import { isDamaged } from '../../engine/failures';
import { type JudgedCode, neverStarts, neverStartsText, useOf } from './resultMisfit';

/**
 * Why the runs of a benchmark take longer than its benchtime: `it sets b.N itself (x_test.go:12)`; undefined if nothing
 * in its code says so.
 */
export function whySlow(code: JudgedCode): string | undefined {
  const use = slowUse(code);
  if (!use) return undefined;
  const reasons = {
    sets: `it sets ${use.name} itself`,
    never: 'it stops its timer and never starts it again',
    stops: 'it stops its timer in its loop',
  };
  return `${reasons[kindOf(code, use)]}${inParentheses(use)}`;
}

function slowUse(code: JudgedCode): CodeUse | undefined {
  return useOf(code, 'setsN') ?? neverStarts(code) ?? stopInLoop(code);
}

function stopInLoop(code: JudgedCode): CodeUse | undefined {
  return code.uses.find(({ kind, isInLoop }) => kind === 'stopTimer' && isInLoop);
}

function kindOf(code: JudgedCode, use: CodeUse): 'sets' | 'never' | 'stops' {
  if (use.kind === 'setsN') return 'sets';
  return neverStarts(code) ? 'never' : 'stops';
}

/** The error for a run that failed because of what the benchmark's code does to its run; else the error itself. */
export function explainedByCode(error: unknown, code: JudgedCode): unknown {
  if (isDamaged(error)) return damaged(code) ?? error;
  if (!isCaptureError(error)) return error;
  if (error.failure === 'timedOut') return tooLong(error, code);
  const isInUse = `${error.message}\n${error.detail ?? ''}`.includes('cpu profiling already in use');
  return isInUse ? ownProfile(error, code) : error;
}

/** The timer's methods in a stack trace of Go. */
const IN_TIMER = /^testing\.\(\*B\)\.(?:StopTimer|StartTimer)\(/m;

function tooLong(error: CaptureError, code: JudgedCode): CaptureError {
  const use = slowUse(code);
  if (!use) return error;
  const kind = kindOf(code, use);
  const whole = error.message.replace(/\.$/, '');
  // The goroutine was at an innocent line.
  const withoutPlace = whole.replace(/; it was at [^;]*$/, '');
  const reasons = {
    sets: `it sets ${use.name} itself${inParentheses(use)}, so go test repeats it without an end`,
    never: `${neverStartsText(code, use).slice(code.name.length + 1)}, so go test repeats it up to 1,000,000,000 times`,
    stops: `it stops its timer in its loop${inParentheses(use)}, and go test repeats it until the time in between is long enough`,
  };
  const isSure = kind !== 'stops' || IN_TIMER.test(error.detail ?? '');
  const advice = kind === 'stops' ? ' Set a number of iterations (linecost.profile.benchtime), such as 100x.' : '';
  const message = isSure
    ? `${withoutPlace}: ${kind === 'never' ? 'it ' : ''}${reasons[kind]}.${advice}`
    : `${whole}. It stops its timer in its loop${inParentheses(use)}, which may be why.`;
  return new CaptureError('timedOut', message, isSure ? { ...placeOf(use), column: 1 } : error.location, error.detail);
}

function ownProfile(error: CaptureError, code: JudgedCode): CaptureError {
  const ofBenchmark = useOf(code, 'cpuProfile');
  const use = ofBenchmark ?? code.atStart.find(({ kind }) => kind === 'cpuProfile');
  const subject = ofBenchmark || !use ? code.name : `The program of ${code.name}`;
  const message = `${subject} starts a cpu profile itself${inParentheses(use)}, and a program can take only one at a time: ` +
    'leave that out, or profile memory instead.';
  return new CaptureError('failed', message, use ? { ...placeOf(use), column: 1 } : error.location, error.detail);
}

function damaged(code: JudgedCode): CaptureError | undefined {
  const child = useOf(code, 'child');
  if (!child) return undefined;
  const message = `A profile of ${code.name} cannot be read: a child process of it may have written to the same file` +
    `${inParentheses(child)}. Start the child without the arguments of the test binary.`;
  return new CaptureError('noProfile', message, { ...placeOf(child), column: 1 });
}

function placeOf({ file, line }: CodeUse): { readonly file: string; readonly line: number } {
  return { file, line };
}
