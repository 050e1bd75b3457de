import * as vscode from 'vscode';
import type { CostPicture } from './costPicture';
import { MOVED, NOISE } from '../../profile/answers/changes';
import type { FileCosts } from '../../profile/answers/lines';
import { oncePer } from '../../profile/memo';
import { heatBounds } from '../../profile/noise/heatBounds';
import type { CapturedCost } from './costsByLine';
import type { FigureJudgement, JudgedFigures } from './lineJudgements';

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/**
 * 0 (no heat) to 6 (about half of the total or more). Negative differences count by their size.
 * @param bounds see heatBounds
 */
export function heatLevel(value: number, bounds: readonly number[]): number {
  const size = Math.abs(value);
  return size > 0 ? bounds.filter((from) => size >= from).length : 0;
}

/** Computed once for the costs of a file, because each edit needs them. */
const boundsOfCosts = oncePer((costs: FileCosts) => heatBounds(figuresOf(costs), costs));
const boundsOfChanges = oncePer((judgements: JudgedFigures) => oncePer((costs: FileCosts) => {
  const changes = [...judgedChanges(costs, 'flat', judgements), ...judgedChanges(costs, 'cum', judgements)];
  const bothSides = changes.map(({ samples }) => samples);
  return heatBounds(changes.map(({ cost }) => cost), { ...costs, bothSides });
}));

function boundsOf({ costs, judgements }: Pick<CostPicture, 'costs' | 'judgements'>): readonly number[] {
  return judgements ? boundsOfChanges(judgements)(costs) : boundsOfCosts(costs);
}

/** The changes with heat, and the number of samples that each rests on. */
function judgedChanges(costs: FileCosts, column: 'flat' | 'cum', judgements: JudgedFigures) {
  return Array.from(costs.lines).flatMap((line, i) => {
    const judged = judgements[column].get(line);
    const isShaded = judged && judged.judgement !== NOISE && judged.judgement !== MOVED;
    return isShaded ? [{ cost: costs[column][i], samples: samplesOf(judged) }] : [];
  });
}

/** The number of samples now and before together; 0 if everything is counted, or nothing is known. */
export function samplesOf(judged: FigureJudgement | undefined): number {
  const samples = judged ? judged.now + judged.before : 0;
  return Number.isFinite(samples) ? samples : 0;
}

function* figuresOf({ flat, cum }: Pick<FileCosts, 'flat' | 'cum'>): Generator<number> {
  for (let i = 0; i < flat.length; i++) {
    yield flat[i];
    yield cum[i];
  }
}

/** Theme color of a level, 1 to 6. */
function heatColor(level: number): string {
  return `linecost.heat${level}Background`;
}

/** Theme colors of all levels, lowest first: for costs and growth (orange) and for shrinkage (blue). */
export const HEAT_COLORS = {
  grown: LEVELS.map(heatColor),
  shrunk: LEVELS.map((level) => `linecost.shrunk${level}Background`),
} as const;

/** On the colors of higher levels, the theme's text would be hard to read. */
export const FIRST_HOT_LEVEL = 3;
const HOT_COLOR = new vscode.ThemeColor('linecost.hotForeground');

/** The theme colors of a figure, as far as its heat sets them. */
interface HeatLook {
  readonly backgroundColor?: vscode.ThemeColor | undefined;
  readonly color?: vscode.ThemeColor;
}

export const ALL_HEAT = [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk];
export const BACKGROUNDS = new Map(ALL_HEAT.map((color) => [color, new vscode.ThemeColor(color)]));

/** Theme color behind a figure; undefined for no heat. @param bounds see heatBounds */
export function signedHeatColor(value: number, bounds: readonly number[]): string | undefined {
  return HEAT_COLORS[value < 0 ? 'shrunk' : 'grown'][heatLevel(value, bounds) - 1];
}

/** The value with the larger magnitude. */
export function larger({ flat, cum }: Pick<CapturedCost, 'flat' | 'cum'>): number {
  return Math.abs(flat) > Math.abs(cum) ? flat : cum;
}

/** The color of a figure and the one behind it; empty for no heat. */
export function heatLook(value: number, picture: CostPicture): HeatLook {
  const color = heatOf(value, picture);
  return color === undefined ? {} : lookOn(color);
}

/** How text looks on a heat color. */
export function lookOn(heatColor: string): HeatLook {
  const backgroundColor = BACKGROUNDS.get(heatColor);
  return levelOf(heatColor) < FIRST_HOT_LEVEL ? { backgroundColor } : { backgroundColor, color: HOT_COLOR };
}

/** The level of a heat color, 1 to 6. */
export function levelOf(heatColor: string): number {
  return Number(/\d/.exec(heatColor));
}

/** Theme color of a figure; undefined for no heat. */
export function heatOf(value: number, picture: CostPicture): string | undefined {
  return picture.isGrowthUnjudged && value > 0 ? undefined : signedHeatColor(value, boundsOf(picture));
}
