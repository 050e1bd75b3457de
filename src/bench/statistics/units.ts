import { fixedText } from './goNumbers';

/** A unit without prefix, and the factor that converts values to this unit: `ns/op` becomes `sec/op`, 1e-9. */
export interface TidyUnit {
  readonly unit: string;
  readonly factor: number;
}

const COMMON: ReadonlyMap<string, TidyUnit> = new Map([
  ['ns/op', { unit: 'sec/op', factor: 1e-9 }],
  ['MB/s', { unit: 'B/s', factor: 1e6 }],
]);

/** Replaces ns with sec and MB with B in the numerator only: `ns/MB` becomes `sec/MB`. */
export function tidyUnit(unit: string): TidyUnit {
  const common = COMMON.get(unit);
  if (common !== undefined) return common;
  if (!unit.includes('ns') && !unit.includes('MB')) return { unit, factor: 1 };
  let factor = 1;
  const parts = wordsOf(unit).map(({ separators, word, isDivisor }) => {
    if (isDivisor || (word !== 'ns' && word !== 'MB')) return separators + word;
    factor = word === 'ns' ? factor / 1e9 : factor * 1e6;
    return separators + (word === 'ns' ? 'sec' : 'B');
  });
  return { unit: parts.join(''), factor };
}

/** Whether the numerator is in bytes, so that values are scaled by 1024 (Ki, Mi), not by 1000. */
export function isBinaryUnit(unit: string): boolean {
  return wordsOf(unit).some(({ word, isDivisor }) => !isDivisor && ['B', 'MB', 'bytes'].includes(word));
}

interface UnitWord {
  /** The characters before the word: `*`, `/`, `-` or spaces. */
  readonly separators: string;
  readonly word: string;
  readonly isDivisor: boolean;
}

const WORD = /([*/\-\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*)([^*/\-\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*)/g;

/** The words of a unit; the last may be empty. Words after a `/` are divisors until the next `*`. */
function wordsOf(unit: string): UnitWord[] {
  let isDivisor = false;
  return [...unit.matchAll(WORD)].map(([, separators, word]) => {
    const sign = separators.replace(/[^*/]/g, '').at(-1);
    if (sign !== undefined) isDivisor = sign === '/';
    return { separators, word, isDivisor };
  });
}

/** How the values of a row are printed: divided by `factor`, with `decimals`, followed by `prefix`. */
interface Scale {
  readonly decimals: number;
  readonly factor: number;
  readonly prefix: string;
}

interface Step extends Pick<Scale, 'factor' | 'prefix'> {
  /** The smallest values that, with this prefix, round to 100.0, 10.00 and 1.000. */
  readonly hundred: number;
  readonly ten: number;
  readonly one: number;
}

const DECIMAL_STEPS: readonly Step[] = ['T', 'G', 'M', 'k', '', 'm', 'µ', 'n'].map((prefix, i) => {
  const power = 12 - 3 * i;
  const scaled = (digits: string) => Number(`${digits}e${power}`);
  return { factor: scaled('1'), prefix, hundred: scaled('99.995'), ten: scaled('9.9995'), one: scaled('.99995') };
});

const BINARY_STEPS: readonly Step[] = ['Ti', 'Gi', 'Mi', 'Ki', ''].map((prefix, i) => {
  const factor = 2 ** (40 - 10 * i);
  return { factor, prefix, hundred: 99.995 * factor, ten: 9.9995 * factor, one: 0.99995 * factor };
});

/** For values below the smallest prefix: the bounds from which 3, 4 … 10 decimals show four significant digits. */
const SMALL_BOUNDS = [1, 2, 3, 4, 5, 6, 7, 8].map((power) => Number(`9.9995e-${power}`));

/**
 * The scale in which the nonzero value nearest to 0 has four significant digits. Larger values then have at least as
 * many. A value that would need more than ten decimals of the smallest prefix has fewer.
 */
export function commonScale(values: Iterable<number>, isBinary: boolean): Scale {
  let smallest = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size !== 0 && (smallest === 0 || size < smallest)) smallest = size;
  }
  if (smallest === 0) return { decimals: 3, factor: 1, prefix: '' };
  return scaleOf(smallest, isBinary ? BINARY_STEPS : DECIMAL_STEPS);
}

/** `1.234k`. */
export function scaledText(value: number, { decimals, factor, prefix }: Scale): string {
  return fixedText(value / factor, decimals) + prefix;
}

function scaleOf(size: number, steps: readonly Step[]): Scale {
  for (const { factor, prefix, hundred, ten, one } of steps) {
    if (size >= one) return { decimals: size >= hundred ? 1 : size >= ten ? 2 : 3, factor, prefix };
  }
  const { factor, prefix } = steps[steps.length - 1];
  const index = SMALL_BOUNDS.findIndex((bound) => size / factor >= bound);
  return { decimals: 3 + (index === -1 ? SMALL_BOUNDS.length - 1 : index), factor, prefix };
}
