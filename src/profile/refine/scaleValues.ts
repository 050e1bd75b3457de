import type { Profile } from '../model';
import { pickSamples } from './pickRows';
import { isPerOperation, isShare } from '../text/relativeUnits';

/**
 * Multiplies the values of each sample type by its ratio and rounds them (halves away from 0); costs per operation and
 * shares are not rounded. Keeps only samples with a non-zero value in a sample type whose ratio is not 1.
 * Source: google/pprof profile, ScaleN.
 */
export function scaleValues(profile: Profile, ratios: readonly number[]): Profile {
  if (ratios.every((ratio) => ratio === 1)) return profile;
  const isPicked = new Uint8Array(profile.sampleCount);
  return pickSamples(scaleColumns(profile, ratios, isPicked), isPicked);
}

/** Like scaleValues, but keeps all samples. @param isPicked set for the samples that scaleValues keeps */
export function scaleColumns(profile: Profile, ratios: readonly number[], isPicked: Uint8Array): Profile {
  const values = profile.values.map((column, type) => {
    const ratio = ratios[type];
    const { unit } = profile.sampleTypes[type];
    const isWhole = !isPerOperation(unit) && !isShare(unit);
    return ratio === 1 ? column : scaledColumn(column, ratio, { isPicked, isWhole });
  });
  return { ...profile, values };
}

/** Multiplies a column; sets `isPicked` for samples whose product is not 0. */
function scaledColumn(
  column: Float64Array,
  ratio: number,
  { isPicked, isWhole }: { readonly isPicked: Uint8Array; readonly isWhole: boolean },
): Float64Array {
  const product = new Float64Array(column.length);
  for (let sample = 0; sample < column.length; sample++) {
    const value = column[sample] * ratio;
    // Math.round rounds halves up; adding 0 turns -0 into 0.
    if (!isWhole) product[sample] = value + 0;
    else product[sample] = value < 0 ? 0 - Math.round(-value) : Math.round(value) + 0;
    if (product[sample] !== 0) isPicked[sample] = 1;
  }
  return product;
}

/** For each sample type: the sum of all values. */
export function sumsOf({ values }: Profile): number[] {
  return values.map((column) => column.reduce((sum, value) => sum + value, 0));
}
