/** The words and figures of verdicts. */
import { factorText, formatValue, MIN_FACTOR } from './formatResult';
import type { Samples } from './pairedSamples';
import { detectable } from './detectableDifference';
import { proposedRuns } from './neededRuns';
import { summarize } from './statistics/summary';

export const TIME = 'ns/op';

/** The start of a partial verdict, `partial (4+4 of 10+10): `; empty if all rounds were run. */
export function partialText(rounds: number, wanted: number): string {
  return rounds < wanted ? `partial (${pairText(rounds)} of ${pairText(wanted)}): ` : '';
}

/** The medians of both programs: `53 → 5 B/op`. */
export function figureChange({ unit, before, now }: Samples): string {
  const [old, current] = [before, now].map((values) => formatValue(summarize(values).center, unit));
  return `${old} → ${current} ${unit}`;
}

/**
 * The verdict on samples without a significant difference: `no difference that 10 runs can show; 40 would show 2 %`, or
 * `…; they would show 2 %` if `rounds` is the maximum. If all values are equal: `no difference: every run gave 5 B/op`.
 * @param scope empty, or ` in time`
 */
export function noDifference(samples: Samples, rounds: number, scope: string): string {
  const same = oneValueText(samples);
  if (same !== undefined) return same;
  const more = proposedRuns(rounds);
  const smallest = detectable(samples, more);
  const subject = more > rounds ? String(more) : 'they';
  const hint = smallest === undefined ? '' : `; ${subject} would show ${limitText(smallest)}`;
  return `no difference${scope} that ${rounds} runs can show${hint}`;
}

/** `noDifference` for a lens: `time within the noise`, `p99-ns within the noise`. */
export function noDifferenceTitle(samples: Samples): string {
  return oneValueText(samples) ?? `${samples.unit === TIME ? 'time' : samples.unit} within the noise`;
}

function oneValueText({ before, now, unit }: Samples): string | undefined {
  const [value] = before;
  if (![...before, ...now].every((each) => each === value)) return undefined;
  return `no difference: every run gave ${formatValue(value, unit)} ${unit}`;
}

/** Like `noDifference`, for several cases, which have no figure in common. */
export function noDifferenceInCases(rounds: number, scope: string): string {
  return `no difference${scope} that ${rounds} runs can show`;
}

/**
 * The change of a figure: `12.3 % faster`; `72× slower` if the time is at least three times as long, `72× faster` if it
 * is at most a third, because `88 % faster` reads like twice the speed. For other units than time:
 * `12.3 % less p99-ns`, `72× as much p99-ns`.
 * @param delta the change as a share of the earlier figure
 * @param amount writes a share as a percentage
 */
export function directionText(delta: number, unit: string, amount: (share: number) => string): string {
  const isTime = unit === TIME;
  const slower = 1 + delta;
  if (slower >= MIN_FACTOR) return `${factorText(slower)} ${isTime ? 'slower' : `as much ${unit}`}`;
  const faster = 1 / slower;
  if (isTime && faster >= MIN_FACTOR && Number.isFinite(faster)) return `${factorText(faster)} faster`;
  const text = amount(Math.abs(delta));
  if (isTime) return `${text} ${delta < 0 ? 'faster' : 'slower'}`;
  return `${text} ${delta < 0 ? 'less' : 'more'} ${unit}`;
}

/** A share as a percentage: `12.3 %`, `0.34 %`, `150 %`; never `100.0 %` for a share below 1. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (share < 1 && percent >= 99.95) return 'more than 99.9 %';
  return `${percent.toFixed(percent >= 100 ? 0 : percent >= 0.95 ? 1 : 2)} %`;
}

/** A share as a rough percentage: `12 %`, `3.4 %`. */
export function roughText(share: number): string {
  const percent = share * 100;
  return `${percent.toFixed(percent >= 9.95 ? 0 : 1).replace(/\.0$/, '')} %`;
}

/** A share as a percentage, rounded up: `2 %`, `1.3 %`, `0.4 %`. */
function limitText(share: number): string {
  const percent = share * 100;
  const step = percent >= 10 ? 1 : percent >= 0.1 ? 10 : 100;
  return `${Math.ceil(Number((percent * step).toPrecision(6))) / step} %`;
}

/** The number of runs of both programs: `10+10`. */
export function pairText(rounds: number): string {
  return `${rounds}+${rounds}`;
}

/** A p-value after `=` or `<`: `= 0.002`, `< 0.001`. */
export function pText(p: number): string {
  return p < 0.0005 ? '< 0.001' : `= ${p.toFixed(3)}`;
}
