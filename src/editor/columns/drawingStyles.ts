import type * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import { foreignUnit } from '../../profile/text/measurement';
import { perWork } from '../../profile/text/relativeUnits';
import { CODE_MARGIN, columnWidth, COMPACT } from './columnWidths';
import { type CostPicture, forEachLine } from './costPicture';
import type { CapturedCost } from './costsByLine';
import {
  COST_COLOR, FADED_COLOR, FADED_LINE, filled, LINE_END_MARGIN, lineEnd, lineStart, type Look, type Marks, NBSP,
  NOTE_COLOR, NOTE_MARGIN, OPEN_CLOSED, type TypeOptions, ZERO_COLOR,
} from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import { fadedIn, figure, type Figures, fontStyle, MOVED_MARK, movedIn, NO_COST } from './figureLook';
import { ALL_HEAT, BACKGROUNDS, FIRST_HOT_LEVEL, heatLook, larger, levelOf } from './heat';
import { type HeatMark, heatMarkOf } from './heatMarks';
import { notes } from './lineNotes';
import { marginHeat } from './marginHeat';

const LOOKS = new WeakMap<FileCosts, Map<string, Look>>();

/**
 * An empty range at the start of a line has two boxes, `before` and `after`. In the style `columns`, each of them is a
 * column that is right-aligned by itself, so the figures line up in any font. `before` is as wide as both columns and
 * shows cum on its right; `after` shows flat and is pulled back over the left half. The cursor and the indent guides of
 * column 1 are between the two boxes, and so directly in front of the code.
 *
 * All zeros share a type, as do all gaps, because a plain range costs VS Code much less than one with options.
 */
export function columns(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const { costs, heading, style, form = 'total' } = picture;
  const width = style === 'compact' ? style : columnWidth(picture);
  const cells: vscode.DecorationOptions[] = [];
  const zeros: vscode.Range[] = [];
  const gaps: vscode.Range[] = [];
  const looks = LOOKS.get(costs) ?? new Map<string, Look>();
  LOOKS.set(costs, looks);
  const lookOf = (cost: CapturedCost, changed: boolean) => {
    const state = { changed, faded: fadedIn(picture, cost), moved: movedIn(picture, cost) };
    const key = JSON.stringify([cost.flat, cost.cum, state, form, style]);
    const look = looks.get(key) ?? cellLook(cost, state, picture);
    looks.set(key, look);
    return look;
  };
  forEachLine(picture, lines, (line, cost, changed) => {
    if (cost && (cost.flat !== 0 || cost.cum !== 0)) {
      cells.push({ range: lineStart(line), renderOptions: lookOf(cost, changed || picture.mayBeOff === true) });
    } else if (line === heading) cells.push({ range: lineStart(line), renderOptions: headingLook(picture) });
    else (cost ? zeros : gaps).push(lineStart(line));
  });
  return filled({
    [`cells ${width}`]: { options: columnType(width, COST_COLOR), at: cells },
    [`zeros ${width}`]: { options: columnType(width, ZERO_COLOR, NO_COST), at: zeros },
    [`gaps ${width}`]: { options: columnType(width, ZERO_COLOR, ''), at: gaps },
    notes: { options: { after: { margin: LINE_END_MARGIN } }, at: notes(picture, lines) },
  });
}

/**
 * The decoration type of the columns. `text` is set if all its lines show the same text. Both boxes are needed: on an
 * empty line, the cursor is in the right place only if a box follows it. Text typed at the start of the line goes after
 * the boxes.
 */
function columnType(width: number | 'compact', color: vscode.ThemeColor, text?: string): TypeOptions {
  if (width === 'compact') {
    const content = text === undefined ? {} : { contentText: text || NBSP };
    const after = { contentText: NBSP, width: '0' };
    return { rangeBehavior: OPEN_CLOSED, before: { ...content, color, ...compactColumn() }, after };
  }
  const content = text === undefined ? {} : { contentText: `${text}${NBSP}` };
  return {
    rangeBehavior: OPEN_CLOSED,
    before: { ...content, color, ...bothColumns(width) },
    after: { ...content, color, ...leftColumn(width) },
  };
}

