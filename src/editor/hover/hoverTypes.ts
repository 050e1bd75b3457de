import type { LineDetail } from '../../profile/answers/lines';
import { formatListValue } from '../../profile/text/measurement';
import { isCounting, noiseRows } from './hoverNoise';
import { percent } from './hoverOtherProfiles';
import { escapeMarkdown, figureCell } from './markdown';

type Values = LineDetail['values'];

/**
 * Indexes of the sample types whose figures the hover shows: the active one first, then the others that have costs. Of
 * the others, the number of samples is left out, because the first row of the hover shows it.
 * @param before the values of the baseline, in a comparison
 */
export function shownTypes(values: Values, shownType: number, before?: Values): number[] {
  const hasCosts = ({ flat, cum }: Values[number]) => flat !== 0 || cum !== 0;
  const otherTypes = values.flatMap((value, i) => {
    if (i === shownType || isCounting(value)) return [];
    return [value, before?.[i]].some((each) => each && hasCosts(each)) ? [i] : [];
  });
  return [shownType, ...otherTypes];
}

export const HEADER = '|  | flat |  | cum |  |\n|:--|--:|--:|--:|--:|\n';

export function valueRows(
  { values }: LineDetail,
  sampleType: number,
  nameOf: (type: string, index: number) => string,
): string[] {
  return shownTypes(values, sampleType).flatMap((i) => {
    const { sampleType: { type, unit }, flat, cum, total } = values[i];
    const name = escapeMarkdown(nameOf(type, i));
    const cell = (value: number) => `${figureCell(formatListValue(value, unit))} | ${percent(value, total)}`;
    const row = `| ${i === sampleType ? `**${name}**` : name} | ${cell(flat)} | ${cell(cum)} |`;
    return i === sampleType ? [row, ...noiseRows(values, i)] : [row];
  });
}
