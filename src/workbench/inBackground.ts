import { isAbort } from '../profile/work/abort';

type Hear = (error: unknown) => unknown;

/** Each bundle has this module of its own: all of them tell the same. */
const HEARS = Symbol.for('linecost.inBackground');
const shared = globalThis as { [HEARS]?: Hear };

/** Lets a promise settle on its own. Where it fails, that is told; an act that was cancelled says nothing. */
export function inBackground(act: PromiseLike<unknown>): void {
  act.then(undefined, (error: unknown) => {
    if (!isAbort(error)) shared[HEARS]?.(error);
  });
}

/** From now on, what fails in the background is told here. */
export function onBackgroundFailure(hear: Hear): { dispose(): void } {
  shared[HEARS] = hear;
  return {
    dispose: () => {
      if (shared[HEARS] === hear) delete shared[HEARS];
    },
  };
}
