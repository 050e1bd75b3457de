import { oncePer } from '../memo';
import { type Profile, BASE_LABEL } from '../model';
import { mayContain } from '../strings';
import { sumOfSizes } from './notedColumns';

/**
 * The total that percentages refer to, in the sample type's unit: the profile's `totals` (for a mean, `meanTotals`) if
 * set; else the sum of |value| over the samples with the label BASE_LABEL or, if that sum is 0, over all samples.
 * Source: google/pprof internal/report, computeTotal.
 * @param divisors one per sample; makes the total a mean, truncated to a whole number
 */
export function profileTotal(profile: Profile, sampleType: number, divisors?: Float64Array): number {
  if (divisors !== undefined) return profile.meanTotals?.[sampleType] ?? computeTotal(profile, sampleType, divisors);
  const cached = totals(profile);
  return (cached[sampleType] ??= computeTotal(profile, sampleType));
}

const totals = oncePer((profile: Profile): (number | undefined)[] => [...(profile.totals ?? [])]);

function computeTotal(profile: Profile, sampleType: number, divisors?: Float64Array): number {
  const values = profile.values[sampleType];
  const baseSamples = samplesOfBase(profile);
  if (divisors === undefined && baseSamples === undefined) return sumOfSizes(values);
  let total = 0;
  let baseTotal = 0;
  let divisor = 0;
  let baseDivisor = 0;
  for (let sample = 0; sample < values.length; sample++) {
    const size = Math.abs(values[sample]);
    const part = divisors === undefined ? 0 : divisors[sample];
    total += size;
    divisor += part;
    if (baseSamples?.has(sample)) {
      baseTotal += size;
      baseDivisor += part;
    }
  }
  const [sum, parts] = baseTotal > 0 ? [baseTotal, baseDivisor] : [total, divisor];
  return parts === 0 ? sum : Math.trunc(sum / parts);
}

const samplesOfBase = oncePer(({ labels, strings, sampleCount }: Profile): Set<number> | undefined => {
  if (!mayContain(strings, BASE_LABEL)) return undefined;
  const isBaseKey = new Uint8Array(strings.length);
  for (let row = 0; row < labels.key.length; row++) isBaseKey[labels.key[row]] = 1;
  for (let key = isBaseKey.indexOf(1); key >= 0; key = isBaseKey.indexOf(1, key + 1)) {
    if (strings.get(key) !== BASE_LABEL) isBaseKey[key] = 0;
  }
  if (!isBaseKey.includes(1)) return undefined;
  const set = new Set<number>();
  for (let sample = 0; sample < sampleCount; sample++) {
    const end = labels.offsets[sample + 1];
    for (let row = labels.offsets[sample]; row < end; row++) {
      if (isBaseKey[labels.key[row]] === 1 && strings.get(labels.str[row]) === 'true') set.add(sample);
    }
  }
  return set;
});
