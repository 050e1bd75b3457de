/** A part that few windows need: the first call loads its bundle. */
export type OnDemand<T> = () => Promise<T>;

/** Makes the part at the first call. After a failure, the next call tries again. */
export function onceLoaded<T>(make: () => Promise<T>): OnDemand<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}
