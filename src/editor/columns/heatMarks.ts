import type { CostPicture } from './costPicture';
import type { CapturedCost } from './costsByLine';
import { fadedIn, movedIn } from './figureLook';
import { HEAT_COLORS, heatOf, larger } from './heat';

/** How a line is marked that shows heat without figures. */
export interface HeatMark {
  /** Theme color. */
  readonly color: string;
  /** Whether its cum is mostly chance or moved. */
  readonly isUnsure: boolean;
}

/** undefined for a line without heat. */
export function heatMarkOf(cost: CapturedCost, picture: CostPicture): HeatMark | undefined {
  const color = heatOf(larger(cost), picture);
  if (color === undefined) return undefined;
  const isFaded = fadedIn(picture, cost).cum;
  // Chance orders figures of few samples, so their marks have one color.
  const shown = isFaded ? HEAT_COLORS[cost.cum < 0 ? 'shrunk' : 'grown'][0] : color;
  return { color: shown, isUnsure: isFaded || movedIn(picture, cost).cum };
}
