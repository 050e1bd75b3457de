import { label } from './measurement';

/** A total with its sample type: `1.20s cpu`; the type is left out if it is the unit: `12 steps`. */
export function amountText(value: number, { type, unit }: { readonly type: string; readonly unit: string }): string {
  const amount = label(value, unit);
  return amount.endsWith(` ${type}`) ? amount : `${amount} ${type}`;
}
