import type { FileCosts } from '../answers/lines';

/** Columns that several files share: each has a stretch. */
export class CostColumns {
  readonly lines: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly samples: Uint32Array;

  constructor(count: number) {
    this.lines = new Uint32Array(count);
    this.flat = new Float64Array(count);
    this.cum = new Float64Array(count);
    this.samples = new Uint32Array(count);
  }

  stretch(from: number, to: number): Pick<FileCosts, 'lines' | 'flat' | 'cum' | 'samples'> {
    return {
      lines: this.lines.subarray(from, to),
      flat: this.flat.subarray(from, to),
      cum: this.cum.subarray(from, to),
      samples: this.samples.subarray(from, to),
    };
  }
}
