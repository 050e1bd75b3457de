import type { Profile } from '../profile/model';
import { UsageError } from './args';

/**
 * The sample type that `-sample_index=wanted` means: a number, a type, or a type with `inuse_` before it; empty: the
 * default. Source: google/pprof profile, SampleIndexByName.
 * @throws UsageError naming what there is
 */
export function sampleIndex({ sampleTypes, defaultSampleType }: Profile, wanted: string): number {
  if (wanted === '') return defaultSampleType;
  if (/^[-+]?\d+$/.test(wanted)) {
    const index = Number(wanted);
    if (index >= 0 && index < sampleTypes.length) return index;
    throw new UsageError(`sample_index ${wanted} is outside the range [0..${sampleTypes.length - 1}]`);
  }
  const accepted = [wanted, wanted.replace(/^inuse_/, '')];
  const index = sampleTypes.findIndex(({ type }) => accepted.includes(type));
  if (index >= 0) return index;
  const types = sampleTypes.map(({ type }) => type).join(' ');
  throw new UsageError(`sample_index "${wanted}" must be one of: [${types}]`);
}
