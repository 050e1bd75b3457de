import { type CaptureBefore, codeOfCapture } from '../../captures/codeOfCapture';
import type { Captured } from '../../captures/captureDraft';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { isOfPresentCode } from '../../captures/presentCode';
import { measuredName } from '../../captures/captureGroups';
import type { GoTestBuild } from '../../go/captureTypes';
import { ignored } from '../../profile/common/ignored';

/** Adds to a capture what tells its code from that of the capture before. Never rejects. */
export async function withCode(
  captured: Captured,
  build: Omit<GoTestBuild, 'isEarlierProgram'>,
  captures: Pick<LoadedCaptures, 'records' | 'storedSources'>,
): Promise<Captured> {
  // A stored program has the code of its own capture.
  if (captured.stage !== undefined) return captured;
  const describe = async () => {
    // In another environment, the build may select other files of the same code.
    const isChosen = captured.chosenEnvironment !== undefined;
    const code = await codeOfCapture(build, isChosen ? undefined : await captureBefore(captured, captures));
    return { ...captured, ...(Object.keys(code).length > 0 && { code }) };
  };
  return describe().catch(ignored('a capture does not say what changed', captured));
}

/**
 * The newest capture of the same benchmark, test or case. Captures of a git revision or of a stored program did not
 * measure the present code, and those of a chosen environment perhaps other files of it.
 */
async function captureBefore(
  captured: Captured,
  captures: Pick<LoadedCaptures, 'records' | 'storedSources'>,
): Promise<CaptureBefore | undefined> {
  const { target } = captured;
  if (!target) return undefined;
  const record = (await captures.records()).find((each) => {
    return isOfPresentCode(each) && each.target?.file === target.file && measuredName(each) === measuredName(captured);
  });
  return record && { record, sources: () => captures.storedSources(record.id) };
}
