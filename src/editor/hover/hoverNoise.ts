import type { LineDetail } from '../../profile/answers/lines';
import { MIN_SAMPLES_WORD } from '../../profile/noise/interval';
import { plural, sampleCount, sampleText } from '../../profile/text/counts';
import { figureRange } from '../../profile/text/screen/figure';
import { countText, numberText, THIN_SPACE } from '../../profile/text/screen/digits';
import { figureCell, GAP, namedCells } from './markdown';

const COLUMNS = ['flat', 'cum'] as const;

type Values = LineDetail['values'][number];

/** `31 samples`; `3 samples, too few to trust`; `every allocation is counted`; `8 events`; `2 stacks`. */
export function samplesText({ values, sums, cumSamples }: LineDetail, sampleType: number): string {
  const { noise } = values[sampleType];
  if (noise === undefined) return sampleText(sampleCount(values.map((each) => each.sampleType), sums, cumSamples));
  const { count, isFew } = noise.cum;
  if (noise.basis === 'everything') return 'every allocation is counted';
  const noun = noise.basis === 'events' ? 'event' : 'sample';
  return `${countText(count)} ${plural(noun, count)}${isFew ? ', too few to trust' : ''}`;
}

/**
 * A sentence on why figures of the line are faded; empty if no figure is faded.
 * @param noun what the figures are
 */
export function fadedText({ values }: LineDetail, sampleType: number, noun: 'figures' | 'changes'): string {
  const { flat, noise } = values[sampleType];
  if (!noise) return '';
  if (noise.cum.isFew) return `_Faded: ${noun} of fewer than ${MIN_SAMPLES_WORD} samples are mostly chance._\n\n`;
  return noise.flat.isFew && flat !== 0 ? `_flat rests on fewer than ${MIN_SAMPLES_WORD} samples: mostly chance._\n\n` : '';
}

/** The row of 95 % intervals below the figures of the shown sample type, in an array; empty without intervals. */
export function noiseRows(values: LineDetail['values'], index: number, largest = 0): string[] {
  const { noise, cum } = values[index];
  if (noise?.cum.interval === undefined || cum === 0) return [];
  const counting = values.findIndex((each) => isCounting(each));
  if (index === counting && values.length > 1) return [];
  const isShare = counting >= 0;
  const ranges = COLUMNS.map((column) => rangeCells(values[index], column, isShare, largest));
  return [`| _95${THIN_SPACE}% between_ | ${namedCells(ranges[0], ranges[1])} |`];
}

/** Whether the value is the number of samples, which the first row of the hover shows. */
export function isCounting({ sampleType: { type, unit } }: Values): boolean {
  return type === 'samples' && unit === 'count';
}

/** The cells `210–430 ms`, `2.1–4.3 %`; the second is empty for an extrapolated value: its share has another one. */
function rangeCells(values: Values, column: 'flat' | 'cum', isShare: boolean, largest: number): string[] {
  const { noise, total, sampleType: { unit } } = values;
  const interval = noise?.[column].interval;
  if (interval === undefined || values[column] === 0) return ['', ''];
  const [from, to] = interval;
  if (from === to) return ['exact', ''];
  const share = isShare ? `${GAP}${figureCell(`${shortPercent(from / total)}–${shortPercent(to / total)}${THIN_SPACE}%`)}` : '';
  return [figureCell(figureRange(from, to, unit, Math.max(Math.abs(values.cum), largest))), share];
}

/** Two digits are all that the bounds of an interval need. */
function shortPercent(share: number): string {
  return numberText(100 * share, { digits: 100 * share >= 99.5 ? 3 : 2, mostDecimals: 2 });
}
