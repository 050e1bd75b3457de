import type { ValueType } from '../model';
import { figureText } from './screen/figure';

/** The sample types of profiles that Go counts since the program's start, or at one moment. */
const COUNTED = /^(?:alloc_objects|alloc_space|inuse_objects|inuse_space|contentions|goroutine|threadcreate)$/;

/** Of a profile: what shows whether it is a difference between two moments. */
export interface Measured {
  readonly sampleTypes: readonly Pick<ValueType, 'type'>[];
  readonly durationNanos: number;
}

/**
 * Whether the profile is the difference between two moments, as the answer to `…/heap?seconds=5`. Of these kinds, Go
 * writes a duration only then.
 */
export function isOverInterval({ sampleTypes, durationNanos }: Measured): boolean {
  return durationNanos > 0 && sampleTypes.some(({ type }) => COUNTED.test(type));
}

/** `difference over 5 s`; undefined for other profiles. The interval is rounded, as the one that was asked for. */
export function intervalText(profile: Measured): string | undefined {
  return isOverInterval(profile) ? `difference over ${durationText(profile.durationNanos)}` : undefined;
}

/** `5 s`, `350 ms`: whole seconds from 1 s on, because a service takes a little longer than it was asked to. */
export function durationText(nanos: number): string {
  return figureText(nanos >= 1e9 ? Math.round(nanos / 1e9) * 1e9 : Math.round(nanos / 1e6) * 1e6, 'nanoseconds');
}

/**
 * The sample type with which a profile opens: its default, but what was allocated if it is a difference, for which Go
 * drops the default and in which memory in use means nothing.
 */
export function openingType(profile: Measured & { readonly defaultSampleType: number }): number {
  const allocated = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  return isOverInterval(profile) && allocated >= 0 ? allocated : profile.defaultSampleType;
}

/** Why figures of memory in use say nothing in the difference between two moments. */
export const IN_USE_IN_INTERVAL =
  'In-use values of a difference are meaningless: they show which garbage collections fell into the interval, not what is in use. Choose alloc_space, or fetch the profile without seconds.';

/** Whether the figures are differences of memory in use. */
export function isInUseOverInterval(profile: Measured, { type }: Pick<ValueType, 'type'>): boolean {
  return type.startsWith('inuse_') && isOverInterval(profile);
}
