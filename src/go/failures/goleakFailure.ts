import { eachLine, findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import { absoluteFile, isGoFile, type TraceLocation } from './goPlaces';
import { type Reader, shortLocation } from './failureReader';

const MARK = 'goleak: Errors on ';
const GOROUTINE = /^[[ ]?Goroutine \d+ in state (.+), with (.+) on top of the stack:$/s;
const PLACE = /^\t(\S.*\.go):(\d+)(?: |$)/s;

/** What goleak.VerifyTestMain found when all tests had ended: it prints whole goroutines, which end with a bracket. */
export const goleakFailure: Reader = function* (output, _result, { name, places }) {
  const startOf = (line: string, start: number) => (line.startsWith(MARK) ? start : undefined);
  const from = yield* findInLines(output, startOf, { having: MARK });
  if (from === undefined) return undefined;
  const found: { count: number; first?: string; location?: TraceLocation } = { count: 0 };
  yield* eachLine(output, (line) => {
    const goroutine = GOROUTINE.exec(line);
    if (goroutine) {
      found.count++;
      found.first ??= `${goroutine[2]} has not ended (${goroutine[1]})`;
    }
    const [, file, number] = PLACE.exec(line) ?? [];
    if (found.count !== 1 || found.location || file === undefined || isGoFile(file, places)) return;
    found.location = { file: absoluteFile(file, places), line: Number(number), column: 1 };
  }, { from });
  const { count, first, location } = found;
  if (first === undefined) return undefined;
  const where = location ? ` (${shortLocation(location)})` : '';
  const others = count === 1 ? '' : `, and ${count - 1} more`;
  const message = `${name} ran, and goleak found that ${first}${where}${others}.`;
  return new CaptureError('failed', message, location, output);
};
