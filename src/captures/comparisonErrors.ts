import { isBaselineFailure } from '../engine/failures';
import type { Baseline, NotCompared } from './comparison';
import type { Active } from './session';
import { baselineName } from './baselineName';
import { kindName } from './kindName';

/** Thrown if two profiles cannot be compared. The message is a sentence for the user. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError';
}

/** Throws ComparisonError, but not if only the operations are unknown, because totals can still be compared. */
export function refuse(why: NotCompared, baseline: Baseline, active: Active): void {
  if (why === 'operations') return;
  if (why === 'itself') throw new ComparisonError(`${active.capture.title} is the baseline itself: choose another capture.`);
  throw otherKind(baseline, active);
}

function otherKind({ capture }: Baseline, { profile }: Active): ComparisonError {
  const types = profile.summary.sampleTypes.map(({ type }) => type);
  const kind = kindName(profile, types.at(-1)!, '');
  const missing = kind === undefined ? `profile with ${types.join(', ')}` : `${kind} profile`;
  const name = baselineName(capture, undefined, Date.now());
  return new ComparisonError(`${name} has no ${missing}: choose one of the same kind.`);
}

/** The ComparisonError for a failure of the engine that concerns the baseline; else the error itself. */
export function asComparisonError(error: unknown, { capture, baseline }: Active): unknown {
  if (!isBaselineFailure(error)) return error;
  const names = `${capture.title} cannot be compared with ${baselineName(baseline!.capture, undefined, Date.now())}`;
  const reason = error.message.replace(`${error.field}: `, '');
  return new ComparisonError(`${names}: ${reason}.`);
}
