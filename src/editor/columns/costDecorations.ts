import * as vscode from 'vscode';
import { MOVED, NOISE } from '../../profile/answers/changes';
import { firmLinesText } from '../../profile/text/changeWords';
import { deltaLabel, shareText } from '../../profile/text/delta';
import { formatListValue, isPerOperation, label } from '../../profile/text/measurement';
import { shortCost, shortShare } from '../../profile/text/shortCost';
import type { FileCosts } from '../../profile/answers/lines';
import type { CapturedCost } from './costsByLine';
import { type CostPicture, forEachLine } from './costPicture';
import type { LineSpan, StaleBlock } from './drawnBlocks';
import type { LinesByFigure } from './fadedLines';
import { HEAT_COLORS, RULER_HOTTEST, RULER_WARM, signedHeatColor } from './heat';

/** Characters of a figure in a column; a wider figure (a large count) widens both columns. */
const COLUMN = 9;
/** The length of the longest costs per operation, such as `99999 ns/op` or `12.34 MB/op`: see scaledPerOperation. */
const LONGEST_PER_OPERATION = 11;
/** The width of the compact column and of the margin after it, in characters: the same in every file and form. */
const COMPACT = { column: 7, margin: 1 } as const;
const NBSP = '\u00a0';
/** The margin between the columns and the code, in characters. */
const CODE_MARGIN = 1.5;
/** The margin between the code and a note at the end of its line, in characters. */
const NOTE_MARGIN = 3;
const LINE_END_MARGIN = `0 0 0 ${NOTE_MARGIN}ch`;

const COST_COLOR = new vscode.ThemeColor('linecost.costForeground');
const FADED_COLOR = new vscode.ThemeColor('linecost.fewSamplesForeground');
/** The underline shows in high contrast only, where faded text would be hard to read. */
const FADED_LINE = 'underline dotted var(--vscode-linecost-fewSamplesUnderline, transparent)';
/** Follows a figure whose cost moved. */
const MOVED_MARK = '↔';
const ZERO_COLOR = new vscode.ThemeColor('linecost.zeroForeground');
const ALL_HEAT = [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk];
const BACKGROUNDS = new Map(ALL_HEAT.map((color) => [color, new vscode.ThemeColor(color)]));

/** The color of a bar or an outline, by heat color: at least level 4, as lower ones are too pale for a thin line. */
const OUTLINES = new Map(ALL_HEAT.map((color) => [color, BACKGROUNDS.get(color.replace(/[1-3]/, '4'))]));

type Type = vscode.TextEditorDecorationType;
type TypeOptions = vscode.DecorationRenderOptions;
type Look = vscode.DecorationInstanceRenderOptions;

/** A decoration type and its ranges. */
interface Marks {
  readonly options: TypeOptions;
  readonly at: vscode.Range[] | vscode.DecorationOptions[];
}

/**
 * Draws costs, a block of lines at a time. VS Code always replaces all decorations of a type, so each block has its own
 * types, which are created once and reused for every editor and profile.
 *
 * An empty range at the start of a line has two boxes, `before` and `after`. In the style `columns`, each of them is a
 * column that is right-aligned by itself, so the figures line up in any font. `before` is as wide as both columns and
 * shows cum on its right; `after` shows flat and is pulled back over the left half. The cursor and the indent guides of
 * column 1 are between the two boxes, and so directly in front of the code.
 */
export class CostDecorations implements vscode.Disposable {
  /** All types, by block and name. */
  private readonly types = new Map<string, Type>();
  /** The types in use in each editor, by block. */
  private readonly used = new WeakMap<vscode.TextEditor, Map<number, Map<string, Type>>>();
  private readonly looks = new WeakMap<FileCosts, Map<string, Look>>();
  private readonly hot = new WeakMap<FileCosts, CachedHotMarks>();
  private readonly warmMarks = ruler('linecost.ruler');
  private readonly hotMarks = ruler('linecost.rulerHottest');
  /** In their own lane, so that color is not the only difference. */
  private readonly shrunkMarks = ruler('linecost.rulerShrunk', vscode.OverviewRulerLane.Left);

