import { TIME } from './changeWords';
import { metricChange, metricText } from '../profile/text/screen/figure';
import { THIN_SPACE } from '../profile/text/screen/digits';
import { intervalText } from './intervalWords';
import { mediansOf, type Samples } from './pairedSamples';
import { detectable, proposedRuns } from './detectableDifference';
import type { PairedRatio } from './statistics/pairedRatio';
import { neededPairs } from './statistics/signedRank';
import { DEFAULT_CONFIDENCE } from './statistics/summary';

/** The start of a partial verdict, `partial (4+4 of 10+10), `; empty if all rounds were run. */
export function partialText(rounds: number, wanted: number): string {
  return rounds < wanted ? `partial (${pairText(rounds)} of ${pairText(wanted)}), ` : '';
}

/** The medians of both programs: `53 → 5 B/op`. */
export function figureChange(samples: Samples): string {
  const { unit, before, now } = mediansOf(samples);
  return metricChange(before, now, unit);
}

/** A verdict without a change; `short` is for a heading. */
interface NoDifference {
  readonly whole: string;
  readonly short: string;
}

/**
 * The verdict on samples without a significant difference: `no difference that 10 runs can show (0.4 % faster to
 * 0.6 % slower); 40 would show 2 %`, or `…; they would show 2 %` if `rounds` is the maximum. If all values are equal:
 * `no difference in B/op (every run gave 5 B/op)`.
 * @param scope empty, or ` in time`, ` in p99-ns`
 * @param interval of the change, if it is known
 */
export function noDifference(samples: Samples, rounds: number, scope: string, interval?: PairedRatio): NoDifference {
  const same = oneValueText(samples);
  if (same !== undefined) return { whole: same, short: same };
  const more = proposedRuns(rounds);
  const smallest = detectable(samples, more);
  const subject = more > rounds ? String(more) : 'they';
  const hint = smallest === undefined ? '' : `; ${subject} would show ${limitText(smallest)}`;
  const range = interval ? rangeText(interval, samples.unit) : '';
  const inParentheses = range === '' ? '' : ` (${range})`;
  const short = noDifferenceInCases(rounds, scope);
  return { whole: `${short}${inParentheses}${hint}`, short };
}

/** An interval that contains "no change". Another one would read like a firm change. */
function rangeText(interval: PairedRatio, unit: string): string {
  const { lo, hi } = interval;
  return lo < 1 && hi > 1 ? intervalText(interval, unit) : '';
}

/** `noDifference` for a lens: `time within the noise`, `p99-ns within the noise`. */
export function noDifferenceTitle(samples: Samples): string {
  return oneValueText(samples) ?? `${samples.unit === TIME ? 'time' : samples.unit} within the noise`;
}

/**
 * The verdict on a significant difference whose interval does not confirm it: `no clear difference (0.4 % faster to
 * 7.5 % slower, p = 0.041, n = 10+10)`.
 */
export function unconfirmed(
  interval: PairedRatio,
  unit: string,
  rounds: number,
  { p, scope }: { readonly p: number; readonly scope: string },
): string {
  const facts = [rangeText(interval, unit), `p ${pText(p)}`, `n = ${pairText(rounds)}`].filter(Boolean).join(', ');
  return `no clear difference${scope} (${facts})`;
}

/** `; an interval needs 6+6` after too few runs for one; empty if there are enough, or if the runs do not vary. */
export function needsPairs({ before, now }: Samples): string {
  const needed = neededPairs(DEFAULT_CONFIDENCE);
  const varies = [before, now].some((values) => values.some((value) => value !== values[0]));
  return varies && Math.min(before.length, now.length) < needed ? `; an interval needs ${pairText(needed)}` : '';
}

function oneValueText({ before, now, unit }: Samples): string | undefined {
  const [value] = before;
  if (![...before, ...now].every((each) => each === value)) return undefined;
  // Without a time, the verdict is on this figure alone.
  const scope = unit === TIME ? '' : ` in ${unit}`;
  return `no difference${scope} (every run gave ${metricText(value, unit)})`;
}

/** Like `noDifference`, for several cases, which have no figure in common. */
export function noDifferenceInCases(rounds: number, scope: string): string {
  return `no difference${scope} that ${rounds} runs can show`;
}

/** A share as a percentage, rounded up: `2 %`, `1.3 %`, `0.4 %`. */
function limitText(share: number): string {
  const percent = share * 100;
  const step = percent >= 10 ? 1 : percent >= 0.1 ? 10 : 100;
  return `${Math.ceil(Number((percent * step).toPrecision(6))) / step}${THIN_SPACE}%`;
}

/** The number of runs of both programs: `10+10`. */
export function pairText(rounds: number): string {
  return `${rounds}+${rounds}`;
}

/** A p-value after `=` or `<`: `= 0.002`, `< 0.001`. */
export function pText(p: number): string {
  return p < 0.0005 ? '< 0.001' : `= ${p.toFixed(3)}`;
}
