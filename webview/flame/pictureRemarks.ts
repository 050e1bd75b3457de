import { sampleTypeName } from '../../src/profile/text/words';
import { panelLabel, percentage } from '../../src/profile/text/measurement';
import { refinementText } from '../../src/profile/text/refineWords';
import type { AskedView } from '../../src/protocol/questions';
import type { Refinement } from '../../src/protocol/refineState';
import { signedLabel } from '../figureTexts';
import { nameOf, type Frames } from './flameFrames';
import { STACK_WORDS } from './stackWords';
import { kindOf, shownType, STACK_OPTIONS, type ProfileState } from '../viewState';

/** What a picture of a flame graph is drawn from. */
export interface Remarked {
  readonly frames: Frames;
  readonly view: AskedView;
  readonly profile: ProfileState;
  readonly refinement: Refinement;
}

/** What a reader of the picture has to know besides what it is of. */
export function pictureRemarks({ frames: { window, path }, view, profile, refinement }: Remarked): string[] {
  const { unit = '' } = profile.sampleTypes[profile.sampleType] ?? {};
  const { total } = window;
  const named = sampleTypeName(kindOf(profile), shownType(profile));
  const remarks = [`${named} (${unit})`, `total ${panelLabel(total, window.unit, total)}`, profile.samples];
  const refined = refinementText(refinement);
  if (refined !== '') remarks.push(`refined by ${refined}`);
  if (window.signed) remarks.push(`net ${signedLabel(window.cum[0], window)} here`);
  if (view.from !== undefined && !view.callers) {
    remarks.push(`stacks from ${view.from} on: ${percentage(window.covered, 1)} of the total`);
  }
  if (path.length > 1) remarks.push(`zoomed to ${nameOf(window, window.zoomed)}`);
  remarks.push(...STACK_OPTIONS.filter((option) => view[option]).map((option) => STACK_WORDS[option].brief));
  if (window.matchedFrames > 0) {
    remarks.push(`${percentage(window.matchedValue, window.total)} found by ${view.search}`);
  }
  return remarks;
}
