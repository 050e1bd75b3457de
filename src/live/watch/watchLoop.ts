import { type CaptureError, isCaptureError } from '../../common/captureError';
import { hasStatus } from '../../http/httpFailure';
import type { InstanceMoment, MomentOptions } from './momentRequest';

/** What takes the moments of an instance: see InstanceMoments. */
export interface MomentTaker {
  readonly instance: { readonly name: string };
  take(options: MomentOptions): Promise<InstanceMoment>;
}

/** Time, or what stands for it in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason on abort. */
  sleep(millis: number, signal: AbortSignal): Promise<void>;
}

export interface WatchPace {
  /** Seconds from the beginning of a moment to that of the next. */
  readonly everySeconds: number;
  /** Seconds of the CPU profile in each; 0 for none. */
  readonly cpuSeconds: number;
  readonly maxUnpackedBytes: number;
}

/** The answers of one moment, those of at least one instance. */
export interface Answered {
  /** When the moment began and ended, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly answers: readonly { readonly name: string; readonly moment: InstanceMoment }[];
  /** The instances that did not answer, and why. */
  readonly silent: readonly Silent[];
}

interface Silent {
  readonly name: string;
  readonly error: CaptureError;
}

export interface WatchSink {
  answered(moment: Answered): Promise<void>;
  /** No instance answered; called once until one does. */
  fellSilent(silent: readonly Silent[]): void;
}

/** Instances that are asked at the same time. */
const AT_ONCE = 16;
/** The longest pause, in milliseconds, while no instance answers; pauses get longer until then. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Takes moments until the signal aborts, which is not an error. While no instance answers, it waits longer and longer,
 * and goes on. Throws CaptureError if the service wants other credentials, and what the sink throws.
 */
export async function watchInstances(
  takers: readonly MomentTaker[],
  pace: WatchPace,
  sink: WatchSink,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const period = pace.everySeconds * 1000;
  let failures = 0;
  try {
    for (;;) {
      const from = clock.now();
      const { answers, silent } = await takeAll(takers, { ...pace, signal });
      const to = clock.now();
      if (answers.length > 0) {
        failures = 0;
        await sink.answered({ from, to, answers, silent });
      } else {
        const refused = silent.find(({ error }) => hasStatus(error, 401) || hasStatus(error, 403));
        if (refused) throw refused.error;
        if (failures++ === 0) sink.fellSilent(silent);
      }
      const pause = Math.min(Math.max(period, LONGEST_PAUSE_MS), period * 2 ** Math.max(0, failures - 1));
      // A moment that took longer than the pause is followed by a short one.
      await clock.sleep(Math.max(period / 10, from + pause - clock.now()), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function takeAll(
  takers: readonly MomentTaker[],
  options: MomentOptions,
): Promise<Pick<Answered, 'answers' | 'silent'>> {
  const answers = new Map<MomentTaker, InstanceMoment>();
  const errors = new Map<MomentTaker, CaptureError>();
  const waiting = [...takers];
  const work = async (): Promise<void> => {
    for (let taker = waiting.shift(); taker; taker = waiting.shift()) {
      try {
        answers.set(taker, await taker.take(options));
      } catch (error) {
        options.signal.throwIfAborted();
        if (!isCaptureError(error)) throw error;
        errors.set(taker, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, takers.length) }, work));
  const nameOf = ({ instance: { name } }: MomentTaker) => name;
  return {
    // In the order of the instances.
    answers: takers.flatMap((taker) => {
      const moment = answers.get(taker);
      return moment ? { name: nameOf(taker), moment } : [];
    }),
    silent: [...errors].map(([taker, error]) => ({ name: nameOf(taker), error })),
  };
}
