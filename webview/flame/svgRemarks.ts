import { sampleTypeName } from '../../src/profile/text/sampleTypeNames';
import type { FlameWindow } from '../../src/profile/answers/flame';
import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import type { Refinement } from '../../src/pages/protocol/refineState';
import { type Frames, nameOf } from './flameFrames';
import { changeName, netText } from './frameFigures';
import { STACK_OPTION_TEXTS, STACK_OPTIONS } from './stackOptions';
import { percentage } from '../../src/profile/text/delta';
import { panelLabel } from '../../src/profile/text/commonUnit';
import { refinementText } from '../../src/profile/text/chipText';
import { kindOf, type ProfileState, visibleSampleType } from '../profileState';

/** What the remarks describe. */
export interface RemarksInput {
  readonly frames: Frames;
  readonly view: FlameRequest;
  readonly profile: ProfileState;
  readonly refinement: Refinement;
}

/** `total 3.20s`; `total +3.20s` of increases; of changes in both directions, what percentages are of. */
function totalRemark({ total, unit, signed, increases, compared }: FlameWindow): string {
  const figure = panelLabel(total, unit, total);
  if (signed) return compared ? `percentages of ${figure}` : `increases and decreases together ${figure}`;
  return `total ${increases ? '+' : ''}${figure}`;
}

/** The remarks below the caption of an SVG: sample type, total, refinement, options and search. */
export function svgRemarks({ frames: { window, path }, view, profile, refinement }: RemarksInput): string[] {
  const { unit = '' } = profile.sampleTypes[profile.sampleType] ?? {};
  const typeName = sampleTypeName(kindOf(profile), visibleSampleType(profile));
  const remarks = [`${typeName} (${unit})`, totalRemark(window), profile.samples];
  const refinedText = refinementText(refinement);
  if (refinedText !== '') remarks.push(`refined by ${refinedText}`);
  if (window.signed) remarks.push(`${changeName(window)} ${netText(window, 0)} here`);
  if (view.from !== undefined && !view.callers) {
    remarks.push(`stacks from ${view.from} on: ${percentage(window.covered, 1)} of the total`);
  }
  if (path.length > 1) remarks.push(`zoomed to ${nameOf(window, window.zoomed)}`);
  remarks.push(...STACK_OPTIONS.filter((option) => view[option]).map((option) => STACK_OPTION_TEXTS[option].brief));
  if (window.matchedFrames > 0) {
    remarks.push(`${percentage(window.matchedValue, window.total)} found by ${view.search}`);
  }
  return remarks;
}
