import { benchmarksText, plural } from '../profile/text/counts';
import { aboutText } from './howLong';

/** What is known of a benchmark of a suite before it runs. */
export interface SuiteEntry {
  /** The number of cases in earlier results; undefined if the benchmark has none. */
  readonly cases?: number | undefined;
  /** The time of all its runs, in milliseconds; of a single case if it was never measured. undefined if unknown. */
  readonly millis?: number | undefined;
}

/**
 * What is known of a suite before it starts: `38 benchmarks, 61 cases known: about 6 min`. Benchmarks that were never
 * measured may have many cases: `38 benchmarks, 12 not measured yet, 61 cases known: at least 4 min`.
 */
export function suiteText(entries: readonly SuiteEntry[]): string {
  const all = benchmarksText(entries.length);
  const cases = entries.reduce((sum, entry) => sum + (entry.cases ?? 0), 0);
  const unknown = entries.filter((entry) => entry.cases === undefined).length;
  const measured = entries.length - unknown;
  const known = [
    ...(unknown > 0 ? [`${measured === 0 ? 'none' : `${unknown} not`} measured yet`] : []),
    ...(cases > measured ? [`${cases} ${plural('case', cases)} known`] : []),
  ];
  return `${[all, ...known].join(', ')}: ${timeText(entries)}`;
}

function timeText(entries: readonly SuiteEntry[]): string {
  const known = entries.flatMap(({ millis }) => millis ?? []);
  if (known.length === 0) return 'how long is unknown';
  return timeOf(known.reduce((sum, millis) => sum + millis, 0), !entries.every(isTimeKnown));
}

function timeOf(millis: number, isLeast: boolean): string {
  const about = aboutText(millis);
  return isLeast ? about.replace(/^(?:about )?/, 'at least ') : about;
}

interface Finished {
  readonly entry: SuiteEntry;
  readonly millis: number;
}

/** Says how long a suite still takes, from what is known of its benchmarks and from the times of the finished ones. */
export class SuiteClock {
  private readonly finished: Finished[] = [];

  /** @param entries in the order in which they run */
  constructor(private readonly entries: readonly SuiteEntry[]) {}

  /** Call when a benchmark has been measured. */
  end(index: number, millis: number): void {
    this.finished.push({ entry: this.entries[index], millis });
  }

  /**
   * `about 4 min left`; `at least 4 min left` if nothing tells how long some of the benchmarks take; undefined if
   * nothing is known.
   * @param index of the running benchmark
   * @param millis milliseconds since it began
   */
  leftText(index: number, millis: number): string | undefined {
    const [current, ...later] = this.entries.slice(index).map((entry) => this.expected(entry));
    const rest = current.millis === undefined ? [] : [Math.max(0, current.millis - millis)];
    const known = [...rest, ...later.flatMap((each) => each.millis ?? [])];
    const isOverdue = current.millis !== undefined && millis > 2 * current.millis + LATE_MS;
    if (known.length === 0 || (isOverdue && later.length === 0)) return undefined;
    const isLeast = isOverdue || [current, ...later].some((each) => each.isLeast);
    return `${timeOf(known.reduce((sum, each) => sum + each, 0), isLeast)} left`;
  }

  private expected(entry: SuiteEntry): Expected {
    const isKnown = isTimeKnown(entry);
    const alike = this.finished.filter((each) => isTimeKnown(each.entry) === isKnown);
    if (alike.length === 0) return { millis: entry.millis, isLeast: !isKnown };
    const took = alike.reduce((sum, each) => sum + each.millis, 0);
    if (!isKnown) return { millis: took / alike.length, isLeast: false };
    const expected = alike.reduce((sum, each) => sum + each.entry.millis!, 0);
    return { millis: (entry.millis! * took) / expected, isLeast: false };
  }
}

interface Expected {
  /** undefined if unknown. */
  readonly millis: number | undefined;
  /** Whether it may take longer. */
  readonly isLeast: boolean;
}

function isTimeKnown({ cases, millis }: SuiteEntry): boolean {
  return cases !== undefined && millis !== undefined;
}

/** A benchmark that takes this many milliseconds more than twice as long as expected is late. */
const LATE_MS = 3000;
