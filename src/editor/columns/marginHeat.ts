import * as vscode from 'vscode';
import { type CostPicture, forEachLine } from './costPicture';
import { lineStart, type Marks, OPEN_CLOSED, type TypeOptions } from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import { levelOf } from './heat';
import { type HeatMark, heatMarkOf } from './heatMarks';

/** The width of a bar by level, in sixteenths of the glyph margin. */
const WIDTHS = [2, 3, 4, 6, 8, 10];

/** Pictures cannot use theme colors. Each of these has a contrast of at least 3 with the background of its themes. */
const COLORS = {
  grown: {
    dark: ['#b8862e', '#c9842c', '#d97c2e', '#e56c32', '#ec5a38', '#f24c44'],
    light: ['#a87410', '#b06610', '#b85814', '#c04818', '#c8341c', '#c41c1c'],
  },
  shrunk: {
    dark: ['#5a8cb8', '#4a8cc8', '#4090dc', '#3a92f0', '#3c94fc', '#4c9cff'],
    light: ['#4a7cac', '#3c78b8', '#2e72c4', '#206acc', '#145cc8', '#0a48b4'],
  },
} as const;

/**
 * Bars in the glyph margin, which stays in place while the code scrolls sideways. The higher the level, the wider the
 * bar. Costs and growth are at its left edge, shrinkage at its right edge, and bars of unsure figures are dashed, so
 * that color is not the only difference.
 */
export function marginHeat(
  picture: CostPicture,
  lines: LineSpan,
  hasBar: (line: number, mark: HeatMark) => boolean = () => true,
): Map<string, Marks> {
  const marks = new Map<string, { readonly options: TypeOptions; readonly at: vscode.Range[] }>();
  forEachLine(picture, lines, (line, cost) => {
    const mark = cost && heatMarkOf(cost, picture);
    if (!mark || !hasBar(line, mark)) return;
    const name = `margin ${mark.color}${mark.isUnsure ? ' unsure' : ''}`;
    const marked = marks.get(name) ?? { options: barType(mark.color, mark.isUnsure), at: [] };
    marks.set(name, marked);
    marked.at.push(lineStart(line));
  });
  return marks;
}

function barType(heatColor: string, isUnsure: boolean): TypeOptions {
  const level = levelOf(heatColor);
  const side = heatColor.includes('shrunk') ? 'shrunk' : 'grown';
  const icon = (theme: 'dark' | 'light') => {
    return { gutterIconPath: bar(COLORS[side][theme][level - 1], { width: WIDTHS[level - 1], side, isUnsure }) };
  };
  // The bars of neighbouring lines touch.
  return { rangeBehavior: OPEN_CLOSED, gutterIconSize: '100% 100%', dark: icon('dark'), light: icon('light') };
}

interface Bar {
  readonly width: number;
  readonly side: keyof typeof COLORS;
  readonly isUnsure: boolean;
}

function bar(color: string, { width, side, isUnsure }: Bar): vscode.Uri {
  const left = side === 'grown' ? 0 : 16 - width;
  const parts = (isUnsure ? [[1, 5], [10, 5]] : [[0, 16]]).map(([top, height]) => `M${left} ${top}h${width}v${height}h-${width}z`);
  const path = `<path fill='${color}' d='${parts.join('')}'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' preserveAspectRatio='none'>${path}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
}
