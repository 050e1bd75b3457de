/** The unit of shares of a profile's total, which are in percent: see sharesOfTotal. pprof has no such unit. */
export const SHARE_UNIT = '%';

export function isShare(unitName: string): boolean {
  return unitName === SHARE_UNIT;
}
