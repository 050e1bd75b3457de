/** What the user is told about an invalid benchtime while typing it. */
export const BENCHTIME_TEXT = 'Enter a duration such as 2s or 500ms, or iterations such as 100x.';

/** Whether a text is empty or a valid value of -benchtime. */
export function isBenchtime(text: string): boolean {
  const isZero = !/[1-9]/.test(text);
  return text.trim() === '' || (!isZero && /^\s*(\d+x|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)\s*$/.test(text));
}

/** Throws an Error for the user if a benchtime, which may be that of the settings, is invalid. */
export function checkBenchtime(text: string): void {
  if (isBenchtime(text)) return;
  const advice = 'write a duration such as 2s, or iterations such as 100x (linecost.profile.benchtime)';
  throw new Error(`Invalid benchtime: "${text}"; ${advice}.`);
}
