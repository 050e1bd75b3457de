import type { Steps } from '../../profile/common/guard';
import { Benchstat, type BenchstatOptions } from '../benchstat/benchstat';
import { withoutProcs } from '../grammar/benchmarkName';
import type { Tables } from '../benchstat/tables';
import { ALPHA } from '../statistics/compareSamples';
import { DEFAULT_CONFIDENCE } from '../statistics/summary';
import { ignoreList, keysThatVaryByInput } from './ignoredKeys';
import type { ReadResults } from './readResults';
import type { StandardExport } from './answers';

/** A column of the tables. */
export interface ComparedInput extends ReadResults {
  /** Not empty; unique among the inputs. */
  readonly label: string;
}

export interface ComparedInputs {
  readonly tables: Tables;
  /** Keys that the comparison ignores (benchstat's -ignore), because they only tell the inputs apart. */
  readonly ignored: readonly string[];
  /** Number of benchmarks whose suffix `-N` differs between inputs, so that they are in different rows. */
  readonly splitByProcs: number;
  /** 1 if more of a unit is better, -1 if less is, 0 if unknown. */
  better(unit: string): -1 | 0 | 1;
}

const DEFAULTS = {
  table: '.config', row: '.fullname', col: '.file', filter: '*', format: 'text', alpha: ALPHA,
  confidence: DEFAULT_CONFIDENCE,
};

/** The options with which benchstat compares the inputs in the same way as Linecost. */
function benchstatOptions(inputs: readonly ReadResults[], ignoresProcs: boolean): BenchstatOptions {
  return { ...DEFAULTS, ignore: ignoreList(keysThatVaryByInput(inputs), ignoresProcs) };
}

/**
 * Compares inputs with the first one, in steps, by benchstat's rules.
 * @param ignoresProcs whether `Sum-8` and `Sum-4` share a row
 */
export function* compareInputs(inputs: readonly ComparedInput[], ignoresProcs: boolean): Steps<ComparedInputs> {
  const benchstat = new Benchstat(benchstatOptions(inputs, ignoresProcs), () => undefined);
  for (const { text, label } of inputs) yield* benchstat.reading(text, label, label);
  const tables = yield* benchstat.building();
  const better = (unit: string) => benchstat.better(unit);
  return { tables, ignored: keysThatVaryByInput(inputs), splitByProcs: splitByProcs(tables), better };
}

function splitByProcs({ tables }: Tables): number {
  const names = new Set<string>();
  for (const { rows, columns } of tables) {
    const columnsOf = new Map<string, Set<number>>();
    for (const { label, cells } of rows) {
      if (cells.length === columns.length) continue;
      const name = withoutProcs(label);
      const columnsOfName = columnsOf.get(name) ?? new Set();
      if (columnsOfName.size > 0 && cells.every(({ column }) => !columnsOfName.has(column))) names.add(name);
      columnsOf.set(name, new Set([...columnsOfName, ...cells.map(({ column }) => column)]));
    }
  }
  return names.size;
}

/** Keys that name an input. The first one that no input has is used. */
const KEYS = ['input', 'linecost-input'];

/**
 * All inputs as one text in the standard format, and the flags with which benchstat compares them as the page does.
 * Before each input, lines unset the keys of the previous input and set the key that names the input.
 */
export function standardExport(inputs: readonly ComparedInput[], ignoresProcs: boolean): StandardExport {
  const keys = inputs.map(({ text, config }) => keysOf(text, config));
  const column = KEYS.find((key) => keys.every((ofInput) => !ofInput.has(key))) ?? KEYS[0];
  const text = inputs.map((input, i) => {
    const unsetLines = [...(keys[i - 1] ?? [])].filter((key) => key !== column).map((key) => `${key}:\n`);
    const inputLine = `${column}: ${input.label.replace(/[\r\n]+/g, ' ')}\n`;
    return `${unsetLines.join('')}${inputLine}${input.text.endsWith('\n') ? input.text : `${input.text}\n`}`;
  }).join('');
  const { ignore } = benchstatOptions(inputs, ignoresProcs);
  return { text: Buffer.from(text), flags: ['-col', column, ...(ignore === '' ? [] : ['-ignore', ignore])] };
}

/** The keys that a text sets, including keys that no result follows. */
function keysOf(text: string, config: ComparedInput['config']): ReadonlySet<string> {
  const keys = new Set(config.keys());
  for (const [, key] of text.matchAll(/^(\p{Ll}[^\s:\p{Lu}]*):[ \t]/gmu)) keys.add(key);
  return keys;
}
