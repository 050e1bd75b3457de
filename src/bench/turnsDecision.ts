import { TIME } from './changeWords';
import { cutOffUnits } from './cutOff';
import { mediansOf, type Samples } from './pairedSamples';
import { compareSamples } from './statistics/compareSamples';
import { intervalWidth, type PairedRatio, pairedRatio } from './statistics/pairedRatio';
import { neededPairs } from './statistics/signedRank';
import { DEFAULT_CONFIDENCE } from './statistics/summary';

/** The unit of the CPU time of an operation, of all threads, in nanoseconds. */
export const CPU_TIME = 'cpu-ns/op';

/**
 * Of measurements of unchanged code, at most this share has a firm regression by chance, however many figures each
 * compares.
 */
const FALSE_ALARMS = 0.01;

/** 1 if more of a unit is better, -1 if less is, 0 if that is unknown. */
export type Better = (unit: string) => -1 | 0 | 1;

/** A figure of a case in two programs that ran in turns. */
export interface FigureDecision {
  readonly unit: string;
  /** The medians. */
  readonly before: number;
  readonly now: number;
  readonly pairs: number;
  /** How many times as large the figure is now; undefined with too few pairs, and for values of 0. */
  readonly interval?: PairedRatio;
  /** A change is firm if the interval does not contain "no change". */
  readonly outcome: 'worse' | 'better' | 'same' | 'tooFew';
  /** Whether it is firmly worse by more than the bound. */
  readonly isPast: boolean;
}

/** What is decided about a case. */
export interface CaseDecision {
  /** The time or, if it varies too much while the CPU time does not, the CPU time; undefined without either. */
  readonly main?: FigureDecision;
  /** The time if the CPU time decides, else the CPU time; undefined if there is only one of them. */
  readonly witness?: FigureDecision;
  /** The other figures that changed firmly. */
  readonly others: readonly FigureDecision[];
  /** The figures that are firmly worse by more than the bound. */
  readonly past: readonly FigureDecision[];
}

/** The confidence of each interval, so that all of them together keep to FALSE_ALARMS on either side. */
export function decisionConfidence(comparisons: number): number {
  return 1 - (2 * FALSE_ALARMS) / Math.max(1, comparisons);
}

/** The least number of pairs that can show a firm change among so many comparisons. */
export function pairsToDecide(comparisons: number): number {
  return neededPairs(decisionConfidence(comparisons));
}

/** How many figures of a case can raise a false alarm: those that vary, and of which it is known what is better. */
export function comparisonsIn(all: readonly Samples[], better: Better): number {
  const varies = ({ before, now }: Samples) => [...before, ...now].some((value) => value !== before[0]);
  return decidable(all, better).filter(varies).length;
}

/** The rule for all cases of a measurement. */
export interface DecisionRule {
  readonly confidence: number;
  /** The largest regression that passes, as a share. */
  readonly bound: number;
  readonly better: Better;
}

/** @param all the samples of a case, whose values at the same index are a pair */
export function decideCase(all: readonly Samples[], rule: DecisionRule): CaseDecision {
  const cutOff = cutOffUnits(all.map(mediansOf));
  const figures = decidable(all, rule.better).map((samples) => decide(samples, rule));
  const of = (unit: string) => figures.find((each) => each.unit === unit);
  const [time, cpu] = [of(TIME), of(CPU_TIME)];
  const [main, witness] = time && cpu && isCpuDecisive(time, cpu) ? [cpu, time] : [time, cpu];
  const rest = figures.filter((figure) => figure !== time && figure !== cpu && !cutOff.has(figure.unit));
  const others = rest.filter((figure) => isFirm(figure) && !isTiny(figure));
  const past = [...(main ? [main] : []), ...others].filter(({ isPast }) => isPast);
  return { ...(main && { main }), ...(witness && { witness }), others, past };
}

/** How wide the interval that decides is, as a share; Infinity if there is none. */
export function widthOf({ main }: Pick<CaseDecision, 'main'>): number {
  return intervalWidth(main?.interval);
}

/** The units to decide about. The CPU time counts only if it is most of the time: else the benchmark waits. */
function decidable(all: readonly Samples[], better: Better): Samples[] {
  const time = all.find(({ unit }) => unit === TIME);
  const cpu = all.find(({ unit }) => unit === CPU_TIME);
  const isCpuMost = !time || !cpu || Math.min(...cpu.before, ...cpu.now) > 0.5 * Math.min(...time.before, ...time.now);
  return all.filter(({ unit }) => {
    if (unit === CPU_TIME) return isCpuMost;
    // Throughput follows from the time.
    return unit === 'MB/s' ? !time : better(unit) !== 0;
  });
}

