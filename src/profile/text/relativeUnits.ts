/** The suffix of units of costs per benchmark operation: `nanoseconds/op`. pprof has no such units. */
export const PER_OPERATION = '/op';
/** The suffix of units of costs per request that a service answered: `nanoseconds/req`. */
export const PER_REQUEST = '/req';
/** The suffix of units of costs per second of what was measured: `nanoseconds/s`. */
export const PER_SECOND = '/s';
export type PerWork = typeof PER_OPERATION | typeof PER_REQUEST | typeof PER_SECOND;

/** Whether costs are per operation: of a benchmark, or of a service, whose operations are requests or seconds. */
export function isPerOperation(unitName: string): boolean {
  return perWork(unitName) !== '';
}

export function isPerRequest(unitName: string): boolean {
  return unitName.endsWith(PER_REQUEST);
}

/** The suffix of a unit of costs per operation; empty for other units. */
export function perWork(unitName: string): PerWork | '' {
  if (unitName.endsWith(PER_OPERATION)) return PER_OPERATION;
  if (unitName.endsWith(PER_SECOND)) return PER_SECOND;
  return isPerRequest(unitName) ? PER_REQUEST : '';
}

export function isPerSecond(unitName: string): boolean {
  return perWork(unitName) === PER_SECOND;
}

/** The unit of allocated objects, as `go test` writes it: `allocs/op`; of a service `allocs/req`, `allocs/s`. */
export function allocationsPer(suffix: PerWork): string {
  return `allocs${suffix}`;
}

export function isAllocationsPer(unitName: string): boolean {
  const suffix = perWork(unitName);
  return suffix !== '' && unitName === allocationsPer(suffix);
}

/** `nanoseconds` for `nanoseconds/op` and `nanoseconds/s`, `count` for `allocs/op`; other units unchanged. */
export function withoutOperation(unitName: string): string {
  if (isAllocationsPer(unitName)) return 'count';
  const { length } = perWork(unitName);
  return length > 0 ? unitName.slice(0, -length) : unitName;
}

/** `operation`, `request` or `second`: what costs in a unit of costs per operation are divided by. */
export function workNoun(unitName: string): string {
  if (isPerSecond(unitName)) return 'second';
  return isPerRequest(unitName) ? 'request' : 'operation';
}

/** `per operation`, `per request` or `per second`, of a unit of such costs. */
export function perWorkText(unitName: string): string {
  return `per ${workNoun(unitName)}`;
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
