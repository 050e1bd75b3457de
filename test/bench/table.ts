import type { Options } from './options';
import type { Profiles } from './profiles';
import type { Tools } from './tools';

/** The parameters of a measurement. */
export interface Bench {
  readonly options: Options;
  readonly tools: Tools;
  readonly profiles: Profiles;
  /** Prints the current step with the elapsed time. */
  readonly log: (step: string) => void;
}

/** Measured figures by dotted name, such as `whole.compiler-heap.top.ratio`, to compare with the targets. */
export type Figures = Readonly<Record<string, number>>;

export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Measurement {
  readonly title: string;
  readonly sections: readonly Section[];
  /** Facts that a reader needs to judge the figures. */
  readonly notes: readonly string[];
  readonly figures: Figures;
}

/** A table of the bench. */
export interface Table {
  readonly name: string;
  measure(bench: Bench): Promise<Measurement>;
}

/** A measurement with its time and machine. */
export interface MeasuredTable extends Measurement {
  readonly name: string;
  readonly date: string;
  readonly quick: boolean;
  /** The load average of the last minute, before and after the measurement. */
  readonly load: readonly [number, number];
}
