/** How long a profile is measured, unless the setting or the user chooses another duration. */
export const USUAL_SECONDS = 10;
/** Durations in net/http/pprof if the URL has no `seconds`: of a CPU profile, and of a trace. */
const SERVER_SECONDS = 30;
const SERVER_TRACE_SECONDS = 1;
export const MAX_SECONDS = 3600;
/** The message for a text that `isSeconds` rejects. */
export const SECONDS_TEXT = `Enter a whole number of seconds from 1 to ${MAX_SECONDS}.`;

/** Whether a text that the user entered is a valid duration. */
export function isSeconds(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_SECONDS;
}

/** The URL's `seconds`; undefined if unset, or not a positive whole number: net/http/pprof ignores other values. */
export function secondsOf(url: URL): number | undefined {
  const text = url.searchParams.get('seconds') ?? '';
  return /^\+?\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Whether the server chooses the duration because the URL does not set one (30 s for a CPU profile). */
export function needsSeconds(url: URL): boolean {
  return isTimed(url) && secondsOf(url) === undefined;
}

/** Whether the server measures before it answers even if the URL has no `seconds`. */
export function isTimed(url: URL): boolean {
  return /\/(profile|fgprof|trace)\/?$/.test(url.pathname);
}

/** Whether the URL's path is that of an execution trace. */
export function isTracePath({ pathname }: URL): boolean {
  return /\/trace\/?$/.test(pathname);
}

/** The milliseconds for which the server measures before it answers; undefined if it answers at once. */
export function measuringMs(url: URL): number | undefined {
  const seconds = secondsOf(url);
  if (seconds === undefined && !isTimed(url)) return undefined;
  return (seconds ?? (isTracePath(url) ? SERVER_TRACE_SECONDS : SERVER_SECONDS)) * 1000;
}

/** The time limit of a whole fetch, as in pprof: 1.5 × the URL's `seconds`, or 60 s if unset, plus 5 s. */
export function fetchLimitMs(url: URL): number {
  const seconds = secondsOf(url);
  return ((seconds === undefined ? 60 : 1.5 * seconds) + 5) * 1000;
}
