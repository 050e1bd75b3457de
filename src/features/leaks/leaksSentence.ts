import type { CaptureError } from '../../common/captureError';
import { plural } from '../../profile/text/counts';

/** What a test, a program or a service has leaked. */
export interface NamedLeaks {
  readonly name: string;
  /** As the runtime counts them. */
  readonly count: number;
  /** The leaked goroutines alone, as debug=2 prints them. */
  readonly text: string;
  /** Why the test failed; unset if it passed. */
  readonly failure?: CaptureError;
}

/** How many tests a sentence names. */
const MAX_NAMES = 3;
const REACHED = 'One that a global variable still reaches is not found.';

/**
 * What a search for leaks has found, for a message.
 * @param wanted the number of tests that were to be searched
 */
export function leaksSentence(found: readonly NamedLeaks[], wanted: number): string {
  const leaking = found.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const failed = found.filter(({ failure }) => failure !== undefined);
  const failures = failed.length === 0 ? '' : ` ${failuresText(failed, found.length)}`;
  const rest = found.length < wanted ? ` The search ended after ${found.length} of ${wanted} tests.` : '';
  if (found.length === 1 && wanted === 1) {
    const [{ name, count }] = found;
    return `${name} leaks ${count === 0 ? `no goroutine. ${REACHED}` : `${count} ${plural('goroutine', count)}.`}${failures}`;
  }
  if (leaking.length === 0) return `None of ${testsText(found.length)} leaks a goroutine. ${REACHED}${failures}${rest}`;
  const names = leaking.slice(0, MAX_NAMES).map(({ name, count }) => `${name} (${count})`);
  const more = leaking.length > MAX_NAMES ? ` and ${leaking.length - MAX_NAMES} more` : '';
  const verb = leaking.length === 1 ? 'leaks' : 'leak';
  return `${leaking.length} of ${testsText(found.length)} ${verb} goroutines: ${names.join(', ')}${more}.${failures}${rest}`;
}

function failuresText(failed: readonly NamedLeaks[], all: number): string {
  if (all === 1) return failed[0].failure!.message;
  const names = failed.slice(0, MAX_NAMES).map(({ name }) => name).join(', ');
  const more = failed.length > MAX_NAMES ? ` and ${failed.length - MAX_NAMES} more` : '';
  return `${names}${more} did not pass: see the output.`;
}

/** `1 test`, `12 tests`. */
export function testsText(count: number): string {
  return `${count} ${plural('test', count)}`;
}
