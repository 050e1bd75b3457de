/** A line, or a place where goroutines are, with what it holds at a moment. */
export interface HeldSite {
  /** Tells sites apart. */
  readonly key: string;
  readonly function: string;
  /** As in the profile. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Bytes in use, or goroutines. */
  readonly value: number;
  /** The samples that the value rests on. */
  readonly samples: number;
}

/** What profiles of one kind and one moment have, those of all instances together. */
export interface MomentFacts {
  /** Those with the most samples, at most MAX_SITES; empty for CPU profiles. */
  readonly sites: readonly HeldSite[];
  /** The most samples that a site has which is left out; 0 if none is. */
  readonly leftOut: number;
  /** The sum of the samples, for each sample type by its name: `inuse_space`. */
  readonly sums: Readonly<Record<string, number>>;
  /** Processors in use, if these are CPU profiles: CPU time per time. */
  readonly cpuUsed?: number;
  /** The part of that which garbage collection took, 0 to 1. */
  readonly collecting?: number;
  /** Of the instances' programs, where they are known: build ids, and paths of their files. */
  readonly buildIds: readonly string[];
  readonly programs: readonly string[];
}
