import type { Profile } from '../../src/profile/model';
import { stringTable } from '../../src/profile/strings';
import { profileOfLines } from './stacks';

/** Sampled allocations of objects of one size at one stack. */
export interface SampledAllocations {
  /** In the notation of profileOfLines. */
  readonly stack: string;
  /** The size of one object, in bytes. */
  readonly size: number;
  readonly samples: number;
  /** How many of the samples are still in use; 0 if unset. */
  readonly inUse?: number;
}

export const HEAP_TYPES = [
  { type: 'alloc_objects', unit: 'count' },
  { type: 'alloc_space', unit: 'bytes' },
  { type: 'inuse_objects', unit: 'count' },
  { type: 'inuse_space', unit: 'bytes' },
] as const;

/** A heap profile as Go writes it: values are scaled up and truncated, and the label `bytes` is the object size. */
export function heapProfile(rows: readonly SampledAllocations[], rate = 524288): Profile {
  const lines = rows.map(({ stack, size, samples, inUse = 0 }) => {
    const scale = rate === 1 ? 1 : 1 / (1 - Math.exp(-size / rate));
    const scaled = (count: number) => [Math.trunc(count * scale), Math.trunc(count * size * scale)];
    return `${stack} ${[...scaled(samples), ...scaled(inUse)].join('/')}`;
  });
  const profile = profileOfLines(lines.join('\n'), HEAP_TYPES);
  const { strings } = profile;
  const allStrings = [...Array.from({ length: strings.length }, (_, i) => strings.get(i)), 'bytes'];
  return {
    ...profile,
    strings: stringTable(allStrings),
    labels: {
      offsets: Uint32Array.from({ length: rows.length + 1 }, (_, i) => i),
      key: new Uint32Array(rows.length).fill(allStrings.length - 1),
      str: new Uint32Array(rows.length),
      num: Float64Array.from(rows, ({ size }) => size),
      numUnit: new Uint32Array(rows.length),
    },
    periodType: { type: 'space', unit: 'bytes' },
    period: rate,
  };
}

/** Returns the heap profile without its labels, which are the object sizes. */
export function withoutSizes(profile: Profile): Profile {
  const none = new Uint32Array(0);
  const offsets = new Uint32Array(profile.sampleCount + 1);
  return { ...profile, labels: { offsets, key: none, str: none, num: new Float64Array(0), numUnit: none } };
}
