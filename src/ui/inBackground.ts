import { isAbort } from '../profile/common/guard';

type Listener = (error: unknown) => unknown;

let onFailure: Listener | undefined;

/** Does not wait for a promise. A rejection goes to the listener of onBackgroundFailure, unless it is an AbortError. */
export function inBackground(promise: PromiseLike<unknown>): void {
  promise.then(undefined, (error: unknown) => {
    if (!isAbort(error)) onFailure?.(error);
  });
}

/** Registers the one listener for failures in the background. */
export function onBackgroundFailure(listener: Listener): { dispose(): void } {
  onFailure = listener;
  return {
    dispose: () => {
      if (onFailure === listener) onFailure = undefined;
    },
  };
}
