import { isFew } from '../../profile/noise/interval';
import type { LineDetail } from '../../profile/answers/lines';
import type { MovedFile, MovedFunction } from '../../profile/refine/moveLines';
import { sampleCount, sampleText } from '../../profile/text/counts';
import { splitLines } from '../../profile/common/textLines';
import { changeRows } from './changeRows';
import { shownTypes } from './hoverRows';
import { escapeMarkdown, GAP, shortCode } from './markdown';

/** A line's difference from the baseline, and the line in the baseline (undefined if it has no costs there). */
export interface ComparedLine {
  readonly delta: LineDetail;
  readonly before: LineDetail | undefined;
}

export const COMPARED_HEADER = `|  | now | ${GAP}before | ${GAP}change |  |\n|:--|--:|--:|--:|--:|\n`;

/** Rows of a Markdown table: flat, unless it is zero, and cum of each sample type, now, before, and their change. */
export function comparedRows(
  { delta, before }: ComparedLine,
  shownType: number,
  nameOf: (type: string, index: number) => string = (type) => type,
  /** Of the shown type, as in `label`. */
  largest = 0,
): string[] {
  return shownTypes(delta.values, shownType, before?.values).flatMap((i) => {
    const { sampleType: { type, unit }, flat, cum } = delta.values[i];
    const plain = escapeMarkdown(nameOf(type, i));
    const name = i === shownType ? `**${plain}**` : plain;
    const old = before?.values[i] ?? { flat: 0, cum: 0 };
    const figure = (change: number, value: number) => ({ now: value + change, before: value, change });
    return changeRows(name, unit, figure(flat, old.flat), figure(cum, old.cum), i === shownType ? largest : 0);
  });
}

/** `812 samples, before 640` or `3 samples, before 2, too few to trust`; empty if the profile has no sample counts. */
export function comparedSamples({ delta, before }: ComparedLine, shownType: number): string {
  const counts = [delta, before].map((detail) => (detail ? samplesOf(detail, shownType) : 0));
  const [change, old] = counts;
  if (change === undefined || old === undefined) return '';
  const now = old + change;
  // A single large allocation is no chance.
  const areFew = isFew(Math.max(old, now)) && delta.values[shownType].noise?.cum.isFew !== false;
  return `${sampleText({ count: now, noun: 'sample' })}, before ${old}${areFew ? ', too few to trust' : ''}`;
}

/** The number of samples of a line, in a difference negative for samples of the baseline; undefined if unknown. */
function samplesOf({ values, sums }: LineDetail, shownType: number): number | undefined {
  const { noise } = values[shownType];
  if (noise?.basis === 'samples') return noise.cum.count;
  const { count, noun } = sampleCount(values.map(({ sampleType }) => sampleType), sums, 0);
  return noun === 'sample' ? count : undefined;
}

/** The baseline's sources, and where their lines are now. */
interface LinesBefore {
  readonly moved: readonly MovedFile[];
  readonly capture: { readonly sources: ReadonlyMap<string, string> };
}

/**
 * Sentences about the line in the baseline: the text that it had, that there was none, or that its function was in
 * another file. Empty if the line is the same.
 * @param path of the file
 */
export function placeBefore(
  { moved, capture: { sources } }: LinesBefore,
  { file, line }: Pick<LineDetail, 'file' | 'line'>,
  path: string,
): string {
  const from = moved.find(({ functions }) => functions?.some((each) => isIn(each, file, line)));
  const elsewhere = from?.functions?.find((each) => isIn(each, file, line));
  const own = from ?? moved.find((each) => each.file === file);
  if (!own) return '';
  const move = (elsewhere ?? own).moves.find(({ to, count }) => line >= to && line < to + count);
  if (!move) return '_New: the baseline has no such line._\n\n';
  const base = baseOf(own.file);
  const was = elsewhere && `_${escapeMarkdown(`${elsewhere.name} was in ${base} before`)}: compared with its lines there._`;
  const moveText = was ? `${was}\n\n` : '';
  if (!move.changed) return moveText;
  const text = sources.get(path.slice(0, path.length - baseOf(path).length) + base) ?? '';
  const code = splitLines(text)[move.from + line - move.to - 1] ?? '';
  return `${moveText}_Edited. In the baseline:_ ${escapeMarkdown(shortCode(code))}\n\n`;
}

function baseOf(path: string): string {
  return path.slice(path.search(/[^/\\]*$/));
}

function isIn({ toFile, to, toCount }: MovedFunction, file: string, line: number): boolean {
  return toFile === file && line >= to && line < to + toCount;
}
