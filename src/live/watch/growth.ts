import type { HeldSite, MomentFacts } from '../../profile/answers/held';

/** A line, or goroutines at one, that grew. */
export interface Growth {
  readonly site: HeldSite;
  /** By how much, in bytes or goroutines, and in how many milliseconds. */
  readonly by: number;
  readonly millis: number;
}

/** What is said to grow must have grown in each of this many intervals. */
const GROWTH_INTERVALS = 5;
/** How many moments intervals reach over, all five together: an interval may be several moments long. */
const SPANS = [5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48];
/** How likely chance alone makes one site look as if it grew. */
const ALPHA = 1e-6;
/** The ways in which four values between two can be ordered, of which one ascends. */
const ORDERS = 24;
/**
 * The last two of five intervals have 40 % of a steady growth: a growth of n samples varies by √(0.24 / n). The lower
 * and the upper limit of the part that they must have.
 */
const STEADY = { part: 0.4, least: 0.15, most: 0.33 };
/** Moments that are kept. */
const MAX_MOMENTS = 60;
/** Sites that are known, before those that are gone are forgotten. */
const MAX_SITES = 4000;

interface Moment {
  readonly at: number;
  /** By the number of a site; shorter than the sites if later ones were not known yet. */
  readonly values: Float64Array;
  readonly samples: Float64Array;
  /** The most samples at or before this moment, of those that are not kept. */
  readonly peaks: Float64Array;
}

/**
 * Finds what grows, from what sites hold at moments, all of one process. A site grows if its value rose in each of five
 * intervals that follow one another up to now, and chance does not explain it:
 *
 * - What a service holds changes although nothing grows: requests come and go, and a heap profile has only one sample
 *   per 512 kB. If n samples are in the first and the last of six moments together, each is as likely in one as in the
 *   other; that so many are in the last one has a binomial probability, and of the 24 orders of the four between, one
 *   ascends. The product must be below 1e-6, since a thousand sites are looked at again and again. So at least 16
 *   samples must be new: 8 MB of small objects, or 16 goroutines.
 * - In place of the first moment counts the highest one at or before it, so that what swings up and down does not grow.
 * - The last two intervals must have about as much of the rise as the others: a start rises fast and then slower. A
 *   cache that fills steadily does grow, and is forgotten when it is full.
 *
 * Intervals are of equal length, from one moment to the next up to ten moments long, so that a slow leak is found, too.
 * A moment that repeats the one before is left out: heap profiles change only with a garbage collection.
 */
export class GrowthFinder {
  private sites: HeldSite[] = [];
  private ids = new Map<string, number>();
  private moments: Moment[] = [];
  /** Sites that grew, and how many moments ago that was seen last. */
  private readonly growing = new Map<string, { growth: Growth; span: number; age: number; value: number }>();

  /** What grows, by how much, the largest first. */
  get growths(): readonly Growth[] {
    return [...this.growing.values()].map(({ growth }) => growth).sort((a, b) => b.by - a.by);
  }

  /** Forgets all. Call when the process is another one. */
  restart(): void {
    this.sites = [];
    this.ids.clear();
    this.moments = [];
    this.growing.clear();
  }

  /** Adds a moment, in milliseconds. Returns the growths that were not known. */
  add(at: number, { sites, leftOut }: Pick<MomentFacts, 'sites' | 'leftOut'>): readonly Growth[] {
    const moment = this.momentOf(at, sites, leftOut);
    const before = this.moments.at(-1);
    if (before && isSame(before, moment)) return [];
    this.moments.push(moment);
    const found = this.find(new Set(sites.map(({ key }) => this.ids.get(key)!)));
    while (this.moments.length > MAX_MOMENTS) this.leaveOneOut();
    if (this.sites.length > MAX_SITES) this.forgetGone(sites);
    return found;
  }

  private momentOf(at: number, sites: readonly HeldSite[], leftOut: number): Moment {
    for (const site of sites) {
      const known = this.ids.get(site.key);
      if (known === undefined) this.ids.set(site.key, this.sites.push(site) - 1);
      else this.sites[known] = site;
    }
    const { length } = this.sites;
    const [values, samples, peaks] = [0, leftOut, 0].map((value) => new Float64Array(length).fill(value));
    for (const site of sites) {
      const id = this.ids.get(site.key)!;
      values[id] = site.value;
      samples[id] = site.samples;
    }
    return { at, values, samples, peaks };
  }

  private find(present: ReadonlySet<number>): readonly Growth[] {
    const now = this.moments.at(-1)!;
    const found: Growth[] = [];
    for (const { key } of this.sites) if (!present.has(this.ids.get(key)!)) this.growing.delete(key);
    for (const id of present) {
      const site = this.sites[id];
      const known = this.growing.get(site.key);
      const grown = this.growthOf(id, now);
      if (grown) {
        this.growing.set(site.key, { ...grown, age: 0, value: site.value });
        if (!known) found.push(grown.growth);
      } else if (known) this.keepOrForget(site, known);
    }
    return found;
  }

