import type { GoroutineBytes } from '../../engine/goroutineQueries';
import { momentText } from '../../ui/whenText';

/** When the texts were taken: `14:03:05`; in a comparison, `14:02:00 → 14:03:05`; undefined if it is not known. */
export function takenText(texts: readonly GoroutineBytes[], now = Date.now()): string | undefined {
  const timeOf = (those: readonly GoroutineBytes[]) => {
    const [time] = those.flatMap(({ takenAt }) => takenAt ?? []);
    return time === undefined ? undefined : momentText(time, now);
  };
  const earlier = texts.filter(({ isBefore }) => isBefore);
  const later = timeOf(texts.filter(({ isBefore }) => !isBefore));
  const before = timeOf(earlier);
  if (earlier.length === 0 || later === undefined) return later;
  return before === undefined ? `now ${later}` : `${before} → ${later}`;
}
