import * as vscode from 'vscode';
import { label } from '../profile/measurement';
import type { FileCosts } from '../profile/reports';
import type { CostLine } from './costLines';
import { heatColor, HEAT_LEVELS, heatLevel } from './heat';

export type ColumnStyle = 'columns' | 'endOfLine' | 'heatOnly' | 'off';

/** All that is needed to draw one document. */
export interface DocumentCosts {
  /** Where the figures come from; another object means other figures. */
  readonly of: FileCosts;
  readonly lines: readonly CostLine[];
  readonly total: number;
  readonly unit: string;
  /** Lines of the document; those not in `lines` get an empty column, so that the code stays aligned. */
  readonly lineCount: number;
}

/** Characters of a figure in a column; a wider figure (a large count) widens both columns. */
const COLUMN = 9;
const NBSP = '\u00a0';
/** Between the columns and the code, in characters. */
const CODE_MARGIN = 1.5;
const HOTTEST = 0.25;
const WARM = 0.05;

/**
 * Decoration types, made once and reused for every editor and profile.
 *
 * An empty range in front of a line has two boxes, `before` and `after`; each column is one of them and right-aligned
 * by itself, so the figures line up in any font. `before` is as wide as both columns and shows cum on its right;
 * `after` shows flat and is pulled back over the left half, so that the cursor and the indent guides of column 1,
 * which stand between the two boxes, stand in front of the code.
 */
export class CostDecorations implements vscode.Disposable {
  private readonly cells = vscode.window.createTextEditorDecorationType({});
  /** Empty columns by width: all their lines share one style, which keeps a large file cheap. */
  private readonly gaps = new Map<number, vscode.TextEditorDecorationType>();
  private readonly lineEnds = vscode.window.createTextEditorDecorationType({});
  private readonly heat = Array.from({ length: HEAT_LEVELS }, (_, i) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(heatColor(i + 1)),
    }),
  );
  private readonly warmMarks = ruler('linecost.ruler');
  private readonly hotMarks = ruler('linecost.rulerHottest');

  draw(editor: vscode.TextEditor, style: ColumnStyle, costs: DocumentCosts): void {
    if (style === 'off') return this.clear(editor);
    const width = columnWidth(costs);
    const columns = style === 'columns';
    const heading = headingLine(costs);
    const cells = columns ? costs.lines.map((line) => cell(line, costs, width)) : [];
    if (columns && heading) cells.push(headingCell(heading, width));
    editor.setDecorations(this.cells, cells);
    for (const [other, type] of this.gaps) if (other !== width || !columns) editor.setDecorations(type, []);
    if (columns) editor.setDecorations(this.gapOf(width), gaps(costs, heading));
    editor.setDecorations(this.lineEnds, style === 'endOfLine' ? lineEnds(costs) : []);
    this.heat.forEach((type, i) => editor.setDecorations(type, style === 'heatOnly' ? hotLines(costs, i + 1) : []));
    const share = ({ flat, cum }: CostLine) => Math.max(Math.abs(flat) * 2, Math.abs(cum)) / (costs.total || 1);
    const marks = costs.lines.filter((line) => share(line) >= WARM);
    editor.setDecorations(this.warmMarks, marks.filter((line) => share(line) < HOTTEST).map(lineStart));
    editor.setDecorations(this.hotMarks, marks.filter((line) => share(line) >= HOTTEST).map(lineStart));
  }

  clear(editor: vscode.TextEditor): void {
    for (const type of this.types()) editor.setDecorations(type, []);
  }

  dispose(): void {
    for (const type of this.types()) type.dispose();
  }

  private types(): vscode.TextEditorDecorationType[] {
    return [this.cells, ...this.gaps.values(), this.lineEnds, ...this.heat, this.warmMarks, this.hotMarks];
  }

  private gapOf(width: number): vscode.TextEditorDecorationType {
    const known = this.gaps.get(width);
    if (known) return known;
    const type = vscode.window.createTextEditorDecorationType({
      before: { contentText: NBSP, ...bothColumns(width) },
      // On an empty line, the cursor stands in front of the code only where a box follows.
      after: { contentText: NBSP, ...leftColumn(width) },
    });
    this.gaps.set(width, type);
    return type;
  }
}

