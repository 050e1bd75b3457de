/** A figure that rests on fewer samples is mostly chance. */
const MIN_SAMPLES = 5;
/** MIN_SAMPLES in sentences. */
export const MIN_SAMPLES_WORD = 'five';

/** Whether a figure with this many effective samples is mostly chance. */
export function isFew(effective: number): boolean {
  // The allowance is for figures per operation, which are rounded.
  return effective < MIN_SAMPLES - 1e-6;
}
