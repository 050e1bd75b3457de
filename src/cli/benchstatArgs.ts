import { quoted, readFloat } from '../bench/grammar/goText';
import type { BenchstatOptions } from '../bench/benchstat/benchstat';

/** A command line of `report benchstat`. */
export interface BenchstatArgs extends BenchstatOptions {
  /** The largest regression that passes, in percent; undefined for no check. */
  readonly failOver: number | undefined;
  /** `FILE` or `LABEL=FILE`. */
  readonly inputs: readonly string[];
}

/** An invalid flag, or no files. If the message is empty, only the usage is printed. */
export class BenchstatUsageError extends Error {
  override readonly name = 'BenchstatUsageError';
}

type Draft = { -readonly [K in keyof BenchstatArgs]: BenchstatArgs[K] };

interface Flag {
  readonly name: string;
  readonly value: string;
  readonly help: string;
  set(draft: Draft, text: string): void;
}

type TextOption = 'table' | 'row' | 'col' | 'ignore' | 'filter' | 'format';

const DEFAULTS: BenchstatArgs = {
  table: '.config', row: '.fullname', col: '.file', ignore: '', filter: '*', format: 'text',
  alpha: 0.05, confidence: 0.95, failOver: undefined, inputs: [],
};

const text = (name: TextOption, value: string, help: string): Flag => ({
  name, value, help, set: (draft, word) => void (draft[name] = word),
});
const level = (name: 'alpha' | 'confidence', value: string, help: string): Flag => ({
  name, value, help, set: (draft, word) => void (draft[name] = readLevel(name, word)),
});

export const BENCHSTAT_FLAGS: readonly Flag[] = [
  text('table', 'KEYS', 'One table per value of these keys (default .config)'),
  text('row', 'KEYS', 'One row per value of these keys (default .fullname)'),
  text('col', 'KEYS', 'One column per value of these keys, compared with the first (default .file)'),
  text('ignore', 'KEYS', 'Keys whose values may differ in a cell'),
  text('filter', 'QUERY', 'Only matching results and units, as in .unit:sec/op /size:(4k OR 8k) (default *)'),
  level('alpha', 'P', 'A difference is significant if its p-value is at most this (default 0.05)'),
  level('confidence', 'LEVEL', 'Confidence of the ranges (default 0.95)'),
  text('format', 'text|csv', 'Output; the warnings of csv go to standard error (default text)'),
  {
    name: 'fail-over', value: 'N%',
    help: 'Exit with 1 if a result is significantly worse, by more than this',
    set: (draft, word) => void (draft.failOver = readPercentage(word)),
  },
];

/** Whether `-h` or `-help` comes before the first word that is not a flag. */
export function asksForBenchstatHelp(argv: readonly string[]): boolean {
  const end = argv.findIndex((word) => !isFlag(word));
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => /^--?h(elp)?$/.test(word));
}

/**
 * Parses flags as Go's package flag does: `-alpha=0.1`, `--alpha 0.1`. All flags come before the first file; `--` ends
 * them.
 * @throws BenchstatUsageError
 */
export function parseBenchstatArgs(argv: readonly string[]): BenchstatArgs {
  const draft: Draft = { ...DEFAULTS };
  const words = [...argv];
  while (words.length > 0 && isFlag(words[0])) {
    const word = words.shift()!;
    if (word === '--') break;
    readFlag(draft, word, words);
  }
  if (words.length === 0) throw new BenchstatUsageError('');
  return { ...draft, inputs: words };
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

function readFlag(draft: Draft, word: string, rest: string[]): void {
  const match = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(word);
  if (match === null) throw new BenchstatUsageError(`bad flag syntax: ${word}`);
  const [, name, inline] = match as unknown as [string, string, string | undefined];
  const flag = BENCHSTAT_FLAGS.find((each) => each.name === name);
  if (flag === undefined) throw new BenchstatUsageError(`flag provided but not defined: -${name}`);
  const value = inline ?? rest.shift();
  if (value === undefined) throw new BenchstatUsageError(`flag needs an argument: -${name}`);
  flag.set(draft, value);
}

function readLevel(name: string, word: string): number {
  const value = readFloat(word);
  if (typeof value === 'number') return value;
  const reason = value === 'invalid syntax' ? 'parse error' : value;
  throw new BenchstatUsageError(`invalid value ${quoted(word)} for flag -${name}: ${reason}`);
}

function readPercentage(word: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)%?$/.exec(word) ?? [];
  if (digits === undefined) {
    throw new BenchstatUsageError(`invalid value ${quoted(word)} for flag -fail-over: not a percentage such as 5%`);
  }
  return Number(digits);
}
