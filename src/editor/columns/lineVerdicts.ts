import { FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE } from '../../profile/answers/changes';
import type { ChangeColumns, FileChanges, LineChangeColumns, Move } from '../../profile/answers/changes';
import type { LinesByFigure } from './fadedLines';

/** The verdict on a figure of a line, or of removed lines, in a comparison. */
export interface FigureVerdict {
  /** NOISE, FIRM_CHANGE, MOVED or FIRM_IN_TURNS. */
  readonly verdict: number;
  /** The evidence for FIRM_IN_TURNS. */
  readonly evidence?: string | undefined;
  /** The number of samples of equal weight, now and before; Infinity if everything is counted. */
  readonly now: number;
  readonly before: number;
  readonly move?: Move | undefined;
}

type ByLine = ReadonlyMap<number, FigureVerdict>;

/** The verdicts on the changes of a document's lines, by captured line. */
export interface LineVerdicts {
  readonly flat: ByLine;
  readonly cum: ByLine;
  /** The figures to fade. */
  readonly noise: LinesByFigure;
  readonly moved: LinesByFigure;
  /** The number of lines with a firm change, of flat also one shown by runs in turns: see firmLineCount. */
  readonly firmLines: number;
  /** The number of other lines that call code that changed: see callingLineCount. */
  readonly callingLines: number;
  /**
   * For each place where lines of the baseline were removed, by the captured line above it: the verdict on the cum
   * of these lines.
   */
  readonly removed: ByLine;
}

/** @param parts the changes of a document, for each of its names in the profile (a generated file may have two) */
export function lineVerdicts(parts: readonly FileChanges[]): LineVerdicts {
  const [flat, cum] = [verdictsIn(parts, 'flat'), verdictsIn(parts, 'cum')];
  const linesWith = (verdict: number): LinesByFigure => ({ flat: linesOf(flat, verdict), cum: linesOf(cum, verdict) });
  const firm = linesWith(FIRM_CHANGE);
  const removed = verdictsIn(parts.map((part) => ({ ...part.removed, moves: part.moves })), 'cum');
  const ofFlat = new Set([...firm.flat, ...linesOf(flat, FIRM_IN_TURNS)]);
  const callingLines = [...linesOf(cum, FIRM_IN_TURNS)].filter((line) => !ofFlat.has(line)).length;
  const firmLines = new Set([...ofFlat, ...firm.cum]).size;
  return { flat, cum, noise: linesWith(NOISE), moved: linesWith(MOVED), firmLines, callingLines, removed };
}

type LineChanges = LineChangeColumns & Pick<FileChanges, 'moves'>;

function verdictsIn(parts: readonly LineChanges[], column: 'flat' | 'cum'): ByLine {
  const verdicts = new Map<number, FigureVerdict>();
  for (const { lines, moves, [column]: columns } of parts) {
    lines.forEach((line, i) => {
      const known = verdicts.get(line)?.verdict;
      // A line may have a verdict under each name, and a firm change takes precedence.
      if (known !== FIRM_CHANGE && known !== FIRM_IN_TURNS) verdicts.set(line, verdictAt(columns, i, moves));
    });
  }
  return verdicts;
}

function verdictAt(columns: ChangeColumns, i: number, moves: readonly Move[]): FigureVerdict {
  const { verdict, move, now, before, evidence } = columns;
  return { verdict: verdict[i], now: now[i], before: before[i], move: moves[move[i] - 1], evidence };
}

function linesOf(verdicts: ByLine, searched: number): ReadonlySet<number> {
  return new Set([...verdicts].filter(([, { verdict }]) => verdict === searched).map(([line]) => line));
}
