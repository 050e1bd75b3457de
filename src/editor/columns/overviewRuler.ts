import * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import type { CostPicture } from './costPicture';
import { createType, lineStart } from './decorationParts';
import type { LinesByFigure } from './fadedLines';
import { heatBounds } from '../../profile/noise/heatBounds';
import { heatLevel, larger, samplesOf } from './heat';
import type { JudgedFigures } from './lineJudgements';

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
  private hotLinesOf({ costs, faded, moved, judgements }: CostPicture): HotMarks {
    const cached = this.hot.get(costs);
    if (cached && cached.faded === faded && cached.moved === moved && cached.judgements === judgements) {
      return cached.marks;
    }
    const marks = hotLines(costs, { faded, moved, judgements });
    this.hot.set(costs, { faded, moved, judgements, marks });
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

interface Unsure {
  /** Figures that mark no line in the overview ruler. */
  readonly faded: LinesByFigure | undefined;
  readonly moved: LinesByFigure | undefined;
  /** In a comparison: how many samples the other figures rest on. */
  readonly judgements: JudgedFigures | undefined;
}

/** Finds the lines to mark in the overview ruler, where flat counts double. */
function hotLines({ lines, flat, cum, total, weight }: FileCosts, unsure: Unsure): HotMarks {
  const marks: HotMarks = { warm: [], hottest: [], shrunk: [] };
  const [sureFlat, sureCum] = [sureFigures(lines, flat, 'flat', unsure), sureFigures(lines, cum, 'cum', unsure)];
  const boundsOf = (costs: Float64Array, column: 'flat' | 'cum', shares: readonly number[]) => {
    const { judgements } = unsure;
    const bothSides = judgements && Array.from(lines, (line) => samplesOf(judgements[column].get(line)));
    return heatBounds(costs, { total: total || 1, weight, shares, ...(bothSides && { bothSides }) });
  };
  const cumBounds = boundsOf(sureCum, 'cum', [RULER_WARM, RULER_HOTTEST]);
  // Half the shares instead of twice the cost, which would seem to have twice the samples.
  const flatBounds = boundsOf(sureFlat, 'flat', [RULER_WARM / 2, RULER_HOTTEST / 2]);
  for (let i = 0; i < sureFlat.length; i++) {
    const level = Math.max(heatLevel(sureFlat[i], flatBounds), heatLevel(sureCum[i], cumBounds));
    if (level === 0) continue;
    const hasShrunk = larger({ flat: sureFlat[i] * 2, cum: sureCum[i] }) < 0;
    (hasShrunk ? marks.shrunk : level === 2 ? marks.hottest : marks.warm).push(lines[i]);
  }
  return marks;
}

/** The figures of a column, with 0 for those that mark no line. */
function sureFigures(
  lines: Uint32Array,
  figures: Float64Array,
  column: 'flat' | 'cum',
  { faded, moved }: Unsure,
): Float64Array {
  const sure = new Float64Array(lines.length);
  for (let i = 0; i < sure.length; i++) {
    const isSure = !faded?.[column].has(lines[i]) && !moved?.[column].has(lines[i]);
    if (isSure) sure[i] = figures[i];
  }
  return sure;
}