  /** What grew is still said to, until it has not for as long as it was seen to, or has fallen. */
  private keepOrForget({ key, value }: HeldSite, known: { span: number; age: number; value: number }): void {
    if (++known.age >= known.span || value < known.value) this.growing.delete(key);
  }

  /** The longest growth of a site up to now. */
  private growthOf(id: number, now: Moment): { readonly growth: Growth; readonly span: number } | undefined {
    const { moments } = this;
    const last = moments.length - 1;
    const highest = this.highestSamples(id);
    let longest: { readonly growth: Growth; readonly span: number } | undefined;
    for (const span of SPANS) {
      const first = last - span;
      if (first < 0) break;
      if (!this.rises(id, first) || !isBeyondChance(highest[first], valueOf(now.samples, id))) continue;
      const by = valueOf(now.values, id) - valueOf(moments[first].values, id);
      longest = { growth: { site: this.sites[id], by, millis: now.at - moments[first].at }, span };
    }
    return longest;
  }

  /** Whether a site rose in each of five equal intervals from a moment on, and goes on to. */
  private rises(id: number, first: number): boolean {
    const { moments } = this;
    const [begin, end] = [moments[first].at, moments.at(-1)!.at];
    const values: number[] = [];
    let at = first;
    for (let i = 0; i <= GROWTH_INTERVALS; i++) {
      const wanted = begin + ((end - begin) * i) / GROWTH_INTERVALS;
      const distance = (of: number) => Math.abs(moments[of].at - wanted);
      while (at < moments.length - 1 && distance(at + 1) <= distance(at)) at++;
      values.push(valueOf(moments[at].values, id));
      if (i > 0 && values[i] <= values[i - 1]) return false;
    }
    const samples = valueOf(moments[at].samples, id) - valueOf(moments[first].samples, id);
    return values[5] - values[3] >= steadyPart(samples) * (values[5] - values[0]);
  }

  /** The most samples of a site at or before each moment. */
  private highestSamples(id: number): readonly number[] {
    let highest = 0;
    return this.moments.map(({ samples, peaks }) => {
      highest = Math.max(highest, valueOf(samples, id), valueOf(peaks, id));
      return highest;
    });
  }

  /** Leaves out the moment whose neighbors are nearest to each other, for its age: the last ones stay dense. */
  private leaveOneOut(): void {
    const { moments } = this;
    const now = moments.at(-1)!.at;
    let at = 1;
    const gap = (i: number) => (moments[i + 1].at - moments[i - 1].at) / (now - moments[i].at);
    for (let i = 1; i < moments.length - 1; i++) if (gap(i) < gap(at)) at = i;
    const [left] = moments.splice(at, 1);
    const next = moments[at];
    for (let id = 0; id < left.samples.length; id++) {
      next.peaks[id] = Math.max(next.peaks[id], left.samples[id], left.peaks[id]);
    }
  }

  private forgetGone(present: readonly HeldSite[]): void {
    const kept = present.map(({ key }) => this.ids.get(key)!);
    const pick = (column: Float64Array) => Float64Array.from(kept, (id) => valueOf(column, id));
    this.moments = this.moments.map(({ at, values, samples, peaks }) => {
      return { at, values: pick(values), samples: pick(samples), peaks: pick(peaks) };
    });
    this.sites = kept.map((id) => this.sites[id]);
    this.ids = new Map(this.sites.map(({ key }, id) => [key, id]));
  }
}

/** The part of a rise that its last two fifths must have: two standard deviations less than a steady one. */
function steadyPart(samples: number): number {
  const { part, least, most } = STEADY;
  return Math.max(least, Math.min(most, part - 2 * Math.sqrt((part * (1 - part)) / Math.max(1, samples))));
}

function valueOf(column: Float64Array, id: number): number {
  return id < column.length ? column[id] : 0;
}

function isSame({ values: before }: Moment, { values }: Moment): boolean {
  return values.every((value, id) => value === valueOf(before, id));
}

/** Whether chance alone does not explain that `now` samples follow on `before`, in an ascending order. */
function isBeyondChance(before: number, now: number): boolean {
  const [few, many] = [Math.round(before), Math.round(now)];
  return many > few && logTail(few, few + many) - Math.log(ORDERS) < Math.log(ALPHA);
}

/** The logarithm of the probability that of n samples, each in one of two moments, at most k are in the first one. */
function logTail(k: number, n: number): number {
  // Terms fall by at least half from k down as long as k is below a third of n.
  let log = -n * Math.LN2;
  for (let i = 0; i < k; i++) log += Math.log((n - i) / (i + 1));
  let [sum, term] = [1, 1];
  for (let i = k; i > 0 && term > 1e-9 * sum; i--) {
    term *= i / (n - i + 1);
    sum += term;
  }
  return log + Math.log(sum);
}
