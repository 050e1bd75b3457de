import { FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE } from '../../profile/answers/changes';
import type { ChangeColumns, FileChanges, LineChangeColumns, Move } from '../../profile/answers/changes';
import type { FileCosts } from '../../profile/answers/lines';
import type { LinesByFigure } from './fadedLines';

/** The judgement on a figure of a line, or of removed lines, in a comparison. */
export interface FigureJudgement {
  /** NOISE, FIRM_CHANGE, MOVED or FIRM_IN_TURNS. */
  readonly judgement: number;
  /** The evidence for FIRM_IN_TURNS. */
  readonly evidence?: string | undefined;
  /** The number of samples of equal weight, now and before; Infinity if everything is counted. */
  readonly now: number;
  readonly before: number;
  readonly move?: Move | undefined;
}

type ByLine = ReadonlyMap<number, FigureJudgement>;

/** The judgements on figures, by captured line. */
export interface JudgedFigures {
  readonly flat: ByLine;
  readonly cum: ByLine;
}

/** The judgements on the changes of a document's lines, by captured line. */
export interface LineJudgements extends JudgedFigures {
  /** The figures to fade. */
  readonly noise: LinesByFigure;
  readonly moved: LinesByFigure;
  /** The number of lines with a firm change, of flat also one shown by runs in turns: see firmLineCount. */
  readonly firmLines: number;
  /** The number of other lines that call code that changed: see callingLineCount. */
  readonly callingLines: number;
  /**
   * For each place where lines of the baseline were removed, by the captured line above it: the judgement on the cum
   * of these lines.
   */
  readonly removed: ByLine;
}

/** @param parts the changes of a document, for each of its names in the profile (a generated file may have two) */
export function lineJudgements(parts: readonly FileChanges[]): LineJudgements {
  const [flat, cum] = [judgementsIn(parts, 'flat'), judgementsIn(parts, 'cum')];
  const linesWith = (judgement: number): LinesByFigure => {
    return { flat: linesOf(flat, judgement), cum: linesOf(cum, judgement) };
  };
  const firm = linesWith(FIRM_CHANGE);
  const removed = judgementsIn(parts.map((part) => ({ ...part.removed, moves: part.moves })), 'cum');
  const ofFlat = new Set([...firm.flat, ...linesOf(flat, FIRM_IN_TURNS)]);
  const callingLines = [...linesOf(cum, FIRM_IN_TURNS)].filter((line) => !ofFlat.has(line)).length;
  const firmLines = new Set([...ofFlat, ...firm.cum]).size;
  return { flat, cum, noise: linesWith(NOISE), moved: linesWith(MOVED), firmLines, callingLines, removed };
}

/** The judgements of an earlier round, until those of these costs are known: figures without one are faded. */
export function untilJudged(judgements: LineJudgements, { lines }: FileCosts): LineJudgements {
  const faded = (figure: 'flat' | 'cum') => {
    return new Set([...judgements.noise[figure], ...lines.filter((line) => !judgements[figure].has(line))]);
  };
  return { ...judgements, noise: { flat: faded('flat'), cum: faded('cum') } };
}

type LineChanges = LineChangeColumns & Pick<FileChanges, 'moves'>;

function judgementsIn(parts: readonly LineChanges[], column: 'flat' | 'cum'): ByLine {
  const judgements = new Map<number, FigureJudgement>();
  for (const { lines, moves, [column]: columns } of parts) {
    lines.forEach((line, i) => {
      const known = judgements.get(line)?.judgement;
      // A line may have a judgement under each name, and a firm change takes precedence.
      if (known !== FIRM_CHANGE && known !== FIRM_IN_TURNS) judgements.set(line, judgementAt(columns, i, moves));
    });
  }
  return judgements;
}

function judgementAt(columns: ChangeColumns, i: number, moves: readonly Move[]): FigureJudgement {
  const { judgement, move, now, before, evidence } = columns;
  return { judgement: judgement[i], now: now[i], before: before[i], move: moves[move[i] - 1], evidence };
}

function linesOf(judgements: ByLine, searched: number): ReadonlySet<number> {
  return new Set([...judgements].filter(([, { judgement }]) => judgement === searched).map(([line]) => line));
}
