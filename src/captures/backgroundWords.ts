import { FIRM_CHANGE, FIRM_IN_TURNS } from '../profile/answers/changes';
import type { BackgroundWork } from '../profile/answers/lines';
import { signOfJudgement } from '../profile/text/judgementWords';
import { changeArrow, changeCell, changeText } from '../profile/text/screen/change';
import { figureText } from '../profile/text/screen/figure';
import { sharePart, shareText } from '../profile/text/screen/share';
import { type Active, formOf, shownUnit } from './session';
import { shownWeight } from './shownWeight';
import { beforeText, shownSides } from './sides';

/** What the runtime does in goroutines of its own. */
export const BACKGROUND = 'GC in the background';

/** A smaller part of the total is not said anywhere. */
export const LEAST_BACKGROUND = 0.01;
/** Above the code, a smaller part of the profile is not worth a word. */
const HEADING_SHARE = 0.05;

interface BackgroundParts {
  readonly lead: string;
  readonly description: string;
}

/**
 * The cost of background work in two parts: `38 %` and `1.20 s`. In a comparison, the change, then the parts of the two
 * profiles: `▲ +176 µs/op` and `38 % of the profile, baseline 24 %`, with `~` if it is within the noise; if only the
 * difference is known, `▲ +176 µs` and `+12.3 % of the baseline`.
 */
export function backgroundParts(active: Active, work: BackgroundWork): BackgroundParts {
  const { cost, total, change } = work;
  const isChange = active.baseline !== undefined;
  const weight = shownWeight(active);
  const unit = shownUnit(active);
  const figure = (isChange ? changeCell : figureText)(cost, unit, { largest: total, weight });
  const share = shareText(cost, total, isChange, weight);
  if (!isChange) return { lead: share, description: formOf(active) === 'percent' ? '' : figure };
  const sign = (change?.judged && signOfJudgement(change.judged.judgement)) || changeArrow(cost, unit);
  const isPercent = formOf(active) === 'percent';
  const lead = [sign, isPercent ? share : figure].filter(Boolean).join(' ');
  return { lead, description: change ? sharesText(active, work) : isPercent ? 'of the baseline' : `${share} of the baseline` };
}

/**
 * For the heading above the code: `GC in the background 170 ms, 28.3 % of the profile`; in a comparison, a firm change:
 * `GC in the background ▲ +176 µs/op, 38 % of the profile, baseline 24 %`. Empty if there is little to say.
 */
export function backgroundHeading(active: Active, work: BackgroundWork): string {
  const { cost, total, change } = work;
  const unit = shownUnit(active);
  const weight = shownWeight(active);
  if (!active.baseline) {
    if (cost === 0 || cost < HEADING_SHARE * total) return '';
    return `${BACKGROUND} ${figureText(cost, unit, { weight })}, ${sharePart(cost, total, weight)} of the profile`;
  }
  if (!change || !isFirmBackground(work)) return '';
  return `${BACKGROUND} ${changeArrow(cost, unit)} ${changeText(cost, unit, { weight })}, ${sharesText(active, work)}`;
}

/** `GC in the background costs 176 µs/op more CPU time: 38 % of the profile, baseline 24 %`; empty if not firm. */
export function backgroundSentence(active: Active, work: BackgroundWork): string {
  if (!isFirmBackground(work)) return '';
  const { cost } = work;
  const amount = figureText(Math.abs(cost), shownUnit(active), { weight: shownWeight(active) });
  return `${BACKGROUND} costs ${amount} ${cost > 0 ? 'more' : 'less'} CPU time: ${sharesText(active, work)}`;
}

function isFirmBackground({ cost, total, change }: BackgroundWork): boolean {
  const { judgement } = change?.judged ?? {};
  const isJudged = judgement === FIRM_CHANGE || judgement === FIRM_IN_TURNS;
  return isJudged && Math.abs(cost) >= LEAST_BACKGROUND * total;
}

/** `38 % of the profile, baseline 24 %` */
function sharesText(active: Active, { change }: BackgroundWork): string {
  const { now = 0, before = 0, totalNow = 0, totalBefore = 0 } = change ?? {};
  const weight = shownWeight(active);
  const old = beforeText(sharePart(before, totalBefore, weight), shownSides(active));
  return `${sharePart(now, totalNow, weight)} of the profile, ${old}`;
}
