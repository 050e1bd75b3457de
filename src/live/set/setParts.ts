import type { OfferedProfile, PprofIndex } from '../pprofIndex';

/** One kind of profile in a set. */
export interface SetPart {
  /** `cpu`, `heap`, `allocs`, `goroutine`, or a name of the service's own. */
  readonly label: string;
  readonly url: URL;
  /**
   * `timed`: the service measures for some seconds; `delta`: it counts since its start, so that the difference of two
   * moments is taken; `whole`: what there is at one moment.
   */
  readonly how: 'timed' | 'delta' | 'whole';
  /** The beginning of the names of the sample types that are used; unset for all. */
  readonly types?: string;
  /** Whether the service lists this profile; else Go services usually have it. */
  readonly isListed: boolean;
  /** The number of its records that the service lists: 0 if nothing was recorded since its start. */
  readonly count?: number;
}

/** By the names of net/http/pprof and fgprof. */
const KNOWN: Readonly<Record<string, Pick<SetPart, 'how' | 'types'> & { readonly label?: string }>> = {
  profile: { how: 'timed', label: 'cpu' },
  // What was allocated since the start of the program is in the difference of allocs.
  heap: { how: 'whole', types: 'inuse_' },
  allocs: { how: 'delta', types: 'alloc_' },
  goroutine: { how: 'whole' },
  mutex: { how: 'delta' },
  block: { how: 'delta' },
  fgprof: { how: 'timed' },
  threadcreate: { how: 'whole' },
};

/** Whether profiles of this label are of the time of a set, not of a moment, or of a whole life. */
export function isOfTime(label: string): boolean {
  return Object.entries(KNOWN).some(([name, { how, label: own = name }]) => own === label && how !== 'whole');
}

/** A trace is no profile, and the search for leaked goroutines is a garbage collection of its own. */
const UNASKED = ['trace', 'goroutineleak'];
/** Limit for profiles under names that are not Go's. */
const MAX_OWN = 20;
/** Pages below `/debug` that are no profiles, and that a page of links may count. */
const NO_PROFILES = ['vars', 'requests', 'events'];

/**
 * The profiles of a set that a service offers, those of Go first.
 * @param kinds labels of the only ones that are wanted; unset for all
 */
export function partsOf({ profiles, isListed }: PprofIndex, kinds?: readonly string[]): SetPart[] {
  const known = Object.keys(KNOWN);
  const wanted = profiles.filter(({ name }) => !UNASKED.includes(name));
  const own = wanted.filter((each) => !known.includes(each.name) && isOwnProfile(each, profiles)).slice(0, MAX_OWN);
  const ofGo = known.flatMap((name) => wanted.find((each) => each.name === name) ?? replacement(name, wanted));
  const parts = [...ofGo, ...own].map(({ name, url, count }): SetPart => {
    const { label = name, how, types } = KNOWN[name] ?? { how: 'whole' };
    return { label, url, how, isListed, ...(types !== undefined && { types }), ...(count !== undefined && { count }) };
  });
  return kinds ? parts.filter(({ label }) => kinds.includes(label)) : parts;
}

/**
 * Whether a link is to a profile of the service's own: in the folder of Go's profiles, with the count of records that
 * Go's page has. Other links are not followed unasked, because what is behind one, such as `/quitquitquit`, may act.
 */
function isOwnProfile({ name, url, count }: OfferedProfile, all: readonly OfferedProfile[]): boolean {
  if (count === undefined || NO_PROFILES.includes(name)) return false;
  return all.some((each) => Object.hasOwn(KNOWN, each.name) && folderOf(each) === folderOf({ name, url }));
}

function folderOf({ name, url }: Pick<OfferedProfile, 'name' | 'url'>): string {
  return url.pathname.slice(0, url.pathname.length - name.length);
}

/** Before Go 1.11, only the heap profile has allocations. */
function replacement(name: string, offered: readonly OfferedProfile[]): OfferedProfile[] {
  const heap = name === 'allocs' ? offered.find((each) => each.name === 'heap') : undefined;
  return heap ? [{ ...heap, name }] : [];
}
