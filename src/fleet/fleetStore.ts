import type { FleetQuery, TimeRange } from './fleetQuery';

/**
 * A store that is asked. Every method throws CaptureError with one sentence, or the signal's reason on abort. What a
 * server does not say is undefined, never invented.
 */
export interface FleetStore {
  /** Its label for services; undefined if it has none, as Parca, and the source does not name one. */
  readonly serviceLabel: string | undefined;
  /** The longest range that one query may have; undefined if there is no limit. */
  readonly maxRangeMs: number | undefined;
  /** How old data can be that it answers, in milliseconds, unless its operator chose another limit; else undefined. */
  readonly maxAgeMs: number | undefined;
  /** Which server answers, for the test button. */
  test(signal: AbortSignal): Promise<StoreAnswer>;
  profileTypes(range: TimeRange, signal: AbortSignal): Promise<readonly FleetType[]>;
  labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]>;
  /** The values that a label has where the query's other filters match. */
  labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]>;
  /** The cost over time, for a chart; one series, or one for each value of the label. */
  series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<readonly FleetSeries[]>;
  /**
   * One query within `maxRangeMs`: the profiles whose merge answers it, as they arrive; none if there is no data. A
   * server that merges sends one. Those that came before an error or an abort are valid.
   */
  merge(query: FleetQuery, options: MergeOptions): AsyncIterable<FleetProfile>;
}

export interface StoreAnswer {
  /** `Pyroscope 2.2.0`, `Parca`. */
  readonly server: string;
  /** Sentences on what does not work, and what to do. */
  readonly notes: readonly string[];
}

export interface FleetType {
  readonly id: string;
  /** `process_cpu`, `memory`, `parca_agent`. */
  readonly name: string;
  /** The sample type: `cpu`, `alloc_space`. */
  readonly sampleType: string;
  /** `nanoseconds`, `bytes`. */
  readonly unit: string;
  /** What lasts while it is measured, such as CPU time; false for what is in use at a moment. */
  readonly isDelta: boolean;
}

export interface SeriesOptions {
  readonly stepSeconds: number;
  readonly groupBy?: string;
  /** At most so many series, the largest; a store that cannot choose sends all. */
  readonly limit?: number;
}

export interface FleetSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** In the order of time: `value`, in the type's unit, is of the step that begins at `at`. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

export interface MergeOptions {
  readonly signal: AbortSignal;
  readonly maxUnpackedBytes: number;
  readonly onBytes?: (received: number) => void;
  /** Called by a store that does not merge while it looks for profiles: how many it has read, of how many if known. */
  readonly onRead?: (read: number, all: number | undefined) => void;
  /** Called with a sentence on what the answer lacks, such as a file that cannot be read. */
  readonly onNote?: (note: string) => void;
}

/** A part of an answer. */
export interface FleetProfile {
  /** pprof; gzipped or not. */
  readonly bytes: Uint8Array;
  /** Fields of the profile that the server fills with what is not true: they must not be shown. */
  readonly unknown: { readonly period?: true; readonly duration?: true; readonly time?: true; readonly counts?: true };
  /** Sentences on what the answer lacks. */
  readonly notes: readonly string[];
}
