import { scale } from './measurement';
import { RefinementError } from '../errors';

/** Whether a number with a unit is in a range. */
export type RangeTest = (value: number, unit: string) => boolean;

const BOUND = /([+-]?[0-9]+)([A-Za-z]+)?/g;

/**
 * Parses the range in a tag filter: `32kb` (exactly), `:64kb` (at most), `4mb:` (at least), `12kb:64mb` (both bounds
 * included). Undefined for a text that is not a range, or whose bounds have units of different kinds (`1:10b`).
 * Numbers whose unit cannot be converted to the range's unit are outside of it.
 * Source: google/pprof internal/driver, parseTagFilterRange.
 * @throws RefinementError if a bound exceeds 64 bits (pprof crashes then)
 */
export function parseTagRange(field: string, text: string): RangeTest | undefined {
  const [first, second] = text.matchAll(BOUND);
  if (first === undefined) return undefined;
  if (second !== undefined) {
    return text === `${first[0]}:${second[0]}` ? between(field, first, second) : undefined;
  }
  const holds = comparison(first[0], text);
  if (holds === undefined) return undefined;
  const bound = boundOf(field, first, first[2] ?? '');
  return inUnit(bound.unit, (value) => holds(value, bound.value));
}

/** Texts that look like a range, valid or not: `1.5 kb`, `1kb-64kb`, `1kb : 2kb`. */
const LIKE_RANGE =
  /^[\s:<>-]*[+-]?\d[\d.,]*\s*[A-Za-z]*\s*(?:(?::|-|–|\.\.+)\s*(?:[+-]?\d[\d.,]*\s*[A-Za-z]*\s*)?)?$/;

/**
 * Explains a tag filter that matches nothing: it looks like a range but is not valid, so that it is used as a regular
 * expression (`1.5kb:`, `bytes=1 kb`, `1kb-64kb`), or its range is empty (`1kb:5ms`, `9:2`). Undefined otherwise.
 * @throws RefinementError if a bound exceeds 64 bits
 */
export function tagRangeHint(filter: string): string | undefined {
  const text = filter.slice(filter.indexOf('=') + 1);
  const empty = emptyRange('', text);
  if (empty !== undefined) return empty;
  const isLikeRange = /\d\s*[A-Za-z]/.test(text) && LIKE_RANGE.test(text) && parseTagRange('', text) === undefined;
  return isLikeRange ? 'write a range as 1kb:64kb, in whole numbers' : undefined;
}

function comparison(bound: string, text: string): ((value: number, bound: number) => boolean) | undefined {
  if (text === bound) return (value, limit) => value === limit;
  if (text === `${bound}:`) return (value, limit) => value >= limit;
  if (text === `:${bound}`) return (value, limit) => value <= limit;
  return undefined;
}

function between(field: string, first: RegExpExecArray, second: RegExpExecArray): RangeTest | undefined {
  const low = boundOf(field, first, first[2] ?? '');
  const high = boundOf(field, second, low.unit);
  if (low.unit !== high.unit) return undefined;
  return inUnit(low.unit, (value) => value >= low.value && value <= high.value);
}

/** The error of a range that contains no number; undefined for any other text. Throws like parseTagRange. */
export function emptyRange(field: string, text: string): string | undefined {
  const [first, second] = text.matchAll(BOUND);
  if (first === undefined || second === undefined || text !== `${first[0]}:${second[0]}`) return undefined;
  const low = boundOf(field, first, first[2] ?? '');
  const high = boundOf(field, second, low.unit);
  if (low.unit !== high.unit) {
    return `the bounds of the range "${text}" have units of different kinds; valid: 1kb:2mb`;
  }
  if (low.value <= high.value) return undefined;
  return `the range "${text}" ends before it begins; valid: ${second[0]}:${first[0]}`;
}

function boundOf(field: string, [, digits, unit = '']: RegExpExecArray, toUnit: string): ReturnType<typeof scale> {
  const value = BigInt(digits.replace('+', ''));
  if (BigInt.asIntN(64, value) !== value) {
    throw new RefinementError(field, `the number ${digits} is too large; valid: up to 9223372036854775807`);
  }
  return scale(Number(value), unit, toUnit);
}

function inUnit(unit: string, holds: (value: number) => boolean): RangeTest {
  return (value, fromUnit) => {
    const scaled = scale(value, fromUnit, unit);
    return scaled.unit === unit && holds(scaled.value);
  };
}
