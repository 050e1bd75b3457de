import { groupByName } from '../../bench/resultsByCase';
import type { LineDetail } from '../../profile/answers/lines';
import { isBenchmark } from '../../loadedCapture';
import { MIN_SAMPLES_WORD } from '../../profile/noise/fewSamples';
import { longerRun } from '../../profile/noise/longerRun';
import { plural, sampleCount, sampleText, withThousands } from '../../profile/text/counts';
import { isPerOperation, scale } from '../../profile/text/measurement';
import type { Active } from '../../session';
import { commandLink, escapeMarkdown } from './markdown';

/** Profiles a benchmark for longer; its arguments are those of LongerClick. */
export const MEASURE_LONGER_COMMAND = 'linecost.measureLonger';

/** Arguments of the command: the benchmark's file and name, the kind of profile, and the benchtime. */
export type LongerClick = readonly [file: string, name: string, kind: string, benchtime: string];

const COLUMNS = ['flat', 'cum'] as const;

type Values = LineDetail['values'][number];

/** `31 samples`; `3 samples, too few to trust`; `every allocation is counted`; `8 events`; `2 stacks`. */
export function samplesText({ values, sums, cumSamples }: LineDetail, sampleType: number): string {
  const { noise } = values[sampleType];
  if (noise === undefined) return sampleText(sampleCount(values.map((each) => each.sampleType), sums, cumSamples));
  const { count, isFew } = noise.cum;
  if (noise.basis === 'everything') return 'every allocation is counted';
  const noun = noise.basis === 'events' ? 'event' : 'sample';
  return `${withThousands(count)} ${plural(noun, count)}${isFew ? ', too few to trust' : ''}`;
}

/** A sentence on why figures of the line are faded; empty if no figure is faded. */
export function fadedText({ values }: LineDetail, sampleType: number): string {
  const { flat, noise } = values[sampleType];
  if (!noise) return '';
  if (noise.cum.isFew) return `_Faded: figures of fewer than ${MIN_SAMPLES_WORD} samples are mostly chance._\n\n`;
  if (!noise.flat.isFew || flat === 0) return '';
  return `_flat is faded: figures of fewer than ${MIN_SAMPLES_WORD} samples are mostly chance._\n\n`;
}

/** The row of 95 % intervals below the figures of the shown sample type, in an array; empty without intervals. */
export function noiseRows(values: LineDetail['values'], index: number): string[] {
  const { noise, cum } = values[index];
  if (noise?.basis !== 'samples' || cum === 0) return [];
  const counting = values.findIndex((each) => isCounting(each));
  if (index === counting && values.length > 1) return [];
  const isShare = counting >= 0;
  const ranges = COLUMNS.map((column) => rangeCells(values[index], column, isShare));
  return [`| _95&nbsp;% between_ | ${ranges.join(' | ')} |`];
}

/** Whether the value is the number of samples, which the first row of the hover shows. */
export function isCounting({ sampleType: { type, unit } }: Values): boolean {
  return type === 'samples' && unit === 'count';
}

/** `210–430ms | 2.1–4.3%`; without percentages for an extrapolated value, whose share has another interval. */
function rangeCells(values: Values, column: 'flat' | 'cum', isShare: boolean): string {
  const { noise, total, sampleType: { unit } } = values;
  const interval = noise?.[column].interval;
  if (interval === undefined || values[column] === 0) return ' | ';
  const [from, to] = interval;
  if (from === to) return 'exact | ';
  const share = isShare ? `&ensp;${escapeMarkdown(`${shortPercent(from / total)}–${shortPercent(to / total)}%`)}` : '';
  return `&ensp;${escapeMarkdown(rangeText(from, to, unit))} | ${share}`;
}

/** `48.1–52.3MB`, `980ms–1.2s`: three digits are more than an interval needs. */
function rangeText(from: number, to: number, unit: string): string {
  const [low, high] = [from, to].map((value) => scale(value, unit, 'auto'));
  const text = (value: number) => withThousands(Number(value.toPrecision(3)));
  const space = isPerOperation(unit) ? ' ' : '';
  const first = low.unit === high.unit || from === 0 ? text(low.value) : `${text(low.value)}${space}${low.unit}`;
  return `${first}–${text(high.value)}${space}${high.unit}`;
}

/** Two digits, or three from 100 on. */
function shortPercent(share: number): string {
  const percent = 100 * share;
  if (percent >= 10) return percent.toFixed(0);
  return percent >= 1 ? percent.toFixed(1) : String(Number(percent.toPrecision(2)));
}

/** A link that runs the benchmark for longer, if that would make the line's figures precise; empty otherwise. */
export function longerText(active: Active, detail: LineDetail): string {
  const { click, run, of: ofFigure } = proposal(active, detail) ?? {};
  if (!click || run === undefined || run === 'tooRare') return '';
  const args: LongerClick = [...click, `${run.seconds}s`];
  const link = commandLink(MEASURE_LONGER_COMMAND, args);
  return `[Measure ${run.seconds}&nbsp;s](${link}) to be sure${ofFigure} within ${run.within * 100}&nbsp;%`;
}

/** A sentence if no run of acceptable length would make the figures precise; empty otherwise. */
export function tooRareText(active: Active, detail: LineDetail): string {
  const { run, of: ofFigure = '' } = proposal(active, detail) ?? {};
  return run === 'tooRare' ? `_Too rare to be sure${ofFigure} within 25&nbsp;%: a minute is not enough._\n\n` : '';
}

/** A sentence instead of a proposal for setup that runs once per round, which a longer run does not repeat. */
export function onceText(active: Active, detail: LineDetail): string {
  const { run } = proposal(active, detail) ?? {};
  return run === undefined ? '' : '_A longer run adds no samples here, but a higher count does._\n\n';
}

/** A run for cum if its interval is too wide, else for flat. */
function proposal(active: Active, { values }: LineDetail) {
  const { noise, flat, cum } = values[active.sampleType];
  const click = benchmarkOf(active);
  if (!noise || !click) return undefined;
  const seconds = secondsOf(active);
  const ofCum = longerRun(cum, noise.cum, seconds);
  if (ofCum !== undefined) return { click, run: ofCum, of: '' };
  return { click, run: longerRun(flat, noise.flat, seconds), of: ' of flat' };
}

/** The benchmark or case that was measured, and the kind of profile. */
function benchmarkOf({ capture, profile }: Active): readonly [file: string, name: string, kind: string] | undefined {
  if (!isBenchmark(capture)) return undefined;
  const { target, subject = '' } = capture;
  const prefix = `${target.file}#`;
  return [target.file, subject.startsWith(prefix) ? subject.slice(prefix.length) : target.name, profile.label];
}

/**
 * The time for which each case was measured, in seconds: the duration of the profile divided by the number of cases.
 * For a heap profile, which has no duration, the time in the results counts.
 */
function secondsOf({ profile, capture: { results } }: Active): number {
  const cases = groupByName(results).length;
  const timed = results.reduce((sum, { iterations, values }) => {
    return sum + (iterations * (values.find(({ unit }) => unit === 'ns/op')?.value ?? 0)) / 1e9;
  }, 0);
  return (profile.summary.durationNanos / 1e9 || timed) / Math.max(1, cases);
}

