import type { Session } from '../../captures/session';

/** Shows the next or the previous sample type of the capture, in the order of the status bar's menu; wraps around. */
export function showNextSampleType(session: Session, step: 1 | -1): void {
  const { active } = session;
  if (!active) return;
  const all = active.capture.profiles.flatMap((profile) =>
    profile.summary.sampleTypes.map((_, sampleType) => ({ profile, sampleType })));
  const at = all.findIndex((each) => each.profile === active.profile && each.sampleType === active.sampleType);
  const { profile, sampleType } = all[(at + step + all.length) % all.length];
  session.choose(profile.summary.id, sampleType);
}
