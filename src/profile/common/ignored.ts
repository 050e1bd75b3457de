import { isAbort } from './guard';

type Listener = (text: string) => void;

let onText: Listener | undefined;

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
    if (!isAbort(error)) onText?.(`${why}: ${textOf(error)}`);
    return fallback;
  };
}

/** Registers the one listener for ignored errors. */
export function onIgnored(listener: Listener): { dispose(): void } {
  onText = listener;
  return {
    dispose: () => {
      if (onText === listener) onText = undefined;
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
