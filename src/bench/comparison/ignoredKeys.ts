import { quoted } from '../grammar/goText';
import type { ReadResults } from './readResults';

type HasConfig = Pick<ReadResults, 'config'>;

/**
 * The keys, such as `commit`, that vary between inputs but not within one. An input that lacks the key counts as having
 * the value ''. By default, benchstat does not compare inputs that differ in a key, but puts them
 * into different tables. `pkg` is among the keys only if an input does not name its package.
 */
export function keysThatVaryByInput(inputs: readonly HasConfig[]): string[] {
  const keys = new Set(inputs.flatMap(({ config }) => [...config.keys()]));
  return [...keys].filter((key) => {
    const values = inputs.map((input) => valueIn(input, key));
    const haveOneValue = values.every((value) => value !== undefined);
    return haveOneValue && new Set(values).size > 1 && (key !== 'pkg' || values.includes(''));
  });
}

/** The value of benchstat's flag -ignore for these keys, and for GOMAXPROCS if `ignoresProcs`; empty for none. */
export function ignoreList(keys: readonly string[], ignoresProcs: boolean): string {
  const words = keys.map((key) => (/^[a-z][\w.-]*$/.test(key) ? key : quoted(key)));
  return [...words, ...(ignoresProcs ? ['/gomaxprocs'] : [])].join(',');
}

/** Those of `keys` that have different values in the inputs that have them. An input without the key does not count. */
export function differingKeys(inputs: readonly HasConfig[], keys: readonly string[]): string[] {
  return keys.filter((key) => {
    const values = inputs.map((input) => valueIn(input, key)).filter((value) => value !== '');
    return new Set(values).size > 1;
  });
}

/** The only value of a key in an input; '' if it has none; undefined if it has several. */
export function valueIn({ config }: HasConfig, key: string): string | undefined {
  const values = config.get(key) ?? new Set(['']);
  return values.size > 1 ? undefined : [...values][0];
}
