import { machine } from './machine';
import { zoneAbbreviation } from './zoneFile';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

const NANOS = 1_000_000_000n;

/**
 * A time in Go's format `2006-01-02 15:04:05 MST`, in the local zone.
 * @param nanos nanoseconds since the epoch
 */
export function formatTime(nanos: bigint): string {
  const { date } = splitTime(nanos);
  return `${dayAndTime(date)} ${zoneName(date)}`;
}

/**
 * A time in the format of Go's Time.String, `2006-01-02 15:04:05.999999999 -0700 MST`, in the local zone.
 * @param nanos nanoseconds since the epoch
 */
export function formatExactTime(nanos: bigint): string {
  const { date, fraction } = splitTime(nanos);
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
  const minutes = -date.getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}${pad(Math.abs(minutes) % 60)}`;
  return `${dayAndTime(date)}${digits} ${offset} ${zoneName(date)}`;
}

/** @returns the second, and the nanoseconds past it */
function splitTime(nanos: bigint): { readonly date: Date; readonly fraction: bigint } {
  const fraction = ((nanos % NANOS) + NANOS) % NANOS;
  return { date: new Date(Number((nanos - fraction) / NANOS) * 1000), fraction };
}

function dayAndTime(date: Date): string {
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return `${day} ${time}`;
}

/** The zone's abbreviation, from the zone file as in Go (`CET`), else from the JavaScript runtime (`GMT+1`). */
function zoneName(date: Date): string {
  const offset = -date.getTimezoneOffset() * 60;
  const zone = machine().zoneFile();
  const name = zone && zoneAbbreviation(zone, Math.floor(date.getTime() / 1000), offset);
  if (name !== undefined) return name;
  if (offset === 0) return 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

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
