/** Returns a part that few windows need. The first call loads its code. */
export type OnDemand<T> = () => Promise<T>;

/** Calls `make` at the first call only. After a failure, the next call tries again. */
export function onceLoaded<T>(make: () => Promise<T>): OnDemand<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}
