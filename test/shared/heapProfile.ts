import type { Profile } from '../../src/profile/model';
import { stringTable } from '../../src/profile/strings';
import { profileOfLines } from './stacks';

/** Sampled allocations of one size, at a stack in the form of profileOfLines. */
export interface SampledAllocations {
  readonly stack: string;
  /** Of one object, in bytes. */
  readonly size: number;
  readonly samples: number;
  /** Of these, the number still in use; unset: none. */
  readonly inUse?: number;
}

export const HEAP_TYPES = [
  { type: 'alloc_objects', unit: 'count' },
  { type: 'alloc_space', unit: 'bytes' },
  { type: 'inuse_objects', unit: 'count' },
  { type: 'inuse_space', unit: 'bytes' },
] as const;

/** A profile as Go writes it: scaled up, truncated, with the size of the objects as a label. */
export function heapProfile(rows: readonly SampledAllocations[], rate = 524288): Profile {
  const lines = rows.map(({ stack, size, samples, inUse = 0 }) => {
    const scale = rate === 1 ? 1 : 1 / (1 - Math.exp(-size / rate));
    const scaled = (count: number) => [Math.trunc(count * scale), Math.trunc(count * size * scale)];
    return `${stack} ${[...scaled(samples), ...scaled(inUse)].join('/')}`;
  });
  const profile = profileOfLines(lines.join('\n'), HEAP_TYPES);
  const { strings } = profile;
  const all = [...Array.from({ length: strings.length }, (_, at) => strings.get(at)), 'bytes'];
  return {
    ...profile,
    strings: stringTable(all),
    labels: {
      offsets: Uint32Array.from({ length: rows.length + 1 }, (_, at) => at),
      key: new Uint32Array(rows.length).fill(all.length - 1),
      str: new Uint32Array(rows.length),
      num: Float64Array.from(rows, ({ size }) => size),
      numUnit: new Uint32Array(rows.length),
    },
    periodType: { type: 'space', unit: 'bytes' },
    period: rate,
  };
}

/** A heap profile without the sizes of its objects. */
export function withoutSizes(profile: Profile): Profile {
  const none = new Uint32Array(0);
  const offsets = new Uint32Array(profile.sampleCount + 1);
  return { ...profile, labels: { offsets, key: none, str: none, num: new Float64Array(0), numUnit: none } };
}