  /** Draws a block, and clears what it showed before. */
  draw(editor: vscode.TextEditor, picture: CostPicture, { slot, from, to }: StaleBlock): void {
    const blocks = this.blocksOf(editor);
    const before = blocks.get(slot);
    const now = new Map<string, Type>();
    for (const [name, { options, at }] of this.marksOf(picture, { from, to })) {
      const type = this.typeOf(slot, name, options);
      now.set(name, type);
      editor.setDecorations(type, at);
    }
    for (const [name, type] of before ?? []) if (!now.has(name)) editor.setDecorations(type, []);
    blocks.set(slot, now);
  }

  /** Clears blocks that no longer have lines. */
  clearBlocks(editor: vscode.TextEditor, slots: readonly number[]): void {
    const blocks = this.blocksOf(editor);
    for (const slot of slots) {
      for (const type of blocks.get(slot)?.values() ?? []) editor.setDecorations(type, []);
      blocks.delete(slot);
    }
  }

  /** Marks the hot lines in the overview ruler. */
  drawRuler(editor: vscode.TextEditor, picture: CostPicture): void {
    const { byLine, map, style } = picture;
    const { warm, hottest, shrunk } = style === 'off' ? NOTHING_HOT : this.hotLinesOf(picture);
    const now = (lines: readonly number[]) =>
      lines.flatMap((line) => (byLine.costOf(line) && map.toCurrent(line)) ?? []).map(lineStart);
    editor.setDecorations(this.warmMarks, now(warm));
    editor.setDecorations(this.hotMarks, now(hottest));
    editor.setDecorations(this.shrunkMarks, now(shrunk));
  }

  clear(editor: vscode.TextEditor): void {
    this.clearBlocks(editor, [...this.blocksOf(editor).keys()]);
    for (const type of [this.warmMarks, this.hotMarks, this.shrunkMarks]) editor.setDecorations(type, []);
  }

  dispose(): void {
    const rulers = [this.warmMarks, this.hotMarks, this.shrunkMarks];
    for (const type of [...this.types.values(), ...rulers]) type.dispose();
  }

  /** Cached, because each edit needs it and a large file has many lines. */
  private hotLinesOf({ costs, faded, moved }: CostPicture): HotMarks {
    const cached = this.hot.get(costs);
    if (cached && cached.faded === faded && cached.moved === moved) return cached.marks;
    const marks = hotLines(costs, { faded, moved });
    this.hot.set(costs, { faded, moved, marks });
    return marks;
  }

  private blocksOf(editor: vscode.TextEditor): Map<number, Map<string, Type>> {
    const cached = this.used.get(editor) ?? new Map<number, Map<string, Type>>();
    this.used.set(editor, cached);
    return cached;
  }

  private typeOf(slot: number, name: string, options: TypeOptions): Type {
    const key = `${slot} ${name}`;
    const type = this.types.get(key) ?? vscode.window.createTextEditorDecorationType(options);
    this.types.set(key, type);
    return type;
  }

  private marksOf(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
    switch (picture.style) {
      case 'columns':
      case 'compact':
        return this.columns(picture, lines);
      case 'endOfLine':
        return lineEnds(picture, lines);
      case 'heatOnly':
        return heat(picture, lines);
      case 'off':
        return new Map();
      default:
        return picture.style satisfies never;
    }
  }

  /** All zeros share a type, as do all gaps, because a plain range costs VS Code much less than one with options. */
  private columns(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
    const { costs, heading, style, form = 'total' } = picture;
    const width = style === 'compact' ? style : columnWidth(picture);
    const cells: vscode.DecorationOptions[] = [];
    const zeros: vscode.Range[] = [];
    const gaps: vscode.Range[] = [];
    const looks = this.looks.get(costs) ?? new Map<string, Look>();
    this.looks.set(costs, looks);
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
      notes: { options: { after: { margin: LINE_END_MARGIN, color: ZERO_COLOR } }, at: notes(picture, lines) },
    });
  }
}

function filled(marks: Readonly<Record<string, Marks>>): Map<string, Marks> {
  return new Map(Object.entries(marks).filter(([, { at }]) => at.length > 0));
}

function ruler(color: string, overviewRulerLane = vscode.OverviewRulerLane.Center): Type {
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane,
  });
}

