import type { ReadResults } from './readResults';

type Config = Pick<ReadResults, 'config'>;

/**
 * Keys of `key: value` lines that tell inputs apart, such as commit: they have one value in each input, and not the
 * same in all. By benchstat's default, inputs that differ in a key are not compared: they are in different tables.
 * Packages stay apart, unless an input does not name its own.
 */
export function keysOfInputs(inputs: readonly Config[]): string[] {
  const keys = new Set(inputs.flatMap(({ config }) => [...config.keys()]));
  return [...keys].filter((key) => {
    const values = inputs.map((input) => valueIn(input, key));
    const isOneEach = values.every((value) => value !== undefined);
    return isOneEach && new Set(values).size > 1 && (key !== 'pkg' || values.includes(''));
  });
}

/** The keys among them for which more than one input has a value: the inputs were measured under other conditions. */
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
