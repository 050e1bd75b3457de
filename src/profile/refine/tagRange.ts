import { scale } from '../measurement';
import { RefinementError } from './errors';

/** Whether a number with a unit lies in a range. */
export type RangeTest = (value: number, unit: string) => boolean;

const BOUND = /([+-]?[0-9]+)([A-Za-z]+)?/g;

/**
 * The range that a tag filter names: `32kb` (that value), `:64kb` (to), `4mb:` (from), `12kb:64mb` (both included);
 * undefined where the text is none. A number is in it if it can be expressed in the range's unit.
 * Source: google/pprof internal/driver, parseTagFilterRange.
 * @throws RefinementError where the bounds cannot go together; pprof takes such a text for a regular expression
 */
export function parseTagRange(field: string, text: string): RangeTest | undefined {
  const [first, second] = text.matchAll(BOUND);
  if (first === undefined) return undefined;
  if (second !== undefined) {
    return text === `${first[0]}:${second[0]}` ? between(field, text, first, second) : undefined;
  }
  const holds = comparison(first[0], text);
  if (holds === undefined) return undefined;
  const bound = boundOf(field, first, first[2] ?? '');
  return inUnit(bound.unit, (value) => holds(value, bound.value));
}

/** A number, perhaps with a unit, alone or up to another one, as people write it: `1.5 kb`, `1kb-64kb`, `1kb : 2kb`. */
const LIKE_RANGE =
  /^[\s:<>-]*[+-]?\d[\d.,]*\s*[A-Za-z]*\s*(?:(?::|-|–|\.\.+)\s*(?:[+-]?\d[\d.,]*\s*[A-Za-z]*\s*)?)?$/;

/**
 * Whether a tag filter looks like a number with a unit, or a range of such, but is written in another way, so that it
 * is taken for a regular expression: `1.5kb:`, `bytes=1 kb`, `1kb-64kb`.
 */
export function isLikeTagRange(filter: string): boolean {
  const text = filter.slice(filter.indexOf('=') + 1);
  return /\d\s*[A-Za-z]/.test(text) && LIKE_RANGE.test(text) && parseTagRange('', text) === undefined;
}

function comparison(bound: string, text: string): ((value: number, bound: number) => boolean) | undefined {
  if (text === bound) return (value, limit) => value === limit;
  if (text === `${bound}:`) return (value, limit) => value >= limit;
  if (text === `:${bound}`) return (value, limit) => value <= limit;
  return undefined;
}

function between(field: string, text: string, first: RegExpExecArray, second: RegExpExecArray): RangeTest {
  const low = boundOf(field, first, first[2] ?? '');
  const high = boundOf(field, second, low.unit);
  if (low.unit !== high.unit) {
    throw new RefinementError(field, `the bounds of the range "${text}" have units of different kinds; valid is 1kb:2mb`);
  }
  if (low.value > high.value) {
    throw new RefinementError(field, `the range "${text}" ends before it begins; valid is ${second[0]}:${first[0]}`);
  }
  return inUnit(low.unit, (value) => value >= low.value && value <= high.value);
}

function boundOf(field: string, [, digits, unit = '']: RegExpExecArray, toUnit: string): ReturnType<typeof scale> {
  const value = BigInt(digits!.replace('+', ''));
  if (BigInt.asIntN(64, value) !== value) {
    throw new RefinementError(field, `the number ${digits} is too large; valid is up to 9223372036854775807`);
  }
  return scale(Number(value), unit, toUnit);
}

function inUnit(unit: string, holds: (value: number) => boolean): RangeTest {
  return (value, fromUnit) => {
    const scaled = scale(value, fromUnit, unit);
    return scaled.unit === unit && holds(scaled.value);
  };
}
