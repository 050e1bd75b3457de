import type * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import { formatListValue } from '../../profile/text/measurement';
import { headingLook } from './columnHeadings';
import { CODE_MARGIN, columnWidth, COMPACT } from './columnWidths';
import { type CostPicture, forEachLine } from './costPicture';
import type { CapturedCost } from './costsByLine';
import { background, COST_COLOR, FADED_COLOR, FADED_LINE, filled, LINE_END_MARGIN, lineStart, type Look, type Marks, NBSP, OPEN_CLOSED, type TypeOptions, ZERO_COLOR } from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import { fadedIn, type Figures, fontStyle, MOVED_MARK, movedIn } from './figureLook';
import { figure } from './figureText';
import { notes } from './lineNotes';

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
    [`zeros ${width}`]: { options: columnType(width, ZERO_COLOR, formatListValue(0, costs.unit)), at: zeros },
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
    const isZero = text === formatListValue(0, picture.costs.unit);
    const hasMark = isMoved && !isZero;
    // The narrow column has room for a sign or a mark.
    const compactText = hasMark ? MOVED_MARK + text.replace(/^[+-]/, '') : text;
    return {
      contentText: isCompact ? compactText : `${text}${hasMark ? MOVED_MARK : NBSP}`,
      // A value that is printed as zero looks like zero.
      color: isZero ? ZERO_COLOR : isFaded ? FADED_COLOR : undefined,
      backgroundColor: isFaded || isMoved ? undefined : background(value, picture),
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