/** The options of a single line; the rest belongs to the type. */
function cellLook({ flat, cum }: CapturedCost, { changed, faded, moved }: CellState, picture: CostPicture): Look {
  const isCompact = picture.style === 'compact';
  const look = (value: number, isFaded: boolean, isMoved: boolean) => {
    const text = figure(value, picture);
    const isZero = text === NO_COST;
    const hasMark = isMoved && !isZero;
    // The narrow column has room for a sign or a mark.
    const compactText = hasMark ? MOVED_MARK + text.replace(/^[+\u2212]/, '') : text;
    return {
      contentText: isCompact ? compactText : `${text}${hasMark ? MOVED_MARK : NBSP}`,
      ...(isFaded || isMoved ? {} : heatLook(value, picture)),
      // A value that is printed as zero looks like zero.
      ...(isZero ? { color: ZERO_COLOR } : isFaded && { color: FADED_COLOR }),
      fontStyle: fontStyle(changed),
      ...(isFaded && !isZero && { textDecoration: FADED_LINE }),
    };
  };
  const before = look(cum, faded.cum, moved.cum);
  return isCompact ? { before } : { before, after: look(flat, faded.flat, moved.flat) };
}

interface CellState {
  /** Edited since the capture, or possibly on the wrong line. */
  readonly changed: boolean;
  readonly faded: Figures;
  readonly moved: Figures;
}

/** `textDecoration` is the only property in which the API accepts arbitrary CSS. */
function box(css: string): string {
  return `none; box-sizing: border-box; text-align: right; font-variant-numeric: tabular-nums; ${css}`;
}

function compactColumn(): vscode.ThemableDecorationAttachmentRenderOptions {
  return { width: `${COMPACT.column}ch`, margin: `0 ${COMPACT.margin}ch 0 0`, textDecoration: box('') };
}

function bothColumns(width: number): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    width: `${2 * width}ch`,
    margin: `0 ${CODE_MARGIN}ch 0 0`,
    textDecoration: box(`padding-left: ${width}ch; background-clip: content-box`),
  };
}

function leftColumn(width: number): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    width: `${width}ch`,
    margin: `0 ${width + CODE_MARGIN}ch 0 -${2 * width + CODE_MARGIN}ch`,
    textDecoration: box(''),
  };
}

/** `flat`, `flat %`, `flat/op`, `flat/req Δ`; in the narrow column, the unit if pprof does not know it: `steps`. */
function headingLook({ style, baseline, form = 'total', costs: { unit } }: CostPicture): Look {
  const formMark = form === 'percent' ? '%' : form === 'total' ? '' : perWork(unit);
  if (style === 'compact') {
    const own = form === 'total' ? foreignUnit(unit) : '';
    // The figures have no room for a long unit.
    const name = own.length > COMPACT.column - 1 ? `${own.slice(0, COMPACT.column - 2)}…` : own || 'cum';
    const text = `${name}${formMark}${baseline === undefined ? '' : 'Δ'}`;
    return { before: { contentText: text, color: NOTE_COLOR } };
  }
  const look = (name: string) => {
    const text = `${name}${form === 'percent' ? NBSP : ''}${formMark}${NBSP}`;
    return { contentText: `${text}${baseline === undefined ? '' : `Δ${NBSP}`}`, color: NOTE_COLOR };
  };
  return { before: look('cum'), after: look('flat') };
}

