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

export const ALL_HEAT = [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk];
export const BACKGROUNDS = new Map(ALL_HEAT.map((color) => [color, new vscode.ThemeColor(color)]));

/** Theme color behind a figure; undefined for no heat. */
export function signedHeatColor(value: number, total: number): string | undefined {
  return HEAT_COLORS[value < 0 ? 'shrunk' : 'grown'][heatLevel(value, total) - 1];
}

/** The value with the larger magnitude. */
export function larger({ flat, cum }: Pick<CapturedCost, 'flat' | 'cum'>): number {
  return Math.abs(flat) > Math.abs(cum) ? flat : cum;
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
