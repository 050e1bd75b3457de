interface Sizes {
  /** The sum of |value|. */
  readonly sum: number;
  readonly areWhole: boolean;
}

/** See memo.ts for caches keyed by an object. */
const sizes = new WeakMap<Float64Array, Sizes>();

/** Notes the sum of |value| of a column of whole numbers, added in order, which saves a scan. */
export function noteSizes(column: Float64Array, sum: number): void {
  sizes.set(column, { sum, areWhole: true });
}

/** The sum of |value|. */
export function sumOfSizes(column: Float64Array): number {
  return sizesOf(column).sum;
}

/** Whether every sum of these values is exact, in any order. */
export function areSumsExact(column: Float64Array): boolean {
  const { sum, areWhole } = sizesOf(column);
  return areWhole && sum <= Number.MAX_SAFE_INTEGER;
}

function sizesOf(column: Float64Array): Sizes {
  let known = sizes.get(column);
  if (known === undefined) sizes.set(column, (known = scanned(column)));
  return known;
}

function scanned(column: Float64Array): Sizes {
  let sum = 0;
  let areWhole = true;
  for (let sample = 0; sample < column.length; sample++) {
    const size = Math.abs(column[sample]);
    areWhole &&= Number.isInteger(size);
    sum += size;
  }
  return { sum, areWhole };
}
