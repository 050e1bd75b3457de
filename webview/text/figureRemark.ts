import { FIRM_IN_TURNS } from '../../src/profile/answers/changes';
import { type Verdicts, verdictSign, verdictText } from '../../src/profile/text/changeWords';

/** The verdict on the change of a figure in a comparison per operation. */
export interface FigureRemark {
  /** Replaces the plus or minus of the figure; empty if the change is firm. */
  readonly sign: string;
  /** The verdict in words; empty if the change is 0, or its samples show that it is firm. */
  readonly text: string;
  readonly isFirm: boolean;
}

export function figureRemark(verdicts: Verdicts, row: number, change: number): FigureRemark {
  const text = verdictText(verdicts, row, change);
  const isFirm = text === '' || verdicts.verdict[row] === FIRM_IN_TURNS;
  return { sign: isFirm ? '' : verdictSign(verdicts, row), text, isFirm };
}
