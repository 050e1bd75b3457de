import { setImmediate as turn } from 'node:timers/promises';
import { checkpoint, type Steps } from '../profile/work/guard';

/** How long steps go on before the loop turns, so that a cancel is heard. */
const SLICE_MS = 8;

/** A report that is worked out in steps: ahead of being asked for, a step at a time, or when it is asked for. */
export class Prepared<T> {
  private steps: Steps<T> | undefined;
  private made: { readonly value: T } | undefined;
  /** Whether a step has thrown: whoever needs the report may try again, but nobody should ahead of that. */
  hasFailed = false;

  constructor(private readonly begin: () => Steps<T>) {}

  get isReady(): boolean {
    return this.made !== undefined;
  }

  /** undefined: not ready. */
  get value(): T | undefined {
    return this.made?.value;
  }

  /** Takes one step. */
  advance(): void {
    if (this.made) return;
    this.steps ??= this.begin();
    try {
      checkpoint();
      const { done, value } = this.steps.next();
      if (!done) return;
      this.made = { value };
    } catch (error) {
      this.hasFailed = true;
      this.steps = undefined;
      throw error;
    }
    this.steps = undefined;
  }

  /** All steps that are left, as a part of other work. */
  *inSteps(): Steps<T> {
    for (; !this.made; yield) this.advance();
    return this.made.value;
  }

  /** Takes all steps that are left. After an abort, what was begun is given up, and its memory with it. */
  async ready(signal: AbortSignal): Promise<T> {
    let sliceEnd = performance.now() + SLICE_MS;
    while (!this.made) {
      this.advance();
      if (this.made || performance.now() < sliceEnd) continue;
      await turn();
      if (signal.aborted) this.steps = undefined;
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return this.made.value;
  }
}
