import { CaptureError } from '../../common/captureError';
import type { GoTestRequest } from '../captureTypes';
import type { WorkFolder } from './workFolder';

/** Whether `go test` runs the program through another one, set by -exec. */
export function hasExecWrapper({ go }: GoTestRequest, { settings }: WorkFolder): boolean {
  return [...go.buildFlags, ...settings.goflags.split(/\s+/)].some((flag) => /^--?exec(=|$)/.test(flag));
}

/** Throws CaptureError with -exec, because two programs in turns are not run by `go test`. */
export function checkTurnsPossible(request: GoTestRequest, folder: WorkFolder): void {
  if (!hasExecWrapper(request, folder)) return;
  throw new CaptureError('failed', 'Programs cannot be measured in turns with -exec: remove it from the flags of Go.');
}

/** The error for a source that changed since the build: with -exec, the program that was built cannot be run alone. */
export function changedSource(name: string): CaptureError {
  return new CaptureError('failed', `The source of ${name} changed while it was profiled: profile it again.`);
}
