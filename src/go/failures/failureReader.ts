import { basename } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import type { CaptureError } from '../../common/captureError';
import type { TestKind } from '../captureTypes';
import type { GoPlaces, TraceLocation } from './goPlaces';
import type { RunResult } from '../../common/processes/runProcess';

/** The run that failed. */
export interface FailureContext {
  readonly name: string;
  readonly kind: TestKind;
  readonly timeoutSeconds: number;
  readonly places: GoPlaces;
  /** Arguments of the test binary that the user chose. */
  readonly testArgs?: readonly string[];
  /** Where the test is declared; unset if unknown. */
  readonly declared?: TraceLocation | undefined;
  /** Where the benchmark calls b.Loop. */
  readonly loop?: TraceLocation | undefined;
}

/** Finds one sort of failure in the output of a run; undefined if the run failed otherwise. */
export type Reader = (output: string, result: RunResult, context: FailureContext) => Steps<CaptureError | undefined>;

export function* hasExitStatus2(output: string): Steps<boolean> {
  return (yield* findInLines(output, (line) => line === 'exit status 2' || undefined, { having: 'exit status 2' })) === true;
}

/** Whether a line is one of those that the testing package prints before the first result: `goos: linux`. */
export function isConfigLine(line: string): boolean {
  return /^(?:goos|goarch|pkg|cpu): /.test(line);
}

export function shortLocation({ file, line }: TraceLocation): string {
  return `${basename(file)}:${line}`;
}