/** The width of one column in characters. A difference has a sign, and may be larger than the total. */
function columnWidth({ costs: { total, unit, flat, cum }, baseline, form }: CostPicture): number {
  const sign = baseline === undefined ? 0 : 1;
  if (form === 'percent') return COLUMN + 1 + sign;
  // A smaller cost per operation may have a longer text.
  const minimum = isPerOperation(unit) ? LONGEST_PER_OPERATION : COLUMN;
  if (baseline === undefined) return Math.max(minimum, label(total, unit).length) + 1;
  let largest = total;
  for (const column of [flat, cum]) for (const value of column) largest = Math.max(largest, Math.abs(value));
  return Math.max(minimum, label(largest, unit).length) + 1 + sign;
}

function figure(value: number, { style, costs: { unit, total }, baseline, form }: CostPicture): string {
  if (style === 'compact') {
    const text = form === 'percent' ? shortShare(value, total) : shortCost(value, unit);
    return baseline !== undefined && value > 0 && text !== '.' ? `+${text}` : text;
  }
  if (form === 'percent' && value !== 0) return shareText(value, total, baseline !== undefined);
  return baseline === undefined ? formatListValue(value, unit) : deltaLabel(value, unit);
}

/**
 * The decoration type of the columns. `text` is set if all its lines show the same text. Both boxes are needed: on an
 * empty line, the cursor is in the right place only if a box follows it. Text typed at the start of the line goes after
 * the boxes.
 */
