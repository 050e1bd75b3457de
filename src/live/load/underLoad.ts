import { setTimeout as delay } from 'node:timers/promises';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { LoadOptions, LoadRun } from './runLoad';

/** For how long a load may run on after what was measured, before it is asked to end, in milliseconds. */
const GRACE_MS = 5000;
/** How long a program that was asked to end may take to print its report, in milliseconds. */
const REPORT_MS = 10_000;
/** The same if the user has cancelled. */
const CANCELLED_MS = 2000;

export interface UnderLoadOptions {
  /** Between the start of the load and that of the measurement. */
  readonly warmUpSeconds: number;
  /** How long the measurement needs the load. */
  readonly seconds: number;
  /** Ends the load and all that it started. */
  readonly signal: AbortSignal;
  /** Asks the load to end, and then keeps what `measure` returns all the same. */
  readonly stop?: AbortSignal | undefined;
  readonly report: (stage: string) => void;
}

/** What was measured while a load ran, and how the load ended. */
export interface UnderLoad<T> {
  readonly measured: T;
  /** Unset if the load failed meanwhile. */
  readonly run?: LoadRun;
  readonly failure?: CaptureError;
  /** For how long there was no load, in seconds; 0 if it ran all the time. */
  readonly idleSeconds: number;
}

/** Starts a load; see LoadOptions for the signals. */
export type StartLoad = (signals: Pick<Required<LoadOptions>, 'signal' | 'interrupt'>) => Promise<LoadRun>;

/**
 * Starts a load, lets it warm up, measures, and waits for its end. A load that would run on for much longer is asked to
 * end, and ended if it does not. Throws what the load throws if it fails before it has warmed up; CaptureError `failed`
 * if it is over by then; the reason of `stop` on abort by then; what `measure` throws, after the load has been ended.
 */
export async function underLoad<T>(
  start: StartLoad,
  measure: () => Promise<T>,
  { warmUpSeconds, seconds, signal, stop = new AbortController().signal, report }: UnderLoadOptions,
): Promise<UnderLoad<T>> {
  const [interrupt, end] = [new AbortController(), new AbortController()];
  let ended: Pick<UnderLoad<T>, 'run' | 'failure'> | undefined;
  let endedAt = Infinity;
  const settle = (how: typeof ended): void => void ([ended, endedAt] = [how, Date.now()]);
  const load = start({ signal: AbortSignal.any([signal, end.signal]), interrupt: interrupt.signal });
  const over = load.then((run) => settle({ run }), (error: unknown) => settle({ failure: asFailure(error) }));
  const ends = (millis: number, unless?: AbortSignal): Promise<unknown> => {
    const time = delay(millis, undefined, { ref: false, ...(unless && { signal: unless }) });
    return Promise.race([over, time.catch(() => undefined)]);
  };
  const isOver = (): boolean => ended !== undefined;
  const askToEnd = (): void => interrupt.abort();
  stop.addEventListener('abort', askToEnd);
  try {
    report(`load: warming up for ${warmUpSeconds} s`);
    await ends(1000 * warmUpSeconds, stop);
    signal.throwIfAborted();
    stop.throwIfAborted();
    if (ended) throw tooShort(ended, warmUpSeconds + seconds);
    const from = Date.now();
    const measured = await measure();
    if (!isOver()) report('load: waiting for its end');
    await ends(GRACE_MS, stop);
    if (!isOver()) interrupt.abort();
    await ends(stop.aborted ? CANCELLED_MS : REPORT_MS);
    const idleSeconds = Math.max(0, from / 1000 + seconds - endedAt / 1000);
    end.abort();
    await over;
    signal.throwIfAborted();
    return { measured, ...ended!, idleSeconds };
  } finally {
    stop.removeEventListener('abort', askToEnd);
    end.abort();
    await over;
  }
}

function asFailure(error: unknown): CaptureError {
  if (isCaptureError(error)) return error;
  return new CaptureError('failed', 'The load did not end when it was asked to, so it was ended: it has printed no report.');
}

function tooShort({ failure, run }: Pick<UnderLoad<unknown>, 'run' | 'failure'>, needed: number): CaptureError {
  if (failure) return failure;
  const lasted = run ? (run.endedAt - run.startedAt) / 1000 : 0;
  const text = `The load ended after ${Number(lasted.toPrecision(2))} s, before the profiles were taken.`;
  return new CaptureError('failed', `${text} Let it run for ${Math.ceil(needed)} s or longer, as \${seconds} in its command does.`);
}
