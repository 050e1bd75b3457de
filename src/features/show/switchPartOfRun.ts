import { kindOfPieces, RECENT } from '../../captures/timeOfProfile';
import type { Session } from '../../captures/session';

/** Shows the profile of the last seconds of a program, or of its whole run if another part is shown. */
export function switchPartOfRun(session: Session): void {
  const { capture, profile } = session.active ?? {};
  const kind = kindOfPieces(profile?.label ?? '');
  const wanted = profile?.label === kind ? RECENT[kind] : kind;
  const next = capture?.profiles.find(({ label }) => label === wanted) ?? capture?.profiles.find(({ time }) => time);
  if (next) session.switchProfile(next.summary.id);
}
