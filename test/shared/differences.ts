import type { Profile } from '../../src/profile/model';
import { subtractBase } from '../../src/profile/refine/subtractBase';
import { perOperation } from '../../src/profile/refine/relativeValues';
import { profileOfLines } from './stacks';

export const CPU_TYPES = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

/** A CPU profile from a picture (see profileOfLines) whose values are sample counts; each sample is 10 ms. */
export function cpuProfile(picture: string): Profile {
  return profileOfLines(picture.replace(/(\d+)$/gm, (count) => `${count}/${Number(count) * 1e7}`), CPU_TYPES);
}

/** `now − before`, each divided by its number of operations. */
export function differenceOf(
  now: Profile,
  before: Profile,
  operations: readonly [now: number, before: number] = [1000, 1000],
): Profile {
  const parts = [perOperation(now, operations[0]), perOperation(before, operations[1])] as const;
  return subtractBase(...parts, { mode: 'diff_base', keepSamples: true });
}

/** `now − before`, in totals. */
export function differenceOfTotals(now: Profile, before: Profile): Profile {
  return subtractBase(now, before, { mode: 'diff_base', keepSamples: true });
}
