/** The reports of the product, which makes them in steps, at once. */
import type { Profile } from '../../src/profile/model';
import { finish } from '../../src/profile/common/guard';
import { type LineCosts, lineCostsInSteps } from '../../src/profile/lines/lineCosts';
import { type ChargedLines, chargedLinesInSteps } from '../../src/profile/lines/chargedLines';
import { type Changes, changesInSteps } from '../../src/profile/changes/changes';
import { type FunctionCosts, functionCostsInSteps } from '../../src/profile/table/nodeCosts';
import { type StackTrie, stackTrieInSteps } from '../../src/profile/flame/stackTrie';
import { type BenchmarkOutput, readBenchmarks } from '../../src/bench/parseOutput';

export function lineCosts(profile: Profile, sampleType: number): LineCosts {
  return finish(lineCostsInSteps(profile, [sampleType]))[0];
}

export function chargedLines(
  profile: Profile,
  sampleType: number,
  isIncluded: readonly boolean[],
  isUncharged: readonly boolean[] = [],
): ChargedLines {
  return finish(chargedLinesInSteps(profile, sampleType, isIncluded, isUncharged));
}

export function changesOf(profile: Profile, sampleType: number): Changes | undefined {
  return finish(changesInSteps(profile, sampleType));
}

export function functionCosts(profile: Profile, sampleType: number): FunctionCosts {
  return finish(functionCostsInSteps(profile, [sampleType]))[0];
}

export function stackTrieOf(profile: Profile): StackTrie {
  return finish(stackTrieInSteps(profile));
}

export function parseBenchmarks(text: string): BenchmarkOutput {
  return finish(readBenchmarks(text));
}
