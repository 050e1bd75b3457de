import { utf8Bytes } from '../../profile/common/utf8';
import { readFloat } from '../grammar/goText';

/** Negative if `a` comes before `b`; 0 if the order does not distinguish them. */
export type ValueOrder = (a: string, b: string) => number;

/** The orders by value that a projection can name: `key@alpha`, `key@num`. */
export const NAMED_ORDERS: ReadonlyMap<string, ValueOrder> = new Map([['alpha', byBytes], ['num', byNumber]]);

/** Compares the UTF-8 bytes, as Go does; JavaScript compares UTF-16 units. */
export function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (isAscii(a) && isAscii(b)) return a < b ? -1 : 1;
  const [left, right] = [utf8Bytes(a), utf8Bytes(b)];
  const end = Math.min(left.length, right.length);
  for (let i = 0; i < end; i++) if (left[i] !== right[i]) return left[i] - right[i];
  return left.length - right.length;
}

/** Sorts numbers first, then NaN, then other texts. */
function byNumber(a: string, b: string): number {
  const [left, right] = [numberIn(a), numberIn(b)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

const PREFIXES = 'KMGTPEZY';

/** A number with an optional prefix and B: `4k`, `1MiB`; undefined for any other text. */
function numberIn(text: string): number | undefined {
  const plain = readFloat(text);
  if (typeof plain === 'number') return plain;
  const match = /^([+-]?[0-9.]+)([kKMGTPEZY]i?)?[bB]?$/.exec(text);
  const value = match === null ? undefined : readFloat(match[1]);
  if (match === null || typeof value !== 'number') return undefined;
  const prefix = match[2] ?? '';
  const power = prefix === '' ? 0 : 1 + PREFIXES.indexOf(prefix[0].toUpperCase());
  return value * (prefix.endsWith('i') ? 1024 : 1000) ** power;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
