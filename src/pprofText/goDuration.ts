/** A duration as Go prints it with `%.4v`: the first four characters of Duration.String, `1m0.` for `1m0.25s`. */
export function shortDuration(nanos: bigint): string {
  return [...duration(nanos)].slice(0, 4).join('');
}

const SMALL_UNITS = [
  { nanos: 1_000_000n, name: 'ms' },
  { nanos: 1000n, name: 'µs' },
  { nanos: 1n, name: 'ns' },
];

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;

/** A duration as Go's time.Duration.String formats it. */
function duration(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  const small = size < SECOND ? SMALL_UNITS.find((unit) => size >= unit.nanos) : undefined;
  if (small !== undefined) return `${sign}${decimal(size, small.nanos)}${small.name}`;
  const minutes = size / MINUTE;
  const seconds = `${decimal(size % MINUTE, SECOND)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** `value` / `unit` with all digits; `unit` is a power of ten. */
function decimal(value: bigint, unit: bigint): string {
  const digits = String(unit + (value % unit)).slice(1).replace(/0+$/, '');
  return `${value / unit}${digits === '' ? '' : `.${digits}`}`;
}
