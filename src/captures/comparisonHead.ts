import { caseVerdicts } from '../bench/caseVerdict';
import { cpuChange, cpuSamples } from '../bench/cpuTime';
import { figureChanges, formatResult } from '../bench/formatResult';
import { intervalText } from '../bench/intervalWords';
import { misfitSign } from '../bench/misfit';
import { mediansOf } from '../bench/pairedSamples';
import { groupByName } from '../bench/resultsByCase';
import type { ProfileSummary } from '../engine/queries';
import { evenPart, isFirm, variesOf } from '../profile/noise/firmChange';
import { isPerOperation } from '../profile/text/relativeUnits';
import { carriedDigits } from '../profile/text/screen/digits';
import { changePercent } from '../profile/text/screen/change';
import { figureChange } from '../profile/text/screen/figure';
import { isCpuPerOperation, withCpu } from '../profile/text/unlikeGoTest';
import { baselineName } from './baselineName';
import { comparedLoadsText } from './comparedLoads';
import { isBenchmark } from './loadedCapture';
import { comparedCase } from './loaded/comparedResults';
import { type Active, shownUnit } from './session';
import { shownWeight } from './shownWeight';
import { againstText } from './sides';

/**
 * What a comparison of a benchmark shows, in parts: the heading in the editor, the hover, the status bar and the header
 * of the panel are written from it, so that they cannot contradict one another.
 */
export interface ComparisonHead {
  /** How a service did under the two loads, unless it was measured in turns: see comparedLoadsText. */
  readonly load?: string;
  /**
   * The verdict on the result: `4.1 to 7.5 % faster (p = 0.002, n = 10+10)`; of results that were not measured in turns
   * `10.2 % slower, not measured in turns`; of two environments or benchmarks, with their names: `GOGC=off against
   * GOGC=100: 4.1 to 7.5 % faster …`. Unset if the two have no result in common.
   */
  readonly verdict?: string;
  /** The result before and now: `349 → 138 µs/op`. */
  readonly result?: string;
  /**
   * What the shown cost of an operation was and is: `CPU 251 → 101 µs/op (57 to 62 % less)`. The CPU time is that of
   * the runs in turns where it is known, and allocations are those that runs without profiles counted; other costs are
   * the totals of the profiles.
   */
  readonly total?: string;
  /** The name of the baseline: `14:05`. */
  readonly before: string;
}

/**
 * undefined if costs per operation or request are not compared. `now` is in milliseconds since the epoch.
 */
export function comparisonHead(active: Active, now: number): ComparisonHead | undefined {
  const { capture, baseline } = active;
  if (!baseline?.operations || baseline.normalize || !isPerOperation(shownUnit(active))) return undefined;
  const total = cpuInTurns(active) ?? countedTotal(active) ?? totalOf(active);
  return { ...loadsOf(active), ...resultOf(active), ...total, before: baselineName(baseline.capture, capture, now) };
}

/** The parts in the order in which they are read: load, verdict, result, total. */
export function headParts({ load, verdict, result, total }: ComparisonHead): string[] {
  return [load, verdict, result, total].filter((part) => part !== undefined);
}

/** The result of a benchmark that is not compared: `349 µs/op`; undefined if it has none, or those of several cases. */
export function resultHead({ capture, baseline, operations }: Active): string | undefined {
  const { results } = capture;
  const isPlain = !baseline && operations !== undefined && isBenchmark(capture);
  if (!isPlain || groupByName(results).length !== 1) return undefined;
  return formatResult(results).split('  ')[0];
}

function loadsOf({ capture, profile, sampleType, baseline }: Active): Pick<ComparisonHead, 'load'> {
  const { operations, profile: earlier, capture: { service } } = baseline!;
  const [now, before] = [capture.service?.load, service?.load];
  if (!now || !before || !operations || capture.turns) return {};
  const cost = ({ totals, sums = totals }: ProfileSummary, count: number) => sums[sampleType] / count;
  const { type } = profile.summary.sampleTypes[sampleType];
  const sides = [
    { load: now, cost: cost(profile.summary, operations.now) },
    { load: before, cost: cost(earlier.summary, operations.before) },
  ] as const;
  return { load: comparedLoadsText(...sides, type) };
}

function resultOf(active: Active): Pick<ComparisonHead, 'verdict' | 'result'> {
  const compared = comparedCase(active);
  if (!compared) return {};
  const { before, now, areInTurns } = compared;
  if (misfitSign([...before, ...now]) !== '') return {};
  const { turns } = active.capture;
  if (areInTurns && turns) {
    const [verdict] = caseVerdicts({ ...turns, now });
    const sides = turns.sides && `${againstText(turns)}: `;
    return verdict ? { verdict: `${sides ?? ''}${verdict.main}`, ...(verdict.figures !== undefined && { result: verdict.figures }) } : {};
  }
  const [first] = figureChanges(before, now);
  if (!first) return {};
  const { text, amount } = first;
  return { verdict: `${amount ?? 'no difference'}, not measured in turns`, result: text };
}

