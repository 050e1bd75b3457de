import type { FlameWindow } from '../../src/profile/answers/flame';
import type { TableFormat } from '../../src/profile/answers/table';
import { divided } from '../../src/profile/text/measurement';
import { changeTexts } from '../../src/profile/text/screen/change';
import { chosenUnitText, figureText } from '../../src/profile/text/screen/figure';
import { sharePart, shareText } from '../../src/profile/text/screen/share';
import { FIRM_IN_TURNS } from '../../src/profile/answers/changes';
import { type Judgements, judgementSign, judgementText } from '../../src/profile/text/judgementWords';

/** What is said of a figure that rests on few samples. */
export const FEW_SAMPLES_TEXT = 'Too few samples: mostly chance';

/** Values of a difference that are read together, with their signs and in one unit: `+12ms`, `-4ms`, `0`. */
export function signedLabels(values: readonly number[], { unit, total, weight }: Scale): string[] {
  return changeTexts(values, unit, { largest: total, weight });
}

/** What decides how the figures of a flame graph or a call graph are written. */
export type Scale = Pick<FlameWindow, 'unit' | 'total' | 'weight'>;

/** A figure in the unit of the total, which all figures of a profile and sample type share. */
export function panelText(value: number, { unit, total, weight }: Scale): string {
  return figureText(value, unit, { largest: total, weight });
}

/** The format of a table's figures. */
export interface FigureFormat extends TableFormat {
  /** Whether increases have a plus, because the figures are changes. */
  readonly isSigned?: boolean;
}

/** A table value in the unit that the user chose, or in the panel's unit. */
export function tableLabel(value: number, format: FigureFormat): string {
  const sign = format.isSigned && value > 0 ? '+' : '';
  const { unit, total, divideBy, isUnitChosen, weight } = format;
  if (isUnitChosen) return sign + chosenUnitText(value, format);
  return sign + panelText(divided(value, divideBy), { unit, total: divided(total, divideBy), weight });
}

/** A table value as a percentage of the total. */
export function tableShare(value: number, { total, isSigned = false, weight }: FigureFormat): string {
  return isSigned ? shareText(value, total, true, weight) : sharePart(value, total, weight);
}

/** The judgement on the change of a figure in a comparison per operation. */
export interface FigureRemark {
  /** Replaces the plus or minus of the figure; empty if the change is firm. */
  readonly sign: string;
  /** The judgement in words; empty if the change is 0, or its samples show that it is firm. */
  readonly text: string;
  readonly isFirm: boolean;
}

export function figureRemark(judgements: Judgements, row: number, change: number): FigureRemark {
  const text = judgementText(judgements, row, change);
  const isFirm = text === '' || judgements.judgement[row] === FIRM_IN_TURNS;
  return { sign: isFirm ? '' : judgementSign(judgements, row), text, isFirm };
}
