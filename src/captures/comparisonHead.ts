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
import { figureChange, figureText } from '../profile/text/screen/figure';
import { isWallTime } from '../profile/text/wallText';
import { comparedLoadsText } from './comparedLoads';
import { isBenchmark } from './loadedCapture';
import { comparedCase } from './loaded/comparedResults';
import { type Active, areMeansOrQuotients, areShares, isRefined, shownUnit } from './session';
import { againstText, shownSides } from './sides';

/** The change of a total: `CPU`, `251 → 101 µs/op`, `57 to 62 % less`. */
interface Total {
  readonly name: string;
  readonly figures: string;
  /** Empty if it is not known. */
  readonly amount: string;
  /** Whether the amount says that the change may be none. */
  readonly isDoubtful: boolean;
}

/**
 * One sentence on a comparison, the answer first: the heading in the editor, the hover, the status bar, the panel and
 * exported pages show it, so that they cannot contradict one another. Empty without a comparison.
 *
 * - of a benchmark: `57 to 62 % faster (p = 0.005) · 349 → 138 µs/op · CPU 251 → 101 µs/op`; if it was not measured in
 *   turns, `60.5 % faster, not measured in turns · …`; of two environments or benchmarks, `GOGC=off against GOGC=100:
 *   57 to 62 % faster …`
 * - of a service under load: `2.1× the requests at 0.70× the cpu per request · p99 12 → 8 ms · CPU 2.10 → 1.47 ms/req`
 * - of a service in turns that answered no more requests, but at another cost: `CPU 16 to 35 % less · 480 →
 *   350 µs/req · no difference in req/s that 10 runs can show · 450 → 476 req/s`
 * - of other work: `CPU −16.1 % · 4.67 → 3.92 s`; if the amounts of work are not known, `shares of the total · CPU
 *   4.67 → 3.92 s`; of a store that does not count samples, then `which changes are chance is not known`
 *
 * With a refinement, the totals are still those of all samples: `whole profile: CPU −16.1 % · 4.67 → 3.92 s`.
 */
export function comparisonSentence(active: Active): string {
  const { baseline } = active;
  if (!baseline) return '';
  const { load, verdict, result, isChanged } = answerOf(active);
  const sides = shownSides(active);
  const answer = [load, verdict, result].filter(Boolean);
  const measured = cpuInTurns(active) ?? countedTotal(active);
  const total = measured ?? totalOf(active);
  const named = sides && !verdict ? `${sides.now} against ${sides.before}: ` : '';
  if (!total) return named + answer.join(' · ');
  const { figures, amount, isDoubtful } = total;
  const whole = !isRefined(active.refinement) ? '' : measured ? WHOLE_BENCHMARK : WHOLE_PROFILE;
  const name = whole + total.name;
  if (answer.length === 0) {
    const way = wayOf(active);
    const hasAmount = amount !== '' && way !== SHARES && way !== NORMALIZED;
    const lead = hasAmount ? `${name} ${amount}${way ? ` (${way})` : ''}` : way;
    const doubt = areSamplesKnown(active) ? '' : UNJUDGED;
    return named + [lead, hasAmount ? figures : `${name} ${figures}`, doubt].filter(Boolean).join(' · ');
  }
  // A load of a fixed rate gives as many requests per second whatever they cost.
  if (active.capture.service && verdict && !isChanged && total.name === CPU && !isDoubtful && amount !== UNCHANGED) {
    return named + [`${name} ${amount}`, figures, ...answer].join(' · ');
  }
  // The verdict and the figures say it already.
  const isSaid = amount === '' || (!isDoubtful && isChanged);
  return named + [...answer, `${name} ${figures}${isSaid ? '' : ` (${amount})`}`].join(' · ');
}

const WHOLE_PROFILE = 'whole profile: ';
const WHOLE_BENCHMARK = 'whole benchmark: ';
const SHARES = 'shares of the total';
const NORMALIZED = 'scaled to the same total';
const GROWING = 'more work shows as growth';

const UNJUDGED = 'which changes are chance is not known';

