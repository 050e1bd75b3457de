import type { ValueType } from '../model';
import { label } from './measurement';

/** A total; that of a difference between two moments is a change. */
export interface Amount {
  readonly type: string;
  readonly unit: string;
  readonly isChange?: true;
}

interface Sums {
  readonly sampleTypes: readonly ValueType[];
  readonly totals: readonly number[];
  /** Set in a difference between two moments. */
  readonly sums?: readonly number[];
}

/** What a profile amounts to under a sample type. */
export function amountOf({ sampleTypes, totals, sums }: Sums, sampleType: number): Amount & { readonly value: number } {
  const value = (sums ?? totals)[sampleType];
  return { ...sampleTypes[sampleType], value, ...(sums && { isChange: true }) };
}

/**
 * A total with its sample type: `1.20s cpu`, of a change `+12MB alloc_space`; the type is left out if it is the unit:
 * `12 steps`.
 */
export function amountText(value: number, { type, unit, isChange }: Amount): string {
  const amount = totalLabel(value, { unit, isChange });
  return amount.endsWith(` ${type}`) ? amount : `${amount} ${type}`;
}

/** A total with the sign of a change: `1.20s`, `+12MB`, `0`. */
export function totalLabel(value: number, { unit, isChange }: Omit<Amount, 'type'>): string {
  return `${isChange && value > 0 ? '+' : ''}${label(value, unit)}`;
}
