import { finish } from '../../../../src/profile/common/guard';
import { type ComparedInput, type ComparedInputs, compareInputs } from '../../../../src/bench/comparison/compareInputs';
import { type Comparison, comparing } from '../../../../src/bench/comparison/resultsComparison';
import { readResults, type ReadResults } from '../../../../src/bench/comparison/readResults';

export const read = (text: string): ReadResults => finish(readResults(text));

export const input = (label: string, ...lines: string[]): ComparedInput => ({ ...read(`${lines.join('\n')}\n`), label });

export const compared = (inputs: readonly ComparedInput[], ignoresProcs = false): ComparedInputs =>
  finish(compareInputs(inputs, ignoresProcs));

/** The result lines of one benchmark, one for each time in ns. */
export const times = (name: string, ...ns: number[]): string[] => ns.map((n) => `Benchmark${name} 100 ${n} ns/op`);

/** The comparison that the Benchmarks page shows. */
export const comparison = (inputs: readonly ComparedInput[], ignoresProcs = false): Comparison =>
  finish(comparing(inputs, ignoresProcs));
