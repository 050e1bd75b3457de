import type { ReadResults } from './readResults';

type Config = Pick<ReadResults, 'config'>;

/**
 * The keys of `key: value` lines that only distinguish inputs, such as `commit`: each input has one value of the key,
 * and the values are not all equal. By default, benchstat does not compare inputs that differ in a key, but puts them
 * into different tables. `pkg` is among the keys only if an input does not name its package.
 */
export function keysOfInputs(inputs: readonly Config[]): string[] {
  const keys = new Set(inputs.flatMap(({ config }) => [...config.keys()]));
  return [...keys].filter((key) => {
    const values = inputs.map((input) => valueIn(input, key));
    const haveOneValue = values.every((value) => value !== undefined);
    return haveOneValue && new Set(values).size > 1 && (key !== 'pkg' || values.includes(''));
  });
}

/**
 * The keys with different values in inputs, which were thus measured under different conditions. Inputs without the key
 * do not count.
 */
export function differingKeys(inputs: readonly Config[], keys: readonly string[]): string[] {
  return keys.filter((key) => {
    const values = inputs.map((input) => valueIn(input, key)).filter((value) => value !== '');
    return new Set(values).size > 1;
  });
}

/** The only value of a key in an input; '' if it has none; undefined if it has several. */
export function valueIn({ config }: Config, key: string): string | undefined {
  const values = config.get(key) ?? new Set(['']);
  return values.size > 1 ? undefined : [...values][0];
}
