import type { LogProgram } from '../../src/runtimeLog/answers';
import { countText } from '../../src/profile/text/screen/digits';
import { momentText } from '../charts/timeAxis';

/** The scheduler's first line comes at the start; on a busy machine, up to this many seconds later. */
const LATE_STATE = 1;

/** A sentence on programs of which the text does not have the beginning; empty if it has all of it. */
export function missingText(programs: readonly LogProgram[]): string {
  const missing = programs.filter(lacksBeginning);
  if (missing.length === 0) return '';
  if (programs.length > 1) {
    return `Of ${missing.length === programs.length ? 'each' : countText(missing.length)}, the text lacks the beginning.`;
  }
  const [{ firstCollection, firstSeconds }] = missing;
  return firstCollection > 1
    ? `The text begins with gc ${countText(firstCollection)}: the collections before it are missing.`
    : `The text begins at ${momentText(firstSeconds, 1)} of the program's time: the lines before that are missing.`;
}

function lacksBeginning({ firstCollection, firstSeconds }: LogProgram): boolean {
  return firstCollection > 1 || (firstCollection === 0 && firstSeconds > LATE_STATE);
}
