import { oncePer } from '../memo';

/** The sum of |value|. */
export function sumOfSizes(column: Float64Array): number {
  return sizesOf(column).sum;
}

/** Whether every sum of these values is exact, in any order. */
export function areSumsExact(column: Float64Array): boolean {
  const { sum, areWhole } = sizesOf(column);
  return areWhole && sum <= Number.MAX_SAFE_INTEGER;
}

const sizesOf = oncePer((column: Float64Array) => {
  let sum = 0;
  let areWhole = true;
  for (let sample = 0; sample < column.length; sample++) {
    const size = Math.abs(column[sample]);
    areWhole &&= Number.isInteger(size);
    sum += size;
  }
  return { sum, areWhole };
});
