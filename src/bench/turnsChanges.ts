import type { TurnsChange } from '../profile/answers/changes';
import { TIME } from './changeWords';
import { cpuChange, cpuSamples } from './cpuTime';
import { cutOffUnits } from './cutOff';
import { MIN_RUNS, relativeSpread } from './detectableDifference';
import { changeOfPairs, mediansOf, type Samples, samplesOf } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';
import { pairText, pText } from './verdictWords';

/** For each unit, the sample type that measures the same cost. */
const TYPES: Readonly<Record<string, string>> = { [TIME]: 'cpu', 'B/op': 'alloc_space', 'allocs/op': 'alloc_objects' };

/**
 * The figures of a benchmark that changed significantly between two programs that ran in turns, by sample type; empty
 * if several cases ran, since a profile does not tell them apart.
 */
export function turnsChanges(before: readonly BenchmarkResult[], now: readonly BenchmarkResult[]): TurnsChange[] {
  if (groupByName([...before, ...now]).length !== 1) return [];
  const all = samplesOf(before, now);
  const cutOff = cutOffUnits(all.map(mediansOf));
  const cpu = cpuSamples(before, now);
  return all.flatMap((samples) => {
    const type = TYPES[samples.unit];
    if (type === undefined || cutOff.has(samples.unit)) return [];
    const change = changeOf(type, samples);
    if (samples.unit !== TIME || !cpu) return change;
    const ofCpu = changeOf(type, cpu, 'CPU time of ');
    // With the time as a witness, the CPU time needs no lower level.
    const isConfirmed = change[0] && change[0].isIncrease === ofCpu[0]?.isIncrease;
    return isConfirmed || cpuChange(before, now) ? ofCpu : [];
  });
}

/**
 * How much the CPU time, or the time if that is unknown, varies between runs of the same program: standard deviation /
 * mean. undefined for several cases and for too few runs.
 */
export function timeVariation(
  before: readonly BenchmarkResult[],
  now: readonly BenchmarkResult[],
): number | undefined {
  if (groupByName([...before, ...now]).length !== 1 || Math.min(before.length, now.length) < MIN_RUNS) return undefined;
  const time = cpuSamples(before, now) ?? samplesOf(before, now).find(({ unit }) => unit === TIME);
  const spread = time && relativeSpread(time);
  return Number.isFinite(spread) ? spread : undefined;
}

function changeOf(type: string, samples: Samples, figure = ''): TurnsChange[] {
  const { before, now } = samples;
  // The delta is undefined if the earlier figure is 0.
  const { delta = Infinity, isChanged, p } = changeOfPairs(samples);
  if (!isChanged || delta === 0) return [];
  const rounds = Math.min(before.length, now.length);
  return [{ type, isIncrease: delta > 0, evidence: `${figure}${pairText(rounds)} runs in turns, p ${pText(p)}` }];
}
