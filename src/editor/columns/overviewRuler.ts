import * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import type { CostPicture } from './costPicture';
import { createType, lineStart } from './decorationParts';
import type { LinesByFigure } from './fadedLines';
import { heatBounds } from '../../profile/noise/heatBounds';
import { larger } from './heat';

/** The minimum shares of the total for the overview ruler's marks. */
const RULER_HOTTEST = 0.25;
const RULER_WARM = 0.05;

/** The marks of hot lines in the overview ruler. */
export class OverviewRuler implements vscode.Disposable {
  private readonly hot = new WeakMap<FileCosts, CachedHotMarks>();
  private readonly marks = {
    warm: ruler('linecost.ruler'),
    hottest: ruler('linecost.rulerHottest'),
    /** In their own lane, so that color is not the only difference. */
    shrunk: ruler('linecost.rulerShrunk', vscode.OverviewRulerLane.Left),
  };

  draw(editor: vscode.TextEditor, picture: CostPicture): void {
    const { byLine, map, style } = picture;
    const all = style === 'off' ? NOTHING_HOT : this.hotLinesOf(picture);
    const hot = picture.isGrowthUnjudged ? { ...NOTHING_HOT, shrunk: all.shrunk } : all;
    for (const kind of KINDS) {
      const lines = hot[kind].flatMap((line) => (byLine.costOf(line) && map.toCurrent(line)) ?? []);
      editor.setDecorations(this.marks[kind], lines.map(lineStart));
    }
  }

  clear(editor: vscode.TextEditor): void {
    for (const kind of KINDS) editor.setDecorations(this.marks[kind], []);
  }

  dispose(): void {
    for (const kind of KINDS) this.marks[kind].dispose();
  }

  /** Cached, because each edit needs it and a large file has many lines. */
  private hotLinesOf({ costs, faded, moved }: CostPicture): HotMarks {
    const cached = this.hot.get(costs);
    if (cached && cached.faded === faded && cached.moved === moved) return cached.marks;
    const marks = hotLines(costs, { faded, moved });
    this.hot.set(costs, { faded, moved, marks });
    return marks;
  }
}

function ruler(color: string, overviewRulerLane = vscode.OverviewRulerLane.Center): vscode.TextEditorDecorationType {
  return createType({
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane,
  });
}

const KINDS = ['warm', 'hottest', 'shrunk'] as const;
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
function hotLines({ lines, flat, cum, total, weight }: FileCosts, { faded, moved }: Unsure): HotMarks {
  const marks: HotMarks = { warm: [], hottest: [], shrunk: [] };
  const isSure = (line: number, column: 'flat' | 'cum') => !faded?.[column].has(line) && !moved?.[column].has(line);
  const costs = Float64Array.from(lines, (line, i) => {
    return larger({ flat: isSure(line, 'flat') ? flat[i] * 2 : 0, cum: isSure(line, 'cum') ? cum[i] : 0 });
  });
  const [warm, hottest] = heatBounds(costs, { total: total || 1, weight, shares: [RULER_WARM, RULER_HOTTEST] });
  for (let i = 0; i < lines.length; i++) {
    const cost = costs[i];
    if (Math.abs(cost) < warm) continue;
    (cost < 0 ? marks.shrunk : cost >= hottest ? marks.hottest : marks.warm).push(lines[i]);
  }
  return marks;
}
