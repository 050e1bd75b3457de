import { isObject } from '../src/profile/common/shapes';

/** Reads values of a saved state, which another version may have saved in another shape. */

/** The text; `''` for another value. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The object; an empty one for another value. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
