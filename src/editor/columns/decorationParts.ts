import * as vscode from 'vscode';
import type { CostPicture } from './costPicture';
import type { CapturedCost } from './costsByLine';

/** The shares of the total at which the levels begin. Below the first, a line has no heat. */
const LEVELS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5] as const;

/** 0 (no heat) to 6 (half of the total or more). Negative differences count by their size. */
export function heatLevel(value: number, total: number): number {
  const share = total > 0 ? Math.abs(value) / total : 0;
  return LEVELS.filter((from) => share >= from).length;
}

/** Theme color of a level, 1 to 6. */
function heatColor(level: number): string {
  return `linecost.heat${level}Background`;
}

/** Theme colors of all levels, lowest first: for costs and growth (orange) and for shrinkage (blue). */
export const HEAT_COLORS = {
  grown: LEVELS.map((_, i) => heatColor(i + 1)),
  shrunk: LEVELS.map((_, i) => `linecost.shrunk${i + 1}Background`),
} as const;

/** Theme color behind a figure; undefined for no heat. */
export function signedHeatColor(value: number, total: number): string | undefined {
  return HEAT_COLORS[value < 0 ? 'shrunk' : 'grown'][heatLevel(value, total) - 1];
}

/** The value with the larger magnitude. */
export function larger({ flat, cum }: Pick<CapturedCost, 'flat' | 'cum'>): number {
  return Math.abs(flat) > Math.abs(cum) ? flat : cum;
}

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
