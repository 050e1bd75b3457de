import { scale } from './measurement';
import { RefinementError } from '../errors';

/** Whether a number with a unit lies in a range. */
export type RangeTest = (value: number, unit: string) => boolean;

const BOUND = /([+-]?[0-9]+)([A-Za-z]+)?/g;

/**
 * The range that a tag filter names: `32kb` (that value), `:64kb` (to), `4mb:` (from), `12kb:64mb` (both included);
 * undefined where the text is none, as where its bounds have units of different kinds (`1:10b`). A number is in it if
 * it can be expressed in the range's unit. Source: google/pprof internal/driver, parseTagFilterRange.
 * @throws RefinementError where a bound is too large, at which pprof crashes
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

/** A number, perhaps with a unit, alone or up to another one, as people write it: `1.5 kb`, `1kb-64kb`, `1kb : 2kb`. */
const LIKE_RANGE =
  /^[\s:<>-]*[+-]?\d[\d.,]*\s*[A-Za-z]*\s*(?:(?::|-|–|\.\.+)\s*(?:[+-]?\d[\d.,]*\s*[A-Za-z]*\s*)?)?$/;

/**
 * What may be wrong with a tag filter that matches nothing: it looks like a number with a unit, or a range of such, but
 * is written in another way, so that it is taken for a regular expression (`1.5kb:`, `bytes=1 kb`, `1kb-64kb`), or no
 * number lies in it (`1kb:5ms`, `9:2`). Undefined where it is neither.
 */
export function tagRangeHint(filter: string): string | undefined {
  const text = filter.slice(filter.indexOf('=') + 1);
  const empty = emptyRange('', text);
  if (empty !== undefined) return empty;
  const isLikeRange = /\d\s*[A-Za-z]/.test(text) && LIKE_RANGE.test(text) && parseTagRange('', text) === undefined;
  return isLikeRange ? 'a range is written 1kb:64kb, in whole numbers' : undefined;
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

/** What is wrong with a range of two bounds that no number lies in; undefined of any other text. */
export function emptyRange(field: string, text: string): string | undefined {
  const [first, second] = text.matchAll(BOUND);
  if (first === undefined || second === undefined || text !== `${first[0]}:${second[0]}`) return undefined;
  const low = boundOf(field, first, first[2] ?? '');
  const high = boundOf(field, second, low.unit);
  if (low.unit !== high.unit) {
    return `the bounds of the range "${text}" have units of different kinds; valid is 1kb:2mb`;
  }
  if (low.value <= high.value) return undefined;
  return `the range "${text}" ends before it begins; valid is ${second[0]}:${first[0]}`;
}

function boundOf(field: string, [, digits, unit = '']: RegExpExecArray, toUnit: string): ReturnType<typeof scale> {
  const value = BigInt(digits.replace('+', ''));
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
