export const MEGABYTE = 1e6;

/** Milliseconds with three digits at most: `0.42 ms`, `35 ms`, `13.4 s`. */
export function time(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return '–';
  return milliseconds < 1000 ? `${digits(milliseconds)} ms` : `${digits(milliseconds / 1000)} s`;
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined || !(bytes > 0) ? '–' : `${digits(bytes / MEGABYTE)} MB`;
}

export function times(ratio: number | undefined): string {
  return ratio === undefined || !Number.isFinite(ratio) ? '–' : `${digits(ratio)} ×`;
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
