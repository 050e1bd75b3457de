import { parseArgs } from 'node:util';
import { median } from '../../src/bench/medians';
import { MIN_RUNS } from '../../src/bench/detectableDifference';
import { changeOfPairs } from '../../src/bench/pairedSamples';
import { compareSamples } from '../../src/bench/statistics/compareSamples';
import { pairedRatio } from '../../src/bench/statistics/pairedRatio';
import { normalNoise, uniformNoise } from '../shared/benchmarkSamples';
import { ProofReport } from './report';

// npm run proof:intervals [-- --tries=N] [--resamples=N]

/**
 * Simulates measurements in turns, and counts how often the interval of a verdict contains the true change. Beside it,
 * the same for a bootstrap of the ratio of medians, which was not chosen.
 */
const { values } = parseArgs({
  options: { tries: { type: 'string', default: '1000' }, resamples: { type: 'string', default: '200' } },
});
const [tries, resamples] = [values.tries, values.resamples].map(Number);
if (!Number.isInteger(tries) || tries! < 100) throw new Error('--tries must be a whole number of at least 100.');
if (!Number.isInteger(resamples) || resamples! < 40) throw new Error('--resamples must be a whole number of at least 40.');

const PAIRS = [4, 5, 6, 8, 10, 15, 20];
/** The change that is planted, as a factor. */
const CHANGE = 1.02;
/** Least coverage: 95 %, less three standard errors of the simulation, and half a percent for what a model does. */
const MIN_COVERAGE = 0.95 - 3 * Math.sqrt((0.95 * 0.05) / tries!) - 0.005;
const MAX_FALSE = 0.05;

const normal = normalNoise(1);
const uniform = uniformNoise(2);

/** Factors of the time of consecutive runs, old and new in turns. */
type Machine = (runs: number) => number[];

const series = (runs: number, next: (run: number) => number) => Array.from({ length: runs }, (_, run) => next(run));

const MACHINES: Readonly<Record<string, Machine>> = {
  'quiet: normal noise of 1 %': (runs) => series(runs, () => 1 + 0.01 * normal()),
  'skewed: a run takes 0 to 10 % longer': (runs) => series(runs, () => 1 - 0.03 * Math.log(1 - uniform())),
  'outliers: one run of eight takes up to half longer': (runs) =>
    series(runs, () => (1 + 0.01 * normal()) * (uniform() < 1 / 8 ? 1 + uniform() / 2 : 1)),
  'drift: 10 % within the measurement, up or down': (runs) => {
    const slope = (uniform() < 0.5 ? 0.1 : -0.1) / runs;
    return series(runs, (run) => (1 + slope * run) * (1 + 0.01 * normal()));
  },
  'wandering: 1 % from run to run': (runs) => {
    let level = 1;
    return series(runs, () => (level *= 1 + 0.01 * normal()) * (1 + 0.005 * normal()));
  },
  'busy in phases: 30 % longer for some runs in a row': (runs) => {
    let isBusy = false;
    return series(runs, () => {
      if (uniform() < 0.25) isBusy = !isBusy;
      return (isBusy ? 1.3 : 1) * (1 + 0.01 * normal());
    });
  },
};

interface Sides {
  readonly before: readonly number[];
  readonly now: readonly number[];
}

function measure(machine: Machine, pairs: number, change: number): Sides {
  const factors = machine(2 * pairs);
  // The sides take turns in going first, as in inTurns.
  const side = (second: number, time: number) => series(pairs, (i) => time * factors[2 * i + ((second + i) % 2)]!);
  return { before: side(0, 1000), now: side(1, 1000 * change) };
}

type Interval = readonly [lo: number, hi: number];

function chosen({ before, now }: Sides): Interval | undefined {
  const ratio = pairedRatio(before, now);
  return ratio && [ratio.lo, ratio.hi];
}

/** The percentile bootstrap of the ratio of medians, which draws pairs. */
function bootstrap({ before, now }: Sides): Interval {
  const ratios = Array.from({ length: resamples! }, () => {
    const drawn = before.map(() => Math.floor(uniform() * before.length));
    return median(drawn.map((i) => now[i]!)) / median(drawn.map((i) => before[i]!));
  }).sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))]!;
  return [at(0.025), at(0.975)];
}

interface Covered {
  readonly coverage: number;
  /** The mean width, as a share. */
  readonly width: number;
}

function coverageOf(intervals: readonly (Interval | undefined)[]): Covered | undefined {
  const known = intervals.filter((interval) => interval !== undefined);
  if (known.length === 0) return undefined;
  const covered = known.filter(([lo, hi]) => lo <= CHANGE && CHANGE <= hi).length;
  const width = known.reduce((sum, [lo, hi]) => sum + hi - lo, 0) / known.length;
  return { coverage: covered / known.length, width };
}

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const cell = (covered: Covered | undefined) =>
  (covered ? `${percent(covered.coverage)} (${percent(covered.width, 2)} wide)` : 'none').padEnd(24);

const report = new ProofReport('intervals');
let isRight = true;
for (const [name, machine] of Object.entries(MACHINES)) {
  report.at(name);
  report.note(`${name}\n        pairs  signed rank             bootstrap of medians    false verdicts: p, p and interval`);
  const coverages: number[] = [];
  const falseShares: number[] = [];
  for (const pairs of PAIRS) {
    const measured = Array.from({ length: tries! }, () => measure(machine, pairs, CHANGE));
    const same = Array.from({ length: tries! }, () => measure(machine, pairs, 1));
    const ours = coverageOf(measured.map(chosen));
    const falseByP = same.filter(({ before, now }) => compareSamples(before, now).isChanged).length / tries!;
    const falseByBoth = same.filter((sides) => changeOfPairs(sides).isChanged).length / tries!;
    const rates = `${percent(falseByP)}, ${percent(falseByBoth)}`;
    console.log(`        ${String(pairs).padStart(5)}  ${cell(ours)}${cell(coverageOf(measured.map(bootstrap)))}${rates}`);
    if (ours) coverages.push(ours.coverage);
    falseShares.push(falseByBoth);
  }
  const [least, most] = [Math.min(...coverages), Math.max(...falseShares)];
  const isProved = least >= MIN_COVERAGE && most <= MAX_FALSE + 3 * Math.sqrt((0.05 * 0.95) / tries!);
  isRight &&= isProved;
  report.conclude(`${name}: at least ${percent(least)} of intervals cover, at most ${percent(most)} false verdicts`, isProved);
}
report.note(`fewer than ${PAIRS.find((pairs) => pairedRatio(series(pairs, () => 1), series(pairs, () => 1)))} pairs have no interval; ${MIN_RUNS} are judged`);
report.end(isRight);
