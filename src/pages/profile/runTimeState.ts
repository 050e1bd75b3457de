import type { StoredGrowth, TimeSpan } from '../../captures/disk/captureStore';
import type { Active } from '../../captures/session';
import {
  isOfChosenTime, kindOfMoments, kindOfPieces, measuredOf, piecesIn, RECENT,
} from '../../captures/timeOfProfile';
import { growthText } from '../../captures/growthText';
import { durationText } from '../../profile/text/intervalText';
import type { GrowthRow, RunTimeState } from '../protocol/profilePage';

/** What the page says of the time of a program's run; undefined if it is not known what the program did when. */
export function runTimeState({ capture, profile, baseline }: Active): RunTimeState | undefined {
  const { timeline, profiles } = capture;
  if (!timeline) return undefined;
  const idOf = (name: string) => profiles.find(({ label }) => label === name)?.summary.id;
  const kind = kindOfPieces(profile.label);
  const moments = kindOfMoments(timeline, profile.label);
  const whole = idOf(moments ?? kind);
  const recent = moments ? undefined : idOf(RECENT[kind]);
  const chosen = profiles.find(isOfChosenTime);
  const { time } = profile;
  const against = baseline?.isOfSameRun ? baseline.profile.time : undefined;
  const pieces = time && !moments ? piecesIn(timeline, time) : [];
  const measured = time && measuredOf(pieces);
  const { watch } = timeline;
  return {
    ...(whole !== undefined && { whole }),
    ...(recent !== undefined && { recent }),
    ...(chosen && { chosen: { profile: chosen.summary.id, label: chosen.label } }),
    ...(time && { shown: inSeconds(time) }),
    ...(against && { against: inSeconds(against) }),
    ...(time && measured !== undefined && { measured: measuredText(measured, time) }),
    ...(watch && {
      watch: {
        breaks: watch.breaks.map(({ at, text }) => ({ at: at / 1000, text })),
        grows: watch.grows.map(growthRow),
      },
    }),
    canChoose: timeline.pieces.length > 0 || (watch !== undefined && watch.moments.length > 0),
  };
}

function growthRow(growth: StoredGrowth): GrowthRow {
  const { function: name, file, line } = growth;
  return { text: growthText(growth), function: name, file, line };
}

function inSeconds({ from, to }: TimeSpan): { readonly from: number; readonly to: number } {
  return { from: from / 1000, to: to / 1000 };
}

/** `4 s of 120 s measured`. */
function measuredText(millis: number, { from, to }: TimeSpan): string {
  return `${durationText(millis * 1e6)} of ${durationText((to - from) * 1e6)} measured`;
}