function ruler(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
}

function columnWidth({ total, unit }: DocumentCosts): number {
  return Math.max(COLUMN, label(total, unit).length) + 1;
}

/** A figure as `list` prints it. */
export function figure(value: number, unit: string): string {
  return value === 0 ? '.' : label(value, unit);
}

function cell(line: CostLine, { total, unit }: DocumentCosts, width: number): vscode.DecorationOptions {
  const look = (value: number) => ({
    contentText: `${figure(value, unit)}${NBSP}`,
    color: new vscode.ThemeColor(value === 0 ? 'linecost.zeroForeground' : 'linecost.costForeground'),
    backgroundColor: background(value, total),
    fontStyle: line.changed ? 'italic' : undefined,
  });
  const before = { ...look(line.cum), ...bothColumns(width) };
  const after = { ...look(line.flat), ...leftColumn(width) };
  return { range: lineStart(line), renderOptions: { before, after } };
}

/** The columns are named once, on the line above the first function that has samples. */
function headingLine({ lines }: DocumentCosts): number | undefined {
  const first = lines[0]?.line ?? 1;
  return first > 1 ? first - 1 : undefined;
}

function headingCell(line: number, width: number): vscode.DecorationOptions {
  const look = (name: string) => ({
    contentText: `${name}${NBSP}`,
    color: new vscode.ThemeColor('linecost.zeroForeground'),
  });
  const before = { ...look('cum'), ...bothColumns(width) };
  const after = { ...look('flat'), ...leftColumn(width) };
  return { range: lineStart({ line }), renderOptions: { before, after } };
}

function gaps({ lines, lineCount }: DocumentCosts, heading: number | undefined): vscode.Range[] {
  const filled = new Set([heading, ...lines.map(({ line }) => line)]);
  const ranges: vscode.Range[] = [];
  for (let line = 1; line <= lineCount; line++) if (!filled.has(line)) ranges.push(lineStart({ line }));
  return ranges;
}

/** `textDecoration` is the one property through which the API lets any CSS pass. */
function box(css: string): string {
  return `none; box-sizing: border-box; text-align: right; font-variant-numeric: tabular-nums; ${css}`;
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
  const level = heatLevel(value, total);
  return level > 0 ? new vscode.ThemeColor(heatColor(level)) : undefined;
}

function lineEnds({ lines, total, unit }: DocumentCosts): vscode.DecorationOptions[] {
  return lines
    .filter(({ flat, cum }) => flat !== 0 || cum !== 0)
    .map((line) => ({
      range: new vscode.Range(line.line - 1, Number.MAX_SAFE_INTEGER, line.line - 1, Number.MAX_SAFE_INTEGER),
      renderOptions: {
        after: {
          contentText: `${NBSP}flat ${figure(line.flat, unit)}  cum ${figure(line.cum, unit)}${NBSP}`.replace(/ /g, NBSP),
          margin: '0 0 0 3ch',
          color: new vscode.ThemeColor('linecost.costForeground'),
          backgroundColor: background(Math.max(Math.abs(line.flat), Math.abs(line.cum)), total),
          fontStyle: line.changed ? 'italic' : undefined,
        },
      },
    }));
}

function hotLines({ lines, total }: DocumentCosts, level: number): vscode.Range[] {
  const larger = ({ flat, cum }: CostLine) => Math.max(Math.abs(flat), Math.abs(cum));
  return lines.filter((line) => heatLevel(larger(line), total) === level).map(lineStart);
}

function lineStart({ line }: { readonly line: number }): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}
