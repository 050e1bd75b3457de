import { changeArrow, changeCell } from '../../profile/text/screen/change';
import { FIGURE_SPACE } from '../../profile/text/screen/digits';
import { figureText } from '../../profile/text/screen/figure';
import { shareText } from '../../profile/text/screen/share';
import { SETUP_TEXTS, type SetupKind } from '../../profile/lines/setupLine';
import { isShare } from '../../profile/text/relativeUnits';
import { shortLabels, shortName } from '../../profile/text/shortNames';
import type { HotLineOrder } from '../../profile/answers/lines';
import { type Active, formOf, shownUnit } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { LinePlace } from '../../ui/openLocation';
import { type HotLineJudgement, ofCharged } from './hotLineJudgements';
import type { FoundLine } from './findHotLines';
import { figuresMeaning, type HotLineChoice, ORDERS } from './hotLineChoice';
import type { BarKind } from './shareIcon';

/** A row of the list. */
export interface HotRow extends FoundLine<{ readonly path: string }>, HotLineChoice {
  readonly active: Active;
  /** The text of the line as it was measured; of removed lines, that of the costliest; unset if it is not known. */
  readonly text?: string | undefined;
  /** Where the line is in today's text; unset if it is not known to have moved. */
  readonly now?: LinePlace | undefined;
  /** Set if the line is part of the benchmark's setup. */
  readonly setup?: SetupKind | undefined;
  /** In a comparison per operation; otherwise set if the number of samples is known. */
  readonly judgement?: HotLineJudgement | undefined;
}

/** Longer texts of lines are cut: a side bar has no room for them. */
const MAX_TEXT = 160;

/**
 * The label of a row: the figure, then the text of the line: `42.9 %  vm.Stack = append(vm.Stack, value)`. Without a
 * text, the function, or else the place. Of removed lines: `−256 B/op  removed: kept[3] = make([]byte, 256)`.
 * @param lead leadOf, aligned with the other rows: see alignedRight
 */
export function labelOf(row: HotRow, lead: string): string {
  const { text = '', line } = row;
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  const named = shown || shortName(line.function) || placeOf(row);
  return `${lead}  ${line.isRemoved ? `${REMOVED}: ` : ''}${named}`;
}

/** What the label begins with: the share of the total, `42.9 %`; in a comparison the change, `▲ +176 µs/op`. */
export function leadOf(row: HotRow): string {
  return `${signOf(row)}${row.active.baseline ? figure(row, row.order) : shareOf(row, row.order)}`;
}

/** The description of a row, after its label: `vm.go:668 · push`; of a line of setup `vm.go:9 · BenchmarkX · setup`. */
export function besideLine(row: HotRow): string {
  const { text = '', line, setup } = row;
  const name = bareName(line.function);
  const place = text === '' && name === '' ? '' : placeOf(row);
  return [place, text === '' ? '' : name, setup && SETUP].filter(Boolean).join(' · ');
}

/** A function without its package, and a method without its receiver: `push`. */
function bareName(name: string): string {
  const [whole, ...shorter] = shortLabels(name);
  return shorter.find((label) => !label.startsWith('(')) ?? whole;
}

/** The bar of a row: the share of the total; in a comparison the change, as a part of the largest one of the list. */
export function barOf(row: HotRow, largest: number): { readonly part: number; readonly kind: BarKind } {
  const { active, line, order, total } = row;
  const value = line[order];
  const isChance = !isFirm(row);
  if (!active.baseline) return { part: ratio(Math.abs(value), total), kind: isChance ? 'chance' : 'cost' };
  return { part: ratio(value, largest), kind: isChance ? 'chance' : value > 0 ? 'growth' : 'shrinkage' };
}

const ratio = (value: number, whole: number) => (whole === 0 ? 0 : value / Math.abs(whole));

/** Adds spaces before texts, so that they end at the same place in a font whose digits have one width. */
export function alignedRight(texts: readonly string[]): string[] {
  const widths = texts.map((text) => [...text].reduce((sum, sign) => sum + (NARROW.has(sign) ? 1 : 2), 0));
  const widest = Math.max(0, ...widths);
  return texts.map((text, i) => {
    const missing = widest - widths[i];
    return FIGURE_SPACE.repeat(Math.floor(missing / 2)) + PUNCTUATION_SPACE.repeat(missing % 2) + text;
  });
}

/** As wide as a period, about half a digit. */
const PUNCTUATION_SPACE = '\u2008';
const NARROW: ReadonlySet<string> = new Set(['.', ' ', '\u202f']);

/** `parse.go:83`, by today's text; `parse.go: line removed`. */
function placeOf(row: HotRow): string {
  return row.info.path.split(/[\\/]/).at(-1)! + lineText(row);
}

