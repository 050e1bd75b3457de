import { changeArrow, changeCell } from '../../profile/text/screen/change';
import { figureText } from '../../profile/text/screen/figure';
import { shareText } from '../../profile/text/screen/share';
import { SETUP_TEXTS, type SetupKind } from '../../profile/lines/setupLine';
import { isShare } from '../../profile/text/relativeUnits';
import { shortName } from '../../profile/text/shortNames';
import type { HotLineOrder } from '../../profile/answers/lines';
import { type Active, formOf, shownUnit } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { LinePlace } from '../../ui/openLocation';
import { type HotLineJudgement, ofCharged } from './hotLineJudgements';
import type { FoundLine } from './findHotLines';
import { type HotLineChoice, ORDERS, SCOPES } from './hotLineChoice';
import { callingText, type FirmLines, linesText } from '../../profile/text/judgementWords';
import { capitalized } from '../../profile/text/words';

/** A row of the list. */
export interface HotRow extends FoundLine<{ readonly path: string }>, HotLineChoice {
  readonly active: Active;
  /** Where the line is in today's text; unset if it is not known to have moved. */
  readonly now?: LinePlace | undefined;
  /** Set if the line is part of the benchmark's setup. */
  readonly setup?: SetupKind | undefined;
  /** In a comparison per operation; otherwise set if the number of samples is known. */
  readonly judgement?: HotLineJudgement | undefined;
}

/** Longer file names leave no room for flat and cum at the side bar's default width of 300 pixels. */
const MAX_NAME = 18;

/** `parse.go:83`, by today's text; `parse.go: line removed`. The middle of a long name is replaced by `…`. */
export function placeOf(row: HotRow): string {
  const name = row.info.path.split(/[\\/]/).at(-1)!;
  const shown = name.length <= MAX_NAME ? name : `${name.slice(0, 8)}…${name.slice(-9)}`;
  return shown + lineText(row);
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

/** Marks a row whose line is part of the benchmark's setup. */
const SETUP = 'setup';

/** Marks the row of lines that were removed since the baseline. */
const REMOVED = 'removed';
const REMOVED_TEXT = `Removed below this line since the baseline: the hover of the line lists these lines.
What they cost together is more than noise.`;

/**
 * The description of a row: the figure that the list is sorted by, then flat and cum, which fit in a narrow side bar,
 * then the share of the total and the function: `44.5 MiB  flat 3.5 MiB cum 48 MiB  50 % caused here  p.Parse`. A cost
 * caused here that equals flat or cum is not repeated: `cum 48 MiB flat 3.5 MiB`. Of removed lines:
 * `▼ removed  cum −48 MiB flat −3.5 MiB`.
 */
export function besideLine(row: HotRow): string {
  const { active, line, order, setup } = row;
  const first = figure(row, order);
  const named = order === 'charged' ? (['flat', 'cum'] as const).find((each) => figure(row, each) === first) : order;
  const flatAndCum = named === 'cum' ? (['cum', 'flat'] as const) : (['flat', 'cum'] as const);
  const figures = `${named ? '' : `${first}  `}${flatAndCum.map((each) => `${each} ${figure(row, each)}`).join(' ')}`;
  const isPercent = formOf(active) === 'percent';
  const share = isPercent ? '' : `${shareOf(row, order)} ${ORDERS[order].short}`;
  const removed = line.isRemoved ? `${REMOVED}  ` : '';
  return [`${signOf(row)}${removed}${figures}`, setup && SETUP, share, shortName(line.function)].filter(Boolean).join('  ');
}

export function tooltipOf(row: HotRow): string {
  const isOfTotal = isShare(shownUnit(row.active));
  const figures = (['charged', 'flat', 'cum'] as const).map((order) =>
    `${ORDERS[order].short} ${valueOf(row, order)}${isOfTotal ? ' of the total' : `  ${shareOf(row, order)}`}`);
  const { judgement, setup } = row;
  const doubts = (['flat', 'cum'] as const).map((each) => judgement?.[each].text && `${each} ${judgement[each].text}`);
  const edited = row.now?.state === 'edited' && !row.line.isRemoved && 'Edited after the capture: the figures are those of the earlier text.';
  const removed = wasRemoved(row) && `Removed after the capture: it was line ${row.line.line} of the measured text.`;
  const remarks = [...doubts, setup && SETUP_TEXTS[setup], row.line.isRemoved && REMOVED_TEXT, edited, removed];
  return [`${row.info.path}${lineText(row)}`, row.line.function, ...figures, ...remarks].filter(Boolean).join('\n');
}

/** The row for screen readers. */
export function spokenOf(row: HotRow): string {
  const figures = (['charged', 'flat', 'cum'] as const).map((order) => `${ORDERS[order].short} ${figure(row, order)}`);
  const line = `${row.info.path.split(/[\\/]/).at(-1)}${lineText(row)}`;
  const place = row.line.isRemoved ? `removed below ${line}` : line;
  const remarks = [doubtOf(row)?.text, row.setup && SETUP];
  const where = row.line.function && `in ${shortName(row.line.function)}`;
  return [place, ...figures, ...remarks, where].filter(Boolean).join(', ');
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

/**
 * The row above the lines, which names the choice. If the lines that changed beyond noise are known, it begins with
 * them, because a narrow side bar shows only the first words.
 */
export function headOf(
  { order, scope }: HotLineChoice,
  isDifference: boolean,
  firm?: FirmLines,
): { label: string; description: string } {
  const by = `by ${isDifference ? 'the change of ' : ''}${ORDERS[order].label}`;
  const { label } = SCOPES[scope];
  if (!firm) return { label, description: by };
  const { count, calling = 0, removed = false, elsewhere = false, whyNone = '' } = firm;
  const where = `${label.toLowerCase()}${count === 0 && elsewhere ? ', but lines of other files did' : ''} · ${by}`;
  if (count === 0 && calling > 0) {
    const why = whyNone === '' ? '' : `; profiles cannot tell which line of it (${whyNone})`;
    return { label: capitalized(callingText(calling)), description: `changed beyond noise${removed ? ', as did removed lines' : ''}${why} · ${where}` };
  }
  if (count === 0 && removed) return { label: 'Removed lines', description: `changed beyond noise, others not · ${where}` };
  if (count === 0 && whyNone !== '') {
    return { label: 'Profiles cannot tell', description: `which line changed (${whyNone}) · ${where}` };
  }
  const also = removed ? ', as did removed lines,' : '';
  // A caller has no cost caused there, so the list has fewer lines.
  const callers = order === 'charged' && count > 1 && !removed ? ', callers included,' : '';
  return { label: capitalized(`${linesText(count)} changed`), description: `beyond noise${callers}${also} ${where}` };
}
