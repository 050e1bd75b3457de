import { isPerOperation } from '../text/measurement';
import type { Profile } from '../model';
import { pickSamples } from './pickSamples';

/**
 * The profile with each sample type's values multiplied by its ratio and rounded (halves away from 0); costs per
 * operation stay fractions. Keeps the samples of which a value that was multiplied by other than 1 is not 0.
 * Source: google/pprof profile, ScaleN.
 */
export function scaleValues(profile: Profile, ratios: readonly number[]): Profile {
  if (ratios.every((ratio) => ratio === 1)) return profile;
  const kept = new Uint8Array(profile.sampleCount);
  const values = profile.values.map((column, type) => {
    const ratio = ratios[type];
    const isWhole = !isPerOperation(profile.sampleTypes[type].unit);
    return ratio === 1 ? column : scaled(column, ratio, { kept, isWhole });
  });
  return pickSamples({ ...profile, values }, kept);
}

/** Notes the values that are not 0 in `kept`. */
function scaled(
  column: Float64Array,
  ratio: number,
  { kept, isWhole }: { readonly kept: Uint8Array; readonly isWhole: boolean },
): Float64Array {
  const product = new Float64Array(column.length);
  for (let sample = 0; sample < column.length; sample++) {
    const value = column[sample] * ratio;
    // Math.round takes halves up; and a sum of -0 is 0.
    if (!isWhole) product[sample] = value + 0;
    else product[sample] = value < 0 ? 0 - Math.round(-value) : Math.round(value) + 0;
    if (product[sample] !== 0) kept[sample] = 1;
  }
  return product;
}

/** The sums of all values, one a sample type. */
export function sumsOf({ values }: Profile): number[] {
  return values.map((column) => column.reduce((sum, value) => sum + value, 0));
}
