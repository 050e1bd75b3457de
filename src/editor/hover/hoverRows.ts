import type { LineDetail } from '../../profile/answers/lines';
import { isInUseOverInterval, isOverInterval, type Measured } from '../../profile/text/intervalText';
import { wholeLabel } from '../../profile/text/sampleTypeNames';
import { isCounting, noiseRows } from './hoverNoise';
import { costCells } from './hoverOtherProfiles';
import { escapeMarkdown } from './markdown';

type Values = LineDetail['values'];

/**
 * Indexes of the sample types whose figures the hover shows: the active one first, then the others that have costs. Of
 * the others, the number of samples is left out, because the first row of the hover shows it, and so are differences of
 * memory in use, because they mean nothing.
 * @param before the values of the baseline, in a comparison
 */
export function shownTypes(values: Values, shownType: number, before?: Values, measured?: Measured): number[] {
  const hasCosts = ({ flat, cum }: Values[number]) => flat !== 0 || cum !== 0;
  const otherTypes = values.flatMap((value, i) => {
    if (i === shownType || isCounting(value)) return [];
    if (measured && isInUseOverInterval(measured, value.sampleType)) return [];
    return [value, before?.[i]].some((each) => each && hasCosts(each)) ? [i] : [];
  });
  return [shownType, ...otherTypes];
}

/** The label that names the rows. In a comparison, the columns are named by their moments or times. */
export function labelOfRows(label: string, isCompared: boolean): string {
  return isCompared ? wholeLabel(label) : label;
}

/** The table of figures. Its first row, of the shown sample type, is its head: a hover has room for few rows. */
export function figureTable([first, ...rows]: readonly string[]): string {
  if (first === undefined) return '';
  return `${[first, '|:--|:--|--:|--:|:--|--:|--:|', ...rows].join('\n')}\n\n`;
}

export function valueRows(
  { values }: LineDetail,
  sampleType: number,
  nameOf: (type: string, index: number) => string,
  /** Tells whether the figures are differences between two moments. */
  measured?: Measured,
  /** Of the shown type, as in `label`. */
  largest = 0,
): string[] {
  const isChange = measured !== undefined && isOverInterval(measured);
  return shownTypes(values, sampleType, undefined, measured).flatMap((i) => {
    const { type, unit } = values[i].sampleType;
    const name = escapeMarkdown(nameOf(type, i));
    const row = `| ${i === sampleType ? `**${name}**` : name} | ${costCells(values[i], unit, isChange, i === sampleType ? largest : 0)} |`;
    return i === sampleType ? [row, ...noiseRows(values, i, largest)] : [row];
  });
}
