import type * as vscode from 'vscode';
import { type CostPicture, forEachLine } from './costPicture';
import { ALL_HEAT, BACKGROUNDS, filled, heatOf, lineStart, type Marks, OPEN_CLOSED } from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import { fadedIn, movedIn } from './figureLook';
import { larger } from './heat';

/** The color of a bar or an outline, by heat color: at least level 4, as lower ones are too pale for a thin line. */
const OUTLINES = new Map(ALL_HEAT.map((color) => [color, BACKGROUNDS.get(color.replace(/[1-3]/, '4'))]));

export function heat(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const ranges = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  const outlines = new Map(ALL_HEAT.map((color): [string, vscode.Range[]] => [color, []]));
  forEachLine(picture, lines, (line, cost) => {
    const color = cost && heatOf(larger(cost), picture);
    if (!cost || color === undefined) return;
    const isUnsure = fadedIn(picture, cost).cum || movedIn(picture, cost).cum;
    (isUnsure ? outlines : ranges).get(color)!.push(lineStart(line));
  });
  const wholeLine = { isWholeLine: true, rangeBehavior: OPEN_CLOSED };
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
