const NOTHING: object = new Proxy(function nothing() {}, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : NOTHING),
  apply: () => NOTHING,
  construct: () => NOTHING,
  set: () => true,
});

/**
 * Adds properties of every other name, which can be called, constructed and read, and do nothing. They are on the
 * prototype because a bundler copies a module's own properties and its prototype.
 */
export function withFallback<T extends object>(known: T): T {
  const rest = new Proxy({}, { get: (_target, name) => Reflect.get(NOTHING, name) as unknown });
  return Object.setPrototypeOf(known, rest) as T;
}
