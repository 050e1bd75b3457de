import type { Active, Session } from '../../captures/session';
import type { ProfileId } from '../../engine/queries';

interface TypeOfCapture {
  readonly id: ProfileId;
  readonly sampleType: number;
}

/**
 * The next or the previous sample type of the capture that has costs, in the order of the status bar's menu; wraps
 * around. undefined if there is no other.
 */
export function nextType({ capture, profile, sampleType: shown }: Active, step: 1 | -1): TypeOfCapture | undefined {
  const isShown = ({ id, sampleType }: TypeOfCapture) => id === profile.summary.id && sampleType === shown;
  const all = capture.profiles.flatMap(({ summary: { id, sampleTypes, totals } }) => {
    const types = sampleTypes.map((_, sampleType) => ({ id, sampleType }));
    // In a difference between two moments, the total is of increases and decreases.
    return types.filter((each) => totals[each.sampleType] !== 0 || isShown(each));
  });
  const next = all.at((all.findIndex(isShown) + step) % all.length);
  return next && !isShown(next) ? next : undefined;
}

export function showNextSampleType(session: Session, step: 1 | -1): void {
  const next = session.active && nextType(session.active, step);
  if (next) session.choose(next.id, next.sampleType);
}