/** Whether changes are judged: some stores do not say how many samples a profile has. */
function areSamplesKnown({ capture, profile, sampleType, baseline }: Active): boolean {
  if (!capture.fleet || !COUNTED_BY_SAMPLES.test(profile.summary.sampleTypes[sampleType].type)) return true;
  return [profile, baseline!.profile].every(({ summary: { weights } }) => (weights?.[sampleType] ?? 0) > 0);
}

const COUNTED_BY_SAMPLES = /^(?:cpu|samples|alloc_|inuse_)/;

/** How totals are compared that are not of equal work. */
function wayOf(active: Active): string | undefined {
  const { shares, normalize } = active.baseline!;
  if (areShares(active)) return SHARES;
  if (normalize) return NORMALIZED;
  return shares === 'offered' || areOtherIterations(active) ? GROWING : undefined;
}

/** Whether the totals of a benchmark are compared, which are of as many iterations as each run had time for. */
function areOtherIterations({ capture, baseline, refinement }: Active): boolean {
  return isBenchmark(capture) && (baseline!.operations === undefined || areMeansOrQuotients(refinement));
}

/** What is known of a comparison besides the totals of the profiles. */
interface Answer {
  /** How a service did under the two loads, unless it was measured in turns: see comparedLoadsText. */
  readonly load?: string;
  /** The verdict on the result; unset if the two have no result in common. */
  readonly verdict?: string;
  /** The result before and now: `349 → 138 µs/op`. */
  readonly result?: string;
  /** Whether the verdict or the loads say that something changed. */
  readonly isChanged: boolean;
}

