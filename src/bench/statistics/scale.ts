import { fixedText } from './goNumbers';

/** How the values of a row are printed: divided by `factor`, with `decimals`, followed by `prefix`. */
export interface Scale {
  readonly decimals: number;
  readonly factor: number;
  readonly prefix: string;
}

interface Step extends Pick<Scale, 'factor' | 'prefix'> {
  /** The smallest values that round to 100.0, 10.00 and 1.000 of this prefix. */
  readonly bounds: readonly [hundred: number, ten: number, one: number];
}

const DECIMAL_STEPS: readonly Step[] = ['T', 'G', 'M', 'k', '', 'm', 'µ', 'n'].map((prefix, i) => {
  const power = 12 - 3 * i;
  const read = (digits: string) => Number(`${digits}e${power}`);
  return { factor: read('1'), prefix, bounds: [read('99.995'), read('9.9995'), read('.99995')] };
});

const BINARY_STEPS: readonly Step[] = ['Ti', 'Gi', 'Mi', 'Ki', ''].map((prefix, i) => {
  const factor = 2 ** (40 - 10 * i);
  return { factor, prefix, bounds: [99.995 * factor, 9.9995 * factor, 0.99995 * factor] };
});

/** For values below the smallest prefix: the bounds from which 3, 4 … 10 decimals show three significant digits. */
const SMALL_BOUNDS = [1, 2, 3, 4, 5, 6, 7, 8].map((power) => Number(`9.9995e-${power}`));

/** The scale of the value nearest to 0, except 0, at which each value shows at least three significant digits. */
export function commonScale(values: Iterable<number>, isBinary: boolean): Scale {
  let least = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size !== 0 && (least === 0 || size < least)) least = size;
  }
  return least === 0 ? { decimals: 3, factor: 1, prefix: '' } : scaleOf(least, isBinary ? BINARY_STEPS : DECIMAL_STEPS);
}

/** `1.234k`. */
export function scaledText(value: number, { decimals, factor, prefix }: Scale): string {
  return fixedText(value / factor, decimals) + prefix;
}

function scaleOf(size: number, steps: readonly Step[]): Scale {
  for (const { factor, prefix, bounds } of steps) {
    const index = bounds.findIndex((bound) => size >= bound);
    if (index !== -1) return { decimals: index + 1, factor, prefix };
  }
  const { factor, prefix } = steps[steps.length - 1];
  const index = SMALL_BOUNDS.findIndex((bound) => size / factor >= bound);
  return { decimals: 3 + (index === -1 ? SMALL_BOUNDS.length - 1 : index), factor, prefix };
}
