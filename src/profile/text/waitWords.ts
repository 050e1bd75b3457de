import { carriedDigits } from './screen/digits';
import { percentText } from './screen/share';

/** Of the share without a stack, which is a remark. */
const MOST_DIGITS = 2;

/** What the delays of each kind of profile are, for kinds whose sample types are all `contentions` and `delay`. */
const MEANINGS = {
  network: 'time that goroutines waited for the network',
  sync: 'time that goroutines were blocked on channels, selects, mutexes and other synchronization',
  syscall: 'time that goroutines were in system calls',
  scheduler: 'time from when goroutines could run until they ran, at the line that started or woke them, or where they were preempted',
  mutex: 'time that goroutines waited for mutexes, at the line that unlocked them',
  block: 'time that goroutines were blocked on channels, selects and locks',
} as const;

/** Headings of lists. The others need none. */
const HEADINGS = {
  network: 'waiting for the network',
  sync: 'blocked on channels and locks',
  syscall: 'in system calls',
  scheduler: 'ready, waiting to run',
} as const;

/** `waiting for the network`; the kind itself if that says enough. */
export function waitHeading(kind: string): string {
  return Object.hasOwn(HEADINGS, kind) ? HEADINGS[kind as keyof typeof HEADINGS] : kind;
}

/** `time that goroutines waited for the network`; undefined for a kind whose sample types say what it is. */
export function waitMeaning(kind: string): string | undefined {
  return Object.hasOwn(MEANINGS, kind) ? MEANINGS[kind as keyof typeof MEANINGS] : undefined;
}

/**
 * `0.2 % without a stack`; undefined if all of the total is on lines.
 * @param weight see sampleWeight
 */
export function stacklessText(stackless: number | undefined, total: number, weight?: number): string | undefined {
  if (!stackless || total === 0) return undefined;
  const digits = Math.min(MOST_DIGITS, carriedDigits(stackless, weight));
  return `${percentText((100 * stackless) / total, digits)} without a stack`;
}

/** Explains stacklessText. */
export const STACKLESS = 'Samples without a stack are in the total, but on no line. In a trace, the runtime woke these goroutines itself, as after a timer or a network event.';