export function lineEnds(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const ends: vscode.DecorationOptions[] = [];
  const withoutFigures = new Set<number>();
  const figureWidths = new Map<number, number>();
  forEachLine(picture, lines, (line, cost, changed) => {
    if (!cost || (cost.flat === 0 && cost.cum === 0)) return;
    const [faded, moved] = [withoutZeros(fadedIn(picture, cost), cost), movedIn(picture, cost)];
    const sure = (column: 'flat' | 'cum') => (faded[column] || moved[column] ? 0 : cost[column]);
    const [flatHeat, cumHeat] = [sure('flat'), sure('cum')];
    const part = (text: string, heat: number, isFaded: boolean) => ({
      contentText: text.replace(/ /g, NBSP),
      ...heatLook(heat, picture),
      fontStyle: fontStyle(changed),
      ...(isFaded && { color: FADED_COLOR, textDecoration: FADED_LINE }),
    });
    const mark = (isMoved: boolean) => (isMoved ? MOVED_MARK : '');
    const room = (picture.roomAfter?.(line) ?? Infinity) - NOTE_MARGIN;
    const { flat, cum } = fitting({
      flat: cost.flat === 0 ? '' : ` flat ${figure(cost.flat, picture)}${mark(moved.flat)} `,
      cum: cost.cum === 0 ? '' : ` cum ${figure(cost.cum, picture)}${mark(moved.cum)} `,
    }, room);
    if (flat === '' && cum === '') {
      withoutFigures.add(line);
      return;
    }
    figureWidths.set(line, NOTE_MARGIN + flat.length + cum.length);
    if (faded.flat === faded.cum || flat === '') {
      const heat = flat === '' && cost.cum !== 0 ? cumHeat : larger({ flat: flatHeat, cum: cumHeat });
      ends.push({ range: lineEnd(line), renderOptions: { after: part(`${flat}${cum}`, heat, faded.cum) } });
      return;
    }
    const before = { ...part(flat, flatHeat, faded.flat), margin: LINE_END_MARGIN };
    ends.push({ range: lineEnd(line), renderOptions: { before, after: { ...part(cum, cumHeat, faded.cum), margin: '0' } } });
  });
  ends.push(...notes(picture, lines, figureWidths));
  const figures = { options: { after: { margin: LINE_END_MARGIN, color: COST_COLOR } }, at: ends };
  // A click on a bar sets no breakpoint, so lines with figures have one only if they are hot.
  const hasBar = (line: number, { color, isUnsure }: HeatMark) =>
    withoutFigures.has(line) || (!isUnsure && levelOf(color) >= FIRST_HOT_LEVEL);
  return new Map([...filled({ ends: figures }), ...marginHeat(picture, lines, hasBar)]);
}

/** What fits before the minimap: both, or cum with or without its name. The hover has the rest. */
function fitting(texts: EndTexts, room: number): EndTexts {
  const { flat, cum } = texts;
  if (flat.length + cum.length <= room) return texts;
  const short = (cum || flat).replace(/^ (cum|flat) /, ' ');
  const shown = [cum, short].find((text) => text !== '' && text.length <= room) ?? '';
  return { flat: '', cum: shown };
}

/** The figures at the end of a line, with their names; empty for a zero. */
interface EndTexts {
  readonly flat: string;
  readonly cum: string;
}

/** A zero, which is not shown, has the look of the other figure. */
function withoutZeros(faded: Figures, { flat, cum }: CapturedCost): Figures {
  return { flat: flat === 0 ? faded.cum : faded.flat, cum: cum === 0 ? faded.flat : faded.cum };
}

/** The color of a bar, by heat color: at least that of level 4, as lower ones are too pale for a thin line. */
const BAR_COLORS = new Map(ALL_HEAT.map((color) => [color, BACKGROUNDS.get(color.replace(/[1-3]/, '4'))]));

export function heat(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const ranges = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  const unsure = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  forEachLine(picture, lines, (line, cost) => {
    const mark = cost && heatMarkOf(cost, picture);
    if (mark) (mark.isUnsure ? unsure : ranges).get(mark.color)!.push(lineStart(line));
  });
  const wholeLine = { isWholeLine: true, rangeBehavior: OPEN_CLOSED };
  const marks = [...ranges].map(([color, at]): [string, Marks] => {
    const bar = { borderWidth: barWidth(color), borderStyle: 'solid', borderColor: BAR_COLORS.get(color) };
    return [color, { options: { ...wholeLine, ...bar, backgroundColor: tint(color) }, at }];
  });
  const dashed = [...unsure].map(([color, at]): [string, Marks] => {
    const bar = { borderWidth: UNSURE_BAR, borderStyle: 'dashed', borderColor: BAR_COLORS.get(color) };
    return [`${color} unsure`, { options: { ...wholeLine, ...bar }, at }];
  });
  return filled(Object.fromEntries([...marks, ...dashed]));
}

/** A bar without a tint: what is mostly chance is quieter than any heat. */
const UNSURE_BAR = '0 0 0 2px';

/** The higher the level, the wider the bar, so that color is not the only difference. */
function barWidth(color: string): string {
  return `0 0 0 ${1 + levelOf(color)}px`;
}

/** The color behind code: at most the color of level 2, so that the code stays readable. */
function tint(color: string): vscode.ThemeColor | undefined {
  return BACKGROUNDS.get(color.replace(/\d/, (level) => (Number(level) < 4 ? '1' : '2')));
}
