import { checkpoint, type Steps } from '../profile/common/guard';
import type { pairsOf } from '../profile/sums/notedColumns';
import { nextTurn } from '../profile/common/tasks';

/** Milliseconds of steps before the event loop turns, so that cancellation is noticed. */
const SLICE_MS = 8;

/** A report that is made in steps: one at a time while the worker is idle, or all at once for a query. */
export class Prepared<T> {
  private steps: Steps<T> | undefined;
  private result: { readonly value: T } | undefined;
  /** Set after a step throws: retry on demand, never in the background. */
  hasFailed = false;

  constructor(private readonly begin: () => Steps<T>) {}

  get isReady(): boolean {
    return this.result !== undefined;
  }

  /** The report; undefined until it is ready. */
  get value(): T | undefined {
    return this.result?.value;
  }

  /** Takes one step. */
  advance(): void {
    if (this.result) return;
    this.steps ??= this.begin();
    try {
      checkpoint();
      const { done, value } = this.steps.next();
      if (!done) return;
      this.result = { value };
    } catch (error) {
      this.hasFailed = true;
      this.steps = undefined;
      throw error;
    }
    this.steps = undefined;
  }

  /** Takes the remaining steps as a part of other work in steps. */
  *inSteps(): Steps<T> {
    for (; !this.result; yield) this.advance();
    return this.result.value;
  }

  /** Takes the remaining steps. An abort drops the unfinished work and its memory. */
  async ready(signal: AbortSignal): Promise<T> {
    let sliceEnd = performance.now() + SLICE_MS;
    while (!this.result) {
      this.advance();
      if (this.result || performance.now() < sliceEnd) continue;
      await nextTurn();
      if (signal.aborted) this.steps = undefined;
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return this.result.value;
  }
}

/** A report that is made for one or two sample types at once, and the index of one sample type in it. */
export interface PreparedPart<T> {
  readonly prepared: Prepared<readonly T[]>;
  readonly at: number;
}

/** By sample type, a report that is made for pairs of sample types. */
export function byPair<T>(
  pairs: ReturnType<typeof pairsOf>,
  begin: (sampleTypes: readonly number[]) => Steps<readonly T[]>,
): readonly PreparedPart<T>[] {
  return pairs.flatMap((pair) => {
    const prepared = new Prepared(() => begin(pair.filter((sampleType) => sampleType !== undefined)));
    return pair.map((_, at) => ({ prepared, at }));
  });
}
