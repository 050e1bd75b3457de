import { baselineName } from '../../captures/baselineName';
import { type Active, shownUnit } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import { isFew } from '../../profile/noise/interval';
import { typeText } from '../../profile/text/sampleTypeNames';
import { changeCell } from '../../profile/text/screen/change';
import { figureText } from '../../profile/text/screen/figure';
import { shareText } from '../../profile/text/screen/share';

/**
 * How a file or folder is marked in the Explorer. It has no color: every color from red to yellow would be read as
 * errors, warnings or changes of git, and would hide those.
 */
export interface Badge {
  /** One or two characters, as VS Code shows no more. */
  readonly badge: string;
  /** Instead of a number, where VS Code counts errors in the same color. */
  readonly bar?: string;
  readonly tooltip: string;
}

/** Smaller shares of the total have no badge. */
const LEAST_SHARE = 0.01;
const BARS = '▁▂▃▄▅▆▇█';
/** From this change on, the arrow is doubled. */
const LARGE_CHANGE = 0.1;

/**
 * Whether a cost is large enough for a badge, and rests on enough samples.
 * @param weight see shownWeight
 */
export function hasBadge(charged: number, total: number, weight: number | undefined): boolean {
  const isMostlyChance = weight !== undefined && weight > 0 && isFew(Math.abs(charged) / weight);
  return Math.abs(charged) >= LEAST_SHARE * Math.abs(total) && charged !== 0 && !isMostlyChance;
}

/**
 * @param charged what a file or folder causes; in a comparison, the change
 * @param now in milliseconds since the epoch
 */
export function badgeOf(charged: number, total: number, active: Active, now: number): Badge {
  const share = total === 0 ? 0 : Math.abs(charged / total);
  const { baseline, capture: { title }, profile: { summary }, sampleType } = active;
  const type = typeText(summary.sampleTypes, sampleType);
  const reading = { weight: shownWeight(active) };
  const percent = shareText(charged, total, baseline !== undefined, reading.weight);
  if (baseline) {
    const change = changeCell(charged, shownUnit(active), reading);
    const than = baselineName(baseline.capture, active.capture, now);
    const arrow = charged < 0 ? '▼' : '▲';
    return {
      badge: share >= LARGE_CHANGE ? arrow + arrow : arrow,
      tooltip: `Linecost: ${type} caused here ${change}, ${percent} of the total (${title} vs ${than})`,
    };
  }
  const cost = figureText(charged, shownUnit(active), reading);
  return {
    badge: String(Math.min(99, Math.round(share * 100))),
    bar: BARS[Math.min(BARS.length - 1, Math.floor(share * BARS.length))],
    tooltip: `Linecost: ${percent} of ${type} is caused here, ${cost} (${title})`,
  };
}
