/** Whether a value has a shape; never throws. The type of a check follows from its parts. */
export type Check<T> = (value: unknown) => value is T;

type Checked<C> = C extends Check<infer T> ? T : never;

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
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
