const BINARY_STEPS = [0, 1, 2, 3, 4, 5].flatMap((power) => {
  return [1, 2, 5, 10, 20, 50, 100, 200, 500].map((factor) => factor * 1024 ** power);
});
const COUNT_STEPS = decimalSteps(0, 15);
/** Of what is counted in parts, such as processors in use. */
const PART_STEPS = decimalSteps(-6, -1);

/**
 * Distances between the ticks of a figure axis, so that their texts are short: counts are whole.
 * @param most the largest figure of the axis: below 1, parts of it are ticks too, since the axis would have only 0
 * @returns undefined if any distance will do
 */
export function figureSteps(unit: string, most: number): number[] | undefined {
  if (unit === 'bytes') return BINARY_STEPS;
  if (unit !== 'count') return undefined;
  return most < 1 ? PART_STEPS : COUNT_STEPS;
}

function decimalSteps(from: number, to: number): number[] {
  const powers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return powers.flatMap((power) => [1, 2, 5].map((factor) => Number(`${factor}e${power}`)));
}
