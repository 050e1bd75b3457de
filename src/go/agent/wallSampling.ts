import { figureText } from '../../profile/text/screen/figure';
import { countText } from '../../profile/text/screen/digits';
import { MAX_GOROUTINES, MAX_TEST_STACKS, WALL_RATE } from './agentWall';

/** What a wall profile rests on. */
export interface WallSampling {
  /** How long it was sampled, in milliseconds. */
  readonly millis: number;
  readonly samples: number;
  /** How long it was not sampled, because there were too many goroutines, in milliseconds. */
  readonly missedMillis: number;
  /** The most goroutines that there were. */
  readonly goroutines: number;
  /** The time of goroutines in stacks that were left out: a test had too many different ones. In milliseconds. */
  readonly droppedMillis: number;
}

/** Fewer goroutines are not why there are few samples: the machine is busy. */
const MANY_GOROUTINES = 200;

/** Reads what the agent writes of it; undefined if it has written nothing. */
export function readWallSampling(text: string): WallSampling | undefined {
  const [missedMillis, millis, samples, goroutines, droppedMillis] = text.trim().split(' ').map(Number);
  return droppedMillis === undefined ? undefined : { missedMillis, millis, samples, goroutines, droppedMillis };
}

/**
 * What is said of a wall profile: `not sampled for 12 s, while there were more than 10,000 goroutines`, `sampled 15
 * times a second instead of 100, because of up to 1,200 goroutines`, `cut by 3 s of goroutines, since there were more
 * than 50,000 different stacks`. undefined if it was sampled as usual.
 */
export function wallSamplingText(sampling: WallSampling): string | undefined {
  const { millis, samples, missedMillis, goroutines, droppedMillis } = sampling;
  const parts: string[] = [];
  const rate = millis === 0 ? 0 : (1000 * samples) / millis;
  if (missedMillis > 0 && goroutines > MAX_GOROUTINES) {
    parts.push(`not sampled for ${figureText(missedMillis * 1e6, 'nanoseconds')}, while there were more than ${countText(MAX_GOROUTINES)} goroutines`);
  }
  if (samples > 0 && rate < WALL_RATE / 2 && goroutines > MANY_GOROUTINES) {
    const often = rate < 1.5 ? `once a second instead of ${WALL_RATE} times` : `${Math.round(rate)} times a second instead of ${WALL_RATE}`;
    parts.push(`sampled ${often}, because of up to ${countText(goroutines)} goroutines`);
  }
  if (droppedMillis > 0) {
    parts.push(`cut by ${figureText(droppedMillis * 1e6, 'nanoseconds')} of goroutines, since there were more than ${countText(MAX_TEST_STACKS)} different stacks`);
  }
  return parts.length === 0 ? undefined : parts.join(', and ');
}
