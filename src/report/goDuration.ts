/** A duration as Go prints it with `%.4v`: the first four characters of `1.5s`, `1m0.25s`, `150ms`, `2µs`. */
export function shortDuration(nanos: number): string {
  return [...duration(nanos)].slice(0, 4).join('');
}

const SMALL_UNITS = [
  { nanos: 1e6, name: 'ms' },
  { nanos: 1e3, name: 'µs' },
  { nanos: 1, name: 'ns' },
];

/** Source: Go's time.Duration.String. */
function duration(nanos: number): string {
  const size = Math.abs(nanos);
  const sign = nanos < 0 ? '-' : '';
  const small = size < 1e9 ? SMALL_UNITS.find((unit) => size >= unit.nanos) : undefined;
  if (small !== undefined) return `${sign}${decimal(size, small.nanos)}${small.name}`;
  const minutes = Math.floor(size / 60e9);
  const seconds = `${decimal(size % 60e9, 1e9)}s`;
  if (minutes === 0) return `${sign}${seconds}`;
  return minutes < 60 ? `${sign}${minutes}m${seconds}` : `${sign}${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

/** `value` / `unit`, a power of ten, with all its digits. */
function decimal(value: number, unit: number): string {
  const digits = String(Math.round(unit + (value % unit))).slice(1).replace(/0+$/, '');
  return `${Math.floor(value / unit)}${digits === '' ? '' : `.${digits}`}`;
}
