import { divided, scale } from './measurement';

/**
 * The unit in which `pprof -top` prints all values of a report under `-unit=minimum`: the natural unit of the smallest
 * row, or of 100 × the smallest row if the total is larger than that and has another natural unit.
 * @param rows the rows shown, in `unitName`
 * @param total the profile's total, in `unitName`
 * @param divideBy the number by which all values are divided before they are printed
 */
export function reportUnit(
  rows: Iterable<{ readonly flat: number; readonly cum: number }>,
  total: number,
  unitName: string,
  divideBy = 1,
): string {
  let smallest = Infinity;
  let isEmpty = true;
  for (const { flat, cum } of rows) {
    isEmpty = false;
    const size = Math.abs(flat) || Math.abs(cum);
    if (size > 0 && size < smallest) smallest = size;
  }
  if (isEmpty) return 'minimum';
  const smallestValue = divided(smallest === Infinity ? total : smallest, divideBy);
  const totalValue = divided(total, divideBy);
  let outputUnit = scale(smallestValue, unitName, 'minimum').unit;
  if (outputUnit !== scale(totalValue, unitName, 'minimum').unit && smallestValue * 100 < totalValue) {
    outputUnit = scale(100 * smallestValue, unitName, 'minimum').unit;
  }
  return outputUnit === '' ? unitName : outputUnit;
}
