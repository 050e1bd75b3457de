import { isAbort } from './abort';

type Listener = (text: string) => void;

/** Each bundle has its own copy of this module; the symbol lets them share one listener. */
const LISTENER = Symbol.for('linecost.ignored');
const shared = globalThis as { [LISTENER]?: Listener };

/**
 * Handles an error that the user need not know, but that may be a defect: logs it for bug reports, unless it is an
 * AbortError, and returns the fallback. A file that may be missing needs no log.
 *
 *     const calls = await engine.ask('lineCalls', question).catch(ignored('lines are not checked by their calls', []));
 *
 * @param why what is missing because of the error
 */
export function ignored(why: string): (error: unknown) => undefined;
export function ignored<T>(why: string, fallback: T): (error: unknown) => T;
export function ignored<T>(why: string, fallback?: T): (error: unknown) => T | undefined {
  return (error) => {
    if (!isAbort(error)) shared[LISTENER]?.(`${why}: ${textOf(error)}`);
    return fallback;
  };
}

/** Registers the one listener for ignored errors. */
export function onIgnored(listener: Listener): { dispose(): void } {
  shared[LISTENER] = listener;
  return {
    dispose: () => {
      if (shared[LISTENER] === listener) delete shared[LISTENER];
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
