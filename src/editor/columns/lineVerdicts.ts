import { type ChangeColumns, type FileChanges, FIRM_CHANGE, type Move, MOVED, NOISE } from '../../profile/answers/changes';
import type { FewSamples } from './fewSamples';

/** The verdict about a figure of a line in a comparison. */
export interface FigureVerdict {
  /** NOISE, FIRM_CHANGE or MOVED. */
  readonly verdict: number;
  /** Samples of equal weight; Infinity where everything is counted. */
  readonly now: number;
  readonly before: number;
  readonly move?: Move | undefined;
}

type ByLine = ReadonlyMap<number, FigureVerdict>;

/** What is known about the changes of a document's lines, by captured line. */
export interface LineVerdicts {
  readonly flat: ByLine;
  readonly cum: ByLine;
  /** The figures to fade. */
  readonly noise: FewSamples;
  readonly moved: FewSamples;
  /** The number of lines with a firm change that did not move. */
  readonly firm: number;
}

/** @param parts the changes of a document's names in the profile: a generated file may have two */
export function lineVerdicts(parts: readonly FileChanges[]): LineVerdicts {
  const [flat, cum] = [verdictsIn(parts, 'flat'), verdictsIn(parts, 'cum')];
  const linesWith = (verdict: number): FewSamples => ({ flat: linesOf(flat, verdict), cum: linesOf(cum, verdict) });
  const firm = linesWith(FIRM_CHANGE);
  const firmLines = new Set([...firm.flat, ...firm.cum]);
  return { flat, cum, noise: linesWith(NOISE), moved: linesWith(MOVED), firm: firmLines.size };
}

function verdictsIn(parts: readonly FileChanges[], column: 'flat' | 'cum'): ByLine {
  const found = new Map<number, FigureVerdict>();
  for (const { lines, moves, [column]: columns } of parts) {
    lines.forEach((line, i) => {
      const before = found.get(line);
      // Of two, a firm change counts more than noise.
      if (before?.verdict !== FIRM_CHANGE) found.set(line, verdictAt(columns, i, moves));
    });
  }
  return found;
}

function verdictAt({ verdict, move, now, before }: ChangeColumns, i: number, moves: readonly Move[]): FigureVerdict {
  return { verdict: verdict[i], now: now[i], before: before[i], move: moves[move[i] - 1] };
}

function linesOf(verdicts: ByLine, wanted: number): ReadonlySet<number> {
  return new Set([...verdicts].filter(([, { verdict }]) => verdict === wanted).map(([line]) => line));
}