function decide(samples: Samples, { confidence, bound, better }: DecisionRule): FigureDecision {
  const { unit, before: old, now: current } = samples;
  const { before, now } = mediansOf(samples);
  const pairs = Math.min(old.length, current.length);
  const figure = { unit, before, now, pairs };
  const isMoreWorse = better(unit) < 1;
  // With so many comparisons that their confidence needs more pairs, benchstat's test must show a change as well.
  const isShown = pairs >= neededPairs(confidence) || compareSamples(old, current).p <= 1 - confidence;
  if (pairs < INTERVAL_PAIRS) {
    const few = isShown && before !== now ? decideFew(samples, bound, isMoreWorse) : TOO_FEW;
    return { ...figure, ...few };
  }
  const interval = pairedRatio(old, current, Math.min(confidence, 1 - 2 ** (1 - pairs)));
  if (!interval) {
    const direction = isShown ? signOf(old, current, Math.max((1 - confidence) / 2, 2 ** -pairs)) : 0;
    const isWorse = direction !== 0 && direction > 0 === isMoreWorse;
    return { ...figure, outcome: direction === 0 ? 'same' : isWorse ? 'worse' : 'better', isPast: isWorse };
  }
  const [least, most] = isMoreWorse ? [interval.lo - 1, 1 - interval.hi] : [1 - interval.hi, interval.lo - 1];
  const outcome = !isShown ? 'same' : least > TOLERANCE ? 'worse' : most > TOLERANCE ? 'better' : 'same';
  return { ...figure, interval, outcome, isPast: outcome === 'worse' && least > bound + TOLERANCE };
}

/** The least number of pairs that have an interval. */
export const INTERVAL_PAIRS = neededPairs(DEFAULT_CONFIDENCE);

type Outcome = Pick<FigureDecision, 'outcome' | 'isPast'>;

const TOO_FEW: Outcome = { outcome: 'tooFew', isPast: false };

/** A firm change with too few pairs for an interval. It is past the bound if even the extreme runs are. */
function decideFew({ before, now }: Samples, bound: number, isMoreWorse: boolean): Outcome {
  const { delta = Infinity } = compareSamples(before, now);
  const isWorse = delta > 0 === isMoreWorse;
  const least = delta > 0 ? Math.min(...now) / Math.max(...before) - 1 : 1 - Math.max(...now) / Math.min(...before);
  return { outcome: isWorse ? 'worse' : 'better', isPast: isWorse && least > bound + TOLERANCE };
}

/** In floating point, 1.05 / 1 − 1 is not exactly 5 %. */
const TOLERANCE = 1e-9;

/** The sign test, for values of 0, which have no ratio: 1 if the later values are larger, -1 if they are smaller. */
function signOf(before: readonly number[], now: readonly number[], level: number): -1 | 0 | 1 {
  const more = before.filter((value, i) => now[i] > value).length;
  const less = before.filter((value, i) => now[i] < value).length;
  const [most, all] = [Math.max(more, less), more + less];
  let tail = 0;
  for (let k = most, ways = waysOf(all, most); k <= all; ways *= (all - k) / (k + 1), k++) tail += ways * 0.5 ** all;
  if (all === 0 || tail > level) return 0;
  return more > less ? 1 : -1;
}

function waysOf(all: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways *= (all - chosen + i) / i;
  return ways;
}

/** Whether the CPU time decides: it is surer than the time, does not contradict it, and no firm change is lost. */
function isCpuDecisive(time: FigureDecision, cpu: FigureDecision): boolean {
  if (!time.interval || !cpu.interval || (isFirm(time) && !isFirm(cpu))) return false;
  const isSurer = 2 * widthOf({ main: cpu }) < widthOf({ main: time });
  return isSurer && cpu.interval.ratio >= time.interval.lo && cpu.interval.ratio <= time.interval.hi;
}

function isFirm({ outcome }: FigureDecision): boolean {
  return outcome === 'worse' || outcome === 'better';
}

/** A smaller change of the memory may be one of the number of operations: setup has a smaller part in more of them. */
const MIN_SHARE = 0.001;

function isTiny({ before, now }: FigureDecision): boolean {
  return before !== 0 && Math.abs(now / before - 1) < MIN_SHARE;
}
