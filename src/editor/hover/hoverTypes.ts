import type { LineDetail } from '../../profile/answers/lines';
import { isCounting, noiseRows } from './hoverNoise';
import { costCells } from './hoverOtherProfiles';
import { escapeMarkdown, GAP } from './markdown';

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

export const HEADER = `|  | flat |  | ${GAP}cum |  |\n|:--|--:|--:|--:|--:|\n`;

export function valueRows(
  { values }: LineDetail,
  sampleType: number,
  nameOf: (type: string, index: number) => string,
  /** Whether the figures are differences between two moments. */
  isChange = false,
): string[] {
  return shownTypes(values, sampleType).flatMap((i) => {
    const { type, unit } = values[i].sampleType;
    const name = escapeMarkdown(nameOf(type, i));
    const row = `| ${i === sampleType ? `**${name}**` : name} | ${costCells(values[i], unit, isChange)} |`;
    return i === sampleType ? [row, ...noiseRows(values, i)] : [row];
  });
}
