import { isFew } from '../../profile/noise/interval';
import type { LineDetail } from '../../profile/answers/lines';
import type { MovedFile, MovedFunction } from '../../profile/refine/moveLines';
import { sampleCount, sampleText } from '../../profile/text/counts';
import { splitLines } from '../../profile/common/textLines';
import { shownTypes } from './hoverRows';
import { breakable, changeRows, escapeMarkdown, GAP, shortCode } from './markdown';
import type { FunctionHeading } from '../columns/functionHeadings';
import { changeArrow, changePercent, changeText } from '../../profile/text/screen/change';
import { carriedDigits } from '../../profile/text/screen/digits';
import { figureText } from '../../profile/text/screen/figure';
import { isShare } from '../../profile/text/relativeUnits';
import { FIRM_IN_TURNS, MOVED, NOISE } from '../../profile/answers/changes';
import { firmInTurnsText, moveText, noiseText } from '../../profile/text/judgementWords';
import type { FigureJudgement, LineJudgements } from '../columns/lineJudgements';
import type { SideNames } from '../../captures/disk/captureRecord';
import { beforeText } from '../../captures/sides';
import { capitalized } from '../../profile/text/words';

/** A line's difference from the baseline, and the line in the baseline (undefined if it has no costs there). */
export interface ComparedLine {
  readonly delta: LineDetail;
  readonly before: LineDetail | undefined;
}

/** The head of a table of figures now and of the baseline, or of two named sides. */
export function comparedHeader(sides: SideNames | undefined): string {
  const { now, before } = sides ?? { now: 'now', before: 'baseline' };
  const [name, old] = [now, before].map(breakable);
  return `|  | ${GAP}${name} | ${GAP}${old} | ${GAP}change |  |\n|:--|--:|--:|--:|--:|\n`;
}

/** Rows of a Markdown table: flat, unless it is zero, and cum of each sample type, now, before, and their change. */
export function comparedRows(
  { delta, before }: ComparedLine,
  shownType: number,
  nameOf: (type: string, index: number) => string = (type) => type,
  /** Of the shown type, as in Reading. */
  largest = 0,
): string[] {
  return shownTypes(delta.values, shownType, before?.values).flatMap((i) => {
    const { sampleType: { type, unit }, flat, cum, weight } = delta.values[i];
    const plain = escapeMarkdown(nameOf(type, i));
    const name = i === shownType ? `**${plain}**` : plain;
    const old = before?.values[i] ?? { flat: 0, cum: 0 };
    const figure = (change: number, value: number) => ({ now: value + change, before: value, change });
    const reading = { largest: i === shownType ? largest : 0, weight };
    return changeRows(name, unit, figure(flat, old.flat), figure(cum, old.cum), reading);
  });
}

/** `812 samples, baseline 640` or `3 samples, baseline 2, too few to trust`; empty if samples are not counted. */
export function comparedSamples({ delta, before }: ComparedLine, shownType: number, sides?: SideNames): string {
  const counts = [delta, before].map((detail) => (detail ? samplesOf(detail, shownType) : 0));
  const [change, old] = counts;
  if (change === undefined || old === undefined) return '';
  const now = old + change;
  // A single large allocation is no chance.
  const areFew = isFew(Math.max(old, now)) && delta.values[shownType].noise?.cum.isFew !== false;
  return `${sampleText({ count: now, noun: 'sample' })}, ${beforeText(String(old), sides)}${areFew ? ', too few to trust' : ''}`;
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

/**
 * The largest figure of the shown sample type in a hover, whose unit costs per operation share: of the line and of its
 * function, now and before.
 */
export function largestFigure(
  heading: Pick<FunctionHeading, 'now' | 'before'> | undefined,
  line: ComparedLine | undefined,
  sampleType: number,
): number {
  const [change, before] = [line?.delta, line?.before].map((detail) => detail?.values[sampleType]);
  const figures = (['flat', 'cum'] as const).flatMap((column) => {
    const [delta, old] = [change?.[column] ?? 0, before?.[column] ?? 0];
    return [delta, old, old + delta];
  });
  return Math.max(heading?.now ?? 0, heading?.before ?? 0, ...figures.map(Math.abs));
}

interface JudgedLine {
  readonly judgements: LineJudgements;
  readonly capturedLine: number;
  readonly sides?: SideNames | undefined;
}

/** Why figures of a compared line are faded or marked: one sentence if flat and cum have the same reason. */
export function judgementsText(
  { delta }: ComparedLine,
  sampleType: number,
  { judgements, capturedLine, sides }: JudgedLine,
): string {
  const { flat, cum } = delta.values[sampleType];
  const cumReason = reasonOf(judgements.cum.get(capturedLine), cum, sides);
  const flatReason = reasonOf(judgements.flat.get(capturedLine), flat, sides);
  const sentences = flatReason === cumReason
    ? [cumReason && capitalized(cumReason)]
    : [flatReason && `flat ${flatReason}`, cumReason && `cum ${cumReason}`];
  return sentences.filter((text) => text !== '').map((text) => `_${escapeMarkdown(text)}._\n\n`).join('');
}

/** Why a figure is faded, marked, or firm although its samples are few; empty if its samples show it, or it is 0. */
export function reasonOf(judgement: FigureJudgement | undefined, change: number, sides?: SideNames): string {
  if (!judgement || change === 0) return '';
  if (judgement.judgement === NOISE) return noiseText(judgement.now, judgement.before, sides?.before);
  if (judgement.judgement === FIRM_IN_TURNS) return firmInTurnsText(judgement.evidence);
  return judgement.judgement === MOVED && judgement.move ? moveText(judgement.move, change) : '';
}

/**
 * `**Parse as a whole**: 0.32 µs/op, baseline 1.26 µs/op, ▼ −0.94 µs/op, −74.5 %.`, and why the change is noise or
 * moved; empty without a function.
 * @param largest of the figures that are read together, as in Reading
 */
export function functionSentences(heading: FunctionHeading | undefined, largest: number): string {
  if (!heading) return '';
  const { name, unit, weight, now, before, judged, sides } = heading;
  const change = now - before;
  const [valueNow, valueBefore] = [now, before].map((value) => figureText(value, unit, { largest, weight }));
  // Beside the change of a share, its own percentage would read as another one.
  const percentages = isShare(unit) ? [] : [changePercent(change, before, carriedDigits(change, weight))];
  const changed = [`${changeArrow(change, unit)} ${changeText(change, unit, { largest, weight })}`.trim(), ...percentages];
  const difference = changeArrow(change, unit) === '' ? 'no change' : changed.join(', ');
  const values = before === 0 ? `${valueNow}, no cost in the baseline` : `${valueNow}, ${beforeText(valueBefore, sides)}, ${difference}`;
  const reason = reasonOf(judged, change, sides);
  const sentences = [`${values}.`, reason && `${capitalized(reason)}.`].filter(Boolean).join(' ');
  return `**${escapeMarkdown(name)} as a whole**: ${escapeMarkdown(sentences)}\n\n`;
}
