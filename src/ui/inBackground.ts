import { isAbort } from '../profile/common/abort';

type Listener = (error: unknown) => unknown;

/** Each bundle has its own copy of this module; the symbol lets them share one listener. */
const LISTENER = Symbol.for('linecost.inBackground');
const shared = globalThis as { [LISTENER]?: Listener };

/** Does not wait for a promise. A rejection goes to the listener of onBackgroundFailure, unless it is an AbortError. */
export function inBackground(promise: PromiseLike<unknown>): void {
  promise.then(undefined, (error: unknown) => {
    if (!isAbort(error)) shared[LISTENER]?.(error);
  });
}

/** Registers the one listener for failures in the background. */
export function onBackgroundFailure(listener: Listener): { dispose(): void } {
  shared[LISTENER] = listener;
  return {
    dispose: () => {
      if (shared[LISTENER] === listener) delete shared[LISTENER];
    },
  };
}
