import type { Progress } from '../../ui/progress';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { warnOfProfile } from '../profile/captureWarnings';
import type { Target } from '../profile/pickTarget';
import { type ProfilingParts, takeCapture } from '../profile/profileTarget';
import type { MeasurementInTurns } from './measurementInTurns';
import { tellVerdict } from './showVerdict';

/** Takes and stores the capture of a measurement in turns, and tells its verdict. Throws like takeCapture. */
export async function measureAndTell(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
  further: MeasurementInTurns,
): Promise<void> {
  const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
  const capture = await takeCapture(target, options, parts, progress, { further }).finally(endMeasurement);
  further.isStored = true;
  progress.end();
  warnOfProfile(capture, target, parts.output, { isInTurns: true });
  await tellVerdict(capture, target, further, parts);
}
