import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CaptureError } from '../../common/captureError';
import { withSecretsHidden } from '../../http/httpFailure';
import type { Instance } from '../targets/instances';
import { type SetOptions, type TakenSet, takeSet } from './takeSet';

/** Up to so many instances, the service makes the differences: each keeps a connection open. */
const FEW = 16;
/** Instances that are measured at once, each with a connection that waits for its CPU profile. */
const MAX_AT_ONCE = 128;
/** Requests at once that are answered at once. */
const MAX_REQUESTS = 32;
/** Time limit of such a request if there are many instances, in milliseconds. */
const LIMIT_MS = 10_000;

/** An instance without a set. */
export interface FailedInstance {
  readonly instance: Instance;
  readonly error: CaptureError;
}

type Options = Omit<SetOptions, 'inTurn' | 'areDeltasServed'>;

/**
 * Takes a set of each instance, side by side. One that fails does not hold up the others. Throws the signal's reason
 * on abort, and what `onSet` throws.
 * @param onSet called with each set when it has come; the next instance begins when it is over
 */
export async function takeSets(
  instances: readonly Instance[],
  options: Options,
  onSet: (instance: Instance, set: TakenSet) => Promise<void>,
): Promise<readonly FailedInstance[]> {
  const areFew = instances.length <= FEW;
  const limits = areFew ? {} : { limitMs: options.limitMs ?? LIMIT_MS, areDeltasServed: false };
  const [inTurn, ownTurn] = [atMost(MAX_REQUESTS), turns()];
  const oneByOne: typeof inTurn = (act) => inTurn(async () => {
    await ownTurn();
    return act();
  });
  const failed: FailedInstance[] = [];
  const waiting = [...instances];
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  // Each request listens to it.
  setMaxListeners(0, signal);
  const takeRest = async (): Promise<void> => {
    for (let instance = waiting.shift(); instance; instance = waiting.shift()) {
      const set = await takeSet(instance, { ...options, ...limits, inTurn: oneByOne, signal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          return failureOf(error, instance);
        });
      if (set instanceof CaptureError) failed.push({ instance, error: set });
      else await onSet(instance, set);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, instances.length) }, takeRest));
    return failed;
  } finally {
    // After a failure of onSet, the others end too.
    stop.abort();
  }
}

/** An error that is not expected must not end what the other instances measure, either. */
function failureOf(error: unknown, { name, url, connection }: Instance): CaptureError {
  if (error instanceof CaptureError) return error;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const failure = new CaptureError('failed', `${name} cannot be profiled: ${message}.`, undefined, stack);
  return withSecretsHidden(failure, url, connection) as CaptureError;
}

/** Turns of the event loop, one for each call: to begin a request takes half a millisecond, and 32 of them 16. */
function turns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => nextTurn()));
}

/** Lets so many acts run at once; the others wait for their turn. */
function atMost(limit: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running === limit) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running++;
    try {
      return await act();
    } finally {
      // The place goes to the next one.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
