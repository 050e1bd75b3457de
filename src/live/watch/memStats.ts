/** What Go says of a process's memory: runtime.MemStats. */
export interface MemStats {
  /** Collections that ended. */
  readonly collections: number;
  /**
   * The part of the available CPU time that garbage collection took from the start of the process to the end of the
   * last collection, 0 to 1.
   */
  readonly collecting: number;
  /** Of the end of the last collection, and of the oldest one that is known; milliseconds since the epoch. */
  readonly lastAt: number;
  readonly oldestAt: number;
  /** Bytes allocated since the start of the process. */
  readonly allocated: number;
}

/** Go remembers so many ends of collections. */
const REMEMBERED = 256;

/** Reads what `/debug/vars` answers; undefined if that has no memory statistics. */
export function memStatsOfVars(text: string): MemStats | undefined {
  let vars: unknown;
  try {
    vars = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { memstats } = Object(vars) as { readonly memstats?: unknown };
  const { NumGC, GCCPUFraction, LastGC, PauseEnd, TotalAlloc } = Object(memstats) as Readonly<Record<string, unknown>>;
  if (![NumGC, GCCPUFraction, LastGC, TotalAlloc].every((value) => typeof value === 'number')) return undefined;
  const ends = Array.isArray(PauseEnd) ? PauseEnd.map(Number) : [];
  return memStats(Number(NumGC), Number(GCCPUFraction), Number(LastGC), ends, Number(TotalAlloc));
}

/** Reads the statistics at the end of what `heap?debug=1` answers; undefined if they are not there. */
export function memStatsOfText(text: string): MemStats | undefined {
  const end = text.lastIndexOf('# runtime.MemStats');
  if (end < 0) return undefined;
  const stats = new Map<string, string>();
  for (const line of text.slice(end).split('\n')) {
    const at = line.indexOf(' = ');
    if (line.startsWith('# ') && at > 0) stats.set(line.slice(2, at), line.slice(at + 3));
  }
  const figure = (name: string): number => Number(stats.get(name) ?? NaN);
  const [collections, collecting, last, allocated] = ['NumGC', 'GCCPUFraction', 'LastGC', 'TotalAlloc'].map(figure);
  if ([collections, collecting, last, allocated].some(Number.isNaN)) return undefined;
  const ends = (stats.get('PauseEnd') ?? '').replace(/[[\]]/g, '').split(/[ ,]+/).map(Number);
  return memStats(collections, collecting, last, ends, allocated);
}

/** Times are in nanoseconds since the epoch. */
function memStats(
  collections: number, collecting: number, last: number, ends: readonly number[], allocated: number,
): MemStats {
  const known = ends.filter((end) => end > 0);
  const oldest = collections <= REMEMBERED && known.length > 0 ? Math.min(...known) : NaN;
  return { collections, collecting, lastAt: last / 1e6, oldestAt: oldest / 1e6, allocated };
}

/**
 * The part of the available CPU time that garbage collection took between two readings, in percent: GCCPUFraction is
 * that from the start of the process to the last collection, so both are weighted with these times. NaN if no
 * collection ended between them, or the start is not known.
 * @param startedAt of the process, in milliseconds since the epoch; by default, that of the first collection, which is
 * soon after
 */
export function gcShare(
  before: MemStats,
  now: MemStats,
  startedAt = firstKnown(before.oldestAt, now.oldestAt),
): number {
  const lastBefore = before.collections === 0 ? startedAt : before.lastAt;
  const millis = now.lastAt - lastBefore;
  if (!(millis > 0) || now.collections <= before.collections) return NaN;
  const spent = now.collecting * (now.lastAt - startedAt) - before.collecting * (lastBefore - startedAt);
  return Math.min(100, Math.max(0, (100 * spent) / millis));
}

function firstKnown(a: number, b: number): number {
  return Number.isNaN(a) ? b : a;
}
