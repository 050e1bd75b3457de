import type { Options } from './options';
import type { Profiles } from './profiles';
import type { Tools } from './tools';

/** What a table is measured with. */
export interface Bench {
  readonly options: Options;
  readonly tools: Tools;
  readonly profiles: Profiles;
  /** Says what is being measured. */
  readonly say: (what: string) => void;
}

/** By a name with dots, `whole.compiler-heap.top.ratio`: what the targets look at. */
export type Figures = Readonly<Record<string, number>>;

export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Measurement {
  readonly title: string;
  readonly sections: readonly Section[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
  readonly figures: Figures;
}

/** A table that the bench makes. */
export interface Table {
  readonly name: string;
  measure(bench: Bench): Promise<Measurement>;
}

/** A measurement with when and where it was made. */
export interface Kept extends Measurement {
  readonly name: string;
  readonly date: string;
  readonly quick: boolean;
  /** Processes that wanted to run, in the mean over a minute, before and after. */
  readonly load: readonly [number, number];
}
