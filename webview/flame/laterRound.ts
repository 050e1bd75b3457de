import type { FlameWindow } from '../../src/profile/answers/flame';
import { kindOf, type ProfileState, visibleSampleType } from '../profileState';
import { isRest, nameOf } from './flameFrames';

/** Whether a profile is the previous one with the samples of further rounds, under another id. */
export function isLaterRound(profile: ProfileState, previous: ProfileState | undefined): previous is ProfileState {
  if (!previous || previous.id === profile.id) return false;
  return shownOf(profile) === shownOf(previous);
}

function shownOf(profile: ProfileState): string {
  const { capture, comparison, sampleType, sampleTypes } = profile;
  const unit = sampleTypes[sampleType]?.unit;
  return JSON.stringify([capture, kindOf(profile), visibleSampleType(profile), unit, comparison?.before.name]);
}

/** The innermost row of a window on a path of names that starts with row 0; 0 if there is no other. */
export function rowOnPath(window: FlameWindow, names: readonly string[]): number {
  if (nameOf(window, 0) !== names[0]) return 0;
  let row = 0;
  for (const name of names.slice(1)) {
    const isNext = (parent: number, i: number) =>
      i > 0 && parent === row && !isRest(window, i) && nameOf(window, i) === name;
    const next = window.parent.findIndex(isNext);
    if (next < 0) break;
    row = next;
  }
  return row;
}
