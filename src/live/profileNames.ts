/** The profiles that net/http/pprof always offers, the most useful first, with their descriptions. */
export const WELL_KNOWN: Readonly<Record<string, string>> = {
  profile: 'CPU profile: where the time goes',
  heap: 'Memory allocations of live objects, sampled',
  allocs: 'All past memory allocations, sampled',
  goroutine: 'Stack traces of all current goroutines',
  mutex: 'Stack traces of holders of contended mutexes',
  block: 'Stack traces that led to blocking on synchronization primitives',
  threadcreate: 'Stack traces that led to the creation of new OS threads',
};

const OTHERS: Readonly<Record<string, string>> = {
  trace: 'Execution trace, for go tool trace',
  fgprof: 'Time on and off the CPU',
};

/** What a profile of this name contains; empty if the name is not known. */
export function wellKnownWords(name: string): string {
  return Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : Object.hasOwn(OTHERS, name) ? OTHERS[name] : '';
}

/** Whether the last part of a path names a profile or trace of net/http/pprof or fgprof. */
export function isProfileName(name: string): boolean {
  return wellKnownWords(name) !== '';
}
