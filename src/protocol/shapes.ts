/** Whether a value has a shape; never throws. */
export type Check = (value: unknown) => boolean;

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber: Check = (value) => typeof value === 'number';
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Accepts an object whose values, under any name, all pass. */
export function recordOf(check: Check): Check {
  return (value) => isObject(value) && !Array.isArray(value) && Object.values(value).every(check);
}

/** Accepts an object with these fields, and possibly others. */
export function shape(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => isObject(value) && checks.every(([name, check]) => check(value[name]));
}

/** Whether an object has these columns of numbers and texts, all of the same length. */
export function columns(value: Fields, numbers: readonly string[], texts: readonly string[] = []): boolean {
  const { length } = (value[numbers[0]] ?? []) as { readonly length?: number };
  const isColumn = (name: string, isItem: Check) => {
    const column = value[name];
    const isTyped = isItem === isNumber && ArrayBuffer.isView(column) && 'length' in column;
    return (isTyped || listOf(isItem)(column)) && (column as { readonly length: number }).length === length;
  };
  return numbers.every((name) => isColumn(name, isNumber)) && texts.every((name) => isColumn(name, isText));
}

/** Whether each number of a column is an index into a list. */
export function areIndexes(column: unknown, { length }: { readonly length: number }): boolean {
  return (column as readonly number[]).every((index) => Number.isInteger(index) && index >= 0 && index < length);
}