/** How a service did under the two loads; undefined if it was measured in turns, or not under load. */
export function comparedLoads(active: Active): string | undefined {
  const { capture, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  const { operations, profile: earlier, capture: { service } } = baseline;
  const [now, before] = [capture.service?.load, service?.load];
  if (!now || !before || !operations || capture.turns || !arePerOperation(active)) return undefined;
  const cost = ({ totals, sums = totals }: ProfileSummary, count: number) => sums[sampleType] / count;
  const { type } = profile.summary.sampleTypes[sampleType];
  const sides = [
    { load: now, cost: cost(profile.summary, operations.now) },
    { load: before, cost: cost(earlier.summary, operations.before) },
  ] as const;
  return comparedLoadsText(...sides, type);
}

function arePerOperation(active: Active): boolean {
  const { baseline } = active;
  return baseline?.operations !== undefined && !baseline.normalize && isPerOperation(shownUnit(active));
}

/** The result of a benchmark that is not compared: `349 µs/op`; undefined if it has none, or those of several cases. */
export function resultHead({ capture, baseline, operations }: Active): string | undefined {
  const { results } = capture;
  const isPlain = !baseline && operations !== undefined && isBenchmark(capture);
  if (!isPlain || groupByName(results).length !== 1) return undefined;
  return formatResult(results).split('  ')[0];
}

function answerOf(active: Active): Answer {
  const load = comparedLoads(active);
  if (load !== undefined) return { load, isChanged: true };
  const compared = arePerOperation(active) ? comparedCase(active) : undefined;
  if (!compared) return { isChanged: false };
  const { before, now, areInTurns } = compared;
  if (misfitSign([...before, ...now]) !== '') return { isChanged: false };
  const { turns } = active.capture;
  if (areInTurns && turns) {
    const [verdict] = caseVerdicts({ ...turns, now });
    const sides = turns.sides && `${againstText(turns)}: `;
    if (!verdict) return { isChanged: false };
    const { main, figures, direction } = verdict;
    return { verdict: `${sides ?? ''}${main}`, ...(figures && { result: figures }), isChanged: direction !== undefined };
  }
  const [first] = figureChanges(before, now);
  if (!first) return { isChanged: false };
  const { text, amount } = first;
  return { verdict: `${amount ?? 'no difference'}, not measured in turns`, result: text, isChanged: amount !== undefined };
}

/** The CPU time that runs in turns measured, without a profile; undefined if it is not known, or not shown. */
function cpuInTurns(active: Active): Total | undefined {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  const unit = shownUnit(active);
  const compared = arePerOperation(active) && type === 'cpu' ? comparedCase(active) : undefined;
  if (!compared?.areInTurns) return undefined;
  const { before, now } = compared;
  const samples = cpuSamples(before, now);
  if (!samples) return undefined;
  const medians = mediansOf(samples);
  const amount = cpuChange(before, now)?.words.replace(/ CPU time$/, '');
  const figures = figureChange(medians.before, medians.now, unit);
  return { name: CPU, figures, amount: amount ?? NOISE, isDoubtful: amount === undefined };
}

const CPU = 'CPU';
const UNCHANGED = 'unchanged';
const NOISE = 'within the noise';

/** The allocations that runs without profiles counted; undefined if they are not known, or not shown. */
function countedTotal(active: Active): Total | undefined {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  const counted = COUNTED.get(type);
  const compared = counted !== undefined && arePerOperation(active) ? comparedCase(active) : undefined;
  if (!compared || misfitSign([...compared.before, ...compared.now]) !== '') return undefined;
  const { before, now } = compared;
  const change = figureChanges(before, now).find(({ unit }) => unit === counted);
  if (!change?.isCompared) return undefined;
  const { text: figures, amount = '' } = change;
  return { name: type, figures, amount, isDoubtful: !/^[+−\d]/.test(amount) };
}

/** The units of `go test` for what it counts. */
const COUNTED = new Map([['alloc_space', 'B/op'], ['alloc_objects', 'allocs/op']]);

function totalOf(active: Active): Total | undefined {
  const { profile, sampleType, baseline } = active;
  const isDivided = arePerOperation(active);
  const { now: countNow, before: countBefore } = (isDivided && baseline!.operations) || ONE;
  const now = sideOf(profile.summary, sampleType, countNow);
  const before = sideOf(baseline!.profile.summary, sampleType, countBefore);
  if (now.value === 0 && before.value === 0) return undefined;
  const valueType = profile.summary.sampleTypes[sampleType];
  // Shares say nothing of the totals.
  const unit = isDivided ? shownUnit(active) : valueType.unit;
  const figures = now.value === before.value
    ? figureText(now.value, unit, { weight: now.weight })
    : figureChange(before.value, now.value, unit, now.weight);
  const name = valueType.type === 'cpu' ? CPU : isWallTime(valueType) ? 'wall' : valueType.type;
  return { name, figures, ...amountOf(active, { now, before }) };
}

/** Profiles of tests are compared as they are. */
const ONE = { now: 1, before: 1 };

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

/** How much the total changed, with its interval where the number of samples is known. */
function amountOf(
  active: Active,
  { now, before }: { readonly now: Side; readonly before: Side },
): Pick<Total, 'amount' | 'isDoubtful'> {
  const { profile, sampleType, baseline } = active;
  const { turns } = baseline!;
  const { weight } = now;
  if (areOtherIterations(active) && !baseline!.normalize) return { amount: '', isDoubtful: false };
  const isCpu = profile.summary.sampleTypes[sampleType].type === 'cpu';
  if (now.value === before.value) return { amount: UNCHANGED, isDoubtful: false };
  if (isCpu && turns?.drift !== undefined) return { amount: 'the machine had another speed then', isDoubtful: true };
  const percent = changePercent(now.value - before.value, before.value, carriedDigits(before.value, weight));
  if (!isCpu || !weight || now.value <= 0 || before.value <= 0) return { amount: percent, isDoubtful: false };
  const samples = [now, before].map((side) => side.value / (side.weight || weight));
  const parts = [now, before].map(({ value }, i) => evenPart(value, samples[i]));
  const varies = variesOf(undefined, turns?.timeVaries, shownUnit(active));
  const operations = (arePerOperation(active) && baseline!.operations) || ONE;
  const rule = { operations, unitRatio: operations.before / operations.now, varies };
  const isShownByTurns = turns?.changes.some((change) => change.type === 'cpu' && change.isIncrease === now.value > before.value);
  if (!isShownByTurns && !isFirm({ now: parts[0], before: parts[1] }, rule)) return { amount: NOISE, isDoubtful: true };
  const ratio = now.value / before.value;
  const deviation = Math.sqrt(samples.reduce((sum, count) => sum + 1 / count, 2 * varies ** 2));
  const [lo, hi] = [ratio * Math.exp(-Z * deviation), ratio * Math.exp(Z * deviation)];
  return { amount: intervalText({ ratio, lo, hi }, '').trim(), isDoubtful: false };
}
