import * as vscode from 'vscode';
import type { CostPicture } from './costPicture';
import { HEAT_COLORS, signedHeatColor } from './heat';

export const NBSP = '\u00a0';
export const OPEN_CLOSED = vscode.DecorationRangeBehavior.OpenClosed;

/** The margin between the code and a note at the end of its line, in characters. */
export const NOTE_MARGIN = 3;
export const LINE_END_MARGIN = `0 0 0 ${NOTE_MARGIN}ch`;

export const COST_COLOR = new vscode.ThemeColor('linecost.costForeground');
export const FADED_COLOR = new vscode.ThemeColor('linecost.fewSamplesForeground');
/** The underline shows in high contrast only, where faded text would be hard to read. */
export const FADED_LINE = 'underline dotted var(--vscode-linecost-fewSamplesUnderline, transparent)';
export const ZERO_COLOR = new vscode.ThemeColor('linecost.zeroForeground');

/** Heat colors: see heat.ts. */
export const ALL_HEAT = [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk];
export const BACKGROUNDS = new Map(ALL_HEAT.map((color) => [color, new vscode.ThemeColor(color)]));

export type TypeOptions = vscode.DecorationRenderOptions;
export type Look = vscode.DecorationInstanceRenderOptions;

/** A decoration type and its ranges. */
export interface Marks {
  readonly options: TypeOptions;
  readonly at: vscode.Range[] | vscode.DecorationOptions[];
}

export function filled(marks: Readonly<Record<string, Marks>>): Map<string, Marks> {
  return new Map(Object.entries(marks).filter(([, { at }]) => at.length > 0));
}

export function createType(options: TypeOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType(options);
}

export function lineEnd(line: number): vscode.Range {
  const end = new vscode.Position(line - 1, Number.MAX_SAFE_INTEGER);
  return new vscode.Range(end, end);
}

export function lineStart(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}

/** The color behind a figure; undefined for no heat. */
export function background(value: number, picture: CostPicture): vscode.ThemeColor | undefined {
  const color = heatOf(value, picture);
  return color === undefined ? undefined : BACKGROUNDS.get(color);
}

/** Theme color of a figure; undefined for no heat. */
export function heatOf(value: number, { costs: { total }, isGrowthUnjudged }: CostPicture): string | undefined {
  return isGrowthUnjudged && value > 0 ? undefined : signedHeatColor(value, total);
}
