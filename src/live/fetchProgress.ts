export interface FetchProgress {
  readonly receivedBytes: number;
  readonly elapsedMs: number;
  /** Time for which the server measures before it answers; undefined if it answers at once. */
  readonly expectedMs: number | undefined;
}

/** What the progress of a fetch says. */
export function fetchProgressText({ receivedBytes, elapsedMs, expectedMs }: FetchProgress): string {
  const secondsLeft = expectedMs === undefined ? 0 : Math.ceil((expectedMs - elapsedMs) / 1000);
  if (receivedBytes > 0) return `${(receivedBytes / 1024).toFixed(0)} kB received`;
  return secondsLeft > 0 ? `measuring, ${secondsLeft} s left` : 'waiting for the answer';
}
