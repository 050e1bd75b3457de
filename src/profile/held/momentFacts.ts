import type { MomentFacts } from '../answers/held';
import type { Profile } from '../model';
import { type ProgramFacts, programFacts } from '../sums/programFacts';
import { heldSites } from './heldSites';

/**
 * What profiles of one moment have.
 * @param parts those of the instances
 * @param whole the sum of them
 */
export function momentFacts(parts: readonly Profile[], whole: Profile): MomentFacts {
  const { sampleTypes, values } = whole;
  const sums = Object.fromEntries(sampleTypes.map(({ type }, i) => [type, sumOf(values[i])]));
  const cpu = sampleTypes.findIndex(({ type }) => type === 'cpu');
  const collecting = programFacts(whole).gcShare;
  const distinct = (of: (facts: ProgramFacts) => string): string[] => {
    return [...new Set(parts.map((part) => of(programFacts(part))))].filter(Boolean).sort();
  };
  const used = parts.map(({ values: own, durationNanos }) => {
    return cpu >= 0 && durationNanos > 0 ? sumOf(own[cpu]) / durationNanos : NaN;
  });
  return {
    ...heldSites(whole),
    sums,
    buildIds: distinct(({ buildId }) => buildId),
    programs: distinct(({ file }) => file),
    ...(cpu >= 0 && { cpuUsed: sumOf(used) }),
    ...(collecting !== undefined && { collecting }),
  };
}

function sumOf(values: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
