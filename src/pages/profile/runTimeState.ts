import type { Active } from '../../captures/session';
import { isOfChosenTime, kindOfPieces, RECENT } from '../../captures/timeOfProfile';
import type { RunTimeState } from '../protocol/profilePage';

/** What the page says of the time of a program's run; undefined if it is not known what the program did when. */
export function runTimeState({ capture: { timeline, profiles }, profile }: Active): RunTimeState | undefined {
  if (!timeline) return undefined;
  const idOf = (name: string) => profiles.find(({ label }) => label === name)?.summary.id;
  const kind = kindOfPieces(profile.label);
  const whole = idOf(kind);
  const recent = idOf(RECENT[kind]);
  const chosen = profiles.find(isOfChosenTime);
  const { time } = profile;
  return {
    ...(whole !== undefined && { whole }),
    ...(recent !== undefined && { recent }),
    ...(chosen && { chosen: { profile: chosen.summary.id, label: chosen.label } }),
    ...(time && { shown: { from: time.from / 1000, to: time.to / 1000 } }),
    canChoose: timeline.pieces.length > 0,
  };
}
