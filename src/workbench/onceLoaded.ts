/** A part that few windows need: its bundle is loaded with the first call. */
export type OnDemand<T> = () => Promise<T>;

/** Makes it with the first call; where that failed, with the next one. */
export function onceLoaded<T>(make: () => Promise<T>): OnDemand<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}