/** The CPU time that runs in turns measured, without a profile; undefined if it is not known, or not shown. */
function cpuInTurns(active: Active): Pick<ComparisonHead, 'total'> | undefined {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  const unit = shownUnit(active);
  const { before, now, areInTurns = false } = comparedCase(active) ?? {};
  const isKnown = areInTurns && before && now && isCpuPerOperation({ type, unit });
  const samples = isKnown ? cpuSamples(before, now) : undefined;
  if (!samples) return undefined;
  const medians = mediansOf(samples);
  const words = cpuChange(before!, now!)?.words.replace(/ CPU time$/, '') ?? 'within the noise';
  return { total: `${withCpu(figureChange(medians.before, medians.now, unit), { type, unit })} (${words})` };
}

/** The allocations that runs without profiles counted; undefined if they are not known, or not shown. */
function countedTotal(active: Active): Pick<ComparisonHead, 'total'> | undefined {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  const counted = COUNTED.get(type);
  const { before, now } = comparedCase(active) ?? {};
  if (counted === undefined || !before || !now || misfitSign([...before, ...now]) !== '') return undefined;
  const change = figureChanges(before, now).find(({ unit }) => unit === counted);
  if (!change?.isCompared) return undefined;
  return { total: `${type} ${change.text}${change.amount === undefined ? '' : ` (${change.amount})`}` };
}

/** The units of `go test` for what it counts. */
const COUNTED = new Map([['alloc_space', 'B/op'], ['alloc_objects', 'allocs/op']]);

function totalOf(active: Active): Pick<ComparisonHead, 'total'> {
  const { profile, sampleType, baseline } = active;
  const { operations } = baseline!;
  if (!operations) return {};
  const now = sideOf(profile.summary, sampleType, operations.now);
  const before = sideOf(baseline!.profile.summary, sampleType, operations.before);
  if (now.value === 0 && before.value === 0) return {};
  const { type } = profile.summary.sampleTypes[sampleType];
  const unit = shownUnit(active);
  const weight = shownWeight(active);
  const figures = figureChange(before.value, now.value, unit, weight);
  const valueType = { type, unit };
  const named = isCpuPerOperation(valueType) ? withCpu(figures, valueType) : `${type} ${figures}`;
  const amount = amountOf(active, { now, before, weight });
  return { total: amount === '' ? named : `${named} (${amount})` };
}

/** The total of a profile per operation. */
interface Side {
  readonly value: number;
  readonly weight: number | undefined;
}

function sideOf({ totals, sums = totals, weights }: ProfileSummary, sampleType: number, operations: number): Side {
  const weight = weights?.[sampleType];
  return { value: sums[sampleType] / operations, weight: weight && weight / operations };
}

/** 95 % of a normal distribution is within this many standard deviations. */
const Z = 1.96;

/** How much the total changed, with its interval where the number of samples is known; empty for no change. */
function amountOf(
  active: Active,
  { now, before, weight }: { readonly now: Side; readonly before: Side; readonly weight: number | undefined },
): string {
  const { profile, sampleType, baseline } = active;
  const { turns, operations } = baseline!;
  const isCpu = profile.summary.sampleTypes[sampleType].type === 'cpu';
  if (now.value === before.value) return '';
  if (isCpu && turns?.drift !== undefined) return 'the machine had another speed then';
  const percent = changePercent(now.value - before.value, before.value, carriedDigits(before.value, weight));
  if (!isCpu || !weight || now.value <= 0 || before.value <= 0) return percent;
  const samples = [now, before].map((side) => side.value / (side.weight || weight));
  const parts = [now, before].map(({ value }, i) => evenPart(value, samples[i]));
  const varies = variesOf(undefined, turns?.timeVaries, shownUnit(active));
  const rule = { operations: operations!, unitRatio: operations!.before / operations!.now, varies };
  const isShownByTurns = turns?.changes.some((change) => change.type === 'cpu' && change.isIncrease === now.value > before.value);
  if (!isShownByTurns && !isFirm({ now: parts[0], before: parts[1] }, rule)) return 'within the noise';
  const ratio = now.value / before.value;
  const deviation = Math.sqrt(samples.reduce((sum, count) => sum + 1 / count, 2 * varies ** 2));
  const [lo, hi] = [ratio * Math.exp(-Z * deviation), ratio * Math.exp(Z * deviation)];
  return intervalText({ ratio, lo, hi }, '').trim();
}
