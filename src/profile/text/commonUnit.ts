import { divided, label, labelIn, scale, withForeignUnit } from './measurement';
import { isPerOperation, isShare } from './relativeUnits';

/**
 * A value as the panel shows it: in the natural unit of the total, so that all values of a profile and sample type
 * share a unit and compare easily: `48.50MB` and `0.0015MB`, `255 us/op` and `0.812 us/op`. Hours are shown as seconds.
 * @param total in `unitName`, like the value
 */
export function panelLabel(value: number, unitName: string, total: number): string {
  if (isPerOperation(unitName) || isShare(unitName)) return label(value, unitName, total);
  return withForeignUnit(labelIn(value, unitName, panelUnit(unitName, total === 0 ? value : total)), unitName);
}

/**
 * Like panelLabel, for values that are read together, of which one may be larger than the total: per operation, they
 * have the natural unit of the largest one, such as `92.6 us/op` and `159 us/op`.
 */
export function commonLabels(values: readonly number[], unitName: string, total: number): string[] {
  const isOperation = isPerOperation(unitName);
  const largest = isOperation ? Math.max(Math.abs(total), ...values.map(Math.abs)) : total;
  return values.map((value) => panelLabel(value, unitName, largest));
}

/** The unit in which the panel shows all values of a profile with this total. */
function panelUnit(unitName: string, total: number): string {
  const { unit: natural } = scale(Math.abs(total), unitName, 'auto');
  return natural === 'hrs' ? 's' : natural;
}

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