function columnType(width: number | 'compact', color: vscode.ThemeColor, text?: string): TypeOptions {
  const rangeBehavior = vscode.DecorationRangeBehavior.OpenClosed;
  if (width === 'compact') {
    const content = text === undefined ? {} : { contentText: text || NBSP };
    const after = { contentText: NBSP, width: '0' };
    return { rangeBehavior, before: { ...content, color, ...compactColumn() }, after };
  }
  const content = text === undefined ? {} : { contentText: `${text}${NBSP}` };
  return {
    rangeBehavior,
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
    return {
      contentText: `${text}${isMoved && !isZero ? MOVED_MARK : isCompact ? '' : NBSP}`,
      // A value that is printed as zero looks like zero.
      color: isZero ? ZERO_COLOR : isFaded ? FADED_COLOR : undefined,
      backgroundColor: isFaded || isMoved ? undefined : background(value, picture.costs.total),
      fontStyle: changed ? 'italic' : undefined,
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

interface Figures {
  readonly flat: boolean;
  readonly cum: boolean;
}

function fadedIn({ faded }: CostPicture, cost: CapturedCost): Figures {
  return cost.few ?? withVerdict(cost, NOISE) ?? figuresIn(faded, cost);
}

function movedIn({ moved }: CostPicture, cost: CapturedCost): Figures {
  return withVerdict(cost, MOVED) ?? figuresIn(moved, cost);
}

/** Which figures of folded lines have a verdict; undefined if they have no verdicts. */
function withVerdict({ verdict }: CapturedCost, sought: number): Figures | undefined {
  return verdict && { flat: verdict.flat === sought, cum: verdict.cum === sought };
}

/** Which figures of a line are in the sets `lines`. */
function figuresIn(lines: LinesByFigure | undefined, { captured }: CapturedCost): Figures {
  return { flat: lines?.flat.has(captured) ?? false, cum: lines?.cum.has(captured) ?? false };
}

const COMPACT_MARKS = { total: '', percent: '%', perOperation: '/op' } as const;
const FORM_MARKS = { total: '', percent: `${NBSP}%`, perOperation: '/op' } as const;

/** `flat`, `flat %`, `flat/op`, `flat/op Δ`. */
function headingLook({ style, baseline, form = 'total' }: CostPicture): Look {
  if (style === 'compact') {
    const text = `cum${COMPACT_MARKS[form]}${baseline === undefined ? '' : 'Δ'}`;
    return { before: { contentText: text, color: ZERO_COLOR } };
  }
  const look = (name: string) => {
    const text = `${name}${FORM_MARKS[form]}${NBSP}`;
    return { contentText: `${text}${baseline === undefined ? '' : `Δ${NBSP}`}`, color: ZERO_COLOR };
  };
  return { before: look('cum'), after: look('flat') };
}

/**
 * Notes at line ends. The line of the heading says whether lines may be off and how many lines changed firmly, and
 * names the baseline. A line at or above it says when the costs were measured. Where lines were removed, a note shows
 * their cost.
 */
function notes(picture: CostPicture, { from, to }: LineSpan): vscode.DecorationOptions[] {
  const { baseline, heading, isCpuPerOperation, mayBeOff, since = '', sinceLine, baselineRemoved = [], removedVerdict, removed = [], map, costs, firmLines } = picture;
  const baselineText = baseline === undefined ? '' : `vs ${baseline}`;
  const headingTexts = [
    mayBeOff ? 'lines may be off' : '',
    firmLines ? firmLinesText(firmLines) : '',
    baselineText,
    isCpuPerOperation ? 'CPU time of all threads' : '',
  ];
  const text = headingTexts.filter(Boolean).join(' · ');
  const headingNotes = heading === undefined || text === '' ? [] : [{ line: heading, text }];
  const sinceNotes = sinceLine === undefined || since === '' ? [] : [{ line: sinceLine, text: since }];
  const hasHeat = removedVerdict !== NOISE && removedVerdict !== MOVED;
  const baselineNotes = [...baselineRemoved].filter(([, cost]) => cost !== 0).map(([above, cost]) => ({
    line: map.nearestCurrent(Math.max(1, above)),
    text: ` ${figure(-cost, picture)}${removedVerdict === MOVED ? MOVED_MARK : ''} in removed lines `,
    ...(removedVerdict === NOISE ? {} : { color: COST_COLOR }),
    ...(hasHeat && { backgroundColor: background(-cost, costs.total) }),
  }));
  const removedNotes = removed.map(({ below, costs: { length }, cum, isAtMost }) => ({
    line: below,
    text: ` ${isAtMost ? 'up to ' : ''}${figure(cum, picture)} in ${length === 1 ? 'a removed line' : `${length} removed lines`} `,
    fontStyle: 'italic',
  }));
  const all = [...headingNotes, ...sinceNotes, ...baselineNotes, ...removedNotes];
  const here = all.filter(({ line }) => line >= from && line < to);
  let width = 0;
  return here.map(({ line, text, ...look }) => {
    const isBesideHeading = picture.style === 'columns' && line === heading && line === sinceLine;
    const margin = isBesideHeading ? { margin: withoutAdvance(width + NOTE_MARGIN, text.length) } : {};
    if (isBesideHeading) width += NOTE_MARGIN + text.length;
    const after = { ...look, ...margin, contentText: text.replace(/ /g, NBSP) };
    return { range: lineEnd(line), renderOptions: { after } };
  });
}

/**
 * The margin of a box at a distance from the code that moves nothing after it. VS Code orders the boxes at one position
 * by the names of their styles, so on a blank line, a note may come before the heading `flat`.
 */
function withoutAdvance(distance: number, width: number): string {
  return `0 -${distance + width}ch 0 ${distance}ch`;
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

function background(value: number, total: number): vscode.ThemeColor | undefined {
  const color = signedHeatColor(value, total);
  return color === undefined ? undefined : BACKGROUNDS.get(color);
}

function lineEnds(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const { costs: { total } } = picture;
  const ends: vscode.DecorationOptions[] = [];
  forEachLine(picture, lines, (line, cost, changed) => {
    if (!cost || (cost.flat === 0 && cost.cum === 0)) return;
    const [faded, moved] = [fadedIn(picture, cost), movedIn(picture, cost)];
    const part = (text: string, isFaded: boolean) => ({
      contentText: text.replace(/ /g, NBSP),
      backgroundColor: faded.cum || moved.cum ? undefined : background(larger(cost), total),
      fontStyle: changed ? 'italic' : undefined,
      ...(isFaded && { color: FADED_COLOR, textDecoration: FADED_LINE }),
    });
    const mark = (isMoved: boolean) => (isMoved ? MOVED_MARK : '');
    const flat = ` flat ${figure(cost.flat, picture)}${mark(moved.flat)} `;
    const cum = ` cum ${figure(cost.cum, picture)}${mark(moved.cum)} `;
    if (faded.flat && !faded.cum) {
      const before = { ...part(flat, true), margin: LINE_END_MARGIN };
      ends.push({ range: lineEnd(line), renderOptions: { before, after: { ...part(cum, false), margin: '0' } } });
    } else ends.push({ range: lineEnd(line), renderOptions: { after: part(`${flat}${cum}`, faded.cum) } });
  });
  ends.push(...notes(picture, lines));
  return filled({ ends: { options: { after: { margin: LINE_END_MARGIN, color: COST_COLOR } }, at: ends } });
}

function heat(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const ranges = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  const outlines = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  forEachLine(picture, lines, (line, cost) => {
    const color = cost && signedHeatColor(larger(cost), picture.costs.total);
    if (!cost || color === undefined) return;
    const isUnsure = fadedIn(picture, cost).cum || movedIn(picture, cost).cum;
    (isUnsure ? outlines : ranges).get(color)!.push(lineStart(line));
  });
  const wholeLine = { isWholeLine: true, rangeBehavior: vscode.DecorationRangeBehavior.OpenClosed };
  const marks = [...ranges].map(([color, at]): [string, Marks] => {
    const bar = { borderWidth: barWidth(color), borderStyle: 'solid', borderColor: OUTLINES.get(color) };
    return [color, { options: { ...wholeLine, ...bar, backgroundColor: tint(color) }, at }];
  });
  const dashed = [...outlines].map(([color, at]): [string, Marks] => {
    return [`${color} faded`, { options: { ...wholeLine, border: '1px dashed', borderColor: OUTLINES.get(color) }, at }];
  });
  return filled(Object.fromEntries([...marks, ...dashed]));
}

/** The higher the level, the wider the bar, so that color is not the only difference. */
function barWidth(color: string): string {
  return `0 0 0 ${1 + Number(/\d/.exec(color))}px`;
}

/** The color behind code: at most the color of level 2, so that the code stays readable. */
function tint(color: string): vscode.ThemeColor | undefined {
  return BACKGROUNDS.get(color.replace(/\d/, (level) => (Number(level) < 4 ? '1' : '2')));
}

/** The value with the larger magnitude. */
function larger({ flat, cum }: Pick<CapturedCost, 'flat' | 'cum'>): number {
  return Math.abs(flat) > Math.abs(cum) ? flat : cum;
}

const NOTHING_HOT: HotMarks = { warm: [], hottest: [], shrunk: [] };

/** Captured lines to mark in the overview ruler. */
interface HotMarks {
  readonly warm: number[];
  readonly hottest: number[];
  /** Lines that cost less than in the baseline. */
  readonly shrunk: number[];
}

/** A cached result of `hotLines`, with the arguments that may change while the costs stay the same. */
interface CachedHotMarks extends Unsure {
  readonly marks: HotMarks;
}

/** Figures that mark no line in the overview ruler, because they are faded or moved. */
interface Unsure {
  readonly faded: LinesByFigure | undefined;
  readonly moved: LinesByFigure | undefined;
}

/** Finds the lines to mark in the overview ruler, where flat counts double. */
function hotLines({ lines, flat, cum, total }: FileCosts, { faded, moved }: Unsure): HotMarks {
  const marks: HotMarks = { warm: [], hottest: [], shrunk: [] };
  const threshold = RULER_WARM * (total || 1);
  const isSure = (line: number, column: 'flat' | 'cum') => !faded?.[column].has(line) && !moved?.[column].has(line);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (Math.abs(flat[i] * 2) < threshold && Math.abs(cum[i]) < threshold) continue;
    const largest = larger({ flat: isSure(line, 'flat') ? flat[i] * 2 : 0, cum: isSure(line, 'cum') ? cum[i] : 0 });
    const share = Math.abs(largest) / (total || 1);
    if (share < RULER_WARM) continue;
    (largest < 0 ? marks.shrunk : share >= RULER_HOTTEST ? marks.hottest : marks.warm).push(line);
  }
  return marks;
}

function lineEnd(line: number): vscode.Range {
  const end = new vscode.Position(line - 1, Number.MAX_SAFE_INTEGER);
  return new vscode.Range(end, end);
}

function lineStart(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}
