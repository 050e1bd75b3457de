import type { Steps } from '../profile/common/guard';
import { eachLineOf } from './lines';

/** What stands above the goroutines that a test or a program leaks, before its name. */
export const LEAKS_MESSAGE = 'goroutines leaked by ';

const HEADER = /^goroutine \d+ .*\(leaked\)/;

/** @param state as Go prints it: `chan send (leaked)` */
export function isLeaked(state: string): boolean {
  return state.endsWith('(leaked)');
}

/** The leaked goroutines in what Go prints for goroutineleak with debug=2, which lists all goroutines. */
export function* leakedGoroutines(text: Uint8Array): Steps<string> {
  let kept = '';
  let isLeaked = false;
  yield* eachLineOf(text, (line) => {
    if (line.startsWith('goroutine ')) isLeaked = HEADER.test(line);
    if (isLeaked) kept += `${line}\n`;
  });
  return kept;
}

/** A text that the view of goroutines reads: the leaked goroutines of each test, below its name. */
export function leaksText(found: readonly { readonly name: string; readonly text: string }[]): string {
  return found.map(({ name, text }) => `${LEAKS_MESSAGE}${name}\n\n${text}`).join('\n');
}
