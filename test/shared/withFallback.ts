const NOTHING: object = new Proxy(function nothing() {}, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : NOTHING),
  apply: () => NOTHING,
  construct: () => NOTHING,
  set: () => true,
});

/**
 * Gives an object every property that it lacks. These properties can be called, constructed and read, and do nothing.
 * They are on the prototype because a bundler copies only a module's own properties, and keeps the prototype.
 */
export function withFallback<T extends object>(known: T): T {
  const rest = new Proxy({}, { get: (_target, name) => Reflect.get(NOTHING, name) as unknown });
  return Object.setPrototypeOf(known, rest) as T;
}
