import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/sums/profileTotal';
import { refineAndReport } from '../profile/refine';
import type { Refinement } from '../profile/answers/refinement';
import { labelUnits } from '../profile/labels/tagFilter';
import { findSampleType } from '../profile/sampleType';
import type { Command, ReportOptions } from './reportOptions';
import type { ReportRequest } from './reportRequest';

export interface Prepared {
  readonly request: ReportRequest;
  /** Names of the refinement's fields that matched nothing. */
  readonly unmatched: readonly string[];
}

/**
 * Refines the profile and determines the sample type, the total and the value format of the report.
 * Source: google/pprof internal/driver, generateRawReport.
 * @throws RefinementError, SampleTypeError
 */
export function prepareReport(profile: Profile, options: ReportOptions): Prepared {
  const sampleType = findSampleType(profile, options.sampleIndex);
  const { mean = false, divide_by: divideBy = 1, relative_percentages: isRelative = false } = options.refinement;
  const refinement = { ...options.refinement, ...granularityOf(options) };
  const { profile: refined, unmatched } = refineAndReport(profile, refinement);
  const divisorsOf = ({ values }: Profile): Float64Array | undefined => (mean ? values[0] : undefined);
  const whole = isRelative ? refined : profile;
  const total = profileTotal(whole, sampleType, divisorsOf(whole));
  return {
    request: {
      options,
      profile: refined,
      sampleType,
      weights: { values: refined.values[sampleType], divisors: divisorsOf(refined) },
      format: { total, unit: profile.sampleTypes[sampleType].unit, outputUnit: options.unit, divideBy },
      labelUnits: labelUnits(profile),
    },
    unmatched,
  };
}

const ADDRESS_REPORTS: readonly Command[] = ['raw', 'proto', 'callgrind'];

/** The granularity, which is fixed for some reports. Source: google/pprof internal/driver, applyCommandOverrides. */
function granularityOf({ command, refinement }: ReportOptions): Pick<Refinement, 'granularity' | 'noinlines'> {
  if (command === 'list') return { granularity: 'lines' };
  // With inlined frames, an address would be several nodes and its cum would count several times.
  if (command === 'disasm') return { granularity: 'addresses', noinlines: true };
  if (ADDRESS_REPORTS.includes(command)) return { granularity: 'addresses' };
  return { granularity: refinement.granularity ?? 'functions' };
}
