import { isObject } from '../../profile/common/isObject';

/** Whether a stored value, possibly written by another version, has the expected shape. */
export type Check = (value: unknown) => boolean;

/** A check for each property, including optional ones. */
export type Shape<T> = { readonly [K in keyof Required<T>]: Check };

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isFlag: Check = (value) => typeof value === 'boolean';
export const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
export const optional = (check: Check): Check => (value) => value === undefined || check(value);

/** Checks the named properties; others may have any value. */
export const shaped = (shape: Readonly<Record<string, Check>>): Check => (value) =>
  isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

export function isPair(value: unknown): value is [string, string] {
  return listOf(isText)(value) && (value as unknown[]).length === 2;
}
