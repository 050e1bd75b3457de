/** The suffix of units of costs per benchmark operation: `nanoseconds/op`. pprof has no such units. */
export const PER_OPERATION = '/op';

export function isPerOperation(unitName: string): boolean {
  return unitName.endsWith(PER_OPERATION);
}

/** The unit of allocated objects per operation, as `go test` writes it. */
export const ALLOCATIONS_PER_OPERATION = `allocs${PER_OPERATION}`;

/** `nanoseconds` for `nanoseconds/op`, `count` for `allocs/op`; other units unchanged. */
export function withoutOperation(unitName: string): string {
  if (unitName === ALLOCATIONS_PER_OPERATION) return 'count';
  return isPerOperation(unitName) ? unitName.slice(0, -PER_OPERATION.length) : unitName;
}

/** Costs per operation from this value on are printed in a larger unit than `go test` uses. */
export const LONG_OPERATION = 1e5;

/** About four digits, as `go test` prints its results: `1465`, `12.3`, `0.25`; `0` below 0.005. */
export function operationDigits(value: number): string {
  const size = Math.abs(value);
  const decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return value.toFixed(decimals).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');
}

/** The unit of shares of a profile's total, which are in percent: see sharesOfTotal. pprof has no such unit. */
export const SHARE_UNIT = '%';

export function isShare(unitName: string): boolean {
  return unitName === SHARE_UNIT;
}
