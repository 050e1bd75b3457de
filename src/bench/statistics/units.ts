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
