import { CaptureError } from '../../common/captureError';
import type { Captured } from '../../captures/captureDraft';
import type { Capture } from '../../captures/loadedCapture';
import type { GoEnvironment } from '../../go/captureTypes';
import { type Progress, startProgress } from '../../ui/progress';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { warnOfProfile } from '../profile/captureWarnings';
import type { Target } from '../profile/pickTarget';
import { type FurtherMeasurement, type ProfilingParts, takeCapture } from '../profile/profileTarget';
import type { BuiltCode } from './builtCode';
import { type EarlierCode, MeasurementInTurns, readyForTurns } from './measurementInTurns';
import { tellVerdict } from './showVerdict';

/** Code to measure a target against, and what differs from a measurement of the target alone. */
export interface Against extends Pick<FurtherMeasurement, 'request' | 'earlierProgram' | 'prepare'> {
  readonly code: BuiltCode;
  /** What the code is called; see EarlierCode. */
  readonly known?: Pick<EarlierCode, 'revision' | 'sides' | 'name'>;
  /** What the capture of the target says beside what was measured, such as its title. */
  readonly captured?: Partial<Captured>;
  /** How the target is built and run, if not as the settings say. */
  readonly go?: GoEnvironment;
  /** Builds the target, if not with a build of its own. */
  readonly builder?: ProfilingParts['builder'];
}

/**
 * Builds other code and a target, profiles both in turns, runs both in turns without profiles, stores a capture of
 * each, and shows the verdict. Throws the errors of `build`, CaptureError, an Error for the user, or AbortError.
 * @param title of the progress notification
 * @param build builds the other code; `code` is closed at the end
 */
export async function measureAgainst(
  target: Target,
  title: string,
  build: (options: RunOptions, progress: Progress) => Promise<Against>,
  parts: ProfilingParts,
): Promise<void> {
  const ready = await readyForTurns(target, parts);
  if (!ready) return;
  const { options, machine } = ready;
  const progress = await startProgress(title);
  const measure = async (): Promise<{ capture: Capture; turns: MeasurementInTurns }> => {
    const against = await build(options, progress);
    const { code, go, builder } = against;
    try {
      const turns = new MeasurementInTurns(target, earlierCode(against), machine, true, go);
      const allParts = builder ? { ...parts, builder } : parts;
      const capturing = takeCapture(target, options, allParts, progress, {
        further: withOwnCapture(against, turns, parts),
      });
      const capture = await capturing.catch((error: unknown) => {
        throw turns.withVerdict(error);
      });
      return { capture, turns };
    } finally {
      await code.close();
    }
  };
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const { capture, turns } = await measure().finally(endMeasurement);
    progress.end();
    warnOfProfile(capture, target, parts.output, { isInTurns: true });
    await tellVerdict(capture, target, turns, parts);
  } finally {
    progress.end();
  }
}

function earlierCode({ code, known }: Against): EarlierCode {
  const { id, capturedAt, notes } = code;
  return {
    id, capturedAt, notes, own: code,
    ...(known?.revision !== undefined && { revision: known.revision }),
    ...(known?.name !== undefined && { name: known.name }),
    // These are known only after the code was measured.
    get conditions() { return code.conditions; },
    get reportedUnits() { return code.reportedUnits; },
    get sides() { return known?.sides; },
  };
}

/** Times the code, then measures in turns; stores the code's capture if a pair of runs is complete. */
function withOwnCapture(
  { code, known, request, captured, earlierProgram, prepare }: Against,
  measurement: MeasurementInTurns,
  { output }: ProfilingParts,
): FurtherMeasurement {
  return {
    ...(request && { request }),
    ...(captured && { captured: () => captured }),
    ...(earlierProgram !== undefined && { earlierProgram }),
    prepare: async (progress, ...built) => {
      await code.time(progress);
      // Such a result is none of an operation, and may be of any size.
      const { misfit } = code;
      if (misfit && known?.sides?.kind === 'benchmarks') throw new CaptureError('failed', `${misfit.text} So there is no verdict.`);
      await prepare?.(progress, ...built);
    },
    names: () => measurement.names(),
    profileEarlier: (...args) => measurement.profileEarlier(...args),
    takeEarlier: (...args) => measurement.takeEarlier(...args),
    measure: async (...args) => {
      const measured = await measurement.measure(...args);
      const { turns } = measured;
      if (!turns) return measured;
      try {
        await code.store(measurement.earlierResults);
        return measured;
      } catch (error) {
        output.error(String(error));
        const name = turns.sides?.before ?? turns.base.revision;
        const note = `The profiles of ${name} could not be stored: lines are not compared.`;
        return { ...measured, turns: { ...turns, notes: [...turns.notes, note] } };
      }
    },
  };
}
