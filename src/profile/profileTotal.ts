import type { Profile } from './model';

/** Samples of a diff's base carry this label; `pprof -diff_base … -proto` keeps it. */
const BASE_KEY = 'pprof::base';

/**
 * The total that percentages refer to: the sum of |value| over all samples, or over the base's where the profile is a
 * difference. In the sample type's unit. Source: google/pprof internal/report, computeTotal.
 */
export function profileTotal(profile: Profile, sampleType: number): number {
  const values = profile.values[sampleType] as Float64Array;
  const baseSamples = samplesOfBase(profile);
  let total = 0;
  let baseTotal = 0;
  for (let sample = 0; sample < values.length; sample++) {
    const size = Math.abs(values[sample] as number);
    total += size;
    if (baseSamples?.has(sample)) baseTotal += size;
  }
  return baseTotal > 0 ? baseTotal : total;
}

function samplesOfBase({ labels, strings, sampleCount }: Profile): Set<number> | undefined {
  const isBaseKey = new Map<number, boolean>();
  let found: Set<number> | undefined;
  for (let sample = 0; sample < sampleCount; sample++) {
    const end = labels.offsets[sample + 1] as number;
    for (let row = labels.offsets[sample] as number; row < end; row++) {
      const key = labels.key[row] as number;
      let isBase = isBaseKey.get(key);
      if (isBase === undefined) isBaseKey.set(key, (isBase = strings.get(key) === BASE_KEY));
      if (isBase && strings.get(labels.str[row] as number) === 'true') (found ??= new Set()).add(sample);
    }
  }
  return found;
}
