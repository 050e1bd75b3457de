/**
 * Whether a value from outside, such as a page's message or what another version stored, has a shape; never throws. The
 * type of a check follows from its parts.
 */
export type Check<T> = (value: unknown) => value is T;

type Checked<C> = C extends Check<infer T> ? T : never;

/** Whether a value, such as a part of parsed JSON, is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isFinite = (value: unknown): value is number => Number.isFinite(value);
/** A whole number from 0 to 2^53 − 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export const isPositive = (value: unknown): value is number => isFinite(value) && value > 0;
export const isUnset = (value: unknown): value is undefined => value === undefined;

export function countUpTo(max: number): Check<number> {
  return (value): value is number => isCount(value) && value <= max;
}

export function textUpTo(length: number): Check<string> {
  return (value): value is string => isText(value) && value.length <= length;
}

export function oneOf<const T>(...values: readonly T[]): Check<T> {
  return (value): value is T => (values as readonly unknown[]).includes(value);
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

export function listOf<T>(check: Check<T>, max = Infinity): Check<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= max && value.every((one) => check(one));
}

export function recordOf<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every((one) => check(one));
}

export function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}

/** A check for each property of T, including optional ones. */
export type Checks<T> = { readonly [K in keyof Required<T>]: Check<unknown> };

type Fieldset = Readonly<Record<string, Check<unknown>>>;

type Shape<F extends Fieldset> =
  & { readonly [K in keyof F as undefined extends Checked<F[K]> ? never : K]: Checked<F[K]> }
  & { readonly [K in keyof F as undefined extends Checked<F[K]> ? K : never]?: Checked<F[K]> };

/** Accepts an object with these fields, and possibly others. */
export function shape<const F extends Fieldset>(fields: F): Check<Shape<F>> {
  const checks = Object.entries(fields);
  return (value): value is Shape<F> => isObject(value) && checks.every(([name, check]) => check(value[name]));
}

/** Accepts what passes both checks, of which the second knows the result of the first. */
export function where<T>(check: Check<T>, isValid: (value: T) => boolean): Check<T> {
  return (value): value is T => check(value) && isValid(value);
}
