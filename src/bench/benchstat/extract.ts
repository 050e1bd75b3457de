import type { BenchmarkName } from './benchmarkName';
import type { ResultLine } from './reader';

/** The value of a key in a result; empty if the result lacks the key. */
export type Extractor = (result: ResultLine) => string;

/**
 * Returns the extractor of a key; undefined for an empty key.
 * @param key `.name`, `.fullname`, `.file`, `/key` of the name, or the key of a `key: value` line
 */
export function extractorOf(key: string): Extractor | undefined {
  if (key === '') return undefined;
  if (key === '.name') return ({ name }) => name.base;
  if (key === '.fullname') return ({ name }) => name.full;
  if (key.startsWith('/')) return ({ name }) => namePart(name, key);
  return ({ config }) => config.get(key);
}

/** Whether a key refers to the benchmark's name, not to a `key: value` line. */
export function isNameKey(key: string): boolean {
  return key === '.name' || key === '.fullname' || key.startsWith('/');
}

function namePart({ parts }: BenchmarkName, key: string): string {
  const last = parts.at(-1);
  if (key === PROCS && last?.startsWith('-')) return last.slice(1);
  const prefix = `${key}=`;
  return parts.find((part) => part.startsWith(prefix))?.slice(prefix.length) ?? '';
}

const PROCS = '/gomaxprocs';

/**
 * Returns the extractor of the full name without the parts that `keys` read: `.name` is replaced by `*`, and `/size` is
 * removed.
 */
export function fullNameWithout(keys: readonly string[]): Extractor {
  const prefixes = keys.filter((key) => key.startsWith('/')).map((key) => `${key}=`);
  const hidesName = keys.includes('.name');
  const hidesProcs = keys.includes(PROCS);
  const isHidden = (part: string) =>
    prefixes.some((prefix) => part.startsWith(prefix)) || (hidesProcs && part.startsWith('-'));
  if (prefixes.length === 0 && !hidesName) return ({ name }) => name.full;
  return ({ name: { base, parts } }) => (hidesName ? '*' : base) + parts.filter((part) => !isHidden(part)).join('');
}
