import { tidyUnit } from '../statistics/units';

/** The metadata of all inputs, from lines like `Unit ns/op better=lower assume=exact`. */
export class UnitMetadata {
  private readonly values = new Map<string, Map<string, string>>();

  /** Sets a key unless it is set already. Returns the earlier value if it differs. */
  add(unit: string, key: string, value: string): string | undefined {
    const { unit: tidy } = tidyUnit(unit);
    let metadata = this.values.get(tidy);
    if (metadata === undefined) this.values.set(tidy, (metadata = new Map<string, string>()));
    const earlier = metadata.get(key);
    if (earlier === undefined) metadata.set(key, value);
    return earlier === value ? undefined : earlier;
  }

  isExact(unit: string): boolean {
    return this.get(unit, 'assume') === 'exact';
  }

  /** 1 if more is better, -1 if less is, 0 if unknown. */
  better(unit: string): -1 | 0 | 1 {
    const value = this.get(unit, 'better');
    if (value === undefined) return knownDirection(unit);
    return value === 'higher' ? 1 : value === 'lower' ? -1 : 0;
  }

  private get(unit: string, key: string): string | undefined {
    return this.values.get(tidyUnit(unit).unit)?.get(key);
  }
}

/** The direction of units without `Unit … better=…`. */
function knownDirection(unit: string): -1 | 0 | 1 {
  if (['ns/op', 'sec/op', 'B/op', 'allocs/op'].includes(unit)) return -1;
  return unit === 'MB/s' || unit === 'B/s' ? 1 : 0;
}
