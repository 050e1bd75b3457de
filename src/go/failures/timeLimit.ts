import { findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import type { TestKind } from '../captureTypes';
import { type Reader, shortLocation } from './failureReader';
import { hangLocation, isGoFile } from './goPlaces';

/** `go test` applies -timeout to tests, but not to benchmarks. A test's process is ended this long after -timeout. */
const TIMEOUT_MARGIN_MS = 5000;

/** When the process of a run is ended, in milliseconds after its start; undefined without a time limit. */
export function processLimitMs(timeoutSeconds: number, kind: TestKind): number | undefined {
  return timeoutSeconds <= 0 ? undefined : timeoutSeconds * 1000 + (kind === 'benchmark' ? 0 : TIMEOUT_MARGIN_MS);
}

/** A run that exceeded linecost.profile.timeout. */
export const timeoutFailure: Reader = function* (output, result, { name, timeoutSeconds, places, declared }) {
  const isLimit = (line: string) => line.startsWith('panic: test timed out after ') || undefined;
  const isKill = (line: string) => /^\*\*\* Test killed.*: ran too long/.test(line) || undefined;
  const reason =
    result.timedOut ||
    (yield* findInLines(output, isLimit, { having: 'panic: test timed out after ' })) ||
    (yield* findInLines(output, isKill, { having: '*** Test killed' }));
  if (!reason) return undefined;
  const hang = yield* hangLocation(output, name.split('/')[0] ?? name, places);
  const location = hang && !isGoFile(hang.file, places) ? hang : declared;
  const where = hang === undefined || hang !== location ? '' : `; it was at ${shortLocation(hang)}`;
  const message = `${name} did not end within ${timeoutSeconds} s (linecost.profile.timeout)${where}.`;
  return new CaptureError('timedOut', message, location, output);
};
