/** Values that no field expects. */
const UNEXPECTED_VALUES: readonly unknown[] = [
  undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 53, 1e300, '', '__proto__', 'constructor', 'toString', [], {},
  [null], [[]], { length: 3 }, { kind: 'state' }, new Float64Array(2), new ArrayBuffer(8), '<img src=x onerror=alert(1)>',
];

/** Returns a generator of numbers in [0, 1); the same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a copy of a message with one to three of its parts replaced or removed. */
export function mutated(message: unknown, random: () => number): unknown {
  const root = { message: structuredClone(message) };
  const changes = 1 + Math.floor(random() * 3);
  for (let i = 0; i < changes; i++) mutatePart(root, random);
  return root.message;
}

function mutatePart(root: object, random: () => number): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let parent = root as Record<string, unknown>;
  let key = 'message';
  while (random() < 0.75) {
    const value = parent[key];
    if (typeof value !== 'object' || value === null) break;
    const keys = Object.keys(value);
    if (keys.length === 0) break;
    parent = value as Record<string, unknown>;
    key = pick(keys);
  }
  if (ArrayBuffer.isView(parent)) {
    (parent as unknown as Float64Array)[Number(key)] = pick([0, 1, 2 ** 32 - 1, 1e9]);
  } else if (random() < 0.15) {
    delete parent[key];
  } else {
    parent[key] = pick(UNEXPECTED_VALUES);
  }
}
