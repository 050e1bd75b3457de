/** Above this many seconds, times are written as on a clock. */
const LONG = 600;

/** A time of a run in milliseconds, in words: `12.0 to 17.4 s`, `8:20 to 1:02:05`. */
export function timeRangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  if (to < LONG * 1000) return `${(from / 1000).toFixed(1)} to ${(to / 1000).toFixed(1)} s`;
  return `${clockText(from / 1000)} to ${clockText(to / 1000)}`;
}

/** A moment of a run in milliseconds: `12.3 s`, `1:02:05`. */
export function runMomentText(at: number): string {
  return at < LONG * 1000 ? `${(at / 1000).toFixed(1)} s` : clockText(at / 1000);
}

function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
