import type { ValueType } from '../model';
import { THIN_SPACE } from './screen/digits';
import { changeText } from './screen/change';
import { figureText } from './screen/figure';

/** A total; that of a difference between two moments is a change. */
export interface Amount {
  readonly type: string;
  readonly unit: string;
  readonly isChange?: true;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
}

interface Sums {
  readonly sampleTypes: readonly ValueType[];
  readonly totals: readonly number[];
  readonly weights?: readonly (number | undefined)[];
  /** Set in a difference between two moments. */
  readonly sums?: readonly number[];
}

/** What a profile amounts to under a sample type. */
export function amountOf(
  { sampleTypes, totals, sums, weights }: Sums,
  sampleType: number,
): Amount & { readonly value: number } {
  const value = (sums ?? totals)[sampleType];
  const weight = weights?.[sampleType];
  const isChange = sums && { isChange: true as const };
  return { ...sampleTypes[sampleType], value, ...isChange, ...(weight !== undefined && { weight }) };
}

/**
 * A total with its sample type: `1.20 s cpu`, of a change `+12 MiB alloc_space`; the type is left out if it is the
 * unit: `12 steps`.
 */
export function amountText(value: number, { type, unit, isChange, weight }: Amount): string {
  const amount = totalLabel(value, { unit, isChange, weight });
  return amount.endsWith(`${THIN_SPACE}${type}`) ? amount : `${amount} ${type}`;
}

/** A total with the sign of a change: `1.20 s`, `+12 MiB`, `0`. */
export function totalLabel(value: number, { unit, isChange, weight }: Omit<Amount, 'type'>): string {
  return (isChange ? changeText : figureText)(value, unit, { weight });
}