/** `:83` or `: line removed`. The place of removed lines is the line above it. */
function lineText({ line, now }: HotRow): string {
  return wasRemoved({ line, now }) ? ': line removed' : `:${now?.line ?? line.line}`;
}

/** Whether the line was deleted after the capture. */
export function wasRemoved({ line, now }: Pick<HotRow, 'line' | 'now'>): boolean {
  return now?.state === 'removed' && !line.isRemoved;
}

/** The figure that the list is sorted by, and its share of the total. */
export function figureOf(row: HotRow): string {
  const text = `${signOf(row)}${figure(row, row.order)}`;
  return formOf(row.active) === 'percent' ? text : `${text}  ${shareOf(row, row.order)}`;
}

/** The sign of a doubt about the figure that the list is sorted by or, in a comparison, of the change; then a space. */
function signOf(row: HotRow): string {
  const { active, line, order } = row;
  const sign = doubtOf(row)?.sign || (active.baseline ? changeArrow(line[order], shownUnit(active)) : '');
  return sign === '' ? '' : `${sign} `;
}

/** Why not to trust the figure that the list is sorted by. */
function doubtOf({ judgement, order, line }: HotRow) {
  return order === 'charged' ? judgement && ofCharged(judgement, line) : judgement?.[order];
}

/** Whether to list the row. A small difference per operation is not listed, because it would be printed as zero. */
export function hasFigure(row: HotRow): boolean {
  return row.active.baseline === undefined || changeArrow(row.line[row.order], shownUnit(row.active)) !== '';
}

/** Whether nothing casts doubt on the figure that the list is sorted by. */
export function isFirm(row: HotRow): boolean {
  return !doubtOf(row)?.sign;
}

/** Marks a row whose line is part of the benchmark's setup. */
const SETUP = 'setup';

/** Marks the row of lines that were removed since the baseline. */
const REMOVED = 'removed';
const REMOVED_TEXT = `Removed below this line since the baseline: the hover of the line lists these lines.
What they cost together is more than noise.`;

export function tooltipOf(row: HotRow): string {
  const isOfTotal = isShare(shownUnit(row.active));
  const figures = (['charged', 'flat', 'cum'] as const).map((order) =>
    `${ORDERS[order].short} ${valueOf(row, order)}${isOfTotal ? ' of the total' : `  ${shareOf(row, order)}`}`);
  const { judgement, setup, text } = row;
  const doubts = (['flat', 'cum'] as const).map((each) => judgement?.[each].text && `${each} ${judgement[each].text}`);
  const edited = row.now?.state === 'edited' && !row.line.isRemoved && 'Edited after the capture: the figures are those of the earlier text.';
  const removed = wasRemoved(row) && `Removed after the capture: it was line ${row.line.line} of the measured text.`;
  const remarks = [...doubts, setup && SETUP_TEXTS[setup], row.line.isRemoved && REMOVED_TEXT, edited, removed];
  const place = `${row.info.path}${lineText(row)}`;
  return [text, place, row.line.function, ...figures, ...remarks, figuresMeaning(row)].filter(Boolean).join('\n');
}

/** The row for screen readers. */
export function spokenOf(row: HotRow): string {
  const { active, line, order, text } = row;
  const others = (['charged', 'flat', 'cum'] as const).filter((each) => each !== order);
  const figures = others.map((each) => `${ORDERS[each].short} ${figure(row, each)}`);
  const first = active.baseline
    ? `${ORDERS[order].short} ${figure(row, order)}`
    : `${shareOf(row, order)} ${ORDERS[order].short}, ${valueOf(row, order)}`;
  const name = row.info.path.split(/[\\/]/).at(-1);
  const at = wasRemoved(row) ? `${name}, line removed` : `${name} line ${row.now?.line ?? line.line}`;
  const where = line.function && `in ${shortName(line.function)}`;
  const remarks = [doubtOf(row)?.text, row.setup && SETUP];
  return [first, line.isRemoved && 'removed', text, line.isRemoved ? `below ${at}` : at, where, ...figures, ...remarks].filter(Boolean).join(', ');
}

function figure(row: HotRow, order: HotLineOrder): string {
  return formOf(row.active) === 'percent' ? shareOf(row, order) : valueOf(row, order);
}

/** A figure's share of the total, with a sign in a comparison, as the figure has. */
function shareOf({ active, line, total }: HotRow, order: HotLineOrder): string {
  return shareText(line[order], total, active.baseline !== undefined, shownWeight(active));
}

/** Costs per operation are in the unit of the total, so that the rows compare. */
function valueOf({ active, line, total }: HotRow, order: HotLineOrder): string {
  const reading = { largest: total, weight: shownWeight(active) };
  return (active.baseline ? changeCell : figureText)(line[order], shownUnit(active), reading);
}
